"""Imports the main loop with its largest modules first, each into a heap without garbage.

Called by main.py. Compiling a module takes up to 100 KB for a moment, and what it leaves lies
behind that. In this order what is free stays in one piece: 125 KB of the simulated board's 192,
else 66.
"""

import gc

for _name in ("heist.session", "heist.lights", "heist.board"):
    gc.collect()
    __import__(_name)
gc.collect()

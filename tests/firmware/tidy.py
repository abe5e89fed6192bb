"""Imports the firmware with its largest modules first, each into a heap without garbage.

Compiling one takes up to 100 KB for a moment (half of that on a Pico, whose objects are half as
large), and what it leaves lies behind that. In this order what is free stays in one piece.
"""

import gc

for name in ("heist.session", "heist.lights", "heist.board"):
    gc.collect()
    __import__(name)
gc.collect()

"""Rehearsals: evenings that are played hand by hand from a script, on the whole system.

``script`` reads the script, ``hands`` moves pieces and breaks things on the simulated board,
``eyes`` looks at its lights, ``table`` is the daemon in a process of its own (``child``), and
``runner`` plays the acts and checks.
"""

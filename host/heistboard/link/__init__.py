"""The host's side of the link: from a serial port to the picture of all reeds, and back to the
lights.

``core`` (one connection), ``module`` (what is known of one board), ``scenes``, ``health`` and
``messages`` are pure; ``port`` and ``hub`` do the I/O, ``record`` writes and reads what went over
the line.
"""

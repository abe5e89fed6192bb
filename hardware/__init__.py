"""The hardware of the floor module: `board.toml`, and what is generated from it.

:mod:`hardware.boardfile` reads and checks the board file, :mod:`hardware.layout` renders the
layouts of firmware and host, ``python -m hardware`` writes or checks them.
"""

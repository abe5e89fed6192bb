"""The floor module's hardware: `board.toml`, and everything generated from it.

:mod:`hardware.boardfile` reads and checks the board file, :mod:`hardware.layout` renders the
layouts of firmware and host, ``python -m hardware`` writes or checks them.
"""

"""Starts the board. A Pico runs this file by itself; the simulated board is given it."""

from heist import boot  # noqa: F401 (before what it puts in order)
from heist.unix import drivers

drivers.main()

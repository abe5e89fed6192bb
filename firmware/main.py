"""Starts the board. A Pico runs this file by itself; the simulated board is given it."""

from heist.unix import drivers

drivers.main()

"""Drivers of the simulated board, on the MicroPython unix port."""

"""Random numbers that are the same on CPython and MicroPython."""


class Dice:
    def __init__(self, seed: int) -> None:
        self.state = seed

    def roll(self, sides: int) -> int:
        """Returns 0..sides - 1."""
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 12) % sides

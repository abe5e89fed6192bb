"""What safe mode needs of a Pico's ``machine`` module, for the MicroPython unix port.

Called by main.py, for a simulated board whose firmware is said to have failed.
"""

import sys


class Chip:
    """A chip with a serial number. Its scratch register is forgotten when it restarts."""

    def __init__(self, serial_number: bytes) -> None:
        self.mem32: dict[int, int] = {}
        self._serial_number = serial_number

    def unique_id(self) -> bytes:
        """Returns the serial number."""
        return self._serial_number

    def reset(self) -> None:
        """Ends the process; the program that started it may start it again."""
        raise SystemExit


def put_in_place(serial: str) -> None:
    """Makes ``import machine`` give such a chip; *serial* is in hexadecimal digits."""
    serial_number = bytes(int(serial[i : i + 2], 16) for i in range(0, 16, 2))
    sys.modules["machine"] = Chip(serial_number)  # type: ignore[assignment]

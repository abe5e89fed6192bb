"""The Pico's pins, LEDs and line for heist/board.py."""

import gc
import os
import time

import machine

from .. import layout
from ..board import Board
from ..compat import micropython
from . import matrix
from .line import Line
from .pixels import Pixels
from .watchdog import Watchdog, restart_into_service


class Drivers:
    """The drivers that heist/board.py expects, on a Pico."""

    def __init__(self) -> None:
        self.serial_number = machine.unique_id()
        self.last_error: Exception | None = None  # for inspection from the prompt
        self.ticks_ms = time.ticks_ms  # both wrap at 2**30
        self.ticks_us = time.ticks_us
        self._columns = len(layout.COLUMN_PINS)
        self._first_column = layout.COLUMN_PINS[0]
        self._first_row = layout.ROW_PINS[0]
        self._row_mask = (1 << len(layout.ROW_PINS)) - 1
        pixels = Pixels()
        self.can_show = pixels.is_free
        self.show = pixels.show
        line = Line()
        self.read = line.read
        self.can_write = line.can_write
        self.write = line.write
        matrix.prepare()
        self._watchdog = Watchdog()
        self.rest = self._watchdog.feed

    @micropython.native
    def scan(self, raw: bytearray) -> None:
        """Writes one byte per matrix column; bit r is set if the reed in row r is closed."""
        matrix.scan(raw, self._columns, self._first_column, self._first_row, self._row_mask)

    def rise_us(self, row: int) -> int:
        """Returns how long the line of *row* takes to read high again after a release, in us."""
        raw = bytearray(self._columns)
        self.scan(raw)
        return matrix.rise_us(row, raw)

    def collect(self) -> int:
        """Collects garbage; returns the free memory in bytes."""
        gc.collect()
        return gc.mem_free()

    def report(self, error: Exception) -> None:
        """Keeps an exception of a pass; printing it would write into the line."""
        self.last_error = error

    def serve(self) -> bool:
        """Restarts into MicroPython's prompt."""
        restart_into_service()
        return True


def main() -> None:
    """Runs the board."""
    Board(Drivers(), os.urandom(4)).run()

"""The Pico's pins, LEDs and line for heist/board.py."""

import gc
import os
import time

import machine

from ..board import Board
from .chip import registers
from .line import Line
from .matrix import Matrix
from .pixels import Pixels
from .watchdog import Watchdog


class Drivers:
    """The drivers that heist/board.py expects, on a Pico."""

    def __init__(self) -> None:
        self.serial_number = machine.unique_id()
        self.last_error: Exception | None = None  # for inspection from the prompt
        self.ticks_ms = time.ticks_ms  # both wrap at 2**30
        self.ticks_us = time.ticks_us
        chip = registers(os.uname().machine)
        matrix = Matrix(chip)
        self.scan = matrix.scan
        self.rise_us = matrix.rise_us
        pixels = Pixels(chip)
        self.can_show = pixels.is_free
        self.show = pixels.show
        line = Line()
        self.read = line.read
        self.can_write = line.can_write
        self.write = line.write
        self._watchdog = Watchdog(chip.scratch)
        self.rest = self._watchdog.feed

    def collect(self) -> int:
        """Collects garbage; returns the free memory in bytes."""
        gc.collect()
        return gc.mem_free()

    def report(self, error: Exception) -> None:
        """Keeps an exception of a pass; printing it would write into the line."""
        self.last_error = error

    def serve(self) -> bool:
        """Restarts into MicroPython's prompt."""
        self._watchdog.restart_into_service()
        return True


def main() -> None:
    """Runs the board."""
    Board(Drivers(), os.urandom(4)).run()

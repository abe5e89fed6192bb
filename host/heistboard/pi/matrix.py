"""Scans the reeds through libgpiod: one system call switches columns, one reads all rows.

Called by drivers.py once per pass. Columns are open drains: each in turn is driven low, the others
are weakly pulled up. A row that reads low has a closed reed in that column (the direction of the
diodes: hardware/board.toml).
"""

import time
from glob import glob
from itertools import pairwise

import gpiod
from gpiod.line import Bias, Direction, Drive, Value

from heistboard.firmware import wire
from heistboard.pi.layout import COLUMN_PINS, ROW_PINS
from heistboard.pi.process import NOT_A_PI, PiUnavailable

__all__ = ["Matrix", "find_chip"]

LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")  # Pi 0-3, 4, 5
SETTLE_NS = 5000  # a row rises in 2 us with its 4.7 kOhm
SLOW_US = 1000  # a row that takes longer counts as never rising
_USER = "heistboard"
_LOW = Value.INACTIVE
_HIGH = Value.ACTIVE


def find_chip() -> str:
    """Returns the GPIO chip behind the header; its number depends on the kernel."""
    for path in sorted(glob("/dev/gpiochip*")):
        with gpiod.Chip(path) as chip:
            if chip.get_info().label in LABELS:
                return path
    raise PiUnavailable(NOT_A_PI)


class Matrix:
    """The lines of the matrix, claimed until :meth:`close`. May raise :exc:`OSError`."""

    def __init__(self, chip: str) -> None:
        rows = gpiod.LineSettings(direction=Direction.INPUT, bias=Bias.PULL_UP)
        columns = gpiod.LineSettings(
            direction=Direction.OUTPUT,
            drive=Drive.OPEN_DRAIN,
            bias=Bias.PULL_UP,  # many pins start with a pull-down, which would reach the rows
            output_value=_HIGH,
        )
        self._rows = gpiod.request_lines(chip, {ROW_PINS: rows}, _USER)
        try:
            self._columns = gpiod.request_lines(chip, {COLUMN_PINS: columns}, _USER)
        except BaseException:
            self._rows.release()
            raise
        # The first step also releases a column that a failed scan left low.
        self._steps: list[dict[int | str, Value]] = [
            {pin: _HIGH if column else _LOW for column, pin in enumerate(COLUMN_PINS)}
        ]
        self._steps += [{before: _HIGH, pin: _LOW} for before, pin in pairwise(COLUMN_PINS)]

    def scan(self, raw: bytearray) -> None:
        """Writes one byte per column; bit r is set if the reed in row r is closed."""
        set_values = self._columns.set_values
        get_values = self._rows.get_values
        for column, step in enumerate(self._steps):
            set_values(step)
            until_ns = time.monotonic_ns() + SETTLE_NS
            while time.monotonic_ns() < until_ns:
                pass
            levels = get_values()
            closed = 0
            if _LOW in levels:
                for row, level in enumerate(levels):
                    if level is _LOW:
                        closed |= 1 << row
            raw[column] = closed
        self._columns.set_value(COLUMN_PINS[-1], _HIGH)

    def rise_us(self, row: int) -> int:
        """Returns how long the line of *row* read low after its release, in us, at least 1.

        The true time is longer by up to one read.
        """
        raw = bytearray(len(COLUMN_PINS))
        self.scan(raw)
        found = [pin for pin, closed in zip(COLUMN_PINS, raw, strict=True) if closed >> row & 1]
        if not found:
            return wire.RISE_UNKNOWN
        self._columns.set_value(found[0], _LOW)
        went_low = self._rows.get_value(ROW_PINS[row]) is _LOW
        self._columns.set_value(found[0], _HIGH)
        if not went_low:
            return wire.RISE_UNKNOWN
        released_ns = time.perf_counter_ns()
        seen_us = 1
        while True:
            now_us = (time.perf_counter_ns() - released_ns) // 1000
            if self._rows.get_value(ROW_PINS[row]) is _HIGH:
                return seen_us
            if now_us >= SLOW_US:
                return wire.RISE_NEVER
            seen_us = max(now_us, 1)

    def close(self) -> None:
        """Releases all lines."""
        self._columns.set_values(dict.fromkeys(COLUMN_PINS, _HIGH))
        self._columns.release()
        self._rows.release()

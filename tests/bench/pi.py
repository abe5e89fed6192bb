"""CPython's time for the work of a Raspberry Pi board, with stub hardware, on this machine.

python -m tests.bench.pi

This is only a rough indication: a Raspberry Pi is slower, and the 29 system calls of each scan and
the 1.6 ms of sending a picture are not included.
"""

import os
import sys
import time
from types import SimpleNamespace
from unittest.mock import patch

from gpiod.line import Value
from heistboard.pi.layout import COLUMN_PINS, ROW_PINS
from heistboard.pi.line import Line
from heistboard.places import layout

from tests.bench.figures import machine, spread
from tests.support import pi

SCANS = 5000
PASSES = 20_000
PICTURES = 2000


class _StubLines:
    """Stub GPIO lines that take no time and read given levels."""

    def __init__(self, levels: list[Value]) -> None:
        self._levels = levels

    def get_values(self, offsets: list[int], values: list[Value]) -> None:
        values[:] = self._levels

    def set_values(self, values: dict[int, Value]) -> None:
        pass


def main() -> None:
    """Prints the figures."""
    os.environ.update(pi.PRETENCE)
    sys.modules["_rpi_ws281x"] = pi.sender(lambda picture: None)
    for target, stand_in in pi.Wires(bytearray(len(COLUMN_PINS))).stand_ins().items():
        patch(target, stand_in).start()
    from heistboard.pi.drivers import Board, Drivers
    from heistboard.pi.matrix import Matrix, find_chip
    from heistboard.pi.pixels import Pixels

    print(machine())
    matrix = Matrix(find_chip())
    raw = bytearray(len(COLUMN_PINS))
    for name, level in (("all open", Value.ACTIVE), ("all closed", Value.INACTIVE)):
        levels = _StubLines([level] * len(ROW_PINS))
        matrix._rows._req = matrix._columns._req = levels  # type: ignore[assignment]
        took = []
        for _ in range(SCANS):
            began = time.perf_counter()
            matrix.scan(raw)
            took.append((time.perf_counter() - began) * 1e6)
        print(spread(f"scan, {name}", took, "us", "none"))

    matrix._rows._req = _StubLines([Value.ACTIVE] * len(ROW_PINS))  # type: ignore[assignment]
    master, slave = os.openpty()
    pixels = SimpleNamespace(show=lambda picture: None)
    drivers = Drivers(Line(master), matrix, pixels, bytes(8))  # type: ignore[arg-type]
    drivers.rest = lambda: None
    board = Board(drivers, bytes(4))
    began = time.perf_counter()
    board.run(PASSES)
    rate = PASSES / (time.perf_counter() - began)
    print(f"passes of the main loop, breathing, without its rest: {rate:.0f} a second")
    os.close(slave)

    with patch("neopixel.neopixel_write"):
        lights = Pixels()
        took = []
        for count in range(PICTURES):
            picture = bytearray([count % 256]) * (3 * len(layout.LEDS))
            began = time.perf_counter()
            lights.show(picture)
            took.append((time.perf_counter() - began) * 1e6)
    print(spread("a picture, every light different, up to neopixel_write", took, "us", "none"))


if __name__ == "__main__":
    main()

"""This Raspberry Pi's pins, LEDs and line for heist/board.py, and the program that uses them.

``python -m heistboard.pi DESCRIPTOR`` runs the board on the master of a pseudo-terminal. It prints
``ready`` and its serial number, or one sentence that says why it cannot run. It ends on SIGTERM or
when the other end is closed, and turns its lights off.
"""

import contextlib
import gc
import os
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from heistboard.pi.line import Line
from heistboard.pi.process import NOT_A_PI, READY, PiUnavailable

if TYPE_CHECKING:
    from heist.board import Board

    from heistboard.pi.matrix import Matrix
    from heistboard.pi.pixels import Pixels
else:
    from heistboard.firmware.heist.board import Board

__all__ = ["DEVICE_TREE", "Board", "Drivers", "main"]

DEVICE_TREE = Path("/proc/device-tree")
INSTALL = "install the requirements with `.venv/bin/pip install '.[pi]'` in heistboard's folder"
SETUP = 'see "On a Raspberry Pi" in hardware/README.md'
_MASK = 0x1FFFFFFF
_UINT32_MAX = 0xFFFFFFFF


class Drivers:
    """The drivers that heist/board.py expects, on a Raspberry Pi."""

    def __init__(self, line: Line, matrix: "Matrix", pixels: "Pixels", serial: bytes) -> None:
        self.serial_number = serial
        self.scan = matrix.scan
        self.rise_us = matrix.rise_us
        self.show = pixels.show
        self.read = line.read
        self.can_write = line.can_write
        self.write = line.write
        self.rest = line.rest
        self._reported = ""

    def ticks_ms(self) -> int:
        """Returns the board's clock, 29 bits."""
        return time.monotonic_ns() // 1_000_000 & _MASK

    def ticks_us(self) -> int:
        """Returns a clock for short intervals, 29 bits."""
        return time.monotonic_ns() // 1000 & _MASK

    def can_show(self) -> bool:
        """Returns True: :meth:`show` waits until the LEDs have the picture."""
        return True

    def serve(self) -> bool:
        """Returns False: there is no prompt to return to."""
        return False

    def collect(self) -> int:
        """Collects garbage; returns this computer's free memory in bytes."""
        gc.collect()
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        return min(free, _UINT32_MAX)

    def report(self, error: Exception) -> None:
        """Prints the traceback of an exception in a pass, unless it equals the previous one."""
        text = "".join(traceback.format_exception(error))
        if text != self._reported:
            self._reported = text
            sys.stderr.write(text)


def main() -> int:
    """Runs the board until SIGTERM or until the line is closed; returns the exit code."""
    signal.signal(signal.SIGTERM, _end)
    line = Line(int(sys.argv[1]))
    try:
        with contextlib.ExitStack() as exits:
            serial = _serial()
            drivers = Drivers(line, *_hardware(exits), serial)
            board = Board(drivers, os.urandom(4))
            print(READY, serial.hex().upper(), flush=True)
            board.run()
    except PiUnavailable as error:
        print(error, flush=True)
    return 1


def _end(number: int, frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # ignored while the lights go off
    raise SystemExit(0)


def _serial() -> bytes:
    try:
        model = (DEVICE_TREE / "model").read_text()
        serial = bytes.fromhex((DEVICE_TREE / "serial-number").read_text().rstrip("\0"))
    except (OSError, ValueError):
        raise PiUnavailable(NOT_A_PI) from None
    if not model.startswith("Raspberry Pi") or len(serial) != 8:
        raise PiUnavailable(NOT_A_PI)
    return serial


def _hardware(exits: contextlib.ExitStack) -> "tuple[Matrix, Pixels]":
    # Imported here because it fails on anything but a Raspberry Pi.
    try:
        from heistboard.pi.matrix import Matrix, find_chip

        matrix = Matrix(find_chip())
        exits.callback(matrix.close)
        from heistboard.pi.pixels import Pixels

        pixels = Pixels()
        exits.callback(pixels.close)
    except ImportError as error:
        what = f"{error.name} is not installed" if error.name else _line(error)
        raise PiUnavailable(f"{what}; {INSTALL}") from None
    except PermissionError as error:
        raise PiUnavailable(
            f"no permission: {_line(error)}; let your user use the pins with "
            "`sudo usermod -aG gpio,spi $USER`, then log in again"
        ) from None
    except (OSError, RuntimeError) as error:
        raise PiUnavailable(f"cannot use the pins: {_line(error)}; {SETUP}") from None
    return matrix, pixels


def _line(error: Exception) -> str:
    return " ".join(str(error).split())

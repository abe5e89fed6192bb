"""One MicroPython process that runs the firmware; see firmware/heist/unix/drivers.py."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable

from heistboard.firmware import ROOT
from heistboard.places import layout

__all__ = ["HEAP", "PICTURE_SIZE", "BoardProcess", "SimUnavailable"]

HEAP = "192K"  # objects are twice a Pico's size here, so this is strict
PICTURE_SIZE = 4 + 3 * len(layout.LEDS)  # time in ms, then three bytes an LED


class SimUnavailable(RuntimeError):
    """MicroPython cannot be run on this machine."""


class BoardProcess:
    """Runs the firmware; ``line_in``, ``line_out`` and ``pictures`` are its pipes' ends."""

    def __init__(self, serial: str, clock_ms: int, orders: Iterable[bytes]) -> None:
        """The board finds *orders* done before its first scan."""
        orders_read, self._orders = os.pipe()
        self.pictures, pictures_write = os.pipe()
        for order in orders:
            os.write(self._orders, order)
        try:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "micropython_unix", "-X", f"heapsize={HEAP}"),
                    *(str(ROOT / "main.py"), serial, str(clock_ms)),
                    *(str(orders_read), str(pictures_write)),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                pass_fds=(orders_read, pictures_write),
                env=os.environ | {"MICROPYPATH": f"{ROOT}:.frozen"},
                start_new_session=True,  # Ctrl-C is the host's business
            )
        finally:
            os.close(orders_read)
            os.close(pictures_write)
        assert self._process.stdin is not None and self._process.stdout is not None
        self.line_in = self._process.stdin.fileno()
        self.line_out = self._process.stdout.fileno()
        # Who reads them may be told of bytes that another reader has taken by then.
        os.set_blocking(self.line_out, False)
        os.set_blocking(self.pictures, False)

    def send(self, order: bytes) -> None:
        """Gives the drivers an order; one that comes after the process ended is lost."""
        try:
            os.write(self._orders, order)
        except BrokenPipeError:
            return

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def freeze(self) -> None:
        """Stops the process where it is."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets a frozen process go on."""
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Ends the process at once, as a cut supply would."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()
        os.close(self._orders)
        os.close(self.pictures)


def check_available() -> None:
    """Raises :exc:`SimUnavailable` where MicroPython was not installed."""
    try:
        import micropython_unix  # noqa: F401
    except ImportError:
        raise SimUnavailable(
            "the simulated board needs MicroPython's unix port, which pip has for Linux on x86-64 "
            "and macOS on Apple silicon; use --board PORT with a real board on this machine"
        ) from None

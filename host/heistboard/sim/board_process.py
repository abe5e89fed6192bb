"""One MicroPython process that runs the firmware; see firmware/heist/unix/drivers.py."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable

from heistboard.firmware import ROOT
from heistboard.places import layout

__all__ = ["HEAP", "PICTURE_SIZE", "BoardProcess", "SimUnavailable"]

HEAP = "192K"  # objects here are twice as big as on a Pico, so this is strict
PICTURE_SIZE = 4 + 3 * len(layout.LEDS)  # time in ms, then three bytes per LED


class SimUnavailable(RuntimeError):
    """MicroPython is not available on this machine."""


class BoardProcess:
    """Runs the firmware; ``line_in``, ``line_out`` and ``pictures`` are ends of its pipes."""

    def __init__(
        self, serial: str, clock_ms: int, orders: Iterable[bytes], *, is_safe: bool = False
    ) -> None:
        """Starts the process; it carries out *orders* before its first scan.

        With *is_safe* it runs safe mode, which knows no orders, reeds or lights.
        """
        orders_read, self._orders = os.pipe()
        self.pictures, pictures_write = os.pipe()
        line_read, self.line_in = os.pipe()
        os.set_blocking(line_read, is_safe)  # the driver's reads return what is there
        for order in orders:
            os.write(self._orders, order)
        arguments = [serial, str(clock_ms), str(orders_read), str(pictures_write)]
        try:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "micropython_unix", "-X", f"heapsize={HEAP}"),
                    *(str(ROOT / "main.py"), *(["safe-mode"] if is_safe else []), *arguments),
                ],
                stdin=line_read,
                stdout=subprocess.PIPE,
                bufsize=0,
                pass_fds=(orders_read, pictures_write),
                env=os.environ | {"MICROPYPATH": f"{ROOT}:.frozen"},
                start_new_session=True,  # so that Ctrl-C reaches only the host
            )
        finally:
            for descriptor in (orders_read, pictures_write, line_read):
                os.close(descriptor)
        assert self._process.stdout is not None
        self.line_out = self._process.stdout.fileno()
        # A reader may be woken for bytes that another reader has already taken.
        os.set_blocking(self.line_out, False)
        os.set_blocking(self.pictures, False)

    def send(self, order: bytes) -> None:
        """Sends an order to the drivers; ignored once the process has ended."""
        try:
            os.write(self._orders, order)
        except BrokenPipeError:
            return

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def freeze(self) -> None:
        """Stops the process until :meth:`thaw`."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resumes a frozen process."""
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kills the process, as if the power were cut."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        for descriptor in (self._orders, self.pictures, self.line_in):
            os.close(descriptor)


def check_available() -> None:
    """Raises :exc:`SimUnavailable` if MicroPython is not installed."""
    try:
        import micropython_unix  # noqa: F401
    except ImportError:
        raise SimUnavailable(
            "this needs MicroPython's unix port, which pip has for Linux on x86-64 and macOS on "
            "Apple silicon; a rehearsal without --real runs everywhere"
        ) from None

"""The process that runs the firmware on this Raspberry Pi, seen from the host."""

import os
import subprocess
import sys

from heistboard.link.port import Port
from heistboard.pi.layout import COLUMN_PINS, HEADER, ROW_PINS

try:
    import tty
except ImportError:  # Windows
    tty = None  # type: ignore[assignment]

__all__ = ["COMMAND", "NOT_A_PI", "READY", "PiBoard", "PiUnavailable", "line_name"]

COMMAND = (sys.executable, "-P", "-m", "heistboard.pi")
"""The command, without the line's descriptor. ``-P``: ignore modules in the working folder."""
READY = "ready"
NOT_A_PI = (
    "this computer is not a Raspberry Pi; --board pi is for one that is wired to the reeds; "
    "otherwise use --board auto or --board PORT"
)
_ENDS_WITHIN_S = 5.0


class PiUnavailable(Exception):
    """The firmware cannot run here; the message says why and what to do."""


class PiBoard:
    """This Raspberry Pi's board. Use it in a ``with`` statement, or call :meth:`close`."""

    def __init__(self) -> None:
        """Starts the firmware; raises :exc:`PiUnavailable`."""
        if tty is None:
            raise PiUnavailable(NOT_A_PI)
        master, self._slave = os.openpty()
        try:
            tty.setraw(self._slave)
            self._device = os.ttyname(self._slave)  # it has none once the firmware has ended
            self._process = subprocess.Popen(
                [*COMMAND, str(master)],
                stdin=subprocess.DEVNULL,  # otherwise Blinka may ask whether to install something
                stdout=subprocess.PIPE,
                pass_fds=(master,),
                start_new_session=True,  # so that Ctrl-C reaches only the host
                text=True,
            )
        finally:
            os.close(master)
        try:
            self.serial = self._greeted()
        except BaseException:
            self.close()
            raise

    def _greeted(self) -> str:
        said = ""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            said = line.strip() or said
            word, _, serial = said.partition(" ")
            if word == READY:
                return serial
        raise PiUnavailable(said or "the firmware ended during start-up without giving a reason")

    def close(self) -> None:
        """Ends the firmware, which turns its lights off."""
        self._process.terminate()
        try:
            self._process.wait(_ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        os.close(self._slave)

    def __enter__(self) -> "PiBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The firmware's process id."""
        return self._process.pid

    def ports(self) -> list[Port]:
        """Returns the board's port as discovery would list it; empty once the firmware ended."""
        if self._process.poll() is not None:
            return []
        return [Port(self._device, self.serial, "this Raspberry Pi")]


def line_name(*, column: int | None = None, row: int | None = None) -> str:
    """Returns the name of a line by its pin on this Raspberry Pi.

    >>> line_name(column=6), line_name(row=0)
    ('column pin GPIO 5 (header pin 29)', 'row pin GPIO 25 (header pin 22)')
    """
    if column is not None:
        what, gpio = "column", COLUMN_PINS[column]
    else:
        assert row is not None
        what, gpio = "row", ROW_PINS[row]
    return f"{what} pin GPIO {gpio} (header pin {HEADER[gpio]})"

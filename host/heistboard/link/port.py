"""Serial ports: lists them, opens one, and runs a connection in a thread.

A board is recognised by its USB identity and then by its HELLO, never by its port's name.
"""

import contextlib
import errno
import logging
import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

import serial
from serial.tools import list_ports

from heistboard.link.floors import Modules
from heistboard.link.line_record import Recorder
from heistboard.link.link import Link, LinkState, Notice
from heistboard.link.messages import Configured, printable

try:
    from termios import error as TermiosError
except ImportError:  # Windows
    TermiosError = OSError  # type: ignore[assignment,misc,unused-ignore]

__all__ = [
    "Connection",
    "Port",
    "PortError",
    "SerialLine",
    "TermiosError",
    "find_ports",
    "now_ms",
    "open_port",
]

PICO_USB = (0x2E8A, 0x0005)  # vendor and product of a Pico that runs MicroPython
TICK_S = 0.05
BAUD = 115200  # USB ignores it, but some drivers require a number
READ_MOST = 4096
BYTES_A_SECOND = 64 * 1024  # three times what a board sends whose reeds all chatter
REST_S = 0.01
SERIAL_MOST = 40
DESCRIPTION_MOST = 60

_log = logging.getLogger(__name__)


class SerialLine(Protocol):
    """The part of ``serial.Serial`` that a connection uses; all may raise :exc:`OSError`."""

    is_open: bool

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read now."""

    def read(self, size: int = 1, /) -> bytes:
        """Returns up to *size* bytes; without data, waits for :data:`TICK_S`."""

    def write(self, data: bytes, /) -> int | None:
        """Sends *data*."""

    def reset_input_buffer(self) -> None:
        """Drops the bytes that can be read now."""

    def reset_output_buffer(self) -> None:
        """Drops the bytes that the board has not read yet."""

    def cancel_read(self) -> None:
        """Ends a :meth:`read` that waits in another thread."""

    def close(self) -> None:
        """Closes the line."""


class Port(NamedTuple):
    """A serial port that may lead to a board; *serial* is the USB serial number, if any.

    A port that exists only inside this program has an *opener*.
    """

    device: str
    serial: str | None
    description: str
    opener: Callable[[], SerialLine] | None = None


class PortError(Exception):
    """A port cannot be used; the message says why and what to do."""


def now_ms() -> int:
    """Returns the host's monotonic clock in milliseconds."""
    return time.monotonic_ns() // 1_000_000


def find_ports() -> list[Port]:
    """Returns the ports of Picos that run MicroPython, by their USB identity."""
    return [
        # USB has the serial number in lower case, HELLO in upper case.
        Port(
            port.device,
            printable(port.serial_number or "", SERIAL_MOST).upper() or None,
            printable(port.description or "", DESCRIPTION_MOST),
        )
        for port in list_ports.comports()
        if (port.vid, port.pid) == PICO_USB
    ]


def open_port(device: str) -> serial.Serial:
    """Opens *device* exclusively, or raises :exc:`PortError`."""
    try:
        return serial.Serial(device, BAUD, timeout=TICK_S, write_timeout=1.0, exclusive=True)
    except OSError as error:
        raise PortError(_explain(device, error)) from None


def _explain(device: str, error: OSError) -> str:
    number = error.errno
    if number is None and isinstance(error.__context__, TermiosError):
        number = error.__context__.args[0]  # pyserial keeps only the error's text
    if number in (errno.EACCES, errno.EPERM):
        return (
            f"no permission to use {device}; let your user use serial ports with "
            "`sudo usermod -aG dialout $USER`, then log in again"
        )
    if number == errno.ENOENT:
        return (
            f"there is no port {device}; see the boards with `heistboard board list --board auto`"
        )
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(error):
        return f"{device} is in use by another program; close that one and try again"
    if number in (errno.ENOTTY, errno.EINVAL, errno.EISDIR, errno.ENOTDIR):
        return f"{device} is not a serial port; expected a name like /dev/ttyACM0"
    return f"cannot open {device}: {error}"


class _Allowance:
    # How many bytes to read now, so that a faulty board cannot take up the computer's time.

    def __init__(self, now_ms: int) -> None:
        self._bytes = float(BYTES_A_SECOND)
        self._at_ms = now_ms

    def at(self, now_ms: int) -> int:
        more = (now_ms - self._at_ms) * BYTES_A_SECOND / 1000
        self._bytes = min(self._bytes + more, BYTES_A_SECOND)
        self._at_ms = now_ms
        return min(int(self._bytes), READ_MOST)

    def spend(self, size: int) -> None:
        self._bytes -= size


class Connection:
    """An open port and its :class:`Link`; a thread reads and ticks until either closes.

    *on_notices* is called in that thread with the notices, in order. Any thread may call
    :meth:`show`, :meth:`configure` and :meth:`ask`. It reads at most :data:`BYTES_A_SECOND` on
    average; a board that sends more has to wait.
    """

    def __init__(
        self,
        port: Port,
        modules: Modules,
        on_notices: Callable[["Connection", list[Notice]], None],
        *,
        recorder: Recorder | None = None,
        opener: Callable[[str], SerialLine] = open_port,
    ) -> None:
        """Opens the port; raises :exc:`PortError`."""
        self.port = port
        self.link = Link(random.randrange(1, 0x10000), modules, serial=port.serial)
        self.recorder = recorder or Recorder()
        self._on_notices = on_notices
        self._lock = threading.RLock()
        self._ends = False
        self._serial: SerialLine = port.opener() if port.opener else opener(port.device)
        self._allowance = _Allowance(now_ms())
        self._thread = threading.Thread(target=self._run, name=f"link {port.device}", daemon=True)

    def start(self) -> None:
        """Greets the board and starts reading."""
        self._thread.start()

    def close(self) -> None:
        """Closes the connection and waits for its thread."""
        self._ends = True
        with self._lock:  # its thread may be closing the port
            if self._serial.is_open:
                self._serial.cancel_read()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()

    @property
    def is_alive(self) -> bool:
        """Whether the thread is still running."""
        return self._thread.is_alive()

    def show(self, intents: bytes) -> None:
        """Sends a scene of packed *intents* to the board."""
        with self._lock:
            self.link.show(intents, now_ms())
            self._flush_from_outside()

    def configure(self, config: Configured) -> None:
        """Sends *config* to the board."""
        with self._lock:
            self.link.configure(config, now_ms())
            self._flush_from_outside()

    def ask(self, what: int) -> None:
        """Requests *what* from the board; see :meth:`Link.ask`."""
        with self._lock:
            self.link.ask(what)
            self._flush_from_outside()

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Stops all reading and writing, as if the host hung."""
        with self._lock:
            yield

    def _run(self) -> None:
        cause = "closed"
        try:
            self._serial.reset_input_buffer()
            with self._lock:
                self.link.open(now_ms())
                self._flush()
            while not self._ends and self.link.state not in (LinkState.LOST, LinkState.REFUSED):
                self._turn()
        except (OSError, TermiosError) as error:
            cause = "cable pulled or port gone"
            _log.info("board=%s %s", self.port.device, error)
        finally:
            with self._lock:  # no other thread may write to a closed descriptor
                if self.link.state is not LinkState.READY:
                    with contextlib.suppress(OSError, TermiosError):
                        # Closing would wait half a minute for a frozen board to read this.
                        self._serial.reset_output_buffer()
                self._serial.close()
                if self.link.state is not LinkState.LOST:
                    self.link.close(cause)
                notices = self.link.take_notices()
            self._on_notices(self, notices)

    def _turn(self) -> None:
        data = self._read()
        with self._lock:
            if data:
                self.recorder.received(now_ms(), data)
                self.link.feed(data, now_ms())
            self.link.tick(now_ms())
            self._flush()
            notices = self.link.take_notices()
        if notices:
            self._on_notices(self, notices)

    def _read(self) -> bytes:
        allowed = self._allowance.at(now_ms())
        if allowed <= 1:
            time.sleep(REST_S)
            return b""
        data = bytes(self._serial.read(1))
        if data:
            waiting = self._serial.in_waiting
            if waiting:
                data += self._serial.read(min(waiting, allowed - 1))
            self._allowance.spend(len(data))
        return data

    def _flush_from_outside(self) -> None:
        # The reading thread gets the same error and reports it; the caller cannot do anything.
        with contextlib.suppress(OSError):
            self._flush()

    def _flush(self) -> None:
        data = self.link.take_output()
        if data and self._serial.is_open:
            self.recorder.sent(now_ms(), data)
            self._serial.write(data)

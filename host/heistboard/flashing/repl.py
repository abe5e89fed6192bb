"""MicroPython's raw prompt on a Pico, through mpremote; each error is one sentence."""

import ast
import contextlib
import io
import logging
import struct
from binascii import b2a_base64
from collections.abc import Callable, Iterator
from typing import NamedTuple, cast

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from heistboard.firmware import CHIPS
from heistboard.link.messages import printable
from heistboard.link.port import TermiosError, open_port

__all__ = ["FlashError", "Interpreter", "Repl"]

_log = logging.getLogger(__name__)

READ_S = 2.0
ENTER_S = 5.0
ANSWER_S = 30.0
NAME_MOST = 60
CHUNK = 1536  # bytes per write; as base64 and text, the board briefly holds them three times
RESTARTS = (
    "a Pico's other program may be in the way; unplug it, hold its BOOTSEL button while plugging "
    "it in, copy MicroPython onto it again and try once more"
)

# Prints the hash of each file and None for each folder among the given names.
_LIST = """
import os, hashlib
def _digest(path):
    sha = hashlib.sha256()
    piece = bytearray(512)
    with open(path, 'rb') as file:
        while True:
            n = file.readinto(piece)
            if not n:
                return sha.digest().hex()
            sha.update(memoryview(piece)[:n])
def _list(folder, names):
    for name, kind, *_ in os.ilistdir(folder):
        path = (folder + '/' + name).lstrip('/')
        if names and name not in names:
            continue
        if kind == 0x4000:
            print(repr((path, None)), end=',')
            _list('/' + path, None)
        else:
            print(repr((path, _digest(path))), end=',')
"""
_WHO = """
import sys
_i = sys.implementation
print(repr((_i.name, tuple(_i.version[:3]), sys.platform,
    getattr(_i, '_machine', ''), getattr(_i, '_mpy', 0))))
"""
# An interrupted program may have armed the watchdog, which would reset the board while it is
# written. It can be disarmed: WATCHDOG_CTRL.ENABLE, through the alias that clears bits.
# main.py counts crashes in the scratch register; new firmware starts with none.
_CALM = f"""
import machine, sys
for _chip, _ctrl, _scratch in {[(name, r.watchdog, r.scratch) for name, r in CHIPS.items()]}:
    if _chip in sys.implementation._machine:
        machine.mem32[_ctrl + 0x3000] = 1 << 30
        machine.mem32[_scratch] = 0
"""


class FlashError(Exception):
    """The board cannot be flashed; the message says why and what to do."""


class Interpreter(NamedTuple):
    """The interpreter on the board, as its ``sys`` module describes it."""

    name: str
    version: tuple[int, ...]
    platform: str
    machine: str
    mpy: int

    @property
    def text(self) -> str:
        """The interpreter's name and version."""
        name = "MicroPython" if self.name == "micropython" else self.name
        return f"{name} {'.'.join(map(str, self.version))}"


class Repl:
    """A board's raw prompt. Use it in a ``with`` statement.

    All methods raise :exc:`FlashError`; the constructor also raises
    :exc:`~heistboard.link.port.PortError`.
    """

    def __init__(self, device: str) -> None:
        """Opens the port *device* and interrupts the board's program."""
        self._device = device
        open_port(device).close()  # its error says what is wrong; mpremote's does not
        with self._sentences():
            self._transport = SerialTransport(device, timeout=READ_S)
            self._transport.serial.write_timeout = READ_S
        try:
            self._enter()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Repl":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leaves the prompt as it is and closes the port."""
        # mpremote's own close() fails if the port has disappeared.
        with contextlib.suppress(OSError, TermiosError):
            self._transport.serial.close()

    def interpreter(self) -> Interpreter:
        """Returns the board's interpreter, with its texts made printable."""
        name, version, platform, machine, mpy = ast.literal_eval(self.run(_WHO))
        return Interpreter(
            printable(str(name), NAME_MOST),
            tuple(int(part) for part in version),
            printable(str(platform), NAME_MOST),
            printable(str(machine), NAME_MOST),
            int(mpy),
        )

    def calm(self) -> None:
        """Disarms an interrupted program's watchdog and resets the crash counter."""
        self.run(_CALM)

    def found(self, names: tuple[str, ...]) -> dict[str, str | None]:
        """Returns digests by path, None for folders, of *names* and everything inside them."""
        said = self.run(f"{_LIST}\n_list('', {names!r})")
        return dict(cast("list[tuple[str, str | None]]", ast.literal_eval(f"[{said}]")))

    def remove(self, path: str, *, is_folder: bool) -> None:
        """Removes a file or an empty folder."""
        self.run(f"import os; os.{'rmdir' if is_folder else 'remove'}({path!r})")

    def make_folder(self, path: str) -> None:
        """Creates a folder; its parent must exist."""
        self.run(f"import os; os.mkdir({path!r})")

    def rename(self, path: str, new: str) -> None:
        """Renames a file atomically."""
        self.run(f"import os; os.rename({path!r}, {new!r})")

    def write(self, path: str, data: bytes, written: Callable[[int], None]) -> None:
        """Writes a file; calls *written* with the size of each chunk."""
        self.run(f"from binascii import a2b_base64 as _b; _f = open({path!r}, 'wb')")
        for at in range(0, len(data), CHUNK):
            piece = data[at : at + CHUNK]
            self.run(f"_f.write(_b({b2a_base64(piece, newline=False)!r}))")
            written(len(piece))
        self.run("_f.close()")

    def restart(self) -> None:
        """Restarts the board as if it had been plugged in; its port disappears."""
        # MicroPython answers before it runs the code, so the answer may or may not arrive.
        with contextlib.suppress(FlashError), self._sentences():
            self._transport.exec_raw_no_follow("import machine; machine.reset()")

    def run(self, code: str) -> str:
        """Runs *code* on the board and returns what it printed."""
        with self._sentences():
            out, error = self._transport.exec_raw(code, timeout=ANSWER_S)
            if error:
                raise TransportExecError(1, error.decode("utf-8", "replace"))
            return cast(bytes, out).decode("utf-8", "replace")

    def _enter(self) -> None:
        with self._sentences():
            try:
                # The soft reset frees the memory of the interrupted program.
                self._transport.enter_raw_repl(timeout_overall=ENTER_S)
            except TransportError:
                # A boot.py that never ends blocks the soft reset; flashing removes it.
                self._transport.enter_raw_repl(soft_reset=False, timeout_overall=ENTER_S)

    @contextlib.contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            # mpremote prints unexpected answers; suppress them.
            with contextlib.redirect_stdout(io.StringIO()):
                yield
        except TransportExecError as error:
            raise FlashError(f"{self._device}: {_explain(error.error_output)}") from None
        except (OSError, TermiosError) as error:
            _log.info("board=%s %s", self._device, error)
            raise FlashError(
                f"{self._device}: the board went away; plug it in and run `heistboard board "
                "flash` again"
            ) from None
        except (TransportError, struct.error):
            raise FlashError(
                f"{self._device}: it does not answer like MicroPython; {RESTARTS}"
            ) from None


def _explain(traceback: str) -> str:
    last = traceback.strip().rpartition("\n")[2]
    if "ENOSPC" in last or last == "OSError: 28":
        return "the board's flash is full; remove the files of other programs from it"
    return f"the board said {last!r}; unplug it, plug it in and try again"

"""Turns any Pico with MicroPython into a running board, in steps that may be interrupted.

A running board is asked to leave its program (SERVICE); any other program is interrupted.
Everything is checked before anything changes. Then main.py is removed first and written last, so
that an interrupted board starts into MicroPython's prompt and can be flashed again.
"""

import contextlib
import os
import random
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import serial

from heistboard.firmware import CHIPS, VERSION, wire
from heistboard.flashing.files import MAIN, OURS, STAGED, compiled, digests, plan, sources
from heistboard.flashing.repl import FlashError, Interpreter, Repl
from heistboard.link.link import incompatibility
from heistboard.link.messages import Fault, Hello, Message, decode
from heistboard.link.port import Port, PortError, TermiosError, open_port
from heistboard.places import layout

__all__ = ["GET_MICROPYTHON", "Flashed", "Flasher", "waits_for_micropython"]

MICROPYTHON = (1, 25)
GET_MICROPYTHON = (
    "hold the Pico's BOOTSEL button while plugging it in, and copy the UF2 file of MicroPython "
    f"{'.'.join(map(str, MICROPYTHON))} or newer from micropython.org/download/RPI_PICO to the "
    "drive RPI-RP2 that appears; then run `heistboard board flash` again"
)
GREET_S = 0.5
GREETS = 3  # a board answers the first; a program that reads nothing can buffer a few
LEAVES_S = 3.0  # from SERVICE until the port disappears
RETURNS_S = 20.0  # a Pico returns in 1 to 3 s; some computers take longer to grant access
STARTS_S = 30.0
LOOK_S = 0.1
_CONTROLS = b"\x03\x04\x05"  # at MicroPython's prompt: interrupt, restart, paste
_BOOTSEL = (("2e8a", "0003"), ("2e8a", "000f"))  # RP2040, RP2350


class Flashed(NamedTuple):
    """What was done to a board, and its HELLO afterwards."""

    port: str
    hello: Hello
    interpreter: str
    before: str | None
    written: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: int
    size: int
    is_compiled: bool


class Flasher:
    """Flashes the board at *port*; *ports* lists the serial ports on USB.

    *progress* is called with the step, the amount done, and the total.
    """

    def __init__(
        self,
        port: Port,
        ports: Callable[[], list[Port]],
        progress: Callable[[str, int, int], None] = lambda step, done, total: None,
        files: Mapping[str, bytes] | None = None,
    ) -> None:
        self._device = port.device
        self._serial = port.serial
        self._ports = ports
        self._progress = progress
        self._files = sources() if files is None else dict(files)
        self.has_begun = False
        """True while the board's firmware is incomplete."""

    def flash(self) -> Flashed:
        """Flashes and restarts the board.

        Raises :exc:`FlashError` or :exc:`PortError`; their text says what to do.
        """
        self._progress("asking", 0, 1)
        before = self._leave_program()
        with self._prompt(is_returning=before is not None) as repl:
            interpreter = repl.interpreter()
            _check(self._device, interpreter)
            repl.calm()
            files = compiled(self._files, interpreter.mpy)
            done = self._write(repl, files)
            self._progress("restarting", 0, 1)
            repl.restart()
        hello = self._meet_again()
        return Flashed(
            self._device,
            hello,
            interpreter.text,
            before.firmware if before else None,
            *done,
            is_compiled=any(path.endswith(".mpy") for path in files),
        )

    # Before: leaving a running program.

    def _leave_program(self) -> Hello | None:
        hello = None
        with open_port(self._device) as port:
            try:
                hello = _greet(port)
                if hello is None:
                    return None
                if hello.revision not in (0, layout.REVISION):  # safe mode does not know it
                    raise FlashError(
                        f"{self._device}: it is hardware revision {hello.revision}, expected "
                        f"{layout.REVISION}; use the heistboard release made for that revision"
                    )
                self._serial = self._serial or hello.serial
                port.write(
                    wire.block(wire.SERVICE, hello.session, wire.SERVICE_FORM, wire.SERVICE_MAGIC)
                )
                reader = wire.FrameReader()
                due = time.monotonic() + LEAVES_S
                while time.monotonic() < due:
                    for message in _heard(port, reader):
                        if isinstance(message, Fault) and message.detail == wire.SERVICE:
                            raise FlashError(
                                f"{self._device}: the board cannot leave its program; if it is a "
                                "simulated one, it always runs the firmware of this version"
                            )
            except (OSError, TermiosError):
                pass  # it restarts, and its port disappears
        return hello

    def _find(self) -> str | None:
        # Returns the port with the board's USB serial number, whatever its name; else the chosen
        # port, unless another board is there now.
        listed = self._ports()
        for port in listed:
            if self._serial and port.serial == self._serial:
                return port.device
        if any(port.device == self._device and port.serial for port in listed):
            return None
        return self._device if os.name == "nt" or os.path.exists(self._device) else None

    def _prompt(self, *, is_returning: bool) -> Repl:
        if not is_returning:
            return Repl(self._device)
        due = time.monotonic() + RETURNS_S
        while True:
            device = self._find()
            try:
                if device is not None:
                    self._device = device
                    return Repl(device)
            except (FlashError, PortError):
                if time.monotonic() > due:
                    raise
            if time.monotonic() > due:
                raise FlashError(
                    f"{self._device}: the board left its program and did not come back; unplug "
                    "it, plug it in and run `heistboard board flash` again"
                )
            time.sleep(LOOK_S)

    # Writing the files.

    def _write(
        self, repl: Repl, files: Mapping[str, bytes]
    ) -> tuple[tuple[str, ...], tuple[str, ...], int, int]:
        wanted = digests(files)
        found = repl.found(OURS)
        todo = plan(wanted, found)
        total = sum(len(files[path]) for path in todo.write)
        done = 0

        def written(size: int) -> None:
            nonlocal done
            done += size
            self._progress("writing", done, total)

        self.has_begun = not todo.is_empty
        for path in todo.remove:
            repl.remove(path, is_folder=found[path] is None)
        for path in todo.folders:
            repl.make_folder(path)
        for path in todo.write:
            repl.write(STAGED if path == MAIN else path, files[path], written)
        if MAIN in todo.write:
            self._verify(repl, {STAGED if path == MAIN else path: wanted[path] for path in wanted})
            repl.rename(STAGED, MAIN)
        self.has_begun = False
        removed = tuple(path for path in todo.remove if path not in wanted)
        return todo.write, removed, len(files) - len(todo.write), total

    def _verify(self, repl: Repl, wanted: Mapping[str, str]) -> None:
        self._progress("verifying", 0, 1)
        found = {path: digest for path, digest in repl.found(OURS).items() if digest is not None}
        paths = set(wanted) | set(found)
        wrong = sorted(path for path in paths if wanted.get(path) != found.get(path))
        if wrong:
            raise FlashError(
                f"{self._device}: {', '.join(wrong)} differ on the board after writing; run "
                "`heistboard board flash` again; if that happens twice, its flash is worn"
            )

    # After: meeting the restarted board.

    def _meet_again(self) -> Hello:
        due = time.monotonic() + STARTS_S
        hello = None
        while hello is None and time.monotonic() < due:
            time.sleep(LOOK_S)
            device = self._find()
            try:
                if device is not None:
                    with open_port(device) as port:
                        hello = _greet(port)
                    self._device = device
            except (OSError, TermiosError, PortError):
                continue  # the port is about to disappear, or not ready yet
        if hello is None:
            raise FlashError(
                f"{self._device}: all files are on the board, but after its restart it does not "
                "answer like a Heistboard; unplug it, plug it in and run `heistboard doctor`"
            )
        if hello.firmware == "0.0.0":
            raise FlashError(
                f"{self._device}: all files are on the board, but it says: {hello.interpreter}"
            )
        reason = incompatibility(hello)
        if not reason and hello.firmware != VERSION:
            reason = f"its firmware is {hello.firmware}, expected {VERSION}"
        if reason:
            raise FlashError(f"{self._device}: all files are on the board, but {reason}")
        return hello


def waits_for_micropython(usb: Path = Path("/sys/bus/usb/devices")) -> bool:
    """True if a Pico in BOOTSEL mode, which has no serial port, is plugged in; Linux only."""
    for vendor in usb.glob("*/idVendor"):
        try:
            product = vendor.with_name("idProduct")
            if (vendor.read_text().strip(), product.read_text().strip()) in _BOOTSEL:
                return True
        except OSError:
            continue  # it was just unplugged
    return False


def _greet(port: serial.Serial) -> Hello | None:
    # Returns the HELLO of the board at *port*; None if no Heistboard answers.
    reader = wire.FrameReader()
    session, block = _greeting()
    for _ in range(GREETS):
        port.write(wire.GREETING_ZEROS + block)
        due = time.monotonic() + GREET_S
        while time.monotonic() < due:
            for message in _heard(port, reader):
                if isinstance(message, Hello) and message.session == session:
                    return message
    return None


def _heard(port: serial.Serial, reader: wire.FrameReader) -> Iterator[Message]:
    for frame in reader.feed(port.read(max(1, port.in_waiting))):
        with contextlib.suppress(struct.error, IndexError):  # from a later protocol
            message = decode(frame)
            if message is not None:
                yield message


def _greeting() -> tuple[int, bytes]:
    # MicroPython's prompt reads the block as keys, so it must contain no control character that
    # does something. The protocol number 2 is one, but only leaves the raw prompt.
    while True:
        session = random.randrange(1, 0x10000)
        block = wire.block(wire.GREET, session, wire.GREET_FORM, wire.PROTOCOL)
        if not any(byte in _CONTROLS for byte in block):
            return session, block


def _check(device: str, interpreter: Interpreter) -> None:
    if (interpreter.name, interpreter.platform) != ("micropython", "rp2"):
        raise FlashError(
            f"{device}: {interpreter.text} for {interpreter.platform} answers, expected "
            f"MicroPython on a Raspberry Pi Pico; if it is one, {GET_MICROPYTHON}"
        )
    if not any(chip in interpreter.machine for chip in CHIPS):
        raise FlashError(
            f"{device}: it is a {interpreter.machine}; the board is made for a Raspberry Pi Pico "
            f"with {' or '.join(CHIPS)}"
        )
    if interpreter.version < MICROPYTHON:
        raise FlashError(f"{device}: {interpreter.text} is too old; {GET_MICROPYTHON}")

"""Messages of boards as values; :mod:`heistboard.firmware.wire` has the byte formats."""

import struct
from typing import NamedTuple

from heistboard.firmware import wire

__all__ = [
    "Configured",
    "Fault",
    "Hello",
    "Lit",
    "Message",
    "Rise",
    "Snapshot",
    "Stats",
    "decode",
    "printable",
]


class Hello(NamedTuple):
    """The identity of a board: versions, serial number, layout, boot and event numbers."""

    session: int
    protocol: int
    major: int
    minor: int
    patch: int
    revision: int
    layout_crc: int
    boot: bytes
    serial: str
    inputs: int
    leds: int
    first: int
    next: int
    interpreter: str

    @property
    def firmware(self) -> str:
        """The firmware's version as text."""
        return f"{self.major}.{self.minor}.{self.patch}"

    @property
    def safe_mode(self) -> str:
        """Why the board is in safe mode, or an empty string if it is not."""
        reason = self.interpreter.removeprefix(_SAFE_MODE)
        return reason.strip() or "unknown" if reason != self.interpreter else ""


class Snapshot(NamedTuple):
    """The state of all reeds just before event *at*."""

    at: int
    time_ms: int
    lost: int
    closed: bytes


class Lit(NamedTuple):
    """A scene is lit; the message has its peak current before and after the limiter."""

    scene: int
    need_ma: int
    shown_ma: int


class Configured(NamedTuple):
    """The settings that the board now uses."""

    budget_ma: int
    brightness: int
    close_ms: int
    open_ms: int


class Stats(NamedTuple):
    """Statistics of a board."""

    time_ms: int
    passes: int
    pass_max_us: int
    gc_max_us: int
    heap_free: int
    queued: int
    lost: int
    resent: int
    bounces: int
    blocks: int
    bad_blocks: int
    skipped: int
    foreign: int
    shown_ma: int


class Fault(NamedTuple):
    """A fault reported by a board; PROTOCOL.md lists the codes."""

    code: int
    detail: int

    def __str__(self) -> str:
        text = _FAULTS.get(self.code, f"fault {self.code}")
        is_letter = 0x21 <= self.detail <= 0x7E
        letter = chr(self.detail) if is_letter else f"0x{self.detail:02x}"
        return text.format(detail=self.detail, letter=letter)


class Rise(NamedTuple):
    """How long each row line took to rise; 0: could not be measured, 65535: never rose."""

    row0_us: int
    row1_us: int
    row2_us: int
    row3_us: int
    row4_us: int


_HELLO_FIXED_SIZE = 11  # up to layout_crc, the same in every protocol version
_SAFE_MODE = "safe mode:"  # firmware/main.py begins its text so
_FAULTS = {
    wire.FAULT_OVERFLOW: "the board's queue overflowed, {detail} changes lost since it started",
    wire.FAULT_REFUSED: "the board refused a block of kind {letter}",
    wire.FAULT_SHORT_WRITE: "the line took {detail} bytes fewer than it had promised",
    wire.FAULT_EXCEPTION: "a pass of the board's main loop failed, {detail} since it started",
}

Message = Hello | Snapshot | Lit | Configured | Stats | Fault | Rise


def decode(frame: bytes) -> Message | None:
    """Decodes a valid *frame*; returns None for EVENTS and for unknown kinds.

    Raises :exc:`struct.error` if the fields have the wrong length for their kind.
    """
    kind = frame[2]
    fields = frame[wire.FRAME_FIELDS_AT : -4]
    if kind == wire.HELLO:
        return _decode_hello(fields)
    if kind == wire.SNAPSHOT:
        return Snapshot(*struct.unpack(wire.SNAPSHOT_FORM, fields))
    if kind == wire.LIT:
        return Lit(*struct.unpack(wire.LIT_FORM, fields))
    if kind == wire.CONFIGURED:
        return Configured(*struct.unpack(wire.CONFIG_FORM, fields))
    if kind == wire.STATS:
        return Stats(*struct.unpack(wire.STATS_FORM, fields))
    if kind == wire.FAULT:
        return Fault(*struct.unpack(wire.FAULT_FORM, fields))
    if kind == wire.RISE:
        return Rise(*struct.unpack(wire.RISE_FORM, fields))
    return None


def printable(text: str, most: int) -> str:
    """Returns a device's *text*, cut to *most* characters, with ``?`` for what cannot be printed.

    Every text that a device sends about itself passes through here once, where it comes in.

    >>> printable("\\x1b[2JPico", 9)
    '?[2JPico'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text[:most])


def _decode_hello(fields: bytes) -> Hello:
    size = wire.HELLO_SIZE
    if len(fields) >= _HELLO_FIXED_SIZE and fields[2] != wire.PROTOCOL and not _is_safe(fields):
        fields = fields[:_HELLO_FIXED_SIZE].ljust(size, b"\0")
    hello = Hello._make((*struct.unpack(wire.HELLO_FORM, fields[:size]), ""))
    text = "".join(chr(byte) if byte < 0x80 else "?" for byte in fields[size:])
    return hello._replace(
        layout_crc=int.from_bytes(fields[7:11], "little"),
        serial=fields[15:23].hex().upper(),
        interpreter=printable(text, wire.INTERPRETER_LONGEST),
    )


def _is_safe(fields: bytes) -> bool:
    # Safe mode knows no version but its own, and its HELLO has the form of protocol 1 for ever.
    return fields[wire.HELLO_SIZE :].startswith(_SAFE_MODE.encode())

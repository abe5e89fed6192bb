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
        return text.format(detail=self.detail)


class Rise(NamedTuple):
    """How long each row line took to rise; 0: could not be measured, 65535: never rose."""

    row0_us: int
    row1_us: int
    row2_us: int
    row3_us: int
    row4_us: int


_HELLO_FIXED_SIZE = 11  # up to layout_crc, the same in every protocol version
_FAULTS = {
    wire.FAULT_OVERFLOW: "the board's queue overflowed, {detail} changes lost since it started",
    wire.FAULT_REFUSED: "the board refused a block of kind {detail:c}",
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


def _decode_hello(fields: bytes) -> Hello:
    size = wire.HELLO_SIZE
    if len(fields) >= _HELLO_FIXED_SIZE and fields[2] != wire.PROTOCOL:
        fields = fields[:_HELLO_FIXED_SIZE].ljust(size, b"\0")
    hello = Hello._make((*struct.unpack(wire.HELLO_FORM, fields[:size]), ""))
    return hello._replace(
        layout_crc=int.from_bytes(fields[7:11], "little"),
        serial=fields[15:23].hex().upper(),
        interpreter=fields[size:].decode("ascii", "replace"),
    )

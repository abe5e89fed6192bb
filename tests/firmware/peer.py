"""A host's blocks and frames, for CPython and MicroPython."""

import struct

from heist import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SESSION = 0x1234


def greet(session: int = SESSION) -> bytes:
    return wire.block(wire.GREET, session, wire.GREET_FORM, wire.PROTOCOL)


def ack(expected: int, seen: int, quiet: int = 0, session: int = SESSION) -> bytes:
    return wire.block(wire.ACK, session, wire.ACK_FORM, expected, seen, quiet)


def config(
    budget_ma: int = 200, brightness: int = 255, close_ms: int = 5, open_ms: int = 20
) -> bytes:
    fields = (budget_ma, brightness, close_ms, open_ms)
    return wire.block(wire.CONFIG, SESSION, wire.CONFIG_FORM, *fields)


def ask(what: int) -> bytes:
    return wire.block(wire.ASK, SESSION, wire.ASK_FORM, what)


def scene(number: int, base: int, pairs: "list[tuple[int, int]]", part: int = 0x10) -> bytes:
    """Returns one part of a scene; 0x10 is the only one."""
    data = bytearray()
    for i in range(wire.SCENE_PAIRS):
        led, intent = pairs[i] if i < len(pairs) else (wire.LED_NONE, 0)
        data += struct.pack("<H", led << wire.PAIR_LED_SHIFT | intent)
    return wire.block(wire.SCENE, SESSION, wire.SCENE_FORM, number, base, part, bytes(data))


def kinds(frames: "list[bytes]") -> str:
    """Returns the letters of *frames*."""
    return "".join(chr(frame[2]) for frame in frames)


def fields(frame: bytes, form: str) -> "tuple[Any, ...]":
    """Returns the fields of *frame*; they must fill it."""
    data = frame[wire.FRAME_FIELDS_AT : -4]
    assert len(data) == struct.calcsize(form), (frame, form)
    return struct.unpack(form, data)


def events(frame: bytes) -> "list[tuple[int, int, int]]":
    """Returns (number, code, when) of each event of an EVENTS *frame*."""
    first, time_ms = struct.unpack_from(wire.EVENTS_FORM, frame, wire.FRAME_FIELDS_AT)
    found: list[tuple[int, int, int]] = []
    for at in range(wire.FRAME_FIELDS_AT + wire.EVENTS_SIZE, len(frame) - 4, wire.EVENT_SIZE):
        code, after_ms = struct.unpack_from(wire.EVENT_FORM, frame, at)
        number = (first + len(found)) & 0xFFFF
        found.append((number, code, (time_ms + after_ms) & wire.CLOCK_MASK))
    return found

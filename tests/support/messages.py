"""Messages of boards, with defaults for every field, and the blocks in a host's bytes."""

import struct

from heist import wire
from heistboard.firmware import VERSION
from heistboard.places import layout

SESSION = 0x4D2
SERIAL = "5649525455414C31"
REEDS = len(layout.REEDS)
LEDS = len(layout.LEDS)
CLOSED = wire.CLOSED


def frame(kind: int, fields: bytes, seq: int = 0) -> bytes:
    """Returns a valid frame."""
    writer = wire.FrameWriter()
    writer.buffer[wire.FRAME_FIELDS_AT : wire.FRAME_FIELDS_AT + len(fields)] = fields
    return bytes(writer.seal(kind, seq, len(fields)))


def hello(
    session: int = SESSION,
    *,
    protocol: int = wire.PROTOCOL,
    firmware: str = VERSION,
    revision: int = layout.REVISION,
    layout_crc: int = layout.LAYOUT_CRC,
    boot: bytes = b"boot",
    serial: str = SERIAL,
    inputs: int = REEDS,
    leds: int = LEDS,
    first: int = 0,
    following: int = 0,
    interpreter: str = "MicroPython 1.25.0 rp2",
    seq: int = 0,
) -> bytes:
    fields = struct.pack(
        wire.HELLO_FORM,
        session,
        protocol,
        *(int(part) for part in firmware.split(".")),
        revision,
        layout_crc.to_bytes(4, "little"),
        boot,
        bytes.fromhex(serial),
        inputs,
        leds,
        first,
        following,
    )
    return frame(wire.HELLO, fields + interpreter.encode(), seq)


def snapshot(
    at: int = 0, closed: tuple[int, ...] = (), *, time_ms: int = 1000, lost: int = 0, seq: int = 1
) -> bytes:
    bits = sum(1 << reed for reed in closed).to_bytes(9, "little")
    return frame(wire.SNAPSHOT, struct.pack(wire.SNAPSHOT_FORM, at, time_ms, lost, bits), seq)


def events(first: int, *codes: int, time_ms: int = 1000, seq: int = 2) -> bytes:
    """Returns a frame of events 2 ms apart; a code is a reed, plus ``CLOSED`` if it closes."""
    fields = struct.pack(wire.EVENTS_FORM, first & 0xFFFF, time_ms)
    for number, code in enumerate(codes):
        fields += struct.pack(wire.EVENT_FORM, code, 2 * number)
    return frame(wire.EVENTS, fields, seq)


def lit(scene: int) -> bytes:
    return frame(wire.LIT, struct.pack(wire.LIT_FORM, scene, 310, 200))


def configured(
    budget_ma: int = layout.DEFAULT_BUDGET_MA,
    brightness: int = 255,
    close_ms: int = 5,
    open_ms: int = 20,
) -> bytes:
    fields = struct.pack(wire.CONFIG_FORM, budget_ma, brightness, close_ms, open_ms)
    return frame(wire.CONFIGURED, fields)


def stats(time_ms: int = 1000) -> bytes:
    return frame(wire.STATS, struct.pack(wire.STATS_FORM, time_ms, *range(13)))


def fault(code: int, detail: int) -> bytes:
    return frame(wire.FAULT, struct.pack(wire.FAULT_FORM, code, detail))


def blocks(data: bytes) -> list[bytes]:
    """Returns the blocks in a host's bytes; fails if there is anything else."""
    found = []
    at = 0
    while at < len(data):
        if data[at] == 0:
            at += len(wire.GREETING_ZEROS)
            continue
        block = data[at : at + wire.BLOCK_SIZE]
        assert len(block) == wire.BLOCK_SIZE
        assert block[0] in wire.BLOCK_KINDS
        found.append(block)
        at += wire.BLOCK_SIZE
    return found


def kinds(data: bytes) -> str:
    """Returns the kinds of the blocks in a host's bytes, one letter each."""
    return "".join(chr(block[0]) for block in blocks(data))

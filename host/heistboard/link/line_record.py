"""Records the bytes on a line, in memory for fault reports or in a file; reads and replays files.

A recording is text: a header, then a line for each chunk, `<` from the board, `>` to the board:

    heistboard recording 1
    1520 > 000000…
    1522 < a5250e…

The number is the host's clock in milliseconds.
"""

import struct
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple, TextIO

from heistboard.firmware import wire
from heistboard.link.floors import Modules
from heistboard.link.link import Link, Notice
from heistboard.link.messages import Hello, Rise, Snapshot, decode
from heistboard.places import layout

__all__ = ["Chunk", "Describer", "Recorder", "describe", "load", "replay"]

HEADER = "heistboard recording 1"
KEPT = 200  # chunks in memory

_BLOCK_NAMES = {
    wire.GREET: "GREET",
    wire.ACK: "ACK",
    wire.SCENE: "SCENE",
    wire.CONFIG: "CONFIG",
    wire.ASK: "ASK",
    wire.SERVICE: "SERVICE",
}


class Chunk(NamedTuple):
    """Bytes that were received from the board, or sent to it, at one time."""

    time_ms: int
    is_received: bool
    data: bytes


class Recorder:
    """Keeps the last chunks of one board; with *file*, also writes every chunk to it.

    *on_chunk* is called with each chunk. If writing fails, the recording ends but the connection
    goes on, and :attr:`error` has the reason.
    """

    def __init__(
        self, file: TextIO | None = None, on_chunk: Callable[[Chunk], object] | None = None
    ) -> None:
        self.error: OSError | None = None
        self._file = file
        self._on_chunk = on_chunk
        self._last: deque[Chunk] = deque(maxlen=KEPT)
        self._print(HEADER)

    def received(self, time_ms: int, data: bytes) -> None:
        """Records bytes received from the board."""
        self._record(Chunk(time_ms, True, data))

    def sent(self, time_ms: int, data: bytes) -> None:
        """Records bytes sent to the board."""
        self._record(Chunk(time_ms, False, data))

    def last(self, *, reveal: bool) -> list[str]:
        """Returns the last chunks, decoded; without *reveal*, reeds and lights are left out."""
        return list(describe(tuple(self._last), reveal=reveal))[-KEPT:]

    def _record(self, chunk: Chunk) -> None:
        self._last.append(chunk)
        if self._file is not None:
            self._print(f"{chunk.time_ms} {'<' if chunk.is_received else '>'} {chunk.data.hex()}")
        if self._on_chunk is not None:
            self._on_chunk(chunk)

    def _print(self, line: str) -> None:
        if self._file is None:
            return
        try:
            print(line, file=self._file, flush=True)
        except OSError as error:
            self.error = error
            self._file = None


def load(file: TextIO) -> list[Chunk]:
    """Reads a recording; raises :exc:`ValueError` with the line number and what is wrong."""
    chunks: list[Chunk] = []
    head = file.readline().strip()
    if head != HEADER:
        raise ValueError(f"line 1: got {head[:40]!r}, expected {HEADER!r}")
    for number, line in enumerate(file, 2):
        text = line.strip()
        try:
            time_text, mark, hexes = text.split()
            is_received = {"<": True, ">": False}[mark]
            chunks.append(Chunk(int(time_text), is_received, bytes.fromhex(hexes)))
        except (ValueError, KeyError):
            raise ValueError(
                f"line {number}: got {text[:40]!r}, expected a time, < or >, and hex bytes"
            ) from None
    return chunks


def replay(chunks: Iterable[Chunk], modules: Modules) -> list[Notice]:
    """Feeds a recording to a new link and returns its notices.

    Time does not pass for the link: the recording has what the host did about silence.
    """
    notices: list[Notice] = []
    link: Link | None = None
    session = 0
    for chunk in chunks:
        if not chunk.is_received:
            for kind, data in _blocks(chunk.data):
                greeted = int.from_bytes(data[1:3], "little")
                if kind == wire.GREET and greeted != session:
                    if link is not None:
                        link.close("greeted anew")
                        notices += link.take_notices()
                    session = greeted
                    link = Link(session, modules)
                    link.open(chunk.time_ms)
        elif link is not None:
            link.feed(chunk.data, chunk.time_ms)
        if link is not None:
            link.take_output()
            notices += link.take_notices()
    return notices


def describe(chunks: Iterable[Chunk], *, reveal: bool) -> Iterable[str]:
    """Yields a line for each frame and block in *chunks*, and for bytes that are neither."""
    describer = Describer(reveal=reveal)
    for chunk in chunks:
        yield from describer.lines(chunk)


class Describer:
    """Decodes the chunks of one line, in order.

    Without *reveal*, it leaves out reeds, lights and anything that could reveal a reed.
    """

    def __init__(self, *, reveal: bool) -> None:
        self._reveal = reveal
        self._reader = wire.FrameReader()

    def lines(self, chunk: Chunk) -> Iterable[str]:
        """Yields a line for each frame or block, and for bytes that are neither."""
        if not chunk.is_received:
            for kind, data in _blocks(chunk.data):
                yield f"{chunk.time_ms} > {_describe(_describe_block, kind, data, self._reveal)}"
            return
        skipped = self._reader.skipped
        for frame in self._reader.feed(chunk.data):
            yield f"{chunk.time_ms} < {_describe(_describe_frame, frame[2], frame, self._reveal)}"
        if self._reader.skipped > skipped:
            yield f"{chunk.time_ms} < {self._reader.skipped - skipped} bytes skipped"


def _describe(how: Callable[[int, bytes, bool], str], kind: int, data: bytes, reveal: bool) -> str:
    try:
        return how(kind, data, reveal)
    except (struct.error, IndexError):
        # From another version, or an edited file.
        return f"{kind:c} malformed {data.hex()}"


def _blocks(data: bytes) -> Iterable[tuple[int, bytes]]:
    # This host writes whole blocks, and zeros before a GREET.
    at = 0
    while at < len(data):
        if data[at] == 0:
            at += 1
            continue
        yield data[at], data[at : at + wire.BLOCK_SIZE]
        at += wire.BLOCK_SIZE


def _describe_block(kind: int, data: bytes, reveal: bool) -> str:
    name = _BLOCK_NAMES.get(kind, f"{kind:02x}")
    if kind == wire.ACK:
        next_number, seen, is_quiet = struct.unpack_from(wire.ACK_FORM, data, wire.FIELDS_AT)
        return f"{name} next={next_number} seen={seen} quiet={is_quiet}"
    if kind == wire.SCENE:
        scene, base, part, pairs = struct.unpack_from(wire.SCENE_FORM, data, wire.FIELDS_AT)
        text = f"{name} scene={scene} base={base} part={part & 15}/{part >> 4}"
        return f"{text} {_describe_pairs(pairs)}" if reveal else text
    if kind == wire.CONFIG:
        values = struct.unpack_from(wire.CONFIG_FORM, data, wire.FIELDS_AT)
        return name + " budget_ma={} brightness={} close_ms={} open_ms={}".format(*values)
    return name


def _describe_pairs(pairs: bytes) -> str:
    # Intents stay numbers, which PROTOCOL.md explains.
    names = {wire.LED_ALL: "all", **dict(enumerate(layout.LEDS))}
    found = []
    for (pair,) in struct.iter_unpack("<H", pairs):
        led, intent = pair >> wire.PAIR_LED_SHIFT, pair & wire.INTENT_MASK
        if led != wire.LED_NONE:
            found.append(f"{names.get(led, led)}={intent:03x}")
    return " ".join(found)


def _describe_frame(kind: int, frame: bytes, reveal: bool) -> str:
    seq = f"seq={frame[3]}"
    if kind == wire.EVENTS:
        first, time_ms = struct.unpack_from(wire.EVENTS_FORM, frame, wire.FRAME_FIELDS_AT)
        fields = frame[wire.FRAME_FIELDS_AT + wire.EVENTS_SIZE : -4]
        text = f"EVENTS {seq} first={first} time_ms={time_ms}"
        if not reveal:
            return f"{text} count={len(fields) // wire.EVENT_SIZE}"
        for code, after_ms in struct.iter_unpack(wire.EVENT_FORM, fields):
            verb = "closed" if code & wire.CLOSED else "opened"
            text += f" {layout.REEDS[code & 0x7F]}:{verb}+{after_ms}"
        return text
    message = decode(frame)
    if message is None:
        return f"{kind:02x} {seq}"
    name = type(message).__name__.upper()
    if isinstance(message, Snapshot):
        text = f"{name} {seq} at={message.at} lost={message.lost}"
        if not reveal:
            return text
        reeds = int.from_bytes(message.closed, "little")
        names = [name for reed, name in enumerate(layout.REEDS) if reeds >> reed & 1]
        return f"{text} closed={','.join(names)}"
    fields_text = " ".join(
        f"{key}={value.hex() if isinstance(value, bytes) else value}"
        for key, value in message._asdict().items()
        if reveal or key != "bounces"  # some reeds bounce more than others
    )
    if isinstance(message, Rise) and not reveal:
        return f"{name} {seq}"  # rise times tell which rows have closed reeds
    if isinstance(message, Hello):
        fields_text = f"session={message.session} serial={message.serial} {message.interpreter}"
    return f"{name} {seq} {fields_text}"

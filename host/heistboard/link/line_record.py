"""What went over the line: kept for faults, written to a file, read back, played again.

A recording is text: a header, then a line for each piece, `<` from the board, `>` to it:

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
from heistboard.link.link import Link, Notice
from heistboard.link.messages import Hello, Rise, Snapshot, decode
from heistboard.link.module import Modules
from heistboard.places import layout

__all__ = ["Chunk", "Describer", "Recorder", "describe", "load", "replay"]

HEADER = "heistboard recording 1"
KEPT = 200

_BLOCK_NAMES = {
    wire.GREET: "GREET",
    wire.ACK: "ACK",
    wire.SCENE: "SCENE",
    wire.CONFIG: "CONFIG",
    wire.ASK: "ASK",
    wire.SERVICE: "SERVICE",
}


class Chunk(NamedTuple):
    """Bytes that came (from the board) or went at one moment."""

    time_ms: int
    came: bool
    data: bytes


class Recorder:
    """Keeps the last frames and blocks of one board; with *file*, writes everything to it.

    *on_piece* gets each piece as it comes or goes. A file that takes no more ends the recording,
    not the connection: :attr:`error` says so then.
    """

    def __init__(
        self, file: TextIO | None = None, on_piece: Callable[[Chunk], object] | None = None
    ) -> None:
        self.error: OSError | None = None
        self._file = file
        self._on_piece = on_piece
        self._last: deque[Chunk] = deque(maxlen=KEPT)
        self._print(HEADER)

    def came(self, time_ms: int, data: bytes) -> None:
        """Takes bytes from the board."""
        self._take(Chunk(time_ms, True, data))

    def went(self, time_ms: int, data: bytes) -> None:
        """Takes bytes to the board."""
        self._take(Chunk(time_ms, False, data))

    def last(self, *, reveal: bool) -> list[str]:
        """Returns the last pieces, decoded; without *reveal* reeds and lights are not named."""
        return list(describe(tuple(self._last), reveal=reveal))[-KEPT:]

    def _take(self, piece: Chunk) -> None:
        self._last.append(piece)
        if self._file is not None:
            self._print(f"{piece.time_ms} {'<' if piece.came else '>'} {piece.data.hex()}")
        if self._on_piece is not None:
            self._on_piece(piece)

    def _print(self, line: str) -> None:
        if self._file is None:
            return
        try:
            print(line, file=self._file, flush=True)
        except OSError as error:
            self.error = error
            self._file = None


def load(file: TextIO) -> list[Chunk]:
    """Reads a recording; raises :exc:`ValueError` that names the line and what is wrong."""
    pieces: list[Chunk] = []
    head = file.readline().strip()
    if head != HEADER:
        raise ValueError(f"line 1: got {head[:40]!r}, expected {HEADER!r}")
    for number, line in enumerate(file, 2):
        text = line.strip()
        try:
            time_text, mark, hexes = text.split()
            came = {"<": True, ">": False}[mark]
            pieces.append(Chunk(int(time_text), came, bytes.fromhex(hexes)))
        except (ValueError, KeyError):
            raise ValueError(
                f"line {number}: got {text[:40]!r}, expected a time, < or >, and hex bytes"
            ) from None
    return pieces


def replay(pieces: Iterable[Chunk], modules: Modules) -> list[Notice]:
    """Plays a recording to a fresh host and returns what it notices."""
    notices: list[Notice] = []
    link: Link | None = None
    for piece in pieces:
        if not piece.came:
            for kind, data in _blocks(piece.data):
                if kind == wire.GREET:
                    link = Link(int.from_bytes(data[1:3], "little"), modules)
                    link.open(piece.time_ms)
        elif link is not None:
            link.feed(piece.data, piece.time_ms)
        if link is not None:
            link.tick(piece.time_ms)
            link.take_out()
            notices += link.take_notices()
    return notices


def describe(pieces: Iterable[Chunk], *, reveal: bool) -> Iterable[str]:
    """Yields a line for each frame and block in *pieces*, and one for bytes that are neither."""
    describer = Describer(reveal=reveal)
    for piece in pieces:
        yield from describer.lines(piece)


class Describer:
    """Says what the pieces of one line mean, in order.

    Without *reveal* reeds and lights are not named, nor what tells one reed from another.
    """

    def __init__(self, *, reveal: bool) -> None:
        self._reveal = reveal
        self._reader = wire.FrameReader()

    def lines(self, piece: Chunk) -> Iterable[str]:
        """Yields a line for each frame or block, and one for bytes that are neither."""
        if not piece.came:
            for kind, data in _blocks(piece.data):
                yield f"{piece.time_ms} > {_describe(_describe_block, kind, data, self._reveal)}"
            return
        skipped = self._reader.skipped
        for frame in self._reader.feed(piece.data):
            yield f"{piece.time_ms} < {_describe(_describe_frame, frame[2], frame, self._reveal)}"
        if self._reader.skipped > skipped:
            yield f"{piece.time_ms} < {self._reader.skipped - skipped} bytes skipped"


def _describe(how: Callable[[int, bytes, bool], str], kind: int, data: bytes, reveal: bool) -> str:
    try:
        return how(kind, data, reveal)
    except (struct.error, IndexError):
        # Another version's, or a file that somebody edited.
        return f"{kind:c} malformed {data.hex()}"


def _blocks(data: bytes) -> Iterable[tuple[int, bytes]]:
    # What this host wrote: whole blocks, and zeros before a GREET.
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
    # The intents stay bytes: PROTOCOL.md has them, and a recording is read beside it.
    names = {wire.LED_ALL: "all", **dict(enumerate(layout.LEDS))}
    return " ".join(
        f"{names.get(led, led)}={intent:02x}"
        for led, intent in zip(pairs[::2], pairs[1::2], strict=True)
        if led != wire.LED_NONE
    )


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
        return f"{name} {seq}"  # it says on which rows reeds are closed
    if isinstance(message, Hello):
        fields_text = f"session={message.session} serial={message.serial} {message.interpreter}"
    return f"{name} {seq} {fields_text}"

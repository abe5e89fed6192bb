"""A host that knows nothing but the tables of firmware/PROTOCOL.md. Pure.

It imports nothing of ours: a client that is written from the document alone looks like
this. The tables give the bytes of blocks, frames and messages, the bits of a pair, the colours,
levels and motions, the numbers and the state table; what the sentences between them say is code.
"""

import re
import struct
from binascii import crc32
from collections.abc import Iterator
from typing import Any

_FORMS = {"u8": "B", "u16": "H", "u32": "I"}
Table = list[list[str]]
Values = dict[str, Any]
Light = tuple[str, str, str, int]  # colour, level, pattern, phase


class Protocol:
    """The document's tables."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self.numbers = {row[0]: int(row[1]) for row in self.table("## Numbers")}
        self.version = int(self.table("## Versions")[-1][0])
        self.blocks = {each.name: each for each in self._messages("### Host to board")}
        self.frames = {each.kind: each for each in self._messages("### Board to host")}
        bytes_of_block = [_span(row[0]) for row in self.table("Every block is")]
        self.block_fields, self.block_crc = bytes_of_block[2][0], bytes_of_block[3][0]
        self.sync = int(re.findall("0x([0-9A-F]{2}),", self.table("## Frames")[0][1])[0], 16)
        self.bits = {row[1]: _span(row[0])[::-1] for row in self.table("A *pair* is")}
        self.colours = {row[1]: int(row[0]) for row in self.table("A *colour* is")}
        self.levels = {row[1]: int(row[0]) for row in self.table("A *level* is")}
        self.motions = {row[1].split(":")[0]: _span(row[0]) for row in self.table("A *motion* is")}
        self.states: dict[tuple[str, str], tuple[str, str]] = {}
        for state, event, does, following in self.table("The host ("):
            self.states[state, event] = does, following

    def table(self, after: str) -> Table:
        """Returns the first table after the line that begins with *after*, without its head."""
        rows: Table = []
        start = next(at for at, line in enumerate(self._lines) if line.startswith(after))
        for line in self._lines[start:]:
            if line.startswith("|"):
                rows.append([cell.strip(" `") for cell in line.strip("|").split("|")])
            elif rows:
                break
        return rows[2:]

    def block(self, name: str, session: int, **values: Any) -> bytes:  # noqa: ANN401
        """Returns a block."""
        message = self.blocks[name]
        data = struct.pack("<BH", message.kind, session) + message.pack(values)
        data = data.ljust(self.block_crc, b"\0")
        return data + struct.pack("<I", crc32(data))

    def pair(self, led: int, light: Light) -> int:
        """Returns a pair of SCENE."""
        colour, level, pattern, phase = light
        first, last = self.motions[pattern]
        parts = {
            "LED": led,
            "colour": self.colours[colour],
            "level": self.levels[level],
            "motion": first + phase % (last - first + 1),
        }
        return sum(value << self.bits[name][0] for name, value in parts.items())

    def _messages(self, heading: str) -> "Iterator[Form]":
        for row in self.table(heading):
            kind, name = row[0].split()
            yield Form(ord(kind), name, row[1])


class Form:
    """The fields of one message."""

    def __init__(self, kind: int, name: str, fields: str) -> None:
        self.kind = kind
        self.name = name
        head, _, repeated = fields.partition("×")
        head = re.sub(r"\([^)]*\)", "", head)
        self.fields = re.findall(r"(\w+) (u8|u16|u32|\d+s|text)", head)
        self.group = re.findall(r"(\w+) (u8|u16|u32)", repeated)
        self.most = int(re.findall(r"\d+", head)[-1]) if repeated else 0

    def pack(self, values: Values) -> bytes:
        """Returns the fields as bytes."""
        data = b"".join(
            struct.pack("<" + _FORMS.get(form, form), values[name]) for name, form in self.fields
        )
        for each in values.get("repeated", ()):
            data += b"".join(struct.pack("<" + _FORMS[form], each) for _, form in self.group)
        return data

    def unpack(self, data: bytes) -> Values:
        """Returns the fields of *data*; raises :exc:`struct.error` if they do not fit."""
        values: Values = {}
        for name, form in self.fields:
            if form == "text":
                values[name], data = data, b""
                continue
            code = "<" + _FORMS.get(form, form)
            size = struct.calcsize(code)
            (values[name],) = struct.unpack(code, data[:size])
            data = data[size:]
        code = "<" + "".join(_FORMS[form] for _, form in self.group)
        if self.group:
            values["repeated"] = list(struct.iter_unpack(code, data))
        elif data:
            raise struct.error("too long")
        return values


def _span(cell: str) -> tuple[int, int]:
    """Returns the ends of `3`, `9..15`, or `3..27` as they are written."""
    first, _, last = cell.partition("..")
    return int(first), int(last or first)


class DocumentClient:
    """The host's end of one line; the caller moves the bytes and tells the time."""

    def __init__(self, protocol: Protocol, session: int, reeds: int) -> None:
        self.protocol = protocol
        self.state = "LOST"
        self.closed = [False] * reeds
        self.events: list[tuple[int, int, bool]] = []  # number, reed, is closed
        self.shown: dict[int, Light] | None = None
        self.session = session
        self._wanted: dict[int, Light] = {}
        self._scene = 0
        self._next: int | None = None
        self._boot: bytes | None = None
        self._is_met = False
        self._seen = 0
        self._waiting = b""
        self._out = b""
        self._since: dict[str, int] = {}  # when something last happened
        self._done: set[str] = set()  # what was done about the present silence

    # The caller's.

    def open(self, now_ms: int) -> None:
        """Begins, with the port just opened."""
        self._since = dict.fromkeys(
            ("opened", "byte", "frame", "greeted", "acked", "asked"), now_ms
        )
        self._happens("port opened", now_ms)

    def show(self, lights: dict[int, Light], now_ms: int) -> None:
        """Shows *lights* by LED, the others dark."""
        self._wanted = lights
        if self.state == "READY":
            self._show(now_ms)

    def take_output(self) -> bytes:
        """Returns the bytes to send."""
        out, self._out = self._out, b""
        return out

    def feed(self, data: bytes, now_ms: int) -> None:
        """Takes bytes from the board."""
        self._since["byte"] = now_ms
        self._waiting += data
        has_frame = False
        for frame in self._frames():
            has_frame = True
            self._since["frame"] = now_ms
            self._done.clear()
            try:
                self._take(frame, now_ms)
            except (struct.error, KeyError):
                continue
            self._seen = frame[3]
        if has_frame and self.state == "READY":
            self._ack(now_ms, 0)

    def tick(self, now_ms: int) -> None:
        """Does what is due."""
        for state, event in self.protocol.states:
            after_ms = _ms(event)
            if state != self.state or after_ms is None:
                continue
            since = "greeted"
            if "good frame" in event:
                since = "frame"
            elif "such ASK" in event:
                since = "asked"
            elif "HELLO" in event and "after GREET" not in event:
                since = "opened"
            is_done = (
                event in self._done
                or ("first HELLO" in event and self._boot is not None)
                or "known board" in event  # this client knows none
                or ("after GREET" in event and self._is_met)
            )
            if now_ms - self._since[since] >= after_ms and not is_done:
                if since == "frame":
                    self._done.add(event)
                self._happens(event, now_ms)
        numbers = self.protocol.numbers
        if self.state == "READY":
            last = max(self._since["byte"], self._since["acked"])
            if now_ms - last >= numbers["quiet_ms"]:
                self._ack(now_ms, 1)
            if self.shown != self._wanted and (
                now_ms - self._since.get("shown", 0) >= numbers["again_ms"]
            ):
                self._show(now_ms)

    # The state table.

    def _happens(self, event: str, now_ms: int) -> None:
        does, following = self.protocol.states[self.state, event]
        if following == "GREETING" != self.state:
            self._since["opened"] = now_ms
        self.state = following
        for what in filter(None, does.split(", ")):
            if what == "GREET":
                self._since["greeted"] = now_ms
                self._is_met = False
                self._out += bytes(self.protocol.numbers["zero_bytes"])
                self._send("GREET", protocol=self.protocol.version)
            elif what == "ACK":
                self._ack(now_ms, 0)
            elif what.startswith("ASK"):
                self._since["asked"] = now_ms
                self._send("ASK", what=int(what.split()[1]))
            elif what == "SCENE":
                self.shown = None
                self._show(now_ms)

    # Frames.

    def _frames(self) -> Iterator[bytes]:
        data = self._waiting
        while data:
            if data[0] != self.protocol.sync:
                data = data[1:]
            elif len(data) < 2 or len(data) < data[1] + 6:
                break
            elif crc32(data[: data[1] + 2]) == int.from_bytes(
                data[data[1] + 2 : data[1] + 6], "little"
            ):
                yield data[: data[1] + 6]
                data = data[data[1] + 6 :]
            else:
                data = data[1:]
        self._waiting = data

    def _take(self, frame: bytes, now_ms: int) -> None:
        message = self.protocol.frames[frame[2]]
        values = message.unpack(frame[4:-4])
        if message.name == "HELLO":
            self._meet(values, now_ms)
        elif message.name == "SNAPSHOT" and self.state == "SYNCING" and self._is_met:
            self._take_snapshot(values)
            self._happens("SNAPSHOT", now_ms)
        elif self.state != "READY" or not self._is_met:
            return
        elif message.name == "SNAPSHOT":
            self._take_snapshot(values)
        elif message.name == "EVENTS":
            self._take_events(values)
        elif message.name == "LIT" and values["scene"] == self._scene:
            self.shown = self._wanted

    def _meet(self, hello: Values, now_ms: int) -> None:
        if hello["session"] not in (0, self.session):
            return
        is_new = hello["boot"] != self._boot
        if self.state in ("SYNCING", "READY"):
            if not hello["session"]:
                self._happens("HELLO of session 0", now_ms)
            elif is_new:
                self._happens("HELLO of another boot", now_ms)
            else:
                self._is_met = True
            return
        if self.state != "GREETING" or not hello["session"]:
            return
        if hello["protocol"] != self.protocol.version:
            self._happens("HELLO differs", now_ms)
            return
        if is_new:
            self._next = None
        self._boot = hello["boot"]
        self._is_met = True
        self._happens("HELLO agrees", now_ms)

    def _take_snapshot(self, snapshot: Values) -> None:
        if self._next is not None:
            behind = (self._next - snapshot["at"]) & 0xFFFF
            if 1 <= behind <= self.protocol.numbers["older_most"]:
                return
        reeds = int.from_bytes(snapshot["closed"], "little")
        self.closed = [bool(reeds >> reed & 1) for reed in range(len(self.closed))]
        self._next = snapshot["at"]

    def _take_events(self, values: Values) -> None:
        assert self._next is not None
        skip = (self._next - values["first"]) & 0xFFFF
        for code, _ in values["repeated"][skip:] if skip < 256 else ():
            reed, is_closed = code & 0x7F, code > 0x7F
            self.closed[reed] = is_closed
            self.events.append((self._next, reed, is_closed))
            self._next = (self._next + 1) & 0xFFFF

    # Blocks.

    def _send(self, name: str, **values: Any) -> None:  # noqa: ANN401
        self._out += self.protocol.block(name, self.session, **values)

    def _ack(self, now_ms: int, quiet: int) -> None:
        self._since["acked"] = now_ms
        self._send("ACK", next=self._next, seen=self._seen, quiet=quiet)

    def _show(self, now_ms: int) -> None:
        # A whole scene each time, so that nothing depends on what was shown before.
        self._since["shown"] = now_ms
        self._scene = self._scene % 255 + 1
        most = self.protocol.blocks["SCENE"].most
        pairs = [self.protocol.pair(led, light) for led, light in self._wanted.items()]
        nothing = self.protocol.numbers["no_led"] << self.protocol.bits["LED"][0]
        chunks = [pairs[at : at + most] for at in range(0, len(pairs), most)] or [[]]
        for part, chunk in enumerate(chunks):
            chunk += [nothing] * (most - len(chunk))
            self._send(
                "SCENE", scene=self._scene, base=0, part=len(chunks) << 4 | part, repeated=chunk
            )


def _ms(event: str) -> int | None:
    found = re.match(r"([0-9.]+) (ms|s)\b", event)
    return None if found is None else int(float(found[1]) * (1 if found[2] == "ms" else 1000))

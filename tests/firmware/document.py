"""firmware/PROTOCOL.md as data: its tables, its examples, and a codec built only from them.

Shared by tests on CPython and on MicroPython. It uses nothing of heist.wire but its path.
"""

import binascii

from heist import wire

_SIZES = {"u8": 1, "u16": 2, "u32": 4}
_SYNC = 0xA5
_BLOCK_FIELDS = 25  # bytes 3..27
_NOTHING = 0xF800  # a pair that an example of SCENE leaves out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Fields = list[tuple[str, str]]  # name and form
    Values = dict[str, Any]  # numbers, and bytes where the form is not a number's


class Message:
    """One row of the tables of messages."""

    def __init__(self, kind: str, name: str, is_block: bool, fields: str) -> None:
        self.kind = ord(kind)
        self.name = name
        self.is_block = is_block
        self.fields: Fields = []
        self.repeated: Fields = []
        self.least = self.most = 0
        for field in _split(fields):
            if "×" in field:
                count, _, inner = field.partition(" × ")
                self.least = int(count.split("..")[0])
                self.most = int(count.split("..")[-1])
                self.repeated = [_field(one) for one in _split(inner.strip("()"))]
            else:
                self.fields.append(_field(field))

    def form_of(self, field: str) -> str:
        """Returns the form of *field*, as an example names it."""
        head = self.head()
        for name, form in head + self.fields:
            if name == field:
                return form
        for name, form in self.repeated:
            if name == field.rstrip("0123456789"):
                return form
        raise ValueError(f"{self.name} has no field {field!r}, it has {head + self.fields}")

    def head(self) -> "Fields":
        """Returns the fields before the message's own, besides the kind."""
        return [("session", "u16")] if self.is_block else [("seq", "u8")]

    def encode(self, values: "Values") -> "list[bytes]":
        """Returns the message in pieces, one per item in the document."""
        fields = [_bytes(values[name], form) for name, form in self.fields]
        i = 0
        while i < self.most and (i < self.least or f"{self.repeated[0][0]}{i}" in values):
            piece = b""
            for name, form in self.repeated:
                key = f"{name}{i}"
                piece += _bytes(values.get(key, _NOTHING), form)
            fields.append(piece)
            i += 1
        size = sum(len(field) for field in fields)
        kind = bytes([self.kind])
        if self.is_block:
            pieces = [kind, _bytes(values["session"], "u16")]
            if size < _BLOCK_FIELDS:
                fields.append(bytes(_BLOCK_FIELDS - size))
        else:
            pieces = [bytes([_SYNC]), bytes([size + 2]), kind, bytes([values["seq"]])]
        pieces += fields
        pieces.append(binascii.crc32(b"".join(pieces)).to_bytes(4, "little"))
        return pieces

    def decode(self, data: bytes) -> "Values":
        """Returns the values of a good block or frame, named as in an example."""
        values: Values = {}
        at = 1 if self.is_block else 3
        end = len(data) - 4
        for name, form in self.head() + self.fields:
            at = _take(values, name, form, data, at, end)
        i = 0
        while i < self.most and at < end:
            for name, form in self.repeated:
                key = f"{name}{i}"
                at = _take(values, key, form, data, at, end)
                if self.is_block and values[key] == _NOTHING:
                    del values[key]
            i += 1
        if self.is_block:
            assert not any(data[at:end]), "fields, then zeros"
        else:
            assert at == end, "nothing after the fields"
        return values


class Example:
    """One example: the values it names and the bytes it shows, in groups as they are written."""

    def __init__(self, message: Message, values: "Values", lines: "list[str]") -> None:
        self.message = message
        self.values = values
        self.lines = lines
        self.groups = " ".join(lines).split()
        self.data = _from_hex("".join(self.groups))


def lines() -> "list[str]":
    """Yields the document line by line; the whole is too large for a small heap."""
    folder = wire.__file__.replace("\\", "/").rsplit("/", 2)[0]
    with open(folder + "/PROTOCOL.md", encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file]


def says(sentence: str) -> bool:
    """True if the document has *sentence*, on one line or across two."""
    before = ""
    for line in lines():
        if sentence in before + line:
            return True
        before = line.strip() + " "
    return False


def rows(after: str) -> "list[list[str]]":
    """Returns the cells below the head of the first table after the line that begins *after*."""
    found: list[list[str]] = []
    is_after = False
    for line in lines():
        if line.startswith(after):
            is_after = True
        elif is_after and line.startswith("|"):
            found.append([cell.strip() for cell in line.strip("|").split("|")])
        elif found:
            break
    assert len(found) > 2, f"no table after {after!r}"
    return found[2:]


def messages() -> "list[Message]":
    """Returns every message of both tables."""
    found = []
    for heading, is_block in (("### Host to board", True), ("### Board to host", False)):
        for row in rows(heading):
            kind, name = row[0].split()
            found.append(Message(kind, name, is_block, row[1]))
    return found


def examples() -> "list[Example]":
    """Returns every example, in order."""
    by_name = {message.name: message for message in messages()}
    found = []
    shown: list[str] = []
    is_example = False
    for line in lines():
        if line == "```example":
            is_example = True
            shown = []
        elif is_example and line == "```":
            is_example = False
            words = shown[0].split()
            message = by_name[words[0]]
            values: Values = {}
            for word in words[1:]:
                name, _, value = word.partition("=")
                values[name] = _value(value, message.form_of(name))
            found.append(Example(message, values, shown[1:]))
        elif is_example:
            shown.append(line)
    return found


def _split(fields: str) -> "list[str]":
    # At the commas that are not inside parentheses.
    parts = []
    depth = start = 0
    for i in range(len(fields)):
        if fields[i] == "(":
            depth += 1
        elif fields[i] == ")":
            depth -= 1
        elif fields[i] == "," and not depth:
            parts.append(fields[start:i].strip())
            start = i + 1
    parts.append(fields[start:].strip())
    return parts


def _field(words: str) -> "tuple[str, str]":
    name, form = words.split()[:2]
    assert form in _SIZES or form == "text" or form.endswith("s"), words
    return name, form


def _value(word: str, form: str) -> "int | bytes":
    if form in _SIZES:
        return int(word)
    if form == "text":
        return word.replace("_", " ").encode()
    size = int(form[:-1])
    value = word.encode() if len(word) == size else _from_hex(word)
    assert len(value) == size, word
    return value


def _bytes(value: "int | bytes", form: str) -> bytes:
    if isinstance(value, bytes):
        return value
    assert 0 <= value < 1 << 8 * _SIZES[form], (value, form)
    return value.to_bytes(_SIZES[form], "little")


def _take(values: "Values", name: str, form: str, data: bytes, at: int, end: int) -> int:
    if form in _SIZES:
        size = _SIZES[form]
        values[name] = int.from_bytes(data[at : at + size], "little")
    else:
        size = end - at if form == "text" else int(form[:-1])
        values[name] = bytes(data[at : at + size])
    return at + size


def _from_hex(digits: str) -> bytes:
    return bytes(int(digits[i : i + 2], 16) for i in range(0, len(digits), 2))

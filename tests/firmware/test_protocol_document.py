"""firmware/PROTOCOL.md agrees with the firmware: its examples, tables and numbers.

The examples are encoded and decoded twice: by heist.wire, and by document.py, which knows only the
document. Runs on CPython and on MicroPython.
"""

import binascii
import struct

import document
import peer
from heist import layout, queue, session, wire
from heist.debounce import Debounce
from heist.lights import Lights

LINE_HOLDS = 32  # bytes of an example in one line


def by_codec(example: document.Example) -> bytes:
    message = example.message
    values = example.values
    kind = getattr(wire, message.name)
    args = [values[name] for name, _ in message.fields]
    rest = b""
    if message.name == "HELLO":
        args[6] = args[6].to_bytes(4, "little")  # layout_crc
        rest = args.pop()
    elif message.name == "SCENE":
        pairs = b""
        for i in range(wire.SCENE_PAIRS):
            led = values.get(f"led{i}", wire.LED_NONE)
            pairs += bytes([led, values.get(f"intent{i}", 0)])
        args.append(pairs)
    elif message.name == "EVENTS":
        i = 0
        while f"code{i}" in values:
            rest += struct.pack(wire.EVENT_FORM, values[f"code{i}"], values[f"after_ms{i}"])
            i += 1
    form = getattr(wire, "CONFIG_FORM" if kind == wire.CONFIG else message.name + "_FORM")
    if message.is_block:
        return wire.block(kind, values["session"], form, *args)
    writer = wire.FrameWriter()
    size = struct.calcsize(form) + len(rest)
    struct.pack_into(form, writer.buffer, wire.FRAME_FIELDS_AT, *args)
    writer.buffer[wire.FRAME_FIELDS_AT + size - len(rest) : wire.FRAME_FIELDS_AT + size] = rest
    return bytes(writer.seal(kind, values["seq"], size))


def fed(reader: wire.BlockReader, data: bytes) -> "list[int]":
    found = []
    at = 0
    while at < len(data):
        view = reader.want()
        for i in range(len(view)):
            view[i] = data[at + i]
        at += len(view)
        found.append(reader.got())
    return [kind for kind in found if kind]


# Examples.


def test_crc_is_the_common_one() -> None:
    assert binascii.crc32(b"123456789") == 0xCBF43926


def test_each_message_has_an_example() -> None:
    shown = [example.message.name for example in document.examples()]
    names = [message.name for message in document.messages()]
    assert len(names) == 14
    for name in names:
        assert name in shown, name


def test_examples_are_the_bytes_their_words_say() -> None:
    for example in document.examples():
        groups = [bytes(piece).hex() for piece in example.message.encode(example.values)]
        assert example.groups == groups, (example.message.name, " ".join(groups))


def test_examples_are_written_in_short_lines() -> None:
    for example in document.examples():
        assert example.lines, example.message.name
        for line in example.lines:
            assert line == " ".join(line.split()), line
            assert len(line.replace(" ", "")) <= 2 * LINE_HOLDS, line


def test_codec_encodes_the_examples() -> None:
    for example in document.examples():
        assert by_codec(example) == example.data, example.message.name


def test_readers_find_the_examples() -> None:
    for example in document.examples():
        if example.message.is_block:
            reader = wire.BlockReader()
            assert fed(reader, example.data) == [example.message.kind]
            assert reader.data == example.data
            assert example.message.decode(bytes(reader.data)) == example.values
        else:
            frames = wire.FrameReader().feed(example.data)
            assert frames == [example.data]
            assert frames[0][2] == example.message.kind
            assert example.message.decode(frames[0]) == example.values


def test_board_obeys_the_examples_of_blocks() -> None:
    for example in document.examples():
        if not example.message.is_block:
            continue
        lights = Lights(layout.LEDS)
        board = session.Session(bytes(21), b"", layout.REEDS, lights, Debounce(14, 5))
        board.on_block(bytearray(peer.greet(example.values["session"])), 0)
        board.stage.shown = example.values.get("base", 0)
        board.wants_picture = False
        while board.next_frame(0):
            pass

        board.on_block(bytearray(example.data), 0)

        frame = board.next_frame(0)
        is_refused = frame is not None and frame[2] == wire.FAULT
        assert not is_refused, example.message.name
        assert board.wants_service == (example.message.name == "SERVICE")


# Tables.


def test_kinds_are_the_codec_s() -> None:
    blocks = b""
    for message in document.messages():
        assert getattr(wire, message.name) == message.kind, message.name
        if message.is_block:
            blocks += bytes([message.kind])
    assert blocks == wire.BLOCK_KINDS


def test_sizes_of_fields_are_the_codec_s() -> None:
    sizes = {"u8": 1, "u16": 2, "u32": 4, "text": 0}
    for message in document.messages():
        size = sum(sizes[form] if form in sizes else int(form[:-1]) for _, form in message.fields)
        repeated = sum(sizes[form] for _, form in message.repeated)
        if message.name == "EVENTS":
            assert (repeated, message.most) == (wire.EVENT_SIZE, wire.EVENTS_MOST)
            assert message.least == 1
        elif message.name == "SCENE":
            assert message.least == message.most == wire.SCENE_PAIRS
            assert size + repeated * message.most == struct.calcsize(wire.SCENE_FORM)
        name = "CONFIG" if message.name == "CONFIGURED" else message.name
        if not message.is_block:
            assert size == getattr(wire, name + "_SIZE"), name
        if message.name != "SCENE":
            assert size == struct.calcsize(getattr(wire, name + "_FORM")), name


def test_fault_codes_are_the_codec_s() -> None:
    named = {}
    for code, name, _ in document.rows("### Fault codes"):
        named["FAULT_" + name.split(":")[0].upper().replace(" ", "_")] = int(code)
    for name in dir(wire):
        if name.startswith("FAULT_") and name not in ("FAULT_FORM", "FAULT_SIZE"):
            assert named.pop(name) == getattr(wire, name), name
    assert not named


def test_tables_of_bytes_are_the_codec_s() -> None:
    blocks = [row[0] for row in document.rows("Every block is")]
    assert blocks == [
        "0",
        "1..2",
        f"{wire.FIELDS_AT}..{wire.CRC_AT - 1}",
        f"{wire.CRC_AT}..{wire.BLOCK_SIZE - 1}",
    ]
    assert document.says(f"CRC-32 (that of `binascii.crc32`) of bytes 0..{wire.CRC_AT - 1} |")
    frames = document.rows("## Frames")
    assert [row[0] for row in frames[:4]] == ["0", "1", "2", "3"]
    assert frames[0][1].startswith(f"0x{wire.FRAME_SYNC:02X},")
    assert frames[1][1].endswith(f": {wire.FRAME_SHORTEST}..{wire.FRAME_LONGEST}")
    assert frames[4][0] == f"{wire.FRAME_FIELDS_AT}..n+1"
    assert frames[5][0] == "n+2..n+5"
    assert wire.FRAME_OVERHEAD == 6


# Numbers.


def test_numbers_in_sentences_are_the_codec_s() -> None:
    for sentence in (
        f"Protocol {wire.PROTOCOL}. This document is authoritative",
        f"when more than {wire.QUEUE} are waiting",
        f"at most {wire.WINDOW} bytes are in flight unacknowledged",
        f"Milliseconds in 29 bits, 0..{wire.CLOCK_MASK}, then 0 again",
        f"`(now - then) & 0x{wire.CLOCK_MASK:X}`",
        f"Every block is {wire.BLOCK_SIZE} bytes",
        f"CRC-32 of all {wire.BLOCK_SIZE} bytes of a good block is always 0x{wire.CRC_GOOD:08X}",
        f"{len(wire.GREETING_ZEROS)} zero bytes precede a GREET",
        f"wait for at most {wire.FRAME_LONGEST + wire.FRAME_OVERHEAD - 2} bytes",
        f"kept, {wire.QUEUE} at most, until the host acknowledges them",
        f"a frame that would make it exceed {wire.WINDOW} waits",
        f"the bytes since the last frame *seen* must not exceed {wire.LINE_HOLDS} either",
        f"When {wire.QUEUE} events are waiting, further changes are dropped",
        f"in 1..{wire.SCENE_PARTS_MOST} parts of up to {wire.SCENE_PAIRS} pairs",
        f"0x{wire.LED_ALL:X} means every LED",
        f"0x{wire.LED_NONE:X} means none",
        f"reed number, + {wire.CLOSED} when it closed",
        f"interpreter text (≤ {wire.INTERPRETER_LONGEST})",
        f"`budget_ma` is {wire.BUDGET_LEAST_MA}..{wire.BUDGET_MOST_MA}, `brightness`",
        "`close_ms` and `open_ms` are 0..255",
        f"what u8 ({wire.ASK_SNAPSHOT} snapshot, {wire.ASK_STATS} stats, "
        f"{wire.ASK_SELF_TEST} self test)",
        f"magic 4s = `{wire.SERVICE_MAGIC.decode()}`",
    ):
        assert document.says(sentence), sentence
    assert queue.EventQueue(8).base == bytes(1)
    assert wire.CLOCK_MASK == (1 << 29) - 1


def test_times_in_sentences_are_the_session_s() -> None:
    assert session.ALONE_MS == 5000
    assert session.STATS_EVERY_MS == 1000
    for sentence in (
        "after five seconds without a good block the board ends its session",
        "| GREETED | 5 s without a good block | | ALONE |",
        "events and, once a second, STATS",
        f"with `quiet` also those sent {session.DRAINED_MS} ms ago or earlier",
        f"HELLO of session 0 (at most every {session.HELLO_EVERY_MS} ms)",
    ):
        assert document.says(sentence), sentence


def test_patterns_that_the_board_refuses_are_the_document_s() -> None:
    patterns = [row[3] for row in document.rows("An *intent* is")]
    assert len(patterns) == wire.PATTERN_MASK + 1
    for pattern in range(len(patterns)):
        assert (patterns[pattern] == "refused") == (pattern >= wire.PATTERNS), pattern

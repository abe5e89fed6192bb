"""firmware/PROTOCOL.md agrees with the firmware: its examples, tables and numbers.

The examples are encoded and decoded twice: by heist.wire, and by document.py, which knows only the
document. Runs on CPython and on MicroPython.
"""

import binascii
import struct

import document
import peer
from heist import __version__, flights, layout, queue, session, wire
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
            pairs += struct.pack("<H", values.get(f"pair{i}", wire.NO_PAIR))
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
        f"A pair with LED {wire.LED_ALL} sets every LED",
        f"one with LED {wire.LED_NONE} sets none, whatever its intent",
        f"of SCENE are 0x{wire.NO_PAIR:X}, LED {wire.LED_NONE}",
        f"| 15..{wire.PAIR_LED_SHIFT} | LED |",
        f"reed number, + {wire.CLOSED} when it closed",
        f"interpreter text (≤ {wire.INTERPRETER_LONGEST})",
        f"`budget_ma` is {wire.BUDGET_LEAST_MA}..{wire.BUDGET_MOST_MA}, `brightness`",
        "`close_ms` and `open_ms` are 0..255",
        f"what u8 ({wire.ASK_SNAPSHOT} snapshot, {wire.ASK_STATS} stats, "
        f"{wire.ASK_SELF_TEST} self test, {wire.ASK_SETTINGS} settings)",
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
        "events, faults and, once a second, STATS",
        f"with `quiet` also those sent {flights.DRAINED_MS} ms ago or earlier",
        f"HELLO of session 0 (at most every {session.HELLO_EVERY_MS} ms)",
    ):
        assert document.says(sentence), sentence


def test_numbers_of_the_table_are_the_codec_s_and_the_session_s() -> None:
    numbers = {row[0]: int(row[1]) for row in document.rows("## Numbers")}
    assert numbers["alone_ms"] == session.ALONE_MS
    assert numbers["window_bytes"] == wire.WINDOW
    assert numbers["queue_events"] == wire.QUEUE
    assert numbers["zero_bytes"] == len(wire.GREETING_ZEROS)
    assert numbers["every_led"] == wire.LED_ALL
    assert numbers["no_led"] == wire.LED_NONE
    assert wire.NO_PAIR == wire.LED_NONE << wire.PAIR_LED_SHIFT


def test_versions_end_with_this_one() -> None:
    protocol, firmware = document.rows("## Versions")[-1][:2]
    assert int(protocol) == wire.PROTOCOL
    assert (__version__ + ".").startswith(firmware + ".")


# Lights.


def numbers_of(cell: str) -> "list[int]":
    """Returns the motions of a cell: `3`, or `9..15`."""
    first, _, last = cell.partition("..")
    return list(range(int(first), int(last or first) + 1))


def motions() -> "list[tuple[int, str, str]]":
    """Returns each motion, its pattern's name, and when its flashes begin."""
    found = []
    for cell, pattern, begin in document.rows("A *motion* is"):
        for number in numbers_of(cell):
            found.append((number, pattern.split(":")[0], begin))
    return found


def light_of(number: int, now_ms: int) -> int:
    """Returns the light of a red LED of full brightness that moves."""
    lights = Lights(1, 1000)
    lights.intents[0] = 2 << 7 | 3 << 5 | number
    lights.changed()
    out = bytearray(3)
    lights.render(now_ms, out)
    return out[1]


def test_motions_that_the_board_refuses_are_the_document_s() -> None:
    assert [number for number, _, _ in motions()] == list(range(wire.MOTION_MASK + 1))
    for number, pattern, _ in motions():
        is_refused = wire.MOTIONS <= number < wire.CHASE
        assert (pattern == "refused") == is_refused, number
        assert (pattern == "chase") == (number >= wire.CHASE), number


def test_flashes_begin_when_the_document_says() -> None:
    for number, pattern, begin in motions():
        if not begin:
            continue
        lit = {int(start_ms) // 256 for start_ms in begin.split()}
        for beat in range(16):
            for now_ms in (256 * beat, 256 * beat + 255):
                assert light_of(number, now_ms) == (255 if beat in lit else 0), (pattern, now_ms)


def test_waves_swell_when_the_document_says() -> None:
    for sentence in (
        "swells from an eighth of its light and fades again, in 2048 ms",
        "does so once in 4096 ms",
        "the swell begins 256 ms × phase after the clock is a multiple of 4096",
    ):
        assert document.says(sentence), sentence
    for number, pattern, _ in motions():
        if pattern == "pulse":
            assert [light_of(number, ms) for ms in (0, 1024, 2048, 3072)] == [32, 255, 32, 255]
        elif pattern == "chase":
            start_ms = 256 * (number - wire.CHASE)
            swell = [light_of(number, start_ms + ms) for ms in range(0, 4096, 512)]
            assert swell[0] == swell[4] == swell[5] == swell[6] == swell[7] == 32
            assert 32 < swell[1] < 128 and 32 < swell[3] < 128 and swell[2] == 255


def test_colours_and_levels_and_the_current_are_the_document_s() -> None:
    # Computed from the document's tables and sentences alone.
    colours = [[int(cell) for cell in row[2:]] for row in document.rows("A *colour* is")]
    levels = [[int(cell) for cell in row[2:]] for row in document.rows("A *level* is")]
    for brightness in (255, 254, 128, 40, 1):
        for colour, parts in enumerate(colours):
            for level, (perceived, light) in enumerate(levels):
                shade = channels(parts, level, perceived, brightness)
                lights = Lights(3, 1000)
                lights.brightness = brightness
                for led in range(3):
                    lights.intents[led] = colour << 7 | level << 5
                lights.changed()
                out = bytearray(9)
                lights.render(0, out)
                red, green, blue = shade
                assert out == bytes((green, red, blue)) * 3, (colour, level, brightness)
                assert lights.need_ma == 3 + -(-3 * sum(shade) * 20 // 255)
                assert brightness < 255 or light == light_at(perceived, 255)


def light_at(perceived: int, brightness: int) -> int:
    """Returns the light of a level at a brightness."""
    p = perceived * brightness // 255
    return max(1, int(255 * (p / 255) ** 2.2 + 0.5))


def channels(parts: "list[int]", level: int, perceived: int, brightness: int) -> "list[int]":
    """Returns red, green and blue as *Current* says."""
    strongest = max(parts)
    if not strongest:
        return [0, 0, 0]
    most = (strongest * light_at(perceived, brightness) * 2 + 255) // 510
    most = max(most, level + 1)
    found = []
    for part in parts:
        value = (part * most * 2 + strongest) // (2 * strongest)
        found.append(max(value, 1 if part * 3 >= strongest else 0))
    return found

"""Messages of boards as values; and the host agrees with firmware/PROTOCOL.md."""

import struct

import pytest
from heistboard.firmware import wire
from heistboard.link import link, messages, scene_sender
from heistboard.link.messages import Fault, Hello, Snapshot, Stats, decode
from heistboard.places import scene

from tests.firmware import document

FRAMES = [example for example in document.examples() if not example.message.is_block]
BLOCKS = [example for example in document.examples() if example.message.is_block]


def frame(kind: int, fields: bytes) -> bytes:
    writer = wire.FrameWriter()
    writer.buffer[4 : 4 + len(fields)] = fields
    return bytes(writer.seal(kind, 7, len(fields)))


def name_of(example: document.Example) -> str:
    return str(example.message.name)


# Decoding.


@pytest.mark.parametrize("example", FRAMES, ids=name_of)
def test_example_has_its_values_by_name(example: document.Example) -> None:
    message = decode(example.data)

    if example.message.name == "EVENTS":
        assert message is None
        return
    assert message is not None
    assert type(message).__name__.upper() == example.message.name
    expected = dict(example.values)
    del expected["seq"]
    if isinstance(message, Hello):
        expected["serial"] = expected["serial"].hex().upper()
        expected["interpreter"] = expected["interpreter"].decode()
    assert message._asdict() == expected
    assert list(message._fields) == list(expected)


def test_every_kind_but_events_has_a_value() -> None:
    decoded = {name_of(example) for example in FRAMES if decode(example.data) is not None}
    assert decoded == {name_of(example) for example in FRAMES} - {"EVENTS"}
    assert {name.upper() for name in messages.__all__} == decoded | {"MESSAGE", "DECODE"}


@pytest.mark.parametrize("kind", [0, ord("Z"), 0xFF])
def test_unknown_kind_is_nothing(kind: int) -> None:
    assert decode(frame(kind, b"whatever")) is None


@pytest.mark.parametrize("example", FRAMES, ids=name_of)
def test_fields_of_a_wrong_length_are_an_error(example: document.Example) -> None:
    kind = example.message.kind
    fields = example.data[4:-4]
    wrong = [fields[:-1], fields + b"\0"]
    if kind == wire.HELLO:
        wrong = [fields[: wire.HELLO_SIZE - 1]]  # its text may have any length
    elif kind == wire.EVENTS:
        wrong = []  # not decoded here

    for fields in wrong:
        with pytest.raises(struct.error):
            decode(frame(kind, fields))


def hello_of(fields: bytes) -> Hello:
    hello = decode(frame(wire.HELLO, fields))
    assert isinstance(hello, Hello)
    return hello


def test_hello_without_interpreter_is_a_hello() -> None:
    hello = hello_of(bytes((0, 0, wire.PROTOCOL)).ljust(wire.HELLO_SIZE, b"\0"))

    assert hello.interpreter == ""
    assert hello.serial == "0000000000000000"


def test_non_ascii_interpreter_text_is_shown_with_replacements() -> None:
    fields = bytes((0, 0, wire.PROTOCOL)).ljust(wire.HELLO_SIZE, b"\0")

    assert hello_of(fields + b"M\xffP").interpreter == "M\N{REPLACEMENT CHARACTER}P"


def test_firmware_is_the_version_as_text() -> None:
    fields = bytes((1, 0, wire.PROTOCOL, 3, 12, 0)).ljust(wire.HELLO_SIZE, b"\0")

    assert hello_of(fields).firmware == "3.12.0"


@pytest.mark.parametrize("more", [b"", b"?", b"?" * 85])
def test_hello_of_another_protocol_is_read_up_to_its_layout(more: bytes) -> None:
    hello = hello_of(bytes((0x34, 0x12, wire.PROTOCOL + 1, 9, 8, 7, 6, 1, 2, 3, 4)) + more)

    assert (hello.session, hello.protocol, hello.firmware) == (0x1234, wire.PROTOCOL + 1, "9.8.7")
    assert (hello.revision, hello.layout_crc) == (6, 0x04030201)


def test_numbers_may_have_their_greatest_values() -> None:
    snapshot = decode(frame(wire.SNAPSHOT, b"\xff" * wire.SNAPSHOT_SIZE))
    stats = decode(frame(wire.STATS, b"\xff" * wire.STATS_SIZE))

    assert snapshot == Snapshot(0xFFFF, 0xFFFFFFFF, 0xFFFF, b"\xff" * 9)
    assert isinstance(stats, Stats)
    assert stats.shown_ma == 0xFFFF
    assert stats.heap_free == 0xFFFFFFFF


# Faults.


def test_every_fault_of_the_document_has_a_sentence() -> None:
    codes = [int(row[0]) for row in document.rows("### Fault codes")]

    assert sorted(messages._FAULTS) == codes
    for code in codes:
        assert str(Fault(code, 83)) != f"fault {code}"


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (
            Fault(wire.FAULT_OVERFLOW, 12),
            "the board's queue overflowed, 12 changes lost since it started",
        ),
        (Fault(wire.FAULT_REFUSED, ord("S")), "the board refused a block of kind S"),
        (
            Fault(wire.FAULT_SHORT_WRITE, 7),
            "the line took 7 bytes fewer than it had promised",
        ),
        (
            Fault(wire.FAULT_EXCEPTION, 3),
            "a pass of the board's main loop failed, 3 since it started",
        ),
        (Fault(99, 1), "fault 99"),
    ],
)
def test_fault_says_what_happened(fault: Fault, sentence: str) -> None:
    assert str(fault) == sentence


# The document.


@pytest.mark.parametrize("example", BLOCKS, ids=name_of)
def test_codecs_of_host_and_firmware_agree(example: document.Example) -> None:
    reader = wire.BlockReader()
    reader.want()[:] = example.data
    assert reader.got() == example.message.kind


def test_colours_levels_and_patterns_are_the_document_s() -> None:
    rows = document.rows("An *intent* is")
    assert [row[0] for row in rows] == [str(value) for value in range(8)]
    assert [row[1] for row in rows] == [colour.name.lower() for colour in scene.Colour]
    assert [row[2] for row in rows] == [level.name.lower() for level in scene.Level] + [""] * 4
    patterns = [row[3].split(":")[0] for row in rows if row[3] != "refused"]
    assert patterns == [pattern.name.lower() for pattern in scene.Pattern]
    assert len(patterns) == wire.PATTERNS


def test_example_s_intents_have_the_meaning_of_the_table() -> None:
    scenes = [example for example in BLOCKS if example.message.name == "SCENE"]
    intents = [scene.Intent.from_byte(example.values["intent0"]) for example in scenes]
    assert intents == [
        scene.Intent(scene.Colour.RED, scene.Level.NORMAL, scene.Pattern.STEADY),
        scene.Intent(scene.Colour.WHITE, scene.Level.LOW, scene.Pattern.PULSE),
    ]


@pytest.mark.parametrize(
    "example", [block for block in BLOCKS if name_of(block) != "SCENE"], ids=name_of
)
def test_host_packs_the_blocks_of_the_examples(example: document.Example) -> None:
    values = example.values
    session = values["session"]
    form = getattr(wire, example.message.name + "_FORM")
    fields = [values[name] for name, _ in example.message.fields]
    assert wire.block(example.message.kind, session, form, *fields) == example.data


def test_host_sends_the_scene_of_the_examples() -> None:
    (example,) = (example for example in BLOCKS if example.values.get("part") == 0x10)
    values = example.values
    assert values["led0"] == wire.LED_ALL
    wanted = bytearray([values["intent0"]] * len(scene.pack({})))
    wanted[values["led1"]] = values["intent1"]

    blocks = scene_sender.encode(values["session"], values["scene"], 0, b"", bytes(wanted))

    assert blocks == [example.data]


@pytest.mark.parametrize(
    "sentence",
    [
        f"(again every {link.GREET_EVERY_MS} ms until it is answered)",
        f"| GREETING | {link.GREET_EVERY_MS} ms | GREET | GREETING |",
        f"| SYNCING | {link.GREET_EVERY_MS} ms | GREET | SYNCING |",
        f"| GREETING | {link.ANSWER_WITHIN_MS // 1000} s without the first HELLO | | REFUSED |",
        f"| READY | {link.SILENCE_MS // 1000} s without a good frame | | LOST |",
        f"| SYNCING | {link.SILENCE_MS // 1000} s without a good frame | | LOST |",
        f"after every {link.QUIET_MS} ms without any byte",
        f"without LIT after {scene_sender.RETRY_MS} ms it sends the scene again, whole (base 0)",
        f"sent again after {scene_sender.RETRY_MS} ms without LIT",
        f"sent again after {link.CONFIG_EVERY_MS} ms without CONFIGURED",
    ],
)
def test_times_of_the_host_are_the_document_s(sentence: str) -> None:
    assert document.says(sentence)


def test_states_of_the_host_are_the_document_s() -> None:
    rows = document.rows("The host (`heistboard/link/link.py`)")
    states = {row[0] for row in rows} | {row[3] for row in rows}
    assert states - {"any"} == {state.name for state in link.LinkState}

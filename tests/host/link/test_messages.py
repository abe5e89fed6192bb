"""Messages of boards as values; and the host agrees with firmware/PROTOCOL.md."""

import struct
from enum import IntEnum

import pytest
from heistboard.firmware import wire
from heistboard.link import link, messages, module, scene_sender
from heistboard.link.messages import Fault, Hello, Snapshot, Stats, decode
from heistboard.places import layout, scene

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
    assert {name.upper() for name in messages.__all__} == decoded | {
        "MESSAGE",
        "DECODE",
        "PRINTABLE",
    }


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


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        (b"M\xffP", "M?P"),
        (b"\x1b]0;owned\x07\x1b[2JPico", "?]0;owned??[2JPico"),
        (b"two\r\nlines\0", "two??lines?"),
        (b"x" * 67, "x" * wire.INTERPRETER_LONGEST),
        (b"\xe2\x80\xae", "???"),
    ],
)
def test_interpreter_text_is_printable_and_bounded(sent: bytes, shown: str) -> None:
    fields = bytes((0, 0, wire.PROTOCOL)).ljust(wire.HELLO_SIZE, b"\0")

    assert hello_of(fields + sent).interpreter == shown


@pytest.mark.parametrize("detail", [0, 0x1B, 0x7F, 0x9B, 0xD800, 0xDFFF, 0xFFFF])
@pytest.mark.parametrize("code", [*range(1, 5), 0xFF])
def test_every_fault_is_a_sentence_that_any_terminal_can_print(code: int, detail: int) -> None:
    text = str(messages.Fault(code, detail))

    assert text.isascii()
    assert text.isprintable()


def test_refused_kind_is_a_letter_or_a_number() -> None:
    assert str(messages.Fault(wire.FAULT_REFUSED, ord("V"))).endswith("of kind V")
    assert str(messages.Fault(wire.FAULT_REFUSED, 0xD800)).endswith("of kind 0xd800")


@pytest.mark.parametrize("protocol", [1, wire.PROTOCOL, 9])
def test_safe_mode_is_understood_in_every_protocol(protocol: int) -> None:
    fields = bytes((0, 0, protocol)).ljust(wire.HELLO_SIZE, b"\0")
    hello = hello_of(fields + b"safe mode: ImportError: no module named 'h")

    assert hello.safe_mode == "ImportError: no module named"
    assert hello_of(fields + b"MicroPython 1.25.0").safe_mode == ""


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


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("A *colour* is", scene.Colour),
        ("A *level* is", scene.Level),
        ("A *motion* is", scene.Pattern),
    ],
)
def test_colours_levels_and_patterns_are_the_document_s(table: str, names: type[IntEnum]) -> None:
    values = {}
    for row in document.rows(table):
        name = row[1].split(":")[0].upper()
        if name != "REFUSED":
            values[name] = int(row[0].split("..")[0])
    assert values == {each.name: each.value for each in names}


def test_light_runs_as_fast_and_a_chase_has_as_many_phases_as_the_document_says() -> None:
    assert (
        document.rows("A *motion* is")[-1][0] == f"{wire.CHASE}..{wire.CHASE + scene.PHASES - 1}"
    )
    assert document.says("begins 256 ms × phase after the clock is a multiple of 4096")


def test_example_s_intents_have_the_meaning_of_the_table() -> None:
    scenes = [example for example in BLOCKS if example.message.name == "SCENE"]
    intents = [
        scene.Intent.from_code(example.values["pair0"] & wire.INTENT_MASK) for example in scenes
    ]
    assert intents == [
        scene.Intent(scene.Colour.RED, scene.Level.NORMAL, scene.Pattern.STEADY),
        scene.Intent(scene.Colour.WHITE, scene.Level.LOW, scene.Pattern.PULSE),
    ]


def test_numbers_of_the_table_are_the_host_s() -> None:
    numbers = {row[0]: int(row[1]) for row in document.rows("## Numbers")}
    assert numbers["greet_ms"] == link.GREET_EVERY_MS
    assert numbers["quiet_ms"] == link.QUIET_MS
    assert numbers["again_ms"] == scene_sender.RETRY_MS == link.CONFIG_EVERY_MS
    assert numbers["silence_ms"] == link.SILENCE_MS
    assert numbers["older_most"] == module._STALE
    assert document.says(f"*older* than `next` if it is 1..{module._STALE} behind it")


@pytest.mark.parametrize("at", [1, 512, 513, 0x8000, 0xFFFF])
def test_only_a_snapshot_a_little_behind_is_older(at: int) -> None:
    one = module.Module("AB", None)
    one.take_snapshot(Snapshot(0, 0, 0, bytes(9)), lambda notice: None)
    told: list[object] = []
    answer = one.take_snapshot(Snapshot(-at & 0xFFFF, 0, 0, b"\1" + bytes(8)), told.append)
    is_older = at <= 512
    assert (answer is module.Applied.REPEATED) is is_older
    assert bool(told) is not is_older
    assert one.expected == (0 if is_older else -at & 0xFFFF)


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
    led, intent = divmod(values["pair0"], wire.INTENT_MASK + 1)
    assert led == wire.LED_ALL
    wanted = dict.fromkeys(layout.LEDS, scene.Intent.from_code(intent))
    led, intent = divmod(values["pair1"], wire.INTENT_MASK + 1)
    wanted[layout.LEDS[led]] = scene.Intent.from_code(intent)

    blocks = scene_sender.encode(values["session"], values["scene"], 0, b"", scene.pack(wanted))

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

"""Bad board files are refused with one sentence that helps to fix them."""

import copy
import datetime
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.boardfile import BoardFileError, BoardSpec, board_from, load, parse
from hardware.layout import texts

BOARD_TOML = Path(__file__).parents[2] / "hardware" / "board.toml"
TEXT = BOARD_TOML.read_text(encoding="utf-8")
DOCUMENT = tomllib.loads(TEXT)

Key = tuple[str | int, ...]
MISSING = object()


def edited(key: Key, value: object) -> dict[str, Any]:
    """The board file's document with *value* at *key*, or without that key."""
    document = copy.deepcopy(DOCUMENT)
    *above, last = key
    place: Any = document
    for step in above:
        place = place[step]
    if value is MISSING:
        del place[last]
    else:
        place[last] = value
    return document


def swapped(first: Key, second: Key) -> dict[str, Any]:
    def at(key: Key) -> object:
        value: Any = DOCUMENT
        for step in key:
            value = value[step]
        return value

    document = edited(first, at(second))
    place: Any = document
    for step in second[:-1]:
        place = place[step]
    place[second[-1]] = at(first)
    return document


def message(document: dict[str, Any]) -> str:
    with pytest.raises(BoardFileError) as caught:
        board_from(document)
    return str(caught.value)


def test_board_file_is_good() -> None:
    board = load(BOARD_TOML)
    assert board == board_from(DOCUMENT)
    assert board.reeds[12] == "b3.cover"
    assert board.place_mm["b3.cover"] == (101.1, 141.4)


COVER_OF_B = ("matrix", "columns", 2, "reeds")
GPIO = "expected a GPIO of 0..22 or 26..28"
ON_PI = "expected a GPIO of 2..6, 12, 13 or 16..27"
REED = (
    "expected a1..e5 with .cover or .occupant, x11..x44 with .occupant, done, undo, help or spare"
)
PLACE = "expected a1..e5, x11..x44 or r1..r11"
ALL_OF_MATRIX = "diode_cathode, row_pull_up_ohm, row_pins, columns"


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        # out of range
        (("matrix", "row_pins", 2), 31, f"matrix.row_pins[2] is 31, {GPIO}"),
        (("matrix", "row_pins", 2), 23, f"matrix.row_pins[2] is 23, {GPIO}"),
        (("matrix", "columns", 13, "pin"), 25, f"matrix.columns[13].pin is 25, {GPIO}"),
        (("matrix", "columns", 0, "pin"), -1, f"matrix.columns[0].pin is -1, {GPIO}"),
        (("leds", "pin"), 29, f"leds.pin is 29, {GPIO}"),
        (("built_of",), "wood", "built_of is 'wood', expected boards or wires"),
        (("revision",), 0, "revision is 0, expected a whole number of 1..255"),
        (("revision",), 256, "revision is 256, expected a whole number of 1..255"),
        (("revision",), 2**80, "revision is a number of 81 bits, expected a whole number of"),
        (
            ("matrix", "row_pull_up_ohm"),
            470,
            "matrix.row_pull_up_ohm is 470, expected a whole number of 1000..10000",
        ),
        (
            ("current_ma", "default_budget"),
            251,
            "current_ma.default_budget is 251, expected a whole number of 100..250",
        ),
        (
            ("current_ma", "powered_budget"),
            199,
            "current_ma.powered_budget is 199, expected a whole number of 200..500",
        ),
        (("current_ma", "channel"), 0, "current_ma.channel is 0, expected a whole number of 1.."),
        (("current_ma", "idle"), 2, "current_ma.idle is 2, expected a whole number of 0..1"),
        (("place_mm", "pitch"), 19.9, "place_mm.pitch is 19.9, expected a number of 20..100"),
        (("place_mm", "a1", 0), -1, "place_mm.a1[0] is -1, expected a number of 0..1000"),
        (("place_mm", "a1", 1), float("nan"), "place_mm.a1[1] is nan, expected a number of"),
        (
            ("place_mm", "cover_offset", 1),
            25.5,
            "place_mm.cover_offset[1] is 25.5, expected a number of -25..25",
        ),
        (("pi", "column_pins", 5), 10, f"pi.column_pins[5] is 10, {ON_PI}"),
        (("pi", "column_pins", 0), 1, f"pi.column_pins[0] is 1, {ON_PI}"),
        (("pi", "row_pins", 4), 15, "pi.row_pins[4] is 15, expected a GPIO of 4..6, 12, 13 or"),
        (("pi", "row_pins", 0), 2, "pi.row_pins[0] is 2, expected a GPIO of 4..6, 12, 13 or"),
        (("pi", "led_pin"), 11, "pi.led_pin is 11, expected a GPIO of 10, 12, 18 or 21"),
        (
            ("pi", "led_pin"),
            18,
            "pi.led_pin is 18, expected a GPIO of its own (pi.column_pins[11] has 18)",
        ),
        (
            ("pi", "row_pins", 1),
            25,
            "pi.row_pins[1] is 25, expected a GPIO of its own (pi.row_pins[0] has 25)",
        ),
        (
            ("parts", "reed", "eur"),
            -1,
            "parts.reed.eur is -1, expected a number of 0..1000",
        ),
        # wrong type
        (
            ("parts", "led", "number"),
            "ä",
            "parts.led.number is 'ä', expected a line of 1..80 printable ASCII characters",
        ),
        (
            ("parts", "led", "footprint"),
            "D_SOD-123",
            "parts.led.footprint is 'D_SOD-123', expected a library and a footprint, as in",
        ),
        (
            ("parts", "led", "alternatives"),
            [],
            "parts.led.alternatives is a list of 0, expected at least one order number",
        ),
        (("pi", "column_pins", 0), True, f"pi.column_pins[0] is True, {ON_PI}"),
        (("revision",), True, "revision is True, expected a whole number of 1..255"),
        (("revision",), "1", "revision is '1', expected a whole number of 1..255"),
        (("leds", "pin"), True, f"leds.pin is True, {GPIO}"),
        (("leds", "pin"), 22.0, f"leds.pin is 22.0, {GPIO}"),
        (("leds", "pin"), "GP22", f"leds.pin is 'GP22', {GPIO}"),
        (("matrix",), 5, f"matrix is 5, expected a table of {ALL_OF_MATRIX}"),
        (("matrix", "row_pins"), 16, "matrix.row_pins is 16, expected a list of 5 GPIOs"),
        (
            ("matrix", "columns", 3),
            "x",
            "matrix.columns[3] is 'x', expected a table of pin, reeds",
        ),
        ((*COVER_OF_B, 2), 12, f"matrix.columns[2].reeds[2] is 12, {REED}"),
        (("leds", "chain"), {}, "leds.chain is a table, expected a list of 52 LEDs"),
        (("place_mm", "a1"), 34.0, "place_mm.a1 is 34.0, expected a list of two numbers, x and y"),
        (("place_mm", "pitch"), False, "place_mm.pitch is False, expected a number of 20..100"),
        (("name",), "Floor 1", "name is 'Floor 1', expected a word of 1..16 letters a..z"),
        # wrong count
        (
            ("matrix", "row_pins"),
            [16, 17],
            "matrix.row_pins is a list of 2, expected a list of 5 GPIOs",
        ),
        (
            ("matrix", "columns"),
            DOCUMENT["matrix"]["columns"][:13],
            "matrix.columns is a list of 13, expected a list of 14 columns",
        ),
        (("place_mm", "r1"), [1], "place_mm.r1 is a list of 1, expected a list of two numbers"),
        (("pi", "row_pins"), [25], "pi.row_pins is a list of 1, expected a list of 5 GPIOs"),
        # missing and unknown keys
        (("pi",), MISSING, "pi is missing, expected a table of column_pins, row_pins, led_pin"),
        (("name",), MISSING, "name is missing, expected a word of 1..16 letters a..z"),
        (("matrix",), MISSING, f"matrix is missing, expected a table of {ALL_OF_MATRIX}"),
        (
            ("matrix", "row_pins"),
            MISSING,
            "matrix.row_pins is missing, expected a list of 5 GPIOs",
        ),
        (("matrix", "columns", 4, "pin"), MISSING, f"matrix.columns[4].pin is missing, {GPIO}"),
        (
            ("place_mm", "help"),
            MISSING,
            "place_mm.help is missing, expected a list of two numbers",
        ),
        (
            ("parts", "pico"),
            MISSING,
            "parts.pico is missing, expected a table of number, alternatives, footprint, eur",
        ),
        (("parts", "magnet"), {}, "parts.magnet is unknown, expected only reed, wire, diode,"),
        (("notes",), "", "notes is unknown, expected only name, revision, built_of,"),
        (("matrix", "pins"), [], f"matrix.pins is unknown, expected only {ALL_OF_MATRIX}"),
        (("leds", "two words"), 1, "leds.'two words' is unknown, expected only pin, colour_order"),
        # words
        (
            ("matrix", "diode_cathode"),
            "sideways",
            "matrix.diode_cathode is 'sideways', expected column",
        ),
        (("matrix", "diode_cathode"), "row", "matrix.diode_cathode is 'row', expected column"),
        (("leds", "colour_order"), "GRBW", "leds.colour_order is 'GRBW', expected GRB or RGB or"),
        ((*COVER_OF_B, 2), "b3", f"matrix.columns[2].reeds[2] is 'b3', {REED}"),
        ((*COVER_OF_B, 2), "B3.cover", f"matrix.columns[2].reeds[2] is 'B3.cover', {REED}"),
        (("leds", "chain", 51), "r12", f"leds.chain[51] is 'r12', {PLACE}"),
        (("leds", "chain", 0), None, f"leds.chain[0] is None, {PLACE}"),
        # twice, or not at all
        (
            ("matrix", "row_pins", 0),
            22,
            "leds.pin is 22, expected a GPIO of its own (matrix.row_pins[0] has 22)",
        ),
        (
            ("matrix", "columns", 5, "pin"),
            4,
            "matrix.columns[5].pin is 4, expected a GPIO of its own (matrix.columns[4].pin has 4)",
        ),
        (
            ("matrix", "row_pins", 4),
            13,
            "matrix.columns[13].pin is 13, expected a GPIO of its own (matrix.row_pins[4] has 13)",
        ),
        (
            (*COVER_OF_B, 2),
            "a1.cover",
            "matrix.columns[2].reeds[2] is 'a1.cover', expected each name once "
            "(matrix.columns[0].reeds[0] has it)",
        ),
        (
            COVER_OF_B,
            ["b1.cover", "b2.cover", "b4.cover", "b5.cover"],
            "b3.cover in matrix.columns is missing, expected each of 70 names once",
        ),
        (
            ("leds", "chain", 51),
            "a1",
            "leds.chain[51] is 'a1', expected each name once (leds.chain[0] has it)",
        ),
        (
            ("leds", "chain"),
            DOCUMENT["leds"]["chain"][:51],
            "r11 in leds.chain is missing, expected each of 52 names once",
        ),
        # gaps
        (
            ("matrix", "row_pins", 4),
            21,
            "matrix.row_pins[4] is 21, expected 20: the scan allows no gap",
        ),
        (
            ("matrix", "columns", 13, "pin"),
            15,
            "matrix.columns[13].pin is 15, expected 13: the scan allows no gap; to "
            "exchange two lines exchange their reeds, not pins",
        ),
    ],
)
def test_bad_value_is_named_with_its_key_and_range(key: Key, value: object, expected: str) -> None:
    assert message(edited(key, value)).startswith(f"board.toml: {expected}")


def test_led_pin_may_be_any_free_gpio_of_a_pico_and_no_other() -> None:
    good = {14, 15, 21, 22, 26, 27, 28}
    for pin in good:
        assert board_from(edited(("leds", "pin"), pin)).leds.pin == pin
    for pin in set(range(-2, 41)) - good:
        assert message(edited(("leds", "pin"), pin)).startswith(f"board.toml: leds.pin is {pin}, ")


def test_reed_in_the_wrong_column_list_is_counted() -> None:
    document = edited(COVER_OF_B, ["b1.cover", "b2.cover", "b4.cover", "b5.cover"])
    document["matrix"]["columns"][0]["reeds"].append("b3.cover")
    expected = "board.toml: matrix.columns[0].reeds is a list of 6, expected a list of 5 reeds"
    assert message(document).startswith(expected)


def test_long_value_is_cut_in_the_message() -> None:
    assert len(message(edited(("name",), "x" * 10_000))) < 150


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name = \nrevision = 1\n", "(at line 1, column 8)"),
        ("name = 'floor'\n[matrix\n", "(at line 2, column 8)"),
        (TEXT + "\n[leds]\n", "board.toml: not TOML: "),
        ("revision = " + "9" * 5000, "board.toml: not TOML: "),
        ("revision = " + "[" * 5000, "board.toml: not TOML: "),
        ("revision = 0x" + "f" * 5000, "board.toml: name is missing"),
        ("", "board.toml: name is missing"),
    ],
)
def test_bad_text_is_refused_with_its_place(text: str, expected: str) -> None:
    with pytest.raises(BoardFileError) as caught:
        parse(text)
    assert expected in str(caught.value)


def test_number_too_long_to_print_is_refused() -> None:
    with pytest.raises(BoardFileError, match=r"revision is a number of 20000 bits"):
        parse(TEXT.replace("revision = 1\n", "revision = 0x" + "f" * 5000 + "\n"))


def test_messages_begin_with_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("revision = 1\n", encoding="utf-8")
    with pytest.raises(BoardFileError, match=r"^mine\.toml: name is missing"):
        load(path)


def test_absent_file_is_a_board_file_error(tmp_path: Path) -> None:
    with pytest.raises(BoardFileError, match=r"none\.toml: cannot be read \(No such file"):
        load(tmp_path / "none.toml")


def test_file_of_another_encoding_is_a_board_file_error(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "\xe9"\n')
    with pytest.raises(BoardFileError, match=r"^latin\.toml: byte 8 is 0xe9, expected UTF-8"):
        load(path)


def keys(value: object, above: Key = ()) -> list[Key]:
    """The key of every value in a document, tables and lists included."""
    found = [above] if above else []
    if isinstance(value, dict):
        items: list[tuple[str | int, object]] = list(value.items())
    else:
        items = list(enumerate(value)) if isinstance(value, list) else []
    for key, item in items:
        found += keys(item, (*above, key))
    return found


# Every type of TOML; the last three lines are plausible values.
VALUES = st.recursive(
    st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.dates()
    | st.times()
    | st.datetimes(timezones=st.just(datetime.UTC))
    | st.integers(0, 60)
    | st.floats(0, 100)
    | st.sampled_from(["b3.cover", "x23.occupant", "a1", "r11", "done", "column", "row", "RGB"]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(), inner, max_size=4),
)


KEYS = keys(DOCUMENT)
NAMED_KEYS = [key for key in KEYS if isinstance(key[-1], str)]


# tests/long/board_file.py tries more of both.
@settings(max_examples=250, deadline=None)
@given(key=st.sampled_from(KEYS), value=VALUES)
def test_any_value_at_any_key_is_a_board_or_a_board_file_error(key: Key, value: object) -> None:
    check_value(key, value)


def check_value(key: Key, value: object) -> None:
    """A board file with *value* at *key* is a board, or an error of one sentence."""
    result: BoardSpec | str
    try:
        result = board_from(edited(key, value))
    except BoardFileError as error:
        result = str(error)
    if isinstance(result, str):
        assert result.startswith("board.toml: ")
        assert ", expected " in result
        assert "\n" not in result
    else:
        for file, text in texts(result).items():
            if file.endswith(".py"):
                compile(text, file, "exec")


@settings(max_examples=100, deadline=None)
@given(key=st.sampled_from(NAMED_KEYS), name=st.none() | st.text())
def test_any_absent_or_renamed_key_is_a_board_file_error(key: Key, name: str | None) -> None:
    check_renamed(key, name)


def check_renamed(key: Key, name: str | None) -> None:
    """A board file in which *key* is absent, or called *name*, is refused."""
    document = edited(key, MISSING)
    if name is not None and name != key[-1]:
        place: Any = document
        for step in key[:-1]:
            place = place[step]
        place.setdefault(name, 1)
    with pytest.raises(BoardFileError):
        board_from(document)


def test_swapped_reeds_are_a_board_of_another_wiring() -> None:
    board = board_from(swapped((*COVER_OF_B, 2), (*COVER_OF_B, 3)))
    assert board.reeds[12:14] == ("b4.cover", "b3.cover")

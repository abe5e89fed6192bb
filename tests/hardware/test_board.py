"""The board file and the generated layouts against the design, independent of the code."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from heist import layout as firmware
from heistboard.pi import layout as pi
from heistboard.places import layout as host

from hardware.electronics.audit import PICO

TOP = Path(__file__).parents[2]
BOARD = tomllib.loads((TOP / "hardware" / "board.toml").read_text(encoding="utf-8"))
COLUMNS = BOARD["matrix"]["columns"]
ROW_PINS = BOARD["matrix"]["row_pins"]
COLUMN_PINS = [column["pin"] for column in COLUMNS]
LED = BOARD["leds"]

CELLS = {column + row for column in "abcde" for row in "12345"}
CROSSINGS = {f"x{i}{j}" for i in (1, 2, 3, 4) for j in (1, 2, 3, 4)}
ROUND_TRACK = {f"r{n}" for n in range(1, 12)}
BUTTONS = {"done", "undo", "help"}


def number(reed: str) -> int:
    """The number by the design's rules, without the board file's lists."""
    name, _, kind = reed.partition(".")
    if name in CELLS:
        return (2 * "abcde".index(name[0]) + (kind == "occupant")) * 5 + int(name[1]) - 1
    return (9 + int(name[1])) * 5 + int(name[2]) - 1


def test_matrix_has_70_inputs_each_at_a_place_of_its_own() -> None:
    places = [
        (c, r, reed) for c, line in enumerate(COLUMNS) for r, reed in enumerate(line["reeds"])
    ]
    assert len({(c, r) for c, r, _ in places}) == 70
    assert len({reed for _, _, reed in places}) == 70
    assert {(c, r) for c, r, _ in places} == {(c, r) for c in range(14) for r in range(5)}


def test_gpios_exist_on_a_pico_and_have_one_job_each() -> None:
    pins = [*COLUMN_PINS, *ROW_PINS, LED["pin"]]
    assert len(pins) == len(set(pins)) == 20
    assert set(pins) <= set(range(23)) | {26, 27, 28}


# A Raspberry Pi's header as documented: odd pins left, even pins right.
HEADER = (
    *("3V3", "5V", "2", "5V", "3", "GND", "4", "14", "GND", "15"),
    *("17", "18", "27", "GND", "22", "23", "3V3", "24", "10", "GND"),
    *("9", "25", "11", "8", "GND", "7", "0", "1", "5", "GND"),
    *("6", "12", "13", "GND", "19", "16", "26", "20", "GND", "21"),
)


def test_pins_on_a_raspberry_pi_have_one_job_each_and_leave_its_buses_alone() -> None:
    columns, rows, led = (BOARD["pi"][key] for key in ("column_pins", "row_pins", "led_pin"))
    assert (len(columns), len(rows)) == (14, 5)
    assert led == 10  # MOSI
    pins = {*columns, *rows, led}
    assert len(pins) == 20
    memory_of_a_hat, spi, uart = {0, 1}, {7, 8, 9, 11}, {14, 15}
    assert not pins & (memory_of_a_hat | spi | uart)
    with_pull_ups = {2, 3}
    assert not with_pull_ups & set(rows)


def test_raspberry_pi_s_header_is_what_its_layout_and_its_wiring_table_say() -> None:
    assert len(HEADER) == 40
    gpios = (*BOARD["pi"]["column_pins"], *BOARD["pi"]["row_pins"], BOARD["pi"]["led_pin"])
    assert (*pi.COLUMN_PINS, *pi.ROW_PINS, pi.LED_PIN) == gpios
    assert {gpio: HEADER.index(str(gpio)) + 1 for gpio in gpios} == pi.HEADER
    assert (HEADER[1 - 1], HEADER[39 - 1]) == ("3V3", "GND")
    table = (TOP / "hardware" / "pi_wiring.md").read_text(encoding="utf-8").splitlines()[4:]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table]
    picos = (*COLUMN_PINS, *ROW_PINS, LED["pin"])
    assert [row[1:4] for row in rows[:20]] == [
        [f"GP{pico}, {PICO.index(f'GP{pico}') + 1}", f"GPIO {gpio}", str(pi.HEADER[gpio])]
        for pico, gpio in zip(picos, gpios, strict=True)
    ]
    assert rows[2][4] == "b1.cover … b5.cover" and rows[18][4] == "a5.cover … spare"
    assert rows[20][1:4] == ["3V3, 36", "3V3", "1"]
    assert rows[21][1:4] == ["GND, 38", "GND", "39"]


def test_pins_are_those_of_the_design() -> None:
    assert list(range(14)) == COLUMN_PINS
    assert ROW_PINS == [16, 17, 18, 19, 20]
    assert LED["pin"] == 22
    assert LED["colour_order"] == "GRB"
    assert BOARD["matrix"]["row_pull_up_ohm"] == 4700


def test_reeds_are_named_as_in_the_glossary() -> None:
    named = [reed for column in COLUMNS for reed in column["reeds"]]
    covers = {f"{cell}.cover" for cell in CELLS}
    occupants = {f"{place}.occupant" for place in CELLS | CROSSINGS}
    assert set(named) == covers | occupants | BUTTONS | {"spare"}


def test_row_5_of_the_crossing_columns_carries_the_buttons_and_a_spare() -> None:
    assert [column["reeds"][4] for column in COLUMNS[10:]] == ["done", "undo", "help", "spare"]


@pytest.mark.parametrize(
    ("reed", "expected"),
    [
        ("a1.cover", 0),
        ("a1.occupant", 5),
        ("b3.cover", 12),
        ("e5.occupant", 49),
        ("x11.occupant", 50),
        ("x23.occupant", 57),
        ("x44.occupant", 68),
        ("done", 54),
        ("undo", 59),
        ("help", 64),
        ("spare", 69),
    ],
)
def test_reed_has_the_number_of_its_column_and_row(reed: str, expected: int) -> None:
    column, row = divmod(expected, 5)
    assert COLUMNS[column]["reeds"][row] == reed
    assert host.REEDS[expected] == reed


def test_every_reed_has_the_number_the_design_gives_it() -> None:
    magnets = [reed for reed in host.REEDS if "." in reed]
    assert len(magnets) == 66
    assert {reed: host.REEDS.index(reed) for reed in magnets} == {r: number(r) for r in magnets}


def test_led_chain_names_each_place_once() -> None:
    assert len(LED["chain"]) == 52
    assert set(LED["chain"]) == CELLS | CROSSINGS | ROUND_TRACK


def test_led_chain_runs_cells_rightwards_and_crossings_leftwards() -> None:
    expected: list[str] = []
    for row in "12345":
        expected += [column + row for column in "abcde"]
        expected += [f"x{i}{row}" for i in "4321" if row != "5"]
    assert LED["chain"] == expected + [f"r{n}" for n in range(1, 12)]


def test_currents_are_those_of_the_design() -> None:
    expected = {"default_budget": 200, "powered_budget": 450, "channel": 20, "idle": 1}
    assert BOARD["current_ma"] == expected
    for layout in (firmware, host):
        assert layout.DEFAULT_BUDGET_MA == 200
        assert layout.POWERED_BUDGET_MA == 450
        assert layout.CHANNEL_MA == 20
        assert layout.IDLE_MA == 1


def test_dark_module_stays_within_its_budget() -> None:
    assert host.IDLE_MA * len(host.LEDS) < host.DEFAULT_BUDGET_MA


def test_diode_direction_is_stated_once() -> None:
    stated = [
        path.name
        for part in ("hardware", "firmware")
        for path in sorted((TOP / part).rglob("*"))
        if path.suffix in {".toml", ".py", ".md"}
        for _ in re.findall(r"diode_cathode[\"'\]]*\s*[=:]\s*[\"']", path.read_text("utf-8"))
    ]
    assert stated == ["board.toml"]
    assert BOARD["matrix"]["diode_cathode"] == "column"


def test_firmware_layout_says_what_the_board_file_says() -> None:
    assert firmware.REVISION == BOARD["revision"] == 1
    assert firmware.REEDS == 70
    assert firmware.LEDS == 52
    assert list(firmware.COLUMN_PINS) == COLUMN_PINS
    assert list(firmware.ROW_PINS) == ROW_PINS
    assert LED["pin"] == firmware.LED_PIN
    assert LED["colour_order"] == firmware.COLOUR_ORDER


def test_host_layout_says_what_the_board_file_says() -> None:
    assert BOARD["revision"] == host.REVISION
    assert list(host.REEDS) == [reed for column in COLUMNS for reed in column["reeds"]]
    assert list(host.LEDS) == LED["chain"]


def test_host_groups_are_those_of_the_glossary() -> None:
    assert set(host.CELLS) == CELLS
    assert set(host.CROSSINGS) == CROSSINGS
    assert set(host.ROUND_TRACK) == ROUND_TRACK
    assert set(host.BUTTONS) == BUTTONS
    groups = (host.CELLS, host.CROSSINGS, host.ROUND_TRACK, host.BUTTONS)
    assert [len(group) for group in groups] == [25, 16, 11, 3]


def test_firmware_and_host_agree() -> None:
    assert firmware.REVISION == host.REVISION
    assert isinstance(firmware.LAYOUT_CRC, bytes)
    assert len(firmware.LAYOUT_CRC) == 4
    assert int.from_bytes(firmware.LAYOUT_CRC, "little") == host.LAYOUT_CRC
    assert len(host.REEDS) == firmware.REEDS
    assert len(host.LEDS) == firmware.LEDS
    assert host.REEDS[firmware.DONE] == "done"
    assert host.REEDS[firmware.UNDO] == "undo"
    assert host.REEDS[firmware.HELP] == "help"


def test_firmware_layout_is_plain_numbers_bytes_and_one_word() -> None:
    tree = ast.parse((TOP / "firmware" / "heist" / "layout.py").read_text(encoding="utf-8"))
    docstring, *assignments = tree.body
    assert isinstance(docstring, ast.Expr)
    for node in assignments:
        assert isinstance(node, ast.Assign)
        value = ast.literal_eval(node.value)
        for item in value if isinstance(value, tuple) else (value,):
            assert isinstance(item, int | bytes) or item == "GRB"
            assert not isinstance(item, int) or item < 2**30  # else on MicroPython's heap


def test_host_exports_all_it_defines() -> None:
    assert set(host.__all__) == {name for name in vars(host) if name.isupper()}
    assert list(host.__all__) == sorted(host.__all__)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("a1", (34.0, 34.0)),
        ("b3", (84.0, 134.0)),
        ("e5", (234.0, 234.0)),
        ("b3.cover", (101.1, 141.4)),
        ("b3.occupant", (84.0, 134.0)),
        ("x11", (59.0, 59.0)),
        ("x23", (109.0, 159.0)),
        ("x23.occupant", (109.0, 159.0)),
        ("r1", (34.0, 314.0)),
        ("r11", (234.0, 314.0)),
        ("done", (234.0, 299.0)),
    ],
)
def test_place_follows_from_pitch_and_offsets(name: str, place: tuple[float, float]) -> None:
    assert host.PLACE_MM[name] == place


def test_every_led_and_reed_has_a_place() -> None:
    assert set(host.PLACE_MM) == {*host.LEDS, *host.REEDS}


def test_no_two_leds_and_no_two_reeds_lie_within_ten_millimetres() -> None:
    for names in (host.LEDS, host.REEDS):
        places = [complex(*host.PLACE_MM[name]) for name in names]
        assert min(abs(a - b) for n, a in enumerate(places) for b in places[:n]) > 10


def test_cover_reed_is_chiral() -> None:
    (cell_x, cell_y), (reed_x, reed_y) = host.PLACE_MM["c3"], host.PLACE_MM["c3.cover"]
    x, y = reed_x - cell_x, reed_y - cell_y
    quarter_turns = [complex(x, y) * 1j**n for n in range(4)]
    turned_over = [complex(-magnet.real, magnet.imag) for magnet in quarter_turns]
    assert min(abs(magnet - complex(x, y)) for magnet in turned_over) >= 12

"""The circuits, written apart from them: connectors, alike strips, the module, lists."""

import csv
import io
from pathlib import Path

import pytest

from hardware.boardfile import Board, parse
from hardware.electronics import circuit
from hardware.electronics.circuit import CircuitError, controller, module, strip
from hardware.electronics.export import bill
from hardware.electronics.plan import wiring_svg, wiring_text
from hardware.electronics.schematic import schematic
from hardware.electronics.wiring import wiring_csv
from hardware.geometry import PROVED
from hardware.layout import FIRMWARE, HOST, layout_crc, texts
from hardware.magnets.design import DESIGN
from hardware.margins import DIODE

TOP = Path(__file__).parents[2]
TEXT = (TOP / "hardware" / "board.toml").read_text(encoding="utf-8")
BOARD = parse(TEXT)


def edited(*pairs: tuple[str, str]) -> Board:
    """The board file with each first text of *pairs* replaced by the second, and back."""
    text = TEXT
    for old, new in pairs:
        assert old in text
        text = text.replace(old, "\0").replace(new, old).replace("\0", new)
    return parse(text)


def test_every_net_joins_two_pads_at_least() -> None:
    for one in (strip(BOARD), controller(BOARD)):
        assert {net for net, nodes in one.nets.items() if len(nodes) < 2} == set()


def test_every_part_is_one_that_the_board_file_knows_or_copper() -> None:
    kinds = {part.kind for one in (strip(BOARD), controller(BOARD)) for part in one.parts}
    bought = kinds - {"bridge", "test_point"}
    assert bought == set(BOARD.parts) - {"wire", "pico_socket", "button_cap"}


def test_module_has_the_parts_of_the_design() -> None:
    nodes = {node for net in module(BOARD).values() for node in net}
    parts = {(board, ref) for board, ref, _ in nodes}

    def count(prefix: str) -> int:
        return len({part for part in parts if part[1].rstrip("0123456789") == prefix})

    assert (count("SW"), count("LED"), count("U")) == (66 + 3, 52, 2)
    assert count("D") == 70 + 3
    assert count("C") == 52 + 1 + 1


# The Pico's pins 1..26 by GPIO, as its pinout shows them.
PINS = (
    *(0, 1, None, 2, 3, 4, 5, None, 6, 7, 8, 9, None, 10, 11, 12, 13, None, 14, 15),
    *(16, 17, None, 18, 19, 20),
)


def test_columns_and_rows_of_the_module_end_at_their_pins() -> None:
    nets = module(BOARD)
    for n in range(14):
        (pico,) = (
            pad for board, ref, pad in nets[f"COL{n}"] if (board, ref) == ("controller", "U1")
        )
        assert PINS[int(pico) - 1] == n
    for n in range(5):
        (pico,) = (
            pad for board, ref, pad in nets[f"ROW{n}"] if (board, ref) == ("controller", "U1")
        )
        assert PINS[int(pico) - 1] == 16 + n
        reeds = {(b, r) for b, r, _ in nets[f"ROW{n}"] if b == f"strip{n + 1}" and r[:2] == "SW"}
        assert len(reeds) == (14 if n < 4 else 10)


def test_a_strip_passes_its_columns_on_at_the_same_place() -> None:
    one = strip(BOARD)
    for n in range(2, 7):
        assert one[f"J{n}"].pads == one[f"J{n + 10}"].pads
        assert one[f"J{n}"].at[0] == one[f"J{n + 10}"].at[0]


def test_strips_meet_at_the_pitch_with_their_pins_all_but_fully_in() -> None:
    one = strip(BOARD)
    seam = BOARD.geometry.pitch + one["J1"].at[1] - one["J11"].at[1]
    assert 14.07 < seam < 15  # all the way in; and 6 mm of pin still hold
    assert one.size[1] < BOARD.geometry.pitch


def test_reeds_and_lights_lie_where_the_board_file_has_them() -> None:
    one, left_top = strip(BOARD), circuit.origin(BOARD, 0)
    places = {part.label: part.at for part in one.parts if part.kind == "reed"}
    assert places["c.cover"] == pytest.approx((134 + 17.3, 34 + 7.2 - left_top[1]))
    assert places["x4"] == pytest.approx((34 + 3.5 * 50, 34 + 25 - left_top[1]))
    lights = {part.label: part.at for part in one.parts if part.kind == "led"}
    assert lights["a"] == pytest.approx((34, 34 - 9 - left_top[1]))


# --- what strips that are alike cannot be -------------------------------------------------------


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([('"b3.cover"', '"b4.cover"')], "b3.cover is in column 2, row 3 of the matrix, expected"),
        ([('"a1.cover"', '"a2.cover"')], "a1.cover is in column 0, row 1 of the matrix, expected"),
        ([('"a1.occupant"', '"b1.occupant"')], "a1.occupant is in column 3, row 0"),
        ([('"x23.occupant"', '"done"')], "x23.occupant is in column 10, row 4"),
        ([('"r1", ', '"r2", ')], "leds.chain[41] is r2, expected r1: strips are alike"),
    ],
)
def test_a_board_that_needs_unlike_strips_is_refused(
    pairs: list[tuple[str, str]], said: str
) -> None:
    board = edited(*pairs)
    with pytest.raises(CircuitError) as caught:
        controller(board)
    assert str(caught.value).startswith(said)


# --- one truth ----------------------------------------------------------------------------------

CELLS = [
    (f'"a{n}.{kind}"', f'"b{n}.{kind}"') for n in range(1, 6) for kind in ("cover", "occupant")
]
ROWS = [
    (f'"{c}2.{kind}"', f'"{c}3.{kind}"') for c in "abcde" for kind in ("cover", "occupant")
] + [(f'"x{i}2.occupant"', f'"x{i}3.occupant"') for i in range(1, 5)]
ONE_TRUTH = {
    "columns' pins": edited(
        *[(f"{{ pin = {n},", f"{{ pin = {n + 1},") for n in range(13, -1, -1)]
    ),
    "rows' pins": edited(("[16, 17, 18, 19, 20]", "[17, 18, 19, 20, 21]")),
    "lights' pin": edited(("pin = 22", "pin = 26")),
    "two columns of cells": edited(*CELLS),
    "two rows of cells and crossings": edited(*ROWS),
    "two buttons": edited(('"done"', '"spare"')),
}


@pytest.mark.parametrize("name", ONE_TRUTH)
def test_a_change_of_wiring_changes_everything_that_is_made(name: str) -> None:
    board = ONE_TRUTH[name]
    for file in (FIRMWARE, HOST):
        assert texts(board)[file] != texts(BOARD)[file]
    assert module(board) != module(BOARD)
    assert schematic(controller(board), board, 0) != schematic(controller(BOARD), BOARD, 0)
    for make in (wiring_csv, wiring_text, wiring_svg):
        assert make(board) != make(BOARD) or (make, name) == (wiring_svg, "two buttons")


def test_strips_do_not_change_with_the_wiring() -> None:
    for board in ONE_TRUTH.values():
        assert strip(board).nets == strip(BOARD).nets


def test_equal_boards_give_equal_schematics() -> None:
    crc = layout_crc(BOARD)
    assert schematic(strip(BOARD), BOARD, crc) == schematic(strip(parse(TEXT)), BOARD, crc)


# --- lists --------------------------------------------------------------------------------------


def test_bill_counts_one_module() -> None:
    rows = {row["part"]: row for row in csv.DictReader(io.StringIO(bill(BOARD)))}
    counts = {kind: int(row["quantity"]) for kind, row in rows.items() if row["quantity"]}
    assert counts["reed"] == 25 * 2 + 16
    assert counts["diode"] == 70 and counts["wire"] == counts["reed"]
    assert counts["led"] == 52 and counts["bypass"] == 53
    assert counts["header"] == counts["socket"] == 5 * 6
    assert (counts["pico"], counts["pico_socket"], counts["button"]) == (1, 2, 3)
    assert all(row["alternatives"] and row["order number"] for row in list(rows.values())[:-1])
    total = sum(float(row["eur"]) for row in list(rows.values())[:-1])
    assert float(rows["all"]["eur"]) == pytest.approx(total, abs=0.06)


# --- what others have proved of it --------------------------------------------------------------


def test_board_is_the_one_whose_magnets_and_margins_are_proved() -> None:
    geometry = BOARD.geometry
    assert (DESIGN.pitch, DESIGN.cover) == (geometry.pitch, geometry.cover_offset)
    assert (DESIGN.led, geometry.occupant_offset) == (geometry.led_offset, (0.0, 0.0))
    assert {key: getattr(geometry, key) for key in PROVED} == PROVED
    assert BOARD.parts["reed"].number.endswith(DESIGN.reed.order)
    assert DIODE in BOARD.parts["diode"].number

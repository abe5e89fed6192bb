"""The circuits, checked independently: connectors, strips, the module, lists."""

import csv
import io
import random
from collections import defaultdict
from pathlib import Path

import pytest

from hardware.boardfile import BoardSpec, parse
from hardware.electronics import circuit
from hardware.electronics.circuit import controller, module, strip
from hardware.electronics.export import bill
from hardware.electronics.lanes import check_strips, lanes
from hardware.electronics.plan import wiring_svg, wiring_text
from hardware.electronics.project import circuits
from hardware.electronics.schematic import schematic
from hardware.electronics.strips import CircuitError, Wiring
from hardware.electronics.wiring import wiring_csv
from hardware.geometry import PROVED
from hardware.guide.shopping import items
from hardware.layout import FIRMWARE, HOST, layout_crc, texts
from hardware.magnets.design import DESIGN
from hardware.margins import DIODE

TOP = Path(__file__).parents[2]
TEXT = (TOP / "hardware" / "board.toml").read_text(encoding="utf-8")
BOARD = parse(TEXT)


def edited(*pairs: tuple[str, str]) -> BoardSpec:
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


# The Pico's pins 1..26 by GPIO, from its pinout.
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
    assert places["c.cover"] == pytest.approx((134 + 17.1, 34 + 7.4 - left_top[1]))
    assert places["x4"] == pytest.approx((34 + 3.5 * 50, 34 + 25 - left_top[1]))
    lights = {part.label: part.at for part in one.parts if part.kind == "led"}
    assert lights["a"] == pytest.approx((34, 34 - 9 - left_top[1]))


# --- switches that have changed places ----------------------------------------------------------


def cells(one: str, other: str) -> list[tuple[str, str]]:
    """The switches that two cells exchange."""
    return [(f'"{one}.{kind}"', f'"{other}.{kind}"') for kind in ("cover", "occupant")]


@pytest.mark.parametrize(
    ("pairs", "boards", "moved"),
    [
        (
            cells("a1", "b1"),
            "strip1 strip strip strip strip",
            {
                "a.cover": ("b.cover", 0), "a.occupant": ("b.occupant", 0),
                "b.cover": ("a.cover", 0), "b.occupant": ("a.occupant", 0),
            },
        ),
        (
            cells("a1", "a2"),
            "strip1 strip2 strip strip strip",
            {"a.cover": ("a.cover", 4), "a.occupant": ("a.occupant", 4)},
        ),
        (
            cells("c2", "e4"),
            "strip strip2 strip strip4 strip",
            {"c.cover": ("e.cover", 3), "c.occupant": ("e.occupant", 3)},
        ),
        ([('"x23.occupant"', '"done"')], "strip strip strip3 strip strip", {"x2": ("x1", 3)}),
        ([('"done"', '"undo"')], "strip strip strip strip strip", {}),
    ],
)  # fmt: skip
def test_a_strip_whose_switches_have_changed_places_is_a_board_of_its_own(
    pairs: list[tuple[str, str]], boards: str, moved: dict[str, tuple[str, int]]
) -> None:
    wiring = Wiring(edited(*pairs))
    assert wiring.boards == tuple(boards.split())
    assert next((wiring.moved[name] for name in wiring.boards if name != "strip"), {}) == moved


def matrix(board: BoardSpec) -> dict[str, tuple[str, str]]:
    """Column and row of each switch, traced through the module's nets."""
    nets = module(board)
    net_of = {node: net for net, nodes in nets.items() for node in nodes}
    made = [(f"strip{n}", strip(board, name)) for n, name in enumerate(Wiring(board).boards, 1)]
    found = {}
    for where, one in (*made, ("controller", controller(board))):
        for part in one.parts:
            row = net_of.get((where, part.ref, "1"))
            if row is None or part.kind not in ("reed", "button", "spare"):
                continue
            ((_, diode, _),) = nets[net_of[where, part.ref, "2"]] - {(where, part.ref, "2")}
            cell, _, kind = part.label.partition(".")
            name = f"{cell}{where[-1]}.{kind or 'occupant'}" if part.kind == "reed" else cell
            found[name] = (net_of[where, diode, "1"], row)
    return found


@pytest.mark.parametrize("seed", range(20))
def test_whatever_two_switches_change_places_each_finds_its_lines(seed: int) -> None:
    one, other = random.Random(seed).sample(BOARD.reeds, 2)
    board = edited((f'"{one}"', f'"{other}"'))
    check_strips(board)
    places = {reed: divmod(n, 5) for n, reed in enumerate(board.reeds)}
    assert matrix(board) == {reed: (f"COL{c}", f"ROW{r}") for reed, (c, r) in places.items()}


@pytest.mark.parametrize("pairs", [cells("a1", "b1"), cells("b2", "d4"), cells("a5", "e5")])
def test_pieces_of_a_lane_and_taps_keep_apart(pairs: list[tuple[str, str]]) -> None:
    board = edited(*pairs)
    for name in set(Wiring(board).boards) - {"strip"}:
        found = lanes(strip(board, name), board)
        ends = [(lane.index, lane.line_x, *(tap.x for tap in lane.taps)) for lane in found]
        for n, (index, *xs) in enumerate(ends):
            for other, *xs2 in ends[:n]:
                assert index != other or min(xs) > max(xs2) or max(xs) < min(xs2)
        taps = [tap.x for lane in found for tap in lane.taps]
        assert min(abs(x - y) for n, x in enumerate(taps) for y in taps[:n]) > 1


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        (
            [*cells("a1", "b1"), ('"c1.cover"', '"b2.cover"')],
            "row strip 1, no other: its reeds want more than 4 lanes",
        ),
        (
            [
                (f'"a{n}.cover"', f'"{c}{n}.cover"')
                for n, other in ((3, "c"), (4, "d"), (5, "e"))
                for c in ("b", other)
            ],
            "columns are too mixed for strips: none has most of its reeds in number 2",
        ),
        ([('"r1", ', '"r2", ')], "leds.chain[41] is r2, expected r1: on strips the chain runs"),
    ],
)
def test_what_strips_cannot_be_is_refused(pairs: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(CircuitError) as caught:
        check_strips(edited(*pairs))
    assert str(caught.value).startswith(said)
    assert 'built_of = "wires"' in str(caught.value)


# --- one truth ----------------------------------------------------------------------------------

CELLS = [pair for n in range(1, 6) for pair in cells(f"a{n}", f"b{n}")]
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
UNLIKE = {
    "two cells of a row": edited(*cells("a1", "b1")),
    "two cells of a column": edited(*cells("a1", "a2")),
    "two cells": edited(*cells("b2", "d4")),
    "two crossings": edited(('"x11.occupant"', '"x24.occupant"')),
}


@pytest.mark.parametrize("name", ONE_TRUTH | UNLIKE)
def test_a_change_of_wiring_changes_everything_that_is_made(name: str) -> None:
    board = (ONE_TRUTH | UNLIKE)[name]
    for file in (FIRMWARE, HOST):
        assert texts(board)[file] != texts(BOARD)[file]
    assert module(board) != module(BOARD)
    drawn, before = (
        {schematic(one, it, 0) for one in circuits(it).values()} for it in (board, BOARD)
    )
    assert drawn - before
    for make in (wiring_csv, wiring_text, wiring_svg):
        assert make(board) != make(BOARD) or (make, name) == (wiring_svg, "two buttons")


def test_strips_do_not_change_with_pins_rows_and_columns() -> None:
    for board in ONE_TRUTH.values():
        assert set(circuits(board)) == {"strip", "controller"}
        assert strip(board).nets == strip(BOARD).nets


def test_of_two_exchanged_cells_strips_change_and_the_controller_does_not() -> None:
    for board in UNLIKE.values():
        assert controller(board).nets == controller(BOARD).nets
        for name in set(Wiring(board).boards) - {"strip"}:
            assert strip(board, name).nets != strip(BOARD).nets


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


def test_a_module_of_unlike_strips_has_the_same_parts_and_more_orders() -> None:
    def counts(board: BoardSpec) -> dict[str, str]:
        return {row["part"]: row["quantity"] for row in csv.DictReader(io.StringIO(bill(board)))}

    def orders(board: BoardSpec) -> list[tuple[str, str, tuple[int, ...]]]:
        found = items(board, defaultdict(float))
        return [(it.what, it.number, it.needed) for it in found if it.group == "Circuit boards"]

    board = UNLIKE["two cells"]
    assert counts(board) == counts(BOARD)
    assert orders(BOARD)[0] == ("row strips", "strip-gerbers.zip", (5, 10, 15))
    assert orders(board) == [
        ("row strips", "strip-gerbers.zip", (3, 6, 9)),
        ("row strip 2", "strip2-gerbers.zip", (1, 2, 3)),
        ("row strip 4", "strip4-gerbers.zip", (1, 2, 3)),
        orders(BOARD)[1],
    ]


# --- what others have proved of it --------------------------------------------------------------


def test_board_is_the_one_whose_magnets_and_margins_are_proved() -> None:
    geometry = BOARD.geometry
    assert (DESIGN.pitch, DESIGN.cover) == (geometry.pitch, geometry.cover_offset)
    assert (DESIGN.led, geometry.occupant_offset) == (geometry.led_offset, (0.0, 0.0))
    assert {key: getattr(geometry, key) for key in PROVED} == PROVED
    assert BOARD.parts["reed"].number.endswith(DESIGN.reed.order)
    assert DIODE in BOARD.parts["diode"].number

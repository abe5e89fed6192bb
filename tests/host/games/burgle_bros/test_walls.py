"""Walls and cells: BB-SETUP-4, BB-KNOX-1, BB-KNOX-3, BB-WALL-1 to -3."""

import tomllib
from pathlib import Path

import heistboard
import pytest
from heistboard.games.burgle_bros.cells import GRIDS, place_names
from heistboard.games.burgle_bros.walls import (
    LAYOUTS,
    FloorPlan,
    WallError,
    checked,
    neighbours,
    printed,
    reached,
    read_building,
    read_floor,
    wall_text,
)

DATA = Path(heistboard.__file__).parent / "games/burgle_bros/cards.toml"
EIGHT = "a1|b1,b1|c1,d1|d2,a2|b2,c2|d2,b3|c3,b3|b4,d3|d4"  # Office, floor 1


def test_cells_are_numbered_row_by_row_and_floor_by_floor() -> None:
    grid = GRIDS[4]
    assert grid.names[:5] == ("a1", "b1", "c1", "d1", "a2")
    assert [grid.names[cell] for cell in grid.beside[grid.numbers["b1"]]] == ["a1", "c1", "b2"]
    assert [grid.names[cell] for cell in grid.beside[grid.numbers["c3"]]] == [
        *("c2", "b3", "d3", "c4"),
    ]
    assert place_names(5, 2)[24:27] == ("e5", "2:a1", "2:b1")
    assert len(place_names(4, 3)) == 48


def test_grids_have_all_borders_and_the_rim() -> None:
    assert [len(GRIDS[size].borders) for size in (4, 5)] == [24, 40]
    inner = {"b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"}
    assert {GRIDS[5].names[cell] for cell in GRIDS[5].rim} == set(GRIDS[5].names) - inner


def test_bb_safe_1_a_line_is_the_rest_of_row_and_column() -> None:
    grid = GRIDS[4]
    line = {grid.names[cell] for cell in grid.lines[grid.numbers["b3"]]}
    assert line == {"a3", "c3", "d3", "b1", "b2", "b4"}
    assert {len(line) for line in GRIDS[5].lines} == {8}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_bb_setup_4_printed_walls_are_those_of_the_data_file(layout: str) -> None:
    tables = [
        table
        for table in tomllib.loads(DATA.read_text("utf-8"))["walls"]
        if table["scenario"] == layout
    ]
    plans = printed(layout)
    assert [table["floor"] for table in tables] == list(range(1, len(plans) + 1))
    for table, plan in zip(tables, plans, strict=True):
        names = GRIDS[plan.size].names
        assert plan.size == table["size"]
        assert {frozenset(pair) for pair in table["pairs"]} == {
            frozenset((names[one], names[other])) for one, other in plan.walls
        }
        assert plan.empty == (12 if layout.startswith("fort_knox") else None)


def test_bb_wall_1_printed_floors_have_8_or_12_walls() -> None:
    counts = {layout: [len(plan.walls) for plan in printed(layout)] for layout in LAYOUTS}
    assert counts == {
        "office": [8, 8],
        "bank": [8, 8, 8],
        "fort_knox_a": [12, 12],
        "fort_knox_b": [12, 12],
    }


@pytest.mark.parametrize("layout", LAYOUTS)
def test_printed_walls_pass_the_check_of_custom_ones(layout: str) -> None:
    plans = printed(layout)
    size, empty = plans[0].size, plans[0].empty
    assert read_building(wall_text(plans), size, len(plans), empty) == plans


def test_unknown_layout_is_refused() -> None:
    with pytest.raises(ValueError, match="no walls of 'fort_knox', expected office or bank or"):
        printed("fort_knox")


def test_bb_setup_4_a_wall_parts_neighbours_and_nothing_else() -> None:
    names = GRIDS[4].names
    near = neighbours(read_floor("b2|b3", 4))
    assert {names[cell] for cell in near[names.index("b2")]} == {"b1", "a2", "c2"}
    assert {names[cell] for cell in near[names.index("b3")]} == {"a3", "c3", "b4"}
    assert near[0] == (1, 4)


def test_bb_knox_1_the_empty_cell_is_next_to_nothing() -> None:
    near = neighbours(FloorPlan(5, frozenset(), 12))
    assert near[12] == ()
    assert not any(12 in cells for cells in near)
    assert near[7] == (2, 6, 8)
    assert len(FloorPlan(5, frozenset(), 12).cells) == 24


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a1|b1", "a1|b1"),
        (" B1 | a1 , c1|b1 ", "a1|b1,b1|c1"),
        ("c3|c4,a1|b1", "a1|b1,c3|c4"),
        ("", ""),
    ],
)
def test_walls_may_be_written_in_any_order(text: str, same: str) -> None:
    assert wall_text([read_floor(text, 4)]) == same


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a1", r"'a1' is no wall, expected two cells: a1\|b1"),
        ("a1|b1|c1", "is no wall, expected two cells"),
        ("a1|b1,", "'' is no wall"),
        ("a1|a0", r"'a1\|a0': there is no cell 'a0', expected a1..d4"),
        ("d1|e1", r"'d1\|e1': there is no cell 'e1', expected a1..d4"),
        ("a1|c1", r"'a1\|c1': no border is between these cells"),
        ("a1|b2", r"'a1\|b2': no border is between these cells"),
        ("d1|a2", "no border is between these cells"),
        ("a1|a1", "no border is between these cells"),
        ("a1|b1,b2|b3,b1|a1", r"'b1\|a1' is there twice"),
    ],
)
def test_bb_wall_2_walls_stand_between_two_rooms_once(text: str, said: str) -> None:
    with pytest.raises(WallError, match=rf"{said}.* \(BB-WALL-2\)$") as refused:
        read_floor(text, 4)
    assert refused.value.rule == "BB-WALL-2"


def test_bb_wall_2_no_wall_is_against_the_empty_cell() -> None:
    assert read_floor("b3|c3", 5, 0).walls
    with pytest.raises(WallError, match=r"'b3\|c3' is against the empty cell c3 \(BB-WALL-2\)"):
        read_floor("b3|c3", 5, 12)
    with pytest.raises(WallError, match=r"'a1\|b1' is against the empty cell a1"):
        read_floor("a1|b1", 5, 0)


@pytest.mark.parametrize(
    ("text", "size", "empty", "cut"),
    [
        ("a1|b1,a1|a2", 4, None, "a1"),
        ("c4|d4,d3|d4", 4, None, "d4"),
        ("a2|a3,b2|b3,c2|c3,d2|d3", 4, None, "a3, b3, c3, d3, a4, b4, c4, d4"),
        ("b3|b4,a5|b5,b5|c5,b4|c4,a4|b4", 5, 12, "b4, b5"),
        ("b1|c1,b2|c2,a3|b3", 5, None, None),
        ("a1|a2", 5, 1, "a1"),
    ],
)
def test_bb_wall_3_no_room_is_cut_off(
    text: str, size: int, empty: int | None, cut: str | None
) -> None:
    if cut is None:
        assert len(reached(read_floor(text, size, empty), 0)) == 25
        return
    with pytest.raises(WallError, match=rf"walls cut off {cut} from the other.*\(BB-WALL-3\)$"):
        read_floor(text, size, empty)


def test_bb_wall_3_an_empty_cell_alone_can_cut_nothing_off() -> None:
    assert all(checked(FloorPlan(5, frozenset(), empty)) for empty in range(25))


@pytest.mark.parametrize(
    ("text", "said", "rule"),
    [
        (EIGHT, "^got walls of 1, expected 2 floors with a / between two", "BB-WALL-1"),
        (f"{EIGHT}/{EIGHT}/{EIGHT}", "walls of 3, expected 2 floors", "BB-WALL-1"),
        (f"{EIGHT}/a1|b1", "floor 2: got 1, expected 8 walls", "BB-WALL-1"),
        (f"{EIGHT},c3|d3/{EIGHT}", "floor 1: got 9, expected 8 walls", "BB-WALL-1"),
        (f"{EIGHT}/{EIGHT[6:]},a1|c1", r"floor 2: 'a1\|c1': no border", "BB-WALL-2"),
        (f"{EIGHT}/{EIGHT[6:]},d1|c1", "floor 2: walls cut off d1 from", "BB-WALL-3"),
    ],
)
def test_bb_wall_1_every_floor_has_its_number_of_walls(text: str, said: str, rule: str) -> None:
    with pytest.raises(WallError, match=rf"{said}.*\({rule}\)$") as refused:
        read_building(text, 4, 2)
    assert refused.value.rule == rule

"""The geometry of the district."""

from collections import Counter
from itertools import product

from heistboard.games.car_thief import board
from heistboard.games.car_thief.board import CELLS, CROSSINGS

from tests.support.car_thief import car_thief


def beside(one: str, other: str) -> bool:
    return sum(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True)) == 1


def test_ct_geo_1_cells_are_a_square_of_five() -> None:
    assert sorted(CELLS) == sorted(a + b for a, b in product("abcde", "12345"))
    assert (CELLS[0], CELLS[4], CELLS[20], CELLS[24]) == ("a1", "e1", "a5", "e5")


def test_ct_geo_2_tokens_and_helicopters() -> None:
    assert Counter(board.token(r) for r in range(1, board.ROUNDS + 1)) == {
        "yellow": 1,
        "red": 1,
        "blue": 9,
    }
    assert set(board.COLOURS) == {"green", "yellow", "pink"}


def test_ct_geo_3_no_seat_sees_which_building_stands_where() -> None:
    state = car_thief("hide c3")
    said = str([state.view(0), state.view(1), state.moves])
    assert not any(word in said for word in ("large", "small", "building"))


def test_ct_geo_4_cells_are_next_when_they_share_a_side() -> None:
    edges = 0
    for one, near in zip(CELLS, board.NEXT_CELLS, strict=True):
        found = {CELLS[cell] for cell in board.cells_of(near)}
        assert found == {other for other in CELLS if beside(one, other)}
        edges += len(found)
    assert edges == 2 * 40
    assert Counter(near.bit_count() for near in board.NEXT_CELLS) == {2: 4, 3: 12, 4: 9}


def test_ct_geo_5_crossings_are_named_by_column_and_row() -> None:
    assert sorted(CROSSINGS) == sorted(f"x{i}{j}" for i, j in product("1234", "1234"))
    assert (CROSSINGS[0], CROSSINGS[3], CROSSINGS[12]) == ("x11", "x41", "x14")


def test_ct_geo_6_a_crossing_has_four_buildings() -> None:
    found = {
        name: " ".join(CELLS[cell] for cell in cells)
        for name, cells in zip(CROSSINGS, board.BUILDINGS, strict=True)
    }
    assert len(found) == 16
    for name, cells in {
        "x11": "a1 b1 a2 b2",
        "x41": "d1 e1 d2 e2",
        "x23": "b3 c3 b4 c4",
        "x44": "d4 e4 d5 e5",
    }.items():
        assert found[name] == cells
    for name, cells in found.items():
        i, j = int(name[1]), int(name[2])
        assert cells.split()[0] == "abcde"[i - 1] + str(j)
        assert cells.split()[3] == "abcde"[i] + str(j + 1)


def test_ct_geo_7_corner_rim_and_inner_cells_touch_1_2_4_crossings() -> None:
    touched = Counter(CELLS[cell] for cells in board.BUILDINGS for cell in cells)
    for name in CELLS:
        rims = (name[0] in "ae") + (name[1] in "15")
        assert touched[name] == {2: 1, 1: 2, 0: 4}[rims]


def test_ct_geo_8_no_crossing_on_the_rim() -> None:
    assert len(CROSSINGS) == 16
    assert all(len(set(cells)) == 4 for cells in board.BUILDINGS)


def test_ct_geo_9_crossings_are_next_along_a_road() -> None:
    for one, near in zip(CROSSINGS, board.NEXT_CROSSINGS, strict=True):
        found = {CROSSINGS[to] for to in near}
        assert found == {other for other in CROSSINGS if beside(one, other)}
    counts = Counter(len(near) for near in board.NEXT_CROSSINGS)
    assert counts == {2: 4, 3: 8, 4: 4}
    assert sum(len(near) for near in board.NEXT_CROSSINGS) == 2 * 24

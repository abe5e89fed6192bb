"""Trails, sets of cells and police phases, compared with independent counts."""

import doctest
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest
from heistboard.games import load
from heistboard.games.car_thief import trail_counts
from heistboard.games.car_thief.board import (
    ALL_CELLS,
    BUILDINGS,
    CELLS,
    COLOURS,
    CROSSINGS,
    NEXT_CELLS,
    cells_of,
)
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.car_thief.trail_counts import TrailCount, count_trails

CLASSES = {
    "a1": ("a1", "e1", "a5", "e5"),
    "b1": ("b1", "d1", "a2", "e2", "a4", "e4", "b5", "d5"),
    "c1": ("c1", "a3", "e3", "c5"),
    "b2": ("b2", "d2", "b4", "d4"),
    "c2": ("c2", "b3", "d3", "c4"),
    "c3": ("c3",),
}
PERFT = {
    1: (25, (1, 1, 1, 1, 1, 1)),
    2: (80, (2, 3, 3, 4, 4, 4)),
    3: (188, (4, 6, 7, 10, 11, 12)),
    4: (456, (10, 15, 17, 22, 27, 32)),
    5: (972, (24, 33, 39, 46, 52, 64)),
    6: (2112, (58, 79, 84, 96, 106, 104)),
    7: (4152, (132, 163, 174, 188, 174, 176)),
    8: (8160, (276, 341, 336, 334, 338, 296)),
}
STUCK = {
    1: (0, (0, 0, 0, 0, 0, 0)),
    2: (0, (0, 0, 0, 0, 0, 0)),
    3: (0, (0, 0, 0, 0, 0, 0)),
    4: (8, (0, 1, 0, 0, 0, 0)),
    5: (8, (0, 0, 2, 0, 0, 0)),
    6: (56, (2, 4, 2, 0, 2, 0)),
    7: (56, (4, 1, 2, 4, 0, 8)),
}


def test_examples() -> None:
    assert doctest.testmod(trail_counts).failed == 0


@pytest.mark.parametrize("length", PERFT)
def test_ct_thief_3_trails_of_the_rules_from_each_class_of_cells(length: int) -> None:
    total, by_class = PERFT[length]
    assert sum(count_trails(cell, length).lines for cell in CELLS) == total
    for cells, lines in zip(CLASSES.values(), by_class, strict=True):
        assert {count_trails(cell, length).lines for cell in cells} == {lines}


@pytest.mark.parametrize("length", STUCK)
def test_ct_thief_6_stuck_trails_of_the_rules_from_each_class_of_cells(length: int) -> None:
    total, by_class = STUCK[length]
    assert sum(count_trails(cell, length).stuck for cell in CELLS) == total
    for cells, stuck in zip(CLASSES.values(), by_class, strict=True):
        assert {count_trails(cell, length).stuck for cell in cells} == {stuck}


def test_classes_are_all_cells() -> None:
    assert sorted(sum(CLASSES.values(), ())) == sorted(CELLS)


def test_trail_through_all_cells_is_the_longest() -> None:
    by_class = [(count_trails(cells[0], 25).lines, len(cells)) for cells in CLASSES.values()]
    assert sum(lines * size for lines, size in by_class) == 8648
    assert count_trails("c3", 25) == TrailCount(456, 456)


@pytest.mark.parametrize(
    ("cell", "length", "said"),
    [
        ("z9", 3, r"no cell 'z9', expected a1\.\.e5"),
        ("a1", 0, r"1\.\.25 cells, not 0"),
        ("a1", 26, r"1\.\.25 cells, not 26"),
    ],
)
def test_what_is_no_trail_is_refused(cell: str, length: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        count_trails(cell, length)


# The same with game states, while the helicopters fly to and fro.

TO_AND_FRO = {"green": ("x11", "x21"), "yellow": ("x31", "x41"), "pink": ("x13", "x23")}


def started(*crossings: str) -> CarThief:
    state = load("car-thief").new()
    assert isinstance(state, CarThief)
    for colour, crossing in zip(COLOURS, crossings, strict=True):
        state.push(f"place {colour} {crossing}")
    return state


def walks(state: CarThief, length: int) -> Iterator[CarThief]:
    """Yields the state at the thief phase after each trail of up to *length* cells."""
    yield state
    moves = state.legal()
    if state.round > length or moves == ("surrounded",):
        return
    for move in moves:
        state.push(move)
        for colour, ends in TO_AND_FRO.items():
            state.push(f"fly {colour} {ends[len(state.trail) % 2]}")
        yield from walks(state, length)
        for _ in range(4):
            state.pop()


def test_ct_thief_9_state_has_the_trails_and_the_stuck_ones_of_the_rules() -> None:
    state = started(*(ends[0] for ends in TO_AND_FRO.values()))
    lines: Counter[tuple[int, str]] = Counter()
    stuck: Counter[int] = Counter()
    heads: dict[int, set[tuple[int, frozenset[int]]]] = {}
    for at in walks(state, 8):
        length = len(at.trail)
        if length:
            lines[length, CELLS[at.trail[0]]] += 1
            heads.setdefault(length, set()).add((at.trail[-1], frozenset(at.trail)))
            stuck[length] += at.legal() == ("surrounded",)
    for length, (total, by_class) in PERFT.items():
        assert sum(lines[length, cell] for cell in CELLS) == total
        assert tuple(lines[length, cell] for cell in CLASSES) == by_class
    assert [stuck[length] for length in STUCK] == [total for total, _ in STUCK.values()]
    # Distinct cells of the car with what was visited, and distinct sets of visited cells.
    assert [len(heads[length]) for length in range(1, 7)] == [25, 80, 188, 392, 876, 1736]
    assert [len({visited for _, visited in heads[length]}) for length in range(1, 7)] == [
        25, 40, 94, 180, 390, 752,
    ]  # fmt: skip


def test_ct_end_3_chance_that_a_random_thief_is_surrounded() -> None:
    chance = Fraction(0)

    def walk(cell: int, visited: int, ways: int, rounds: int) -> None:
        # One in *ways* random thieves gets here.
        nonlocal chance
        free = cells_of(NEXT_CELLS[cell] & ~visited)
        if not free:
            chance += Fraction(1, ways)
        elif rounds < 10:  # the last choice is that of round 11
            for near in free:
                walk(near, visited | 1 << near, ways * len(free), rounds + 1)

    for cell in cells_of(ALL_CELLS):
        walk(cell, 1 << cell, len(CELLS), 1)
    assert chance == Fraction(1046467, 5248800)


# Police.


def test_ct_geo_6_buildings_that_three_helicopters_touch() -> None:
    touched = Counter(
        len(set().union(*(BUILDINGS[crossing] for crossing in crossings)))
        for crossings in combinations(range(len(CROSSINGS)), 3)
    )
    assert touched == {8: 52, 9: 48, 10: 216, 11: 104, 12: 140}


@pytest.mark.parametrize(
    ("crossings", "sequences", "placements", "results"),
    [
        (("x11", "x12", "x13"), 984, 27, 180),
        (("x11", "x12", "x21"), 910, 22, 166),
        (("x22", "x23", "x32"), 1938, 89, 362),
    ],
)
def test_ct_police_2_police_phases_of_the_rules(
    crossings: tuple[str, ...], sequences: int, placements: int, results: int
) -> None:
    state = started(*crossings)
    state.push("hide e5")
    played = list(phases(state))
    assert len(played) == sequences
    assert len({at for at, _ in played}) == placements
    assert len({(at, tuple(sorted(acts))) for at, acts in played}) == results


def phases(
    state: CarThief, *acts: str
) -> Iterator[tuple[tuple[str | None, ...], tuple[str, ...]]]:
    """Yields the final crossings and the actions of every possible police phase."""
    if state.phase != "police":
        yield tuple(state.helicopters.values()), acts
        return
    for move in state.legal():
        state.push(move)
        yield from phases(state, *acts, move)
        state.pop()

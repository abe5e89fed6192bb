"""Which way the guard walks (BB-GUARD-7, -8), against a slow enumerator of all shortest paths."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from heistboard.games.burgle_bros.cells import GRIDS
from heistboard.games.burgle_bros.guard_paths import NO_WAY, guard_paths
from heistboard.games.burgle_bros.wall_generator import DIFFICULTIES, generate
from heistboard.games.burgle_bros.walls import LAYOUTS, FloorPlan, printed

from tests.host.games.burgle_bros.slow_paths import guard_path, shortest_paths

FLOORS = {f"{name} {n}": plan for name in LAYOUTS for n, plan in enumerate(printed(name), 1)}
TIED = {  # ordered pairs of cells with several shortest paths
    "office 1": 32,
    "office 2": 32,
    "bank 1": 24,
    "bank 2": 32,
    "bank 3": 24,
    "fort_knox_a 1": 38,
    "fort_knox_a 2": 36,
    "fort_knox_b 1": 106,
    "fort_knox_b 2": 172,
}
GENERATED = 24  # tests/long has 1 000
OPEN = FloorPlan(4, frozenset())

floors = pytest.mark.parametrize("name", FLOORS)


def path(plan: FloorPlan, start: str, target: str) -> list[str]:
    grid = GRIDS[plan.size]
    found = guard_paths(plan).path(grid.numbers[start], grid.numbers[target])
    return [grid.names[cell] for cell in found]


def written(plan: FloorPlan) -> tuple[int, list[frozenset[str]], str]:
    """A plan as the enumerator takes it."""
    names = GRIDS[plan.size].names
    walls = [frozenset((names[one], names[other])) for one, other in plan.walls]
    return plan.size, walls, "" if plan.empty is None else names[plan.empty]


def generated(seed: int) -> FloorPlan:
    """A floor of 4 × 4 or 5 × 5 with its number of walls, and any empty cell."""
    random = Random(seed)
    size = random.choice([4, 5])
    empty = random.randrange(25) if size == 5 else None
    return generate(size, random.choice(DIFFICULTIES), random, empty)


def compare_every_path(plan: FloorPlan) -> int:
    """Compares the paths of all pairs of cells; returns how many were tied."""
    tied = 0
    for start, target in pairs(plan):
        expected = guard_path(start, target, *written(plan))
        assert path(plan, start, target) == expected
        tied += len(shortest_paths(start, target, *written(plan))) > 1
    return tied


def pairs(plan: FloorPlan) -> Iterator[tuple[str, str]]:
    names = GRIDS[plan.size].names
    return ((names[one], names[other]) for one in plan.cells for other in plan.cells)


@pytest.mark.parametrize(
    ("start", "target", "way"),
    [("b1", "c2", "c1"), ("c1", "b2", "c2"), ("c2", "b1", "b2"), ("b2", "c1", "b1")],
)
def test_bb_guard_7_without_walls_he_turns_clockwise(start: str, target: str, way: str) -> None:
    assert path(OPEN, start, target) == [start, way, target]


@pytest.mark.parametrize(
    ("start", "target", "ways"),
    [("d3", "a1", ["c3", "b3", "a3", "a2"]), ("b3", "c4", ["c3"])],
)
def test_bb_guard_8_the_two_pictures_of_the_rulebook(
    start: str, target: str, ways: list[str]
) -> None:
    assert path(OPEN, start, target) == [start, *ways, target]


@floors
def test_bb_guard_7_every_path_of_a_printed_floor_is_the_clockwise_one(name: str) -> None:
    assert compare_every_path(FLOORS[name]) == TIED[name]


@pytest.mark.parametrize("seed", range(GENERATED))
def test_bb_guard_7_every_path_of_a_generated_floor_is_the_clockwise_one(seed: int) -> None:
    compare_every_path(generated(seed))


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_bb_guard_7_holds_with_any_number_of_walls(size: int, seed: int) -> None:
    # Fewer walls leave more ways: three and more, and forks that join again.
    random = Random(f"{size} {seed}")
    grid = GRIDS[size]
    empty = random.choice([None, *range(size**2)])
    walls = random.sample(grid.borders, random.randrange(7))
    plan = FloorPlan(size, frozenset(wall for wall in walls if empty not in wall), empty)
    some = random.sample(list(pairs(plan)), 60)
    found = {
        pair: guard_paths(plan).steps[grid.numbers[pair[0]]][grid.numbers[pair[1]]]
        for pair in some
    }
    for start, target in (pair for pair in some if found[pair] != NO_WAY):
        assert path(plan, start, target) == guard_path(start, target, *written(plan))


@floors
def test_bb_guard_7_the_rest_of_a_path_stays_the_same_on_the_way(name: str) -> None:
    plan = FLOORS[name]
    for start, target in pairs(plan):
        whole = path(plan, start, target)
        assert all(path(plan, cell, target) == whole[n:] for n, cell in enumerate(whole))


def test_bb_guard_7_walls_are_never_crossed_and_steps_are_counted() -> None:
    plan = FLOORS["office 1"]
    names = GRIDS[4].names
    assert path(plan, "a1", "b1") == ["a1", "a2", "a3", "b3", "b2", "b1"]
    assert guard_paths(plan).steps[names.index("a1")][names.index("b1")] == 5
    for start, target in pairs(plan):
        whole = [names.index(cell) for cell in path(plan, start, target)]
        assert guard_paths(plan).steps[whole[0]][whole[-1]] == len(whole) - 1
        assert not {(min(step), max(step)) for step in pairwise(whole)} & plan.walls


def test_bb_knox_1_no_path_goes_through_the_empty_cell() -> None:
    plan = FLOORS["fort_knox_a 1"]
    assert plan.empty == GRIDS[5].numbers["c3"] == 12
    paths = guard_paths(plan)
    assert not any("c3" in path(plan, start, target) for start, target in pairs(plan))
    assert set(paths.steps[12]) == {NO_WAY} == {steps[12] for steps in paths.steps}
    with pytest.raises(ValueError, match="no way from cell 0 to cell 12"):
        paths.path(0, 12)


def test_bb_tool_dynamite_a_wall_less_changes_paths_and_nothing_is_shared() -> None:
    plan = FLOORS["office 1"]
    assert path(plan.without(1, 0), "a1", "b1") == ["a1", "b1"]
    assert len(path(plan, "a1", "b1")) == 6
    assert guard_paths(plan) is guard_paths(printed("office")[0]._replace())
    assert guard_paths(plan.without(0, 1)) is guard_paths(plan.without(1, 0))


def test_bb_alarm_4_the_nearest_alarms_are_those_with_the_fewest_steps() -> None:
    paths = guard_paths(OPEN)
    assert paths.nearest(5, [0, 15, 10]) == [0, 10]
    assert paths.nearest(5, [15]) == [15]
    assert paths.nearest(5, [5, 6]) == [5]
    assert paths.nearest(5, []) == []
    # b1 is beside a1, but it is five steps on foot.
    assert guard_paths(FLOORS["office 1"]).nearest(0, [1, 9]) == [9]
    assert guard_paths(FloorPlan(5, frozenset(), 12)).nearest(0, [12, 3]) == [3]

"""Walls made at random: BB-WALL-1 to -3 hold, and the wish for difficulty orders them."""

from random import Random
from statistics import mean

import pytest
from heistboard.games.burgle_bros.cells import GRIDS
from heistboard.games.burgle_bros.wall_generator import DIFFICULTIES, depth, generate
from heistboard.games.burgle_bros.walls import FloorPlan, read_floor, wall_text

from tests.host.games.burgle_bros.slow_paths import steps

SEEDS = range(4)
SQUARES = [(4, None), (5, 12), (5, 0)]  # sizes, each with its empty cell

squares = pytest.mark.parametrize(("size", "empty"), SQUARES)


def rooms_reached(plan: FloorPlan) -> set[str]:
    """The rooms that can be reached from the last one, without the code of the game."""
    names = GRIDS[plan.size].names
    walls = [frozenset((names[one], names[other])) for one, other in plan.walls]
    empty = "" if plan.empty is None else names[plan.empty]
    found = [names[-1]]
    for cell in found:
        found += set(steps([cell], plan.size, walls, empty)).difference(found)
    return set(found)


@squares
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_bb_wall_1_to_3_hold_for_generated_walls(
    size: int, empty: int | None, difficulty: str
) -> None:
    for seed in SEEDS:
        plan = generate(size, difficulty, Random(seed), empty)
        assert len(plan.walls) == {4: 8, 5: 12}[size]
        assert len(rooms_reached(plan)) == size**2 - (empty is not None)
        assert read_floor(wall_text([plan]), size, empty) == plan


@squares
def test_a_harder_floor_has_longer_dead_ends(size: int, empty: int | None) -> None:
    depths = {
        difficulty: [depth(generate(size, difficulty, Random(seed), empty)) for seed in SEEDS]
        for difficulty in DIFFICULTIES
    }
    for easy, medium, hard in zip(*depths.values(), strict=True):
        assert easy < medium < hard
    assert max(depths["easy"]) < mean(depths["medium"]) < min(depths["hard"])


@squares
def test_a_seed_makes_the_same_walls_again_and_another_seed_others(
    size: int, empty: int | None
) -> None:
    made = [generate(size, "medium", Random(seed), empty) for seed in SEEDS]
    assert made == [generate(size, "medium", Random(seed), empty) for seed in SEEDS]
    assert len(set(made)) == len(made)


def test_walls_of_a_seed_are_the_same_on_every_machine() -> None:
    assert wall_text([generate(4, "hard", Random(7))]) == (
        "b1|c1,c1|c2,a2|b2,b2|b3,c2|c3,d2|d3,a3|a4,c4|d4"
    )


@pytest.mark.parametrize(
    ("walls", "expected"),
    [
        ("", 0),
        ("a1|b1", 1 / 16),  # one room with one door
        ("a1|b1,a2|b2,a3|b3", (1 + 2 + 3 + 4) / 16),  # a corridor: a4, a3, a2, a1
        ("b1|c1,b2|c2,b3|c3", 0),  # one door between two halves
    ],
)
def test_depth_is_the_mean_way_back_to_a_loop(walls: str, expected: float) -> None:
    assert depth(read_floor(walls, 4)) == expected


def test_a_floor_without_a_loop_has_no_depth() -> None:
    snake = "a1|a2,b1|b2,c1|c2,b2|b3,c2|c3,d2|d3,a3|a4,b3|b4,c3|c4"
    with pytest.raises(ValueError, match="no loop"):
        depth(read_floor(snake, 4))


def test_unknown_difficulty_is_refused() -> None:
    with pytest.raises(ValueError, match="got 'harder', expected easy or medium or hard"):
        generate(4, "harder", Random(0))

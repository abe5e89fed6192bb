"""Walls made at random, with a wish for difficulty. Pure.

The rulebook says how a floor becomes harder: long narrow corridors that lead nowhere. So the
measure is :func:`depth`: how many steps it is, on average, from a room back to the nearest room of
a loop, where nobody is trapped. Several floors are made, and the wish chooses one by its depth.
"""

from random import Random
from typing import Final

from heistboard.games.burgle_bros.cells import GRIDS
from heistboard.games.burgle_bros.walls import (
    WALLS_PER_FLOOR,
    FloorPlan,
    checked,
    neighbours,
    reached,
)

__all__ = ["DIFFICULTIES", "depth", "generate"]

DIFFICULTIES: Final = ("easy", "medium", "hard")

_MADE = 15  # floors made to choose one


def generate(size: int, difficulty: str, random: Random, empty: int | None = None) -> FloorPlan:
    """Returns a floor with as many walls as BB-WALL-1 says; every room can be reached.

    Of the floors that *random* makes, an easy one has the least :func:`depth`, a hard one the
    greatest. Raises :exc:`ValueError` for an unknown difficulty.
    """
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"got {difficulty!r}, expected {' or '.join(DIFFICULTIES)}")
    made = sorted((_any_floor(size, random, empty) for _ in range(_MADE)), key=depth)
    chosen = made[DIFFICULTIES.index(difficulty) * (_MADE - 1) // 2]
    return checked(chosen, WALLS_PER_FLOOR[size])


def depth(plan: FloorPlan) -> float:
    """Returns the mean number of steps from a room to the nearest room of a loop.

    A room is part of a loop or between two loops if it is left after all dead ends are taken away,
    again and again. A floor without any loop is a single dead end; it has no depth and raises
    :exc:`ValueError`.

    >>> depth(FloorPlan(4, frozenset()))
    0.0
    """
    adjacent = neighbours(plan)
    left = set(plan.cells)
    while dead := {cell for cell in left if len(left.intersection(adjacent[cell])) < 2}:
        left -= dead
    if not left:
        raise ValueError("the floor has no loop")
    steps = dict.fromkeys(left, 0)
    cells = list(left)
    for cell in cells:
        for near in adjacent[cell]:
            if near not in steps:
                steps[near] = steps[cell] + 1
                cells.append(near)
    return sum(steps.values()) / len(steps)


def _any_floor(size: int, random: Random, empty: int | None) -> FloorPlan:
    # A wall that would cut off a room is left out. With these numbers of walls there is always
    # a loop left to put the next wall in.
    plan = FloorPlan(size, frozenset(), empty)
    borders = [border for border in GRIDS[size].borders if empty not in border]
    random.shuffle(borders)
    for border in borders:
        more = plan._replace(walls=plan.walls | {border})
        if border[1] in reached(more, border[0]):
            plan = more
        if len(plan.walls) == WALLS_PER_FLOOR[size]:
            break
    return plan

"""The guard's paths: which way he walks from any cell of a floor to any other (BB-GUARD-7). Pure.

He takes a shortest path. Of several he takes the clockwise one: with cells (x0, y0) … (xn, yn), x
growing to the right and y downwards, the one with the greatest sum of x·y' - x'·y over its steps.
This sum is twice the area that the path sweeps, so two paths differ by the loops between them.
The chosen path runs clockwise round each of these loops, hence no two paths are ever tied, and the
rest of a path is the path of each cell on the way. So one next step for each pair of cells is
enough to know all paths.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from heistboard.games.burgle_bros.walls import FloorPlan, neighbours

__all__ = ["NO_WAY", "GuardPaths", "guard_paths"]

NO_WAY: Final = -1

_KEPT = 1024  # plans whose paths are kept; a game has three, and one more for each Dynamite


class GuardPaths:
    """The guard's paths of one floor. Made by :func:`guard_paths` only; never changed."""

    __slots__ = ("next", "plan", "steps")

    def __init__(self, plan: FloorPlan) -> None:
        cells = range(plan.size**2)
        ways = [_ways_to(target, plan) for target in cells]
        self.plan: Final = plan
        self.steps: Final = tuple(tuple(ways[to][0][cell] for to in cells) for cell in cells)
        """By cell and target, the number of steps; ``NO_WAY`` from or to an empty cell."""
        self.next: Final = tuple(tuple(ways[to][1][cell] for to in cells) for cell in cells)
        """By cell and target, the next cell; ``NO_WAY`` at the target or without a way."""

    def path(self, start: int, target: int) -> tuple[int, ...]:
        """Returns the cells from *start* to *target*, both included.

        Raises :exc:`ValueError` if there is no way.
        """
        if self.steps[start][target] == NO_WAY:
            raise ValueError(f"there is no way from cell {start} to cell {target}")
        cells = [start]
        while cells[-1] != target:
            cells.append(self.next[cells[-1]][target])
        return tuple(cells)

    def nearest(self, cell: int, targets: Iterable[int]) -> list[int]:
        """Returns those of *targets* with the fewest steps from *cell*, in order (BB-ALARM-4).

        Targets that cannot be reached count for nothing. Several are tied: the players choose.
        """
        steps = self.steps[cell]
        reached = sorted(target for target in targets if steps[target] != NO_WAY)
        fewest = min((steps[target] for target in reached), default=0)
        return [target for target in reached if steps[target] == fewest]


@lru_cache(_KEPT)
def guard_paths(plan: FloorPlan) -> GuardPaths:
    """Returns the guard's paths on a floor with these walls; equal plans share one object."""
    return GuardPaths(plan)


def _ways_to(target: int, plan: FloorPlan) -> tuple[list[int], list[int]]:
    # Returns the number of steps and the next cell by cell.
    size = plan.size
    adjacent = neighbours(plan)
    steps = [NO_WAY] * size**2
    step_to = [NO_WAY] * size**2
    swept = [0] * size**2
    if target == plan.empty:
        return steps, step_to
    steps[target] = 0
    cells = [target]  # in the order of their steps, so what a cell needs is done before it
    for cell in cells:
        for near in adjacent[cell]:
            if steps[near] == NO_WAY:
                steps[near] = steps[cell] + 1
                cells.append(near)
    for cell in cells[1:]:
        y, x = divmod(cell, size)
        swept[cell], step_to[cell] = max(
            (x * (near // size) - near % size * y + swept[near], near)
            for near in adjacent[cell]
            if steps[near] == steps[cell] - 1
        )
    return steps, step_to

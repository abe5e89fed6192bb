"""A thief that hides where the police are not likely to look, and never drives into a trap.

It follows no pattern: it draws among the ways that are about as safe as the best one.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple, cast

import numpy as np

from heistboard.games.car_thief.belief import NOWHERE
from heistboard.games.car_thief.board import (
    BUILDINGS,
    CELL_NUMBERS,
    CROSSING_NUMBERS,
    NEXT_CELLS,
    NEXT_CROSSINGS,
    ROUNDS,
    cells_of,
)
from heistboard.games.car_thief.drivers import Floats
from heistboard.games.car_thief.weighed_belief import WeighedBelief, sums
from heistboard.rules import Move, View

__all__ = ["ThinkingThief", "can_go_on"]

_CARELESS: Final = 0.06  # how much danger it does not mind; more is less predictable
_SHARP: Final = 3  # how much police prefer the likeliest cell around a helicopter
_SEARCH: Final = 0.85  # how often a helicopter searches instead of flying
_NEXT: Final = 0.6  # what the danger of the best cell of the next round counts
_ANY: Final = 0.1  # and that of the average one

_AROUND = np.array(BUILDINGS)
_WAYS_OUT = [cells_of(mask) for mask in NEXT_CELLS]


def can_go_on(cell: int, visited: int, rounds: int) -> bool:
    """Returns whether a car in *cell*, which has *visited* a mask of cells, can be hidden *rounds*
    more times.
    """
    if not rounds:
        return True
    visited |= 1 << cell
    free = NEXT_CELLS[cell] & ~visited
    return any(can_go_on(to, visited, rounds - 1) for to in cells_of(free))


class ThinkingThief:
    """Plays the thief."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._belief = WeighedBelief()

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns one of the *legal* moves.

        Raises :exc:`ValueError` if no trail fits what happened.
        """
        view = look()
        self._belief.follow(view)
        trail = [CELL_NUMBERS[cell] for cell in cast("list[str]", view["trail"])]
        at = cast("dict[str, str]", view["helicopters"])
        crossings = [CROSSING_NUMBERS[crossing] for crossing in at.values()]
        moves = {CELL_NUMBERS[move.parts["cell"]]: move for move in legal if move.verb == "hide"}
        if len(moves) < 2:
            return legal[0]
        visited = sum(1 << cell for cell in trail)
        left = ROUNDS - len(trail) - 1
        cells = [cell for cell in moves if can_go_on(cell, visited, left)] or list(moves)
        danger = _dangers(self._belief, crossings)
        dangers = [_danger_of(cell, visited, left, danger) for cell in cells]
        least = min(dangers)
        likes = [float(np.exp((least - each) / _CARELESS)) for each in dangers]
        return moves[self._random.choices(cells, likes)[0]]


class _Dangers(NamedTuple):
    # By cell: how likely a car there is found in this round, and in the next.
    now: Floats
    later: Floats


def _danger_of(cell: int, visited: int, left: int, dangers: _Dangers) -> float:
    now = float(dangers.now[cell])
    visited |= 1 << cell
    ways = cells_of(NEXT_CELLS[cell] & ~visited) if left else []
    later = [float(dangers.later[way]) for way in ways if can_go_on(way, visited, left - 1)]
    if not later:
        return now
    return now + (1 - now) * (_NEXT * min(later) + _ANY * sum(later) / len(later))


def _dangers(belief: WeighedBelief, crossings: Sequence[int]) -> _Dangers:
    # Half of the police think that every trail is as likely, half that people drive as people do.
    if belief.round:
        to, likely = belief.next_ways(crossings)
        weighed = sums(to, likely, NOWHERE + 1)[:NOWHERE]
        alike = sums(to, (likely > 0).astype(np.float64), NOWHERE + 1)[:NOWHERE]
    else:
        weighed, alike = belief.first_cells(crossings), np.ones(NOWHERE)
    thought = (weighed / weighed.sum() + alike / alike.sum()) / 2
    now = _found([(crossing, 1.0) for crossing in crossings], thought)
    later = np.zeros(NOWHERE)
    for cell, ways in enumerate(_WAYS_OUT):
        later[ways] += thought[cell] / len(ways)
    flights = [each for crossing in crossings for each in _flights(crossing, later)]
    return _Dangers(now, _found(flights, later))


def _flights(crossing: int, thought: Floats) -> list[tuple[int, float]]:
    # Where a helicopter will be in the next round, and how likely.
    places = [crossing, *NEXT_CROSSINGS[crossing]]
    lure = thought[_AROUND[places]].max(axis=1) ** 2
    total = float(lure.sum())
    if not total:
        return [(crossing, 1.0)]
    return [(place, float(each) / total) for place, each in zip(places, lure, strict=True)]


def _found(helicopters: Sequence[tuple[int, float]], thought: Floats) -> Floats:
    # How likely each cell is searched by helicopters, each with how likely it is there.
    safe = np.ones(NOWHERE)
    for crossing, likely in helicopters:
        around = _AROUND[crossing]
        lure = thought[around] ** _SHARP
        if lure.any():
            safe[around] *= 1 - likely * _SEARCH * lure / lure.sum()
    return 1 - safe

"""How people drive: models of thieves, from which the police's computer player weighs trails.

A driver gives each way that the car can take a weight; larger ones are taken more often. Each sees
what the thief sees when it hides the car: its trail, and where the helicopters are. None of them
is a rule: whatever is legal keeps a small weight with every driver, see :data:`WHIM`.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from heistboard.games.car_thief.belief import NOWHERE, WAYS
from heistboard.games.car_thief.board import BUILDINGS, CROSSINGS, NEXT_CELLS, cells_of

__all__ = [
    "DRIVERS",
    "FLIGHTS",
    "WHIM",
    "Driver",
    "Floats",
    "Fork",
    "choices",
    "first_choices",
    "nearness",
]

WHIM: Final = 0.04  # how often a driver does something else than its habit

Floats: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]


class Fork(NamedTuple):
    """Where the car stands on each trail, and what the thief sees there; one row for each trail.

    ``before`` is the cell before, or ``NOWHERE``; ``to`` has the cells of its ways, ``is_free``
    whether they can be taken, and ``exits`` how many ways would go on from there. ``near`` has for
    each cell how close helicopters are, from 0 (far) upwards.
    """

    before: Numbers
    at: Numbers
    to: Numbers
    is_free: npt.NDArray[np.bool_]
    exits: Floats
    near: Floats


class Driver(NamedTuple):
    """A way of driving: a habit, and how many people are thought to have it."""

    name: str
    share: float
    start: Callable[[Floats], Floats]
    """Weighs the cells to begin in; gets ``Fork.near``."""
    turn: Callable[[Fork], Floats]
    """Weighs the ways of a fork."""


def choices(driver: Driver, fork: Fork) -> Floats:
    """Returns the probability of each way on each trail; a row of zeros where none is free."""
    free = fork.is_free.astype(np.float64)
    habit = driver.turn(fork) * free
    return np.asarray((1 - WHIM) * _rows_to_one(habit) + WHIM * _rows_to_one(free))


def first_choices(driver: Driver, near: Floats) -> Floats:
    """Returns the probability of each cell to begin in."""
    habit = driver.start(near[:NOWHERE])
    return np.asarray((1 - WHIM) * habit / habit.sum() + WHIM / NOWHERE)


def _rows_to_one(weights: Floats) -> Floats:
    total = weights.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(weights, total, out=np.zeros_like(weights), where=total > 0))


def nearness(crossings: Iterable[int]) -> Floats:
    """Returns ``Fork.near`` for helicopters on these crossings."""
    near = np.zeros(NOWHERE + 1)
    for crossing in crossings:
        near[:NOWHERE] += _NEARNESS[FLIGHTS[crossing]]
    return near


_NEARNESS = np.array([1.0, 0.35, 0.1, 0.0, 0.0, 0.0, 0.0])  # by the flights until a search

FLIGHTS: Final = np.array(
    [
        [
            min(
                abs(crossing % 4 - touching % 4) + abs(crossing // 4 - touching // 4)
                for touching, around in enumerate(BUILDINGS)
                if cell in around
            )
            for cell in range(NOWHERE)
        ]
        for crossing in range(len(CROSSINGS))
    ]
)
"""By crossing and cell: after how many flights a helicopter can search the cell."""

_COLUMN = np.array([cell % 5 for cell in range(NOWHERE)] + [-9])
_ROW = np.array([cell // 5 for cell in range(NOWHERE)] + [-9])
_WAYS_OUT = np.array([len(cells_of(mask)) for mask in NEXT_CELLS] + [0])
_IS_RIM = (_WAYS_OUT < WAYS) & (_WAYS_OUT > 0)
_STRAIGHT = np.full((NOWHERE + 1, NOWHERE), NOWHERE)  # by the cell before and the cell
for _before in range(NOWHERE):
    for _at in cells_of(NEXT_CELLS[_before]):
        _column, _row = 2 * _COLUMN[_at] - _COLUMN[_before], 2 * _ROW[_at] - _ROW[_before]
        if 0 <= _column < 5 and 0 <= _row < 5:
            _STRAIGHT[_before, _at] = 5 * _row + _column
_MIDDLE = np.where(_IS_RIM, 0.0, 1.0)
_MIDDLE[NOWHERE // 2] = 2.0


def _anywhere(near: Floats) -> Floats:
    return np.ones(NOWHERE)


def _on_the_rim(near: Floats) -> Floats:
    return _IS_RIM[:NOWHERE].astype(np.float64)


def _in_a_corner(near: Floats) -> Floats:
    return np.where(_WAYS_OUT[:NOWHERE] == 2, 4.0, _on_the_rim(near))


def _out_of_sight(near: Floats) -> Floats:
    return np.exp(-near)


def _at_random(fork: Fork) -> Floats:
    return np.ones(fork.to.shape)


def _round_the_rim(fork: Fork) -> Floats:
    return _IS_RIM[fork.to].astype(np.float64)


def _away(fork: Fork) -> Floats:
    return np.asarray(np.exp(-1.5 * fork.near[fork.to]))


def _away_and_open(fork: Fork) -> Floats:
    return np.asarray(np.exp(-1.5 * fork.near[fork.to]) * (fork.exits + 0.1))


def _where_it_is_open(fork: Fork) -> Floats:
    return np.asarray(fork.exits**2 + 0.02)


def _straight_on(fork: Fork) -> Floats:
    return np.where(fork.to == _STRAIGHT[fork.before, fork.at][:, None], 4.0, 1.0)


def _in_bends(fork: Fork) -> Floats:
    return np.where(fork.to == _STRAIGHT[fork.before, fork.at][:, None], 0.25, 1.0)


def _through_the_middle(fork: Fork) -> Floats:
    return 0.2 + 2 * _MIDDLE[fork.to]


DRIVERS: Final = (
    Driver("random", 0.3, _anywhere, _at_random),
    Driver("rim", 0.14, _on_the_rim, _round_the_rim),
    Driver("corner", 0.03, _in_a_corner, _round_the_rim),
    Driver("evader", 0.15, _out_of_sight, _away),
    Driver("careful evader", 0.15, _out_of_sight, _away_and_open),
    Driver("open", 0.08, _anywhere, _where_it_is_open),
    Driver("straight", 0.06, _anywhere, _straight_on),
    Driver("bends", 0.05, _anywhere, _in_bends),
    Driver("middle", 0.04, _anywhere, _through_the_middle),
)
"""The drivers that are thought of. More may be added; their shares sum to 1."""

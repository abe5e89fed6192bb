"""The police's belief with a weight for each trail: how likely people are to drive it.

Every trail of the exact :class:`~heistboard.games.car_thief.belief.Belief` is weighed with each of
the :data:`~heistboard.games.car_thief.drivers.DRIVERS`; what searches find decides between them
(Bayes). It is built from public events, as every belief.
"""

from collections.abc import Iterator, Sequence
from typing import cast

import numpy as np
import numpy.typing as npt

from heistboard.games.car_thief.belief import NEXT, NOWHERE, WAYS, Belief
from heistboard.games.car_thief.board import CELL_NUMBERS, COLOURS, CROSSING_NUMBERS, NEXT_CELLS
from heistboard.games.car_thief.drivers import (
    DRIVERS,
    Floats,
    Fork,
    choices,
    first_choices,
    nearness,
)
from heistboard.rules import View

__all__ = ["WeighedBelief", "sums"]

_SHARES = np.array([driver.share for driver in DRIVERS])
_HALF = 13  # bits: half of the cells
_COUNTS = np.array([number.bit_count() for number in range(1 << _HALF)], np.float64)
_AROUND = np.array([*NEXT_CELLS, 0], np.uint32)
_MASKS = np.array([1 << cell for cell in range(NOWHERE + 1)], np.uint32)


class WeighedBelief(Belief):
    """All trails that fit, each with how likely it is, by driver."""

    __slots__ = ("_fleets", "_weights")

    def __init__(self) -> None:
        self._fleets: list[tuple[int, ...]] = []  # where helicopters were at each hiding
        super().__init__()

    def _begin(self) -> None:
        super()._begin()
        self._weights: Floats = _SHARES[:, None].copy()  # by driver and trail

    def follow(self, view: View) -> None:
        """Catches up with a *view*, as every belief does; also with where helicopters were."""
        fleets = list(_fleets(cast("list[str]", view["moves"])))
        if fleets[: self.round] != self._fleets[: self.round]:
            self._begin()
        self._fleets = fleets
        super().follow(view)

    def drivers(self) -> dict[str, float]:
        """Returns how likely each driver is, by name."""
        total = self._weights.sum(axis=1)
        shares = total / total.sum()
        return {driver.name: float(p) for driver, p in zip(DRIVERS, shares, strict=True)}

    def likely(self) -> Floats:
        """Returns the probability of each trail, in their order."""
        total = self._weights.sum(axis=0)
        return np.asarray(total / total.sum())

    def finds(self, cell: int) -> npt.NDArray[np.uint8]:
        """Returns for each trail what a search of *cell* finds: an index into ``Odds``."""
        return self._lies_under(cell)

    def car(self, cell: str) -> float:
        """Returns how likely the car is under *cell* now."""
        is_there = self._cells_in(self.round) == CELL_NUMBERS[cell]
        return float(self.likely()[is_there].sum())

    def first_cells(self, crossings: Sequence[int]) -> Floats:
        """Returns by cell how likely the car will be hidden there in round 1."""
        starts = [first_choices(driver, nearness(crossings)) for driver in DRIVERS]
        return np.asarray(_SHARES @ np.array(starts))

    def next_ways(self, crossings: Sequence[int]) -> tuple[npt.NDArray[np.int64], Floats]:
        """Returns where the car can go from each trail, and how likely that is.

        Two arrays with four ways for each trail. *crossings* are where the helicopters will be.
        """
        fork = self._fork(nearness(crossings))
        likely = np.zeros(fork.to.shape)
        for driver, weights in zip(DRIVERS, self._weights, strict=True):
            likely += weights[:, None] * choices(driver, fork)
        return fork.to, likely / self._weights.sum()

    def _extended(self, ways: npt.NDArray[np.int64]) -> None:
        fleet = self._fleets[self.round] if self.round < len(self._fleets) else ()
        near = nearness(fleet)
        if self.round:
            fork = self._fork(near)
            rows = ways // WAYS
            taken = np.array([choices(driver, fork).ravel()[ways] for driver in DRIVERS])
        else:
            rows = np.zeros(len(ways), np.int64)
            taken = np.array([first_choices(driver, near) for driver in DRIVERS])
        self._weights = self._weights[:, rows] * taken
        self._weights /= self._weights.sum()

    def _kept(self, rows: npt.NDArray[np.bool_]) -> None:
        self._weights = self._weights[:, rows]
        self._weights /= self._weights.sum()

    def _fork(self, near: Floats) -> Fork:
        at = self._cells_in(self.round)
        before = self._cells_in(self.round - 1) if self.round > 1 else np.full(len(at), NOWHERE)
        to = NEXT[at]
        free_around = _AROUND[to] & ~self._visited[:, None]
        exits = _COUNTS[free_around & (1 << _HALF) - 1] + _COUNTS[free_around >> _HALF]
        is_free = (_MASKS[to] & self._visited[:, None]) == 0
        return Fork(before, at, to, is_free, exits, near)


def sums(numbers: npt.NDArray[np.int64], weights: Floats, length: int) -> Floats:
    """Returns the sum of the *weights* of each number, from 0 to *length* - 1."""
    return np.bincount(numbers.ravel(), weights.ravel(), length).astype(np.float64)


def _fleets(lines: Sequence[str]) -> Iterator[tuple[int, ...]]:
    # Where the helicopters were each time the car was hidden.
    at: dict[str, int] = {}
    for line in lines:
        verb, *words = line.split()
        if verb in ("place", "fly"):
            at[words[0]] = CROSSING_NUMBERS[words[1]]
        elif verb == "hide":
            yield tuple(at[colour] for colour in COLOURS if colour in at)

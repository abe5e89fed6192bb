"""Police that weigh trails by how people drive, and look ahead to the next round.

A move is worth the chance of an arrest now, plus what the helicopters can then hope for in the
next round, over everything that a search may find.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import cast

import numpy as np

from heistboard.games.car_thief.belief import NOWHERE, Odds
from heistboard.games.car_thief.board import BUILDINGS, CELL_NUMBERS, CROSSING_NUMBERS
from heistboard.games.car_thief.drivers import FLIGHTS, Floats
from heistboard.games.car_thief.weighed_belief import WeighedBelief, sums
from heistboard.rules import Move, View

__all__ = ["ThinkingPolice"]

# Below 0.4, helicopters stay where they are and search the same few cells again and again; above
# 0.7, or with later arrests worth more than 1, they fly about and search too little.
_LATER = 0.9  # what an arrest in the next round is worth, of one now
_REACH = 0.5  # and what it is worth to have the car so close that only flights are missing
_FLIGHT = 0.6  # of that, for each flight
_REACHES = np.array([_FLIGHT**flights if flights < 6 else 0 for flights in range(7)])
_ALIKE = 1e-9  # worths that differ by less are equal

_FINDS = len(Odds._fields)
_CAR = Odds._fields.index("car")


class ThinkingPolice:
    """Plays the police: any of the moves whose worth is short of the best one's by up to *slack*,
    a part of it.
    """

    def __init__(self, random: Random, slack: float = 0.0) -> None:
        self._random = random
        self._slack = slack
        self._belief = WeighedBelief()

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns the most promising of the *legal* moves.

        Raises :exc:`ValueError` if no trail fits what happened.
        """
        view = look()
        self._belief.follow(view)
        helicopters = cast("dict[str, str | None]", view["helicopters"])
        at = {colour: CROSSING_NUMBERS[on] for colour, on in helicopters.items() if on}
        prospects = _Prospects(self._belief, at)
        worth = [prospects.worth(move) for move in legal]
        best = max(worth) * (1 - self._slack) - _ALIKE
        return self._random.choice([legal[i] for i, each in enumerate(worth) if each >= best])


class _Prospects:
    # What moves are worth now, with the helicopters *at* crossings, by colour.

    def __init__(self, belief: WeighedBelief, at: Mapping[str, int]) -> None:
        self._belief = belief
        self._at = at
        self._searches: dict[int, float] = {}  # what a search is worth, by cell
        crossings = tuple(at.values())
        if belief.round:
            self._to, self._likely = belief.next_ways(crossings)
            self._later = sums(self._to, self._likely, NOWHERE + 1)[:NOWHERE]
        else:
            self._later = belief.first_cells(crossings)

    def worth(self, move: Move) -> float:
        if move.verb != "search":
            there = {
                **self._at,
                move.parts["helicopter"]: CROSSING_NUMBERS[move.parts["crossing"]],
            }
            return _LATER * _hope(self._later[None], tuple(there.values()))
        cell = CELL_NUMBERS[move.parts["cell"]]
        if cell not in self._searches:
            self._searches[cell] = self._worth_of_search(cell)
        return self._searches[cell]

    def _worth_of_search(self, cell: int) -> float:
        finds = self._belief.finds(cell).astype(np.int64)
        arrest = float(self._belief.likely()[finds == _CAR].sum())
        # Where the car goes next, for each find; the game goes on unless it is the car.
        ways = finds[:, None] * (NOWHERE + 1) + self._to
        later = sums(ways, self._likely, _FINDS * (NOWHERE + 1))
        cases = later.reshape(_FINDS, NOWHERE + 1)[:_CAR, :NOWHERE]
        return arrest + _LATER * _hope(cases, tuple(self._at.values()))


def _hope(cases: Floats, crossings: Sequence[int]) -> float:
    # What helicopters on *crossings* can hope for, if the car is in each cell with the probability
    # of one of the *cases*: what they can search at once, and a part of what they can fly to.
    if not crossings:
        return 0.0
    left = cases.copy()
    each = np.arange(len(left))
    hope = 0.0
    for crossing in crossings:
        around = np.array(BUILDINGS[crossing])
        best = around[left[:, around].argmax(axis=1)]
        hope += float(left[each, best].sum())
        left[each, best] = 0
    reaches = _REACHES[FLIGHTS[list(crossings)].min(axis=0)]
    return hope + _REACH * float((left * reaches).sum())

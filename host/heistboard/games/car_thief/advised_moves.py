"""Which move the guide advises the police, and what can be said for it.

It counts all trails alike, as the hints do, and looks one action ahead. A search is worth the
chance of the car, and a part of that for a trace. A flight is worth half of the best search that
it makes possible in the next round.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from heistboard.games.car_thief.belief import Belief
from heistboard.games.car_thief.board import BUILDINGS, CELLS, CROSSING_NUMBERS, ROUNDS
from heistboard.rules import Move, View

__all__ = ["Advised", "around", "possible", "to_act", "to_place"]

_TRACE: Final = 0.4  # what a trace is worth, of a car
_LATER: Final = 0.5  # what a search in the next round is worth, of one now
_SHARED: Final = 0.8  # and if another helicopter could make it as well
_START: Final = (  # where to place helicopters, the best crossings first
    *("x22", "x42", "x34", "x31", "x13", "x24", "x33", "x23"),
    *("x32", "x12", "x21", "x43", "x44", "x11", "x14", "x41"),
)


class Advised(NamedTuple):
    """A move, whether it brings anything, and for a search the chances of car and trace."""

    move: Move
    is_useful: bool
    car: float = 0.0
    trace: float = 0.0


def around(crossing: str) -> tuple[str, ...]:
    """Returns the four buildings at a crossing."""
    return tuple(CELLS[cell] for cell in BUILDINGS[CROSSING_NUMBERS[crossing]])


def to_place(view: View, legal: Sequence[Move]) -> Move:
    """Returns where to place the next helicopter: where it watches most that no other watches."""
    helicopters = cast("dict[str, str | None]", view["helicopters"])
    watched = {cell for at in helicopters.values() if at for cell in around(at)}
    waiting = cast("list[str]", view["waiting"])
    own = [move for move in legal if move.parts["helicopter"] == waiting[0]]
    return min(
        own,
        key=lambda move: (
            len(watched & {*around(move.parts["crossing"])}),
            _START.index(move.parts["crossing"]),
        ),
    )


def possible(view: View) -> int:
    """Returns under how many buildings the car can be; raises as :func:`to_act`."""
    return len(Belief.from_view(view).cells())


def to_act(view: View, legal: Sequence[Move]) -> Advised:
    """Returns what a helicopter should do next.

    Raises :exc:`ValueError` if no trail fits what happened, as after the umpire's changes.
    """
    worth = _Worth(view)
    best = max(legal, key=worth.of)
    if best.verb == "fly":
        return Advised(best, worth.of(best) > 0)
    now = worth.now
    odds = now.odds(best.parts["cell"])
    trace = odds.yellow + odds.red + odds.blue
    return Advised(best, worth.of(best) > 0, odds.car / now.trails, trace / now.trails)


class _Worth:
    # What moves are worth to the police with this view.

    def __init__(self, view: View) -> None:
        self.now = Belief.from_view(view)
        self._later = self._next(view)
        self._at = cast("dict[str, str]", view["helicopters"])
        self._known: dict[tuple[bool, str], float] = {}

    def _next(self, view: View) -> Belief | None:
        # The belief of the next round; None if there is none.
        later = Belief.from_view(view)
        if later.round == ROUNDS:
            return None
        try:
            later.hidden()
        except ValueError:  # the car can go nowhere
            return None
        return later

    def of(self, move: Move) -> float:
        if move.verb == "search":
            return self._search(self.now, move.parts["cell"])
        if self._later is None:
            return 0.0
        others = [at for own, at in self._at.items() if own != move.parts["helicopter"]]
        shared = {cell for at in others for cell in around(at)}
        later = self._later
        return _LATER * max(
            self._search(later, cell) * (_SHARED if cell in shared else 1)
            for cell in around(move.parts["crossing"])
        )

    def _search(self, belief: Belief, cell: str) -> float:
        key = belief is self.now, cell
        if key not in self._known:
            odds = belief.odds(cell)
            found = odds.car + _TRACE * (odds.yellow + odds.red + odds.blue)
            self._known[key] = found / belief.trails
        return self._known[key]

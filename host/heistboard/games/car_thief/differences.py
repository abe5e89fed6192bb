"""What a difference between the board and the game means. Pure; GESTURES.md has every case.

Only covers and crossings are compared; ``hidden_car`` reads what is under buildings.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from heistboard.games.car_thief.board import CELLS, COLOURS, CROSSINGS
from heistboard.games.car_thief.notation import helicopter_move
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.gestures import Wrong
from heistboard.places.place import COVERS, OCCUPANTS, name_of
from heistboard.rules import Move

__all__ = [
    "SAME",
    "Difference",
    "Expectation",
    "Meaning",
    "compare",
    "expected_of",
    "read_police",
    "read_setup",
    "searches_of",
    "wrong_of",
]


class Difference(NamedTuple):
    """How the public part of the board differs from the game."""

    open: frozenset[str] = frozenset()  # cells whose building is off
    gone: frozenset[str] = frozenset()  # crossings whose helicopter is missing
    extra: frozenset[str] = frozenset()  # crossings where a helicopter does not belong


class Meaning(NamedTuple):
    """What a difference means: a helicopter in *hand*, *moves* once settled, or a mistake."""

    hand: str | None = None
    moves: tuple[Move, ...] = ()
    is_wrong: bool = False


SAME = Difference()
_CELLS = frozenset(CELLS)
_WRONG = Meaning(is_wrong=True)


def expected_of(state: CarThief, searched: str | None) -> dict[str, bool]:
    """Returns the expected level of each public reed; a *searched* cell's cover may be open."""
    occupied = state.helicopters.values()
    reeds = {COVERS[cell]: True for cell in CELLS if cell != searched}
    return reeds | {OCCUPANTS[name]: name in occupied for name in CROSSINGS}


class Expectation:
    """Caches :func:`expected_of` for the last state and searched cell."""

    def __init__(self) -> None:
        self._reeds: Mapping[str, bool] = {}
        self._follows_from: tuple[CarThief, str | None] | None = None

    def of(self, state: CarThief, searched: str | None) -> Mapping[str, bool]:
        """Returns :func:`expected_of`, from the cache if possible."""
        before = self._follows_from
        if before is None or before[0] is not state or before[1] != searched:
            self._reeds = expected_of(state, searched)
            self._follows_from = state, searched
        return self._reeds


def compare(state: CarThief, expected: Mapping[str, bool], picture: Collection[str]) -> Difference:
    """Returns how the *picture* differs from the *expected* levels of the reeds."""
    wrong = [reed for reed, must in expected.items() if must != (reed in picture)]
    occupied = state.helicopters.values()
    places = {name_of(reed) for reed in wrong}
    crossings = places - _CELLS
    return Difference(
        frozenset(places & _CELLS),
        frozenset(name for name in crossings if name in occupied),
        frozenset(name for name in crossings if name not in occupied),
    )


def wrong_of(differs: Difference, searched: str | None) -> dict[str, Wrong]:
    """Returns the places to put right, including the building of a *searched* cell."""
    missing = differs.open | differs.gone
    if searched and differs != SAME:
        missing |= {searched}  # nothing else may happen while it is off
    return dict.fromkeys(sorted(missing), Wrong.MISSING) | dict.fromkeys(
        sorted(differs.extra), Wrong.EXTRA
    )


def read_setup(state: CarThief, differs: Difference) -> Meaning:
    """Returns the meaning while helicopters are placed and may still be moved."""
    if differs.open or len(differs.gone) > 1 or len(differs.extra) > 1:
        return _WRONG
    hand = _in_hand(state, differs) if differs.gone else next(iter(state.waiting), None)
    if hand is None:
        return _WRONG
    return Meaning(hand, tuple(helicopter_move("place", hand, to) for to in differs.extra))


def read_police(
    state: CarThief, differs: Difference, which: Collection[Move], *, is_open: bool
) -> Meaning:
    """Returns the meaning while the police act.

    *which* are the searches to choose from while the table asks which helicopter searched; with
    *is_open* the building that was searched is still off.
    """
    if len(differs.gone) == 1 and not differs.open and len(differs.extra) < 2:
        hand = _in_hand(state, differs)
        if which:
            is_asked = any(move.parts["helicopter"] == hand for move in which)
            return Meaning(hand, is_wrong=not is_asked or bool(differs.extra))
        if is_open or hand not in state.waiting:
            return Meaning(hand, is_wrong=True)
        flights = tuple(helicopter_move("fly", hand, to) for to in differs.extra)
        return Meaning(hand, flights, is_wrong=any(each not in state.legal() for each in flights))
    if len(differs.open) == 1 and not differs.gone and not differs.extra and not is_open:
        (cell,) = differs.open
        searches = searches_of(state, cell)
        return Meaning(moves=searches, is_wrong=not searches or bool(which))
    return _WRONG


def searches_of(state: CarThief, cell: str) -> tuple[Move, ...]:
    """Returns the legal searches of a *cell*, one for each helicopter that can search it."""
    moves = (helicopter_move("search", colour, cell) for colour in COLOURS)
    return tuple(move for move in moves if move in state.legal())


def _in_hand(state: CarThief, differs: Difference) -> str:
    (home,) = differs.gone
    return next(colour for colour, where in state.helicopters.items() if where == home)

"""What it means when the board is not as the game says. Pure; GESTURES.md has every case.

Covers and crossings only: what is under a building is read in ``hiding.py``.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from heistboard.games.car_thief.board import CELLS, COLOURS, CROSSINGS
from heistboard.games.car_thief.notation import acting
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.gestures import Wrong
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
    """How the board differs from what the game says, in what everybody may see."""

    open: frozenset[str] = frozenset()  # cells without their building
    gone: frozenset[str] = frozenset()  # crossings without their helicopter
    extra: frozenset[str] = frozenset()  # crossings with a helicopter too many


class Meaning(NamedTuple):
    """What a difference means: a helicopter in *hand*, *moves* once it has settled, or wrong."""

    hand: str | None = None
    moves: tuple[Move, ...] = ()
    is_wrong: bool = False


SAME = Difference()
_WRONG = Meaning(is_wrong=True)


def expected_of(state: CarThief, searched: str | None) -> dict[str, bool]:
    """Returns what covers and crossings must say; the building of a *searched* cell may be off."""
    at = state.helicopters.values()
    reeds = {f"{cell}.cover": True for cell in CELLS if cell != searched}
    return reeds | {f"{name}.occupant": name in at for name in CROSSINGS}


class Expectation:
    """Remembers :func:`expected_of` until the game or the searched cell is another."""

    def __init__(self) -> None:
        self._reeds: Mapping[str, bool] = {}
        self._follows_from: tuple[CarThief, str | None] | None = None

    def of(self, state: CarThief, searched: str | None) -> Mapping[str, bool]:
        """Returns what :func:`expected_of` returns, remembered or new."""
        before = self._follows_from
        if before is None or before[0] is not state or before[1] != searched:
            self._reeds = expected_of(state, searched)
            self._follows_from = state, searched
        return self._reeds


def compare(state: CarThief, expected: Mapping[str, bool], picture: Collection[str]) -> Difference:
    """Returns how the *picture* differs from what is *expected* of reeds."""
    wrong = [reed for reed, must in expected.items() if must != (reed in picture)]
    at = state.helicopters.values()
    crossings = {reed[:3] for reed in wrong if reed.startswith("x")}
    return Difference(
        frozenset(reed[:2] for reed in wrong if not reed.startswith("x")),
        frozenset(name for name in crossings if name in at),
        frozenset(name for name in crossings if name not in at),
    )


def wrong_of(differs: Difference, searched: str | None) -> dict[str, Wrong]:
    """Returns the places to put right, the building of a *searched* cell among them."""
    missing = differs.open | differs.gone
    if searched and differs != SAME:
        missing |= {searched}  # it is why the rest is wrong
    return dict.fromkeys(sorted(missing), Wrong.MISSING) | dict.fromkeys(
        sorted(differs.extra), Wrong.EXTRA
    )


def read_setup(state: CarThief, differs: Difference) -> Meaning:
    """Returns what it means while helicopters are placed, and may be moved."""
    if differs.open or len(differs.gone) > 1 or len(differs.extra) > 1:
        return _WRONG
    hand = _in_hand(state, differs) if differs.gone else next(iter(state.waiting), None)
    if hand is None:
        return _WRONG
    return Meaning(hand, tuple(acting("place", hand, to) for to in differs.extra))


def read_police(
    state: CarThief, differs: Difference, which: Collection[Move], *, is_open: bool
) -> Meaning:
    """Returns what it means while the police act.

    *which* are the searches one of which was made, if that is asked; with *is_open* the building
    that was searched is still off.
    """
    if len(differs.gone) == 1 and not differs.open and len(differs.extra) < 2:
        hand = _in_hand(state, differs)
        if which:
            is_asked = any(move.parts["helicopter"] == hand for move in which)
            return Meaning(hand, is_wrong=not is_asked or bool(differs.extra))
        if is_open or hand not in state.waiting:
            return Meaning(hand, is_wrong=True)
        flights = tuple(acting("fly", hand, to) for to in differs.extra)
        return Meaning(hand, flights, is_wrong=any(each not in state.legal() for each in flights))
    if len(differs.open) == 1 and not differs.gone and not differs.extra and not is_open:
        (cell,) = differs.open
        searches = searches_of(state, cell)
        return Meaning(moves=searches, is_wrong=not searches or bool(which))
    return _WRONG


def searches_of(state: CarThief, cell: str) -> tuple[Move, ...]:
    """Returns the legal searches of a *cell*, one for each helicopter that can."""
    moves = (acting("search", colour, cell) for colour in COLOURS)
    return tuple(move for move in moves if move in state.legal())


def _in_hand(state: CarThief, differs: Difference) -> str:
    (home,) = differs.gone
    return next(colour for colour, at in state.helicopters.items() if at == home)

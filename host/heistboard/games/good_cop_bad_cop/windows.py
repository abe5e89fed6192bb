"""Windows: everybody who holds equipment may play it now, or passes (GC-EQ-5).

All living players with equipment are asked, whatever they hold (GC-INFO-2). A window closes when
all have passed; a card that is played makes all passes void, and opens it again.
"""

from typing import Final, NamedTuple

from heistboard.games.good_cop_bad_cop.case import NOBODY, Case, Question
from heistboard.games.good_cop_bad_cop.components import MOST
from heistboard.games.good_cop_bad_cop.notation import make
from heistboard.rules import Move

__all__ = ["NO_LOOK", "WINDOWS", "Look", "keeps_open", "open_window"]

WINDOWS: Final = ("turn-start", "declared", "investigated", "after-action", "after-aim")

_PASSES: Final = tuple((make(seat, "pass"),) for seat in range(MOST))


class Look(NamedTuple):
    """An investigation."""

    by: int
    cards: tuple[int, ...]


NO_LOOK: Final = Look(NOBODY, ())


def open_window(case: Case, kind: str, look: Look = NO_LOOK) -> None:
    """Opens a window, or opens it again; *look* is the investigation that it follows."""
    if case.holders:
        case.then(_QUESTIONS[kind], kind, look)


def keeps_open(case: Case, seat: int) -> bool:
    """Notes a pass, unless it is the last; returns whether the window stays open.

    Then nothing else has changed.
    """
    answered = case.answered | 1 << seat
    if answered == case.holders:
        return False
    case.answered = answered
    return True


def _asked(case: Case, kind: str, look: Look) -> int:
    return case.holders


def _moves(case: Case, seat: int, kind: str, look: Look) -> tuple[Move, ...]:
    from heistboard.games.good_cop_bad_cop.equipment import plays

    (card,) = case.hands[seat]
    return plays(case, seat, card, kind, look.cards) + _PASSES[seat]


def _answer(case: Case, move: Move, kind: str, look: Look) -> None:
    from heistboard.games.good_cop_bad_cop.equipment import play

    assert move.seat is not None
    if move.verb != "pass":
        play(case, move, kind, look)
    else:  # the last one
        case.answered = 0


_QUESTIONS: Final = {kind: Question(kind, _asked, _moves, _answer) for kind in WINDOWS}

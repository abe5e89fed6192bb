"""Windows: everybody who holds equipment may play it now, or passes (GC-EQ-5).

All living players with equipment are asked, whatever they hold (GC-INFO-2). A window closes when
all have passed; a card that is played makes all passes void, and opens it again.
"""

from typing import Final

from heistboard.games.good_cop_bad_cop.case import Case, Question
from heistboard.games.good_cop_bad_cop.components import MOST
from heistboard.games.good_cop_bad_cop.notation import make
from heistboard.rules import Move

__all__ = ["WINDOWS", "keeps_open", "open_window"]

WINDOWS: Final = ("turn-start", "declared", "investigated", "after-action", "after-aim")

_PASSES: Final = tuple((make(seat, "pass"),) for seat in range(MOST))


def open_window(case: Case, kind: str, seen: tuple[int, ...] = ()) -> None:
    """Opens a window, or opens it again; *seen* are the cards just investigated."""
    if case.holders:
        case.then(_QUESTIONS[kind], kind, seen)


def keeps_open(case: Case, seat: int) -> bool:
    """Notes a pass, unless it is the last; returns whether the window stays open.

    Then nothing else has changed.
    """
    answered = case.answered | 1 << seat
    if answered == case.holders:
        return False
    case.answered = answered
    return True


def _asked(case: Case, kind: str, seen: tuple[int, ...]) -> int:
    return case.holders


def _moves(case: Case, seat: int, kind: str, seen: tuple[int, ...]) -> tuple[Move, ...]:
    from heistboard.games.good_cop_bad_cop.equipment import plays

    (card,) = case.hands[seat]
    return plays(case, seat, card, kind, seen) + _PASSES[seat]


def _answer(case: Case, move: Move, kind: str, seen: tuple[int, ...]) -> None:
    from heistboard.games.good_cop_bad_cop.equipment import play

    assert move.seat is not None
    if move.verb != "pass":
        play(case, move, kind, seen)
    else:  # the last one
        case.answered = 0


_QUESTIONS: Final = {kind: Question(kind, _asked, _moves, _answer) for kind in WINDOWS}

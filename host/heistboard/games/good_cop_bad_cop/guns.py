"""Guns: who holds one, and at whom it points (GC-GUN)."""

from functools import cache
from typing import Final

from heistboard.games.good_cop_bad_cop.case import NO_GUN, NOBODY, Case, Question, one
from heistboard.games.good_cop_bad_cop.components import PLAYERS, SEATS
from heistboard.games.good_cop_bad_cop.notation import make
from heistboard.rules import Move

__all__ = ["drop_gun", "lose_targets", "redirect", "take_aim", "take_gun"]


def take_gun(case: Case, seat: int) -> None:
    """Has a seat that got a gun take aim at once (GC-GUN-2)."""
    case.aim(seat, NOBODY)
    case.then(_AIM, seat, 1 << seat)


def take_aim(case: Case) -> None:
    """Phase 2: the active player aims the gun, if there is one (GC-TURN-3)."""
    if case.guns[case.active] != NO_GUN:
        case.then(_AIM, case.active, 1 << case.active)


def redirect(case: Case, seat: int) -> None:
    """Has a shooter choose another target than the present one (GC-CARD-RESTRAINING)."""
    case.then(_REDIRECT, seat, 1 << seat | 1 << case.guns[seat])


def drop_gun(case: Case, seat: int) -> None:
    """Puts a seat's gun, if it has one, in the centre."""
    case.aim(seat, NO_GUN)


def lose_targets(case: Case, target: int) -> None:
    """Takes the target from guns that point at an eliminated player (GC-GUN-5)."""
    if case.setting.aim_lost:
        case.guns = tuple(NOBODY if aim == target else aim for aim in case.guns)


def _moves(case: Case, seat: int, chooser: int, barred: int) -> tuple[Move, ...]:
    return _aims(seat, case.living & ~barred)


@cache
def _aims(seat: int, targets: int) -> tuple[Move, ...]:
    return tuple(make(seat, "aim", PLAYERS[target]) for target in SEATS[targets])


def _answer(case: Case, move: Move, seat: int, barred: int) -> None:
    case.aim(seat, PLAYERS.index(move.parts["target"]))


def _answer_redirect(case: Case, move: Move, seat: int, barred: int) -> None:
    _answer(case, move, seat, barred)
    case.target = case.guns[seat]


_AIM: Final = Question("aim", one, _moves, _answer)
_REDIRECT: Final = Question("redirect", one, _moves, _answer_redirect)

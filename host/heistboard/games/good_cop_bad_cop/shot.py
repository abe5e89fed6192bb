"""Being shot, and leaving the game (GC-SHOT)."""

from functools import cache
from typing import Final

from heistboard.games.good_cop_bad_cop.case import NOBODY, Case, Question, by_chance
from heistboard.games.good_cop_bad_cop.components import PLAYERS
from heistboard.games.good_cop_bad_cop.draws import draw, lay_under
from heistboard.games.good_cop_bad_cop.guns import drop_gun, lose_targets
from heistboard.games.good_cop_bad_cop.notation import dealt
from heistboard.games.good_cop_bad_cop.teams import (
    bombers,
    end_at_leader,
    is_leader,
    leader_card,
    wounded,
)
from heistboard.rules import Move

__all__ = ["fire", "leave_unshot", "may_leave_unshot"]


def fire(case: Case, shooter: int, target: int) -> None:
    """Has a shot take effect."""
    case.then(_SHOT, target, shooter)


@cache
def _shots(verb: str, target: int) -> tuple[Move, ...]:
    return (dealt(verb, PLAYERS[target]),)


def _hit(case: Case, move: Move, target: int, shooter: int) -> None:
    case.up |= case.row(target)
    bombing = bombers(case)
    if bombing >> target & 1:
        case.end(bombing & ~case.unshot, "bomb", "GC-BT-4")
        return
    leader = leader_card(case, target)
    if leader == NOBODY:
        _eliminate(case, target)
        drop_gun(case, shooter)
    elif not wounded(case) >> target & 1:
        case.wounds |= 1 << (leader if case.setting.wound_is_on_card else target)
        drop_gun(case, shooter)
        draw(case, target)
    else:
        _eliminate(case, target)
        drop_gun(case, shooter)
        end_at_leader(case, leader, shooter)


def _eliminate(case: Case, seat: int) -> None:
    case.living &= ~(1 << seat)
    if not case.setting.wound_is_on_card and not case.setting.keeps_wound:
        case.wounds &= ~(1 << seat)
    for card in case.hands[seat]:
        case.take(seat, card)
        lay_under(case, card)
    drop_gun(case, seat)
    lose_targets(case, seat)


def may_leave_unshot(case: Case, seat: int) -> bool:
    """Returns whether a seat has a wound and no leader card, where that eliminates (GC-SHOT-6)."""
    setting = case.setting
    if not setting.wound_needs_leader or setting.wound_is_on_card:
        return False
    return bool(case.wounds >> seat & 1) and not is_leader(case, seat)


def leave_unshot(case: Case, seat: int) -> None:
    """Has a seat leave that is eliminated without a shot."""
    case.then(_OUT, seat)


def _gone(case: Case, move: Move, seat: int) -> None:
    from heistboard.games.good_cop_bad_cop.turn import end_turn

    case.up |= case.row(seat)
    _eliminate(case, seat)
    case.unshot |= 1 << seat
    if seat == case.active:
        case.agenda = ((end_turn, ()), None)


def _shot_moves(case: Case, asker: int, target: int, shooter: int) -> tuple[Move, ...]:
    return _shots("shot", target)


def _out_moves(case: Case, asker: int, seat: int) -> tuple[Move, ...]:
    return _shots("out", seat)


_SHOT: Final = Question("shot", by_chance, _shot_moves, _hit, "shot")
_OUT: Final = Question("shot", by_chance, _out_moves, _gone, "shot")

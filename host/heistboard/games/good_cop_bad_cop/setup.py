"""Dealing, arranging the own row, and who begins (GC-SETUP)."""

from typing import Final

from heistboard.games.good_cop_bad_cop.card_effects import arrange, orders
from heistboard.games.good_cop_bad_cop.case import BY_CHANCE, Case, Question, by_chance
from heistboard.games.good_cop_bad_cop.components import KINDS, KINGPIN, PLAYERS
from heistboard.games.good_cop_bad_cop.draws import deal_equipment
from heistboard.games.good_cop_bad_cop.notation import dealt
from heistboard.games.good_cop_bad_cop.turn import begin_turn
from heistboard.rules import Move

__all__ = ["start"]

_DEALS: Final = tuple(
    tuple(dealt("deal", player, kind.name) for kind in KINDS) for player in PLAYERS
)
_FIRSTS: Final = tuple(dealt("first", player) for player in PLAYERS)


def start(case: Case) -> None:
    """Has everything happen that comes before the first turn."""
    players = case.setting.players
    case.then(_choose_first)
    case.then(deal_equipment)
    case.then(_ARRANGE)
    for seat in reversed(range(players)):
        case.then(_DEAL, seat)
        case.then(_DEAL, seat)
    for seat in reversed(range(players)):
        case.then(_DEAL, seat)


def _weights(case: Case) -> tuple[int, ...]:
    # The first card of each player is of a pile with both leaders and random other cards: the
    # weight of a card is how many of the ways to fill and shuffle that pile have it next.
    dealt_cards, left = len(case.kinds), case.integrity
    piled = case.setting.players - dealt_cards
    if piled <= 0:
        return left
    leaders = left[: KINGPIN + 1]
    others = sum(left) - sum(leaders)
    others_piled = piled - sum(leaders)
    return tuple(
        count * (others if kind <= KINGPIN else others_piled) for kind, count in enumerate(left)
    )


def _deals(case: Case, asker: int, seat: int) -> tuple[Move, ...]:
    moves = _DEALS[seat]
    return tuple([moves[kind] for kind, weight in enumerate(_weights(case)) if weight])


def _odds(case: Case, seat: int) -> tuple[int, ...]:
    return tuple(weight for weight in _weights(case) if weight)


def _deal(case: Case, move: Move, seat: int) -> None:
    kind = _DEALS[seat].index(move)
    left = case.integrity
    case.integrity = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
    row = (*case.rows[seat], len(case.kinds))
    case.rows = (*case.rows[:seat], row, *case.rows[seat + 1 :])
    case.kinds = (*case.kinds, kind)


def _everybody(case: Case) -> int:
    return case.setting.everybody


def _arranged(case: Case, move: Move) -> None:
    assert move.seat is not None
    arrange(case, move)
    case.answered |= 1 << move.seat
    if case.answered != case.setting.everybody:
        case.then(_ARRANGE)
    else:
        case.answered = 0


def _choose_first(case: Case) -> None:
    if case.setting.first >= 0:
        begin_turn(case, case.setting.first)
    else:
        case.then(_FIRST)


def _first_moves(case: Case, asker: int) -> tuple[Move, ...]:
    return _FIRSTS[: case.setting.players]


def _first(case: Case, move: Move) -> None:
    begin_turn(case, _FIRSTS.index(move))


_DEAL: Final = Question("deal", by_chance, _deals, _deal, "integrity", _odds)
_ARRANGE: Final = Question("arrange", _everybody, orders, _arranged)
_FIRST: Final = Question("deal", lambda case: BY_CHANCE, _first_moves, _first, "first")

"""The equipment deck: drawing, the hand limit, turning up an own card.

The deck is never shuffled again. What went under it is drawn in that order, after the cards whose
order nobody knows.
"""

from functools import cache
from typing import Final

from heistboard.games.good_cop_bad_cop.case import Case, Question, by_chance, one
from heistboard.games.good_cop_bad_cop.components import EQUIPMENT, PLAYERS, SLOTS, ones
from heistboard.games.good_cop_bad_cop.notation import dealt, make
from heistboard.rules import Move

__all__ = ["deal_equipment", "draw", "lay_under", "turn_up"]

_DRAWS: Final = tuple(
    tuple(dealt("draw", player, card) for card in EQUIPMENT) for player in PLAYERS
)
_DISCARDS: Final = tuple(
    tuple(make(seat, "discard", card) for card in EQUIPMENT) for seat in range(len(PLAYERS))
)


def draw(case: Case, seat: int) -> None:
    """Has a seat draw an equipment card (GC-ACT-EQUIP, GC-SHOT-3)."""
    case.then(_DRAW, seat)


def deal_equipment(case: Case) -> None:
    """Deals an equipment card to each player (GC-SETUP-8)."""
    for seat in reversed(range(case.setting.players)):
        case.then(_DEAL, seat)


def lay_under(case: Case, card: int) -> None:
    """Puts an equipment card under the deck."""
    case.bottom = (*case.bottom, card)


def _draws(case: Case, asker: int, seat: int) -> tuple[Move, ...]:
    moves = _DRAWS[seat]
    if case.deck:
        return tuple([moves[card] for card in ones(case.deck)])
    return (moves[case.bottom[0]],)


def _drawn(case: Case, move: Move, seat: int) -> None:
    card = EQUIPMENT.index(move.parts["equipment"])
    if case.deck:
        case.deck &= ~(1 << card)
    else:
        case.bottom = case.bottom[1:]
    case.give(seat, card)
    if len(case.hands[seat]) > 1:
        case.then(_DISCARD, seat)


def _discards(case: Case, asker: int, seat: int) -> tuple[Move, ...]:
    return tuple(_DISCARDS[seat][card] for card in case.hands[seat])


def _discard(case: Case, move: Move, seat: int) -> None:
    card = EQUIPMENT.index(move.parts["equipment"])
    case.take(seat, card)
    lay_under(case, card)


def turn_up(case: Case, seat: int) -> None:
    """Has a seat turn up one of its face-down cards, if there is one."""
    if case.down(1 << seat):
        case.then(_TURN_UP, seat)


def _turns(case: Case, asker: int, seat: int) -> tuple[Move, ...]:
    return slot_moves(seat, "turn_up", case.down(1 << seat))


def _turned(case: Case, move: Move, seat: int) -> None:
    case.up |= 1 << SLOTS.index(move.parts["card"])


@cache
def slot_moves(seat: int, verb: str, slots: int) -> tuple[Move, ...]:
    """Returns a verb's move for each of these slots."""
    return tuple(make(seat, verb, SLOTS[slot]) for slot in ones(slots))


_DEAL: Final = Question("deal", by_chance, _draws, _drawn, "equipment")
_DRAW: Final = Question("draw", by_chance, _draws, _drawn, "equipment")
_DISCARD: Final = Question("discard", one, _discards, _discard)
_TURN_UP: Final = Question("turn-up", one, _turns, _turned)

"""What each equipment card does when it is played (GC-CARD).

Each function gets the case, the move, and the cards just investigated where the window is one
after an investigation. The card itself is under the deck by then.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations
from typing import Final

from heistboard.games.good_cop_bad_cop import turn
from heistboard.games.good_cop_bad_cop.case import (
    GONE,
    NO_GUN,
    Agenda,
    Case,
    Question,
    one,
)
from heistboard.games.good_cop_bad_cop.components import (
    EQUIPMENT,
    KINGPIN,
    PLAYERS,
    ROW,
    ROWS,
    SLOTS,
    ones,
)
from heistboard.games.good_cop_bad_cop.draws import slot_moves, turn_up
from heistboard.games.good_cop_bad_cop.guns import drop_gun, redirect, take_gun
from heistboard.games.good_cop_bad_cop.notation import make
from heistboard.games.good_cop_bad_cop.shot import leave_unshot, may_leave_unshot
from heistboard.games.good_cop_bad_cop.teams import end_at_both_leaders
from heistboard.games.good_cop_bad_cop.windows import Look, open_window
from heistboard.rules import Move

__all__ = ["EFFECTS", "orders", "unreported"]


def _target(move: Move) -> int:
    return PLAYERS.index(move.parts["target"])


def _slots(move: Move) -> Iterator[int]:
    return (SLOTS.index(word) for part, word in move.parts.items() if part != "player")


def _blackmail(case: Case, move: Move) -> None:
    first, second = _slots(move)
    cards = case.card_in(first), case.card_in(second)
    case.place(first, cards[1])
    case.place(second, cards[0])
    if (case.up >> first & 1) != (case.up >> second & 1):
        case.up ^= 1 << first | 1 << second
    if end_at_both_leaders(case):
        return
    for slot, card in zip((first, second), cards, strict=True):
        if case.kinds[card] <= KINGPIN and may_leave_unshot(case, slot // ROW):
            leave_unshot(case, slot // ROW)


def _coffee(case: Case, move: Move) -> None:
    assert move.seat is not None
    case.coffee = move.seat


def _defibrillator(case: Case, move: Move) -> None:
    (slot,) = _slots(move)
    seat = slot // ROW
    for other in ones(case.row(seat)):
        if other != slot:
            case.place(other, GONE)
            case.absent |= 1 << other
    case.up &= ~case.absent
    case.living |= 1 << seat
    case.unshot &= ~(1 << seat)


def _evidence_bag(case: Case, move: Move) -> None:
    assert move.seat is not None
    (card,) = case.hands[_target(move)]
    case.take(_target(move), card)
    case.give(move.seat, card)


def _k9_unit(case: Case, move: Move) -> None:
    drop_gun(case, _target(move))
    case.barred |= _target(move) == case.active


def _planted_evidence(case: Case, move: Move) -> None:
    case.planted = _target(move)


def _smoke_grenade(case: Case, move: Move) -> None:
    case.smoke = not case.smoke


def _surveillance_camera(case: Case, move: Move) -> None:
    (slot,) = _slots(move)
    case.up |= 1 << slot


def _cover_story(case: Case, move: Move) -> None:
    (slot,) = _slots(move)
    case.up &= ~(1 << slot)


def _taser(case: Case, move: Move) -> None:
    assert move.seat is not None
    case.aim(_target(move), NO_GUN)
    turn.end_action(case)
    take_gun(case, move.seat)


def _body_armor(case: Case, move: Move) -> None:
    drop_gun(case, case.active)
    turn.end_action(case)


def _restraining_order(case: Case, move: Move) -> None:
    case.bound = True
    redirect(case, case.active)


def _truth_serum(case: Case, move: Move) -> None:
    turn_up(case, _target(move))


def _looks(case: Case, move: Move) -> None:
    assert move.seat is not None
    look = Look(move.seat, tuple(map(case.card_in, _slots(move))))
    open_window(case, "investigated", look)


def _first_aid(case: Case, move: Move) -> None:
    target = _target(move)
    if case.setting.wound_is_on_card:
        case.wounds &= ~sum(1 << kind for kind in case.kinds_of(target) if kind <= KINGPIN)
    else:
        case.wounds &= ~(1 << target)


def _decoy(case: Case, move: Move) -> None:
    case.aim(PLAYERS.index(move.parts["holder"]), _target(move))


def _nothing(case: Case, move: Move) -> None:
    pass  # what Polygraph and Sniffer Dog do is told, and changes nothing


# Flashbang.


def _flashbang(case: Case, move: Move) -> None:
    assert move.seat is not None
    row = case.rows[move.seat]
    case.up &= ~ROWS[move.seat]
    if GONE not in row:
        case.agenda = _without(case.agenda, row)
        case.then(_MIX, move.seat)


def _without(agenda: Agenda, mixed: tuple[int, ...]) -> Agenda:
    # Mixed cards are no longer those just investigated.
    if agenda is None:
        return None
    (what, about), rest = agenda
    if what is open_window and len(about) > 1:
        kind, look = about
        assert isinstance(look, Look)
        left = tuple(card for card in look.cards if card not in mixed)
        about = (kind, Look(look.by, left))
    return ((what, about), _without(rest, mixed))


def orders(case: Case, seat: int) -> tuple[Move, ...]:
    """Returns the orders in which a seat's three cards can lie, without equal ones."""
    return _orders(seat, case.kinds_of(seat))


@cache
def _orders(seat: int, kinds: tuple[int, ...]) -> tuple[Move, ...]:
    found: dict[tuple[int, ...], Move] = {}
    for order in permutations(range(ROW)):
        name = "".join(str(place + 1) for place in order)
        found.setdefault(tuple(kinds[place] for place in order), make(seat, "arrange", name))
    return tuple(found.values())


def arrange(case: Case, move: Move) -> None:
    """Lays a seat's row in another order."""
    assert move.seat is not None
    row = case.rows[move.seat]
    row = tuple(row[int(place) - 1] for place in move.parts["order"])
    case.rows = (*case.rows[: move.seat], row, *case.rows[move.seat + 1 :])


_MIX: Final = Question(
    "flashbang",
    one,
    lambda case, seat, mixer: orders(case, seat),
    lambda case, move, mixer: arrange(case, move),
)


# Report Audit.


def unreported(case: Case) -> int:
    """Returns the living players without a face-up card (GC-CARD-AUDIT)."""
    return sum(1 << seat for seat in ones(case.living) if not case.up & ROWS[seat])


def _report_audit(case: Case, move: Move) -> None:
    case.then(_AUDIT, unreported(case))


def _audits(case: Case, seat: int, asked: int) -> tuple[Move, ...]:
    return slot_moves(seat, "audit", case.row(seat))


def _audited(case: Case, move: Move, asked: int) -> None:
    assert move.seat is not None
    case.answered |= 1 << move.seat
    case.picked |= 1 << SLOTS.index(move.parts["card"])
    if case.answered != asked:
        case.then(_AUDIT, asked)
        return
    case.up |= case.picked
    case.answered = 0
    case.picked = 0


_AUDIT: Final = Question("audit", lambda case, asked: asked, _audits, _audited)


_BY_NAME: Final[dict[str, Callable[[Case, Move], None]]] = {
    "blackmail": _blackmail,
    "coffee": _coffee,
    "defibrillator": _defibrillator,
    "evidence_bag": _evidence_bag,
    "flashbang": _flashbang,
    "k9_unit": _k9_unit,
    "metal_detector": _looks,
    "planted_evidence": _planted_evidence,
    "polygraph": _nothing,
    "report_audit": _report_audit,
    "restraining_order": _restraining_order,
    "smoke_grenade": _smoke_grenade,
    "surveillance_camera": _surveillance_camera,
    "taser": _taser,
    "truth_serum": _truth_serum,
    "wiretap": _looks,
    "bt_body_armor": _body_armor,
    "bt_first_aid": _first_aid,
    "bt_sniffer_dog": _nothing,
    "bt_decoy": _decoy,
    "bt_cover_story": _cover_story,
}

EFFECTS: Final = tuple(_BY_NAME[card] for card in EQUIPMENT)
"""What each card does, by its number."""

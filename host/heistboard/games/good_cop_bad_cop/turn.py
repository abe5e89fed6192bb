"""A turn: action, taking aim, the end; who is next (GC-TURN, GC-ACT)."""

from functools import cache
from typing import Final

from heistboard.games.good_cop_bad_cop.case import (
    NO_GUN,
    NOBODY,
    Agenda,
    Case,
    Question,
    one,
)
from heistboard.games.good_cop_bad_cop.components import PLAYERS, ROWS, SEATS, SLOTS
from heistboard.games.good_cop_bad_cop.draws import draw, slot_moves, turn_up
from heistboard.games.good_cop_bad_cop.guns import take_aim, take_gun
from heistboard.games.good_cop_bad_cop.notation import make
from heistboard.games.good_cop_bad_cop.shot import fire
from heistboard.games.good_cop_bad_cop.windows import Look, open_window
from heistboard.rules import Move

__all__ = [
    "begin_turn",
    "declared",
    "end_action",
    "end_turn",
    "may_arm",
    "may_investigate",
    "may_shoot",
    "redeclare",
]


def begin_turn(case: Case, seat: int) -> None:
    """Gives the Lead Investigator card to *seat* and begins its turn."""
    case.active = seat
    case.round += 1
    case.agenda = _TURN


def end_action(case: Case) -> None:
    """Ends the action: a card is the action, or has undone it (GC-EQ-4)."""
    _done(case)
    case.agenda = _AFTER


def end_turn(case: Case) -> None:
    """Ends the turn: Smoke Grenade first, then Coffee, then the next living player (GC-TURN-4)."""
    if case.smoke:
        case.direction = -case.direction
        case.smoke = False
    seat = case.coffee
    if seat == NOBODY:
        seat = _next_to(case, case.active)
    elif not case.living >> seat & 1:
        seat = _next_to(case, seat)
    case.coffee = NOBODY
    case.barred = False
    _done(case)
    begin_turn(case, seat)


def _next_to(case: Case, seat: int) -> int:
    while True:
        seat = (seat + case.direction) % case.setting.players
        if case.living >> seat & 1:
            return seat


def _done(case: Case) -> None:
    case.action = ""


# Declaring.


def may_investigate(case: Case, seat: int) -> int:
    """Returns whom a seat may investigate: others with a face-down card (GC-ACT-INVESTIGATE)."""
    down = case.down(case.living & ~(1 << seat))
    return sum(1 << other for other, row in enumerate(ROWS) if down & row)


def may_arm(case: Case, seat: int) -> bool:
    """Returns whether a seat may take a gun from the centre (GC-ACT-ARM, GC-CARD-K9)."""
    return case.guns[seat] == NO_GUN and not case.barred and case.guns_in_centre > 0


def may_shoot(case: Case, seat: int) -> bool:
    """Returns whether a seat's gun points at a living player (GC-ACT-SHOOT)."""
    aim = case.guns[seat]
    return aim >= 0 and bool(case.living >> aim & 1)


def _choices(case: Case, seat: int) -> tuple[Move, ...]:
    shooting = case.guns[seat] if may_shoot(case, seat) else NOBODY
    return _declarations(seat, may_investigate(case, seat), may_arm(case, seat), shooting)


@cache
def _declarations(seat: int, suspects: int, arms: bool, aim: int) -> tuple[Move, ...]:
    moves = [make(seat, "investigate", PLAYERS[each]) for each in SEATS[suspects]]
    moves.append(make(seat, "equip"))
    if arms:
        moves.append(make(seat, "arm"))
    if aim != NOBODY:
        moves.append(make(seat, "shoot", PLAYERS[aim]))
    return tuple(moves)


def _ask_action(case: Case) -> None:
    case.then(_ACTION, case.active)


def _declare(case: Case, move: Move, seat: int) -> None:
    case.action = move.verb
    target = move.parts.get("target")
    case.target = NOBODY if target is None else PLAYERS.index(target)
    case.bound = False
    case.then(_carry_out)
    case.then(open_window, "declared")


def _is_possible(case: Case) -> bool:
    seat = case.active
    if case.action == "investigate":
        return bool(may_investigate(case, seat) >> case.target & 1)
    if case.action == "arm":
        return may_arm(case, seat)
    return case.action == "equip" or may_shoot(case, seat)


def redeclare(case: Case) -> None:
    """Asks the active player to keep or change the declared action (GC-EQ-4)."""
    is_possible = _is_possible(case)
    if is_possible and (case.bound or len(_choices(case, case.active)) == 1):
        return
    case.then(_REDECLARE, case.active, is_possible)


def _changes(case: Case, seat: int, active: int, is_possible: bool) -> tuple[Move, ...]:
    choices = _choices(case, seat)
    if not is_possible:
        return choices
    said = declared(case)
    return (make(seat, "keep"), *(move for move in choices if move is not said))


def declared(case: Case) -> Move:
    """Returns the declaration that stands."""
    target = () if case.target == NOBODY else (PLAYERS[case.target],)
    return make(case.active, case.action, *target)


def _redeclared(case: Case, move: Move, seat: int, is_possible: bool) -> None:
    if move.verb != "keep":
        case.action = move.verb
        target = move.parts.get("target")
        case.target = NOBODY if target is None else PLAYERS.index(target)
        case.bound = False


# Doing it.


def _carry_out(case: Case) -> None:
    action, seat, target = case.action, case.active, case.target
    _done(case)
    if action == "investigate":
        case.then(_LOOK, seat, target)
    elif action == "equip":
        case.then(turn_up, seat)
        draw(case, seat)
    elif action == "arm":
        case.then(turn_up, seat)
        take_gun(case, seat)
    else:
        fire(case, seat, target)


def _looks(case: Case, seat: int, looker: int, target: int) -> tuple[Move, ...]:
    return slot_moves(seat, "look", case.down(1 << target))


def _looked(case: Case, move: Move, seat: int, target: int) -> None:
    look = Look(seat, (case.card_in(SLOTS.index(move.parts["card"])),))
    open_window(case, "investigated", look)


_ACTION: Final = Question("action", one, lambda case, seat, active: _choices(case, seat), _declare)
_REDECLARE: Final = Question("redeclare", one, _changes, _redeclared)
_LOOK: Final = Question("look", one, _looks, _looked)

_AFTER: Final[Agenda] = (
    (open_window, ("after-action",)),
    ((take_aim, ()), ((open_window, ("after-aim",)), ((end_turn, ()), None))),
)
_TURN: Final[Agenda] = ((open_window, ("turn-start",)), ((_ask_action, ()), _AFTER))

"""Reads what people type, and says why a move is refused, by the rule that forbids it."""

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from heistboard.games.good_cop_bad_cop.components import EQUIPMENT, PLAYERS, SLOTS
from heistboard.games.good_cop_bad_cop.notation import read
from heistboard.games.good_cop_bad_cop.turn import declared
from heistboard.rules import CHANCE, HIDDEN, IllegalMove, InvalidMove, Move, MoveError

if TYPE_CHECKING:
    from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop

__all__ = ["DECISIONS", "parse", "refusal"]

_Reason = tuple[str, str]

DECISIONS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "deal": (("deal", "draw", "first"), "GC-SETUP-5"),
    "arrange": (("arrange",), "GC-SETUP-7"),
    "turn-start": (("pass",), "GC-EQ-5"),
    "action": (("investigate", "equip", "arm", "shoot"), "GC-TURN-2"),
    "declared": (("pass",), "GC-EQ-5"),
    "redeclare": (("keep", "investigate", "equip", "arm", "shoot"), "GC-EQ-4"),
    "look": (("look",), "GC-ACT-INVESTIGATE"),
    "investigated": (("pass",), "GC-EQ-5"),
    "draw": (("draw",), "GC-ACT-EQUIP"),
    "discard": (("discard",), "GC-EQ-2"),
    "turn-up": (("turn_up",), "GC-ACT-EQUIP"),
    "aim": (("aim",), "GC-GUN-2"),
    "redirect": (("aim",), "GC-CARD-RESTRAINING"),
    "shot": (("shot", "out"), "GC-SHOT-1"),
    "audit": (("audit",), "GC-CARD-AUDIT"),
    "flashbang": (("arrange",), "GC-CARD-FLASHBANG"),
    "after-action": (("pass",), "GC-EQ-5"),
    "after-aim": (("pass",), "GC-EQ-5"),
}
"""By phase, the verbs that answer it, and the rule that asks."""


def parse(state: "GoodCopBadCop", text: str) -> Move:
    """Returns the move that *text* means, legal or not; raises :exc:`InvalidMove`.

    The player may be left out while only one is asked.
    """
    try:
        return _exact(text)
    except InvalidMove:
        if len(state.asked_seats) == 1:
            with suppress(InvalidMove):
                return _exact(f"{PLAYERS[state.asked_seats[0]]} {text}")
        raise  # what is wrong with the text itself


def _exact(text: str) -> Move:
    move = read(text)
    if HIDDEN in move.parts.values():
        raise InvalidMove(f"{text!r} does not say what is hidden, expected a whole move")
    return move


def refusal(state: "GoodCopBadCop", text: str) -> MoveError:
    """Returns why *text* cannot be played in *state*."""
    try:
        move = _exact(text)
    except MoveError as error:
        return error
    if move != text:
        return InvalidMove(f"{text!r} is not exact notation, expected {str(move)!r}")
    if state.outcome is not None:
        return IllegalMove(move, f"the game is over: {state.outcome.ending}", state.outcome.rule)
    reason, rule = _reason(state, move)
    return IllegalMove(move, reason, rule, private=move.private)


def _reason(state: "GoodCopBadCop", move: Move) -> _Reason:
    verbs, rule = DECISIONS[state.phase]
    seat = CHANCE if move.seat is None else move.seat
    if seat >= state.case.setting.players:
        return f"there is no {PLAYERS[seat]} in this game", "GC-SETUP-1"
    is_play = move.verb.startswith("play_") and state.is_window
    if seat not in state.asked_seats or not (move.verb in verbs or is_play):
        return _not_asked(state, move, verbs, rule)
    if seat not in state.movers:
        return f"{PLAYERS[seat]} has answered", rule
    return _why_card(state, move, seat) if is_play else _why_not(state, move, seat)


def _not_asked(state: "GoodCopBadCop", move: Move, verbs: tuple[str, ...], rule: str) -> _Reason:
    if move.verb.startswith("play_") and move.seat is not None:
        return _no_window(state, move.seat)
    if move.seat is None and state.seat == CHANCE:
        return "that card is not there, or it is dealt to somebody else", rule
    who = ", ".join(PLAYERS[seat] for seat in state.asked_seats)
    return f"asked now: {who or 'the dealer'}, for {' or '.join(verbs)}", rule


def _no_window(state: "GoodCopBadCop", seat: int) -> _Reason:
    if not state.case.living >> seat & 1:
        return "an eliminated player plays no cards", "GC-SHOT-2"
    if state.phase == "discard":
        return "no card is played before the hand is down to one", "GC-EQ-2"
    if not state.is_window:
        return "no card is played before what is asked now is decided", "GC-EQ-3"
    return "that player holds no equipment", "GC-EQ-5"


def _why_card(state: "GoodCopBadCop", move: Move, seat: int) -> _Reason:
    from heistboard.games.good_cop_bad_cop.equipment import CARDS, is_time

    case = state.case
    number = EQUIPMENT.index(move.verb.removeprefix("play_"))
    card = CARDS[number]
    if number not in case.hands[seat]:
        return "that card is not in the hand", "GC-EQ-1"
    if not is_time(case, seat, card.timing, state.phase):
        return _WHEN[card.timing], "GC-EQ-5"
    return card.why, card.rule


_WHEN: Final = {
    "own_turn_free": "it is played in the own turn",
    "own_turn_action": "it is played in the own turn, before the action is done",
    "on_shot_declared": "it is played when a shot is declared",
    "after_investigation": "it is played right after an investigation",
}


def _why_not(state: "GoodCopBadCop", move: Move, seat: int) -> _Reason:
    case, verb = state.case, move.verb
    if state.phase == "redeclare" and move is declared(case):
        return "that is declared already, and can be kept", "GC-EQ-4"
    if verb == "investigate":
        return "that is no other living player with a face-down card", "GC-ACT-INVESTIGATE"
    if verb == "arm":
        if case.barred:
            return "K-9 Unit bars taking a gun in this turn", "GC-CARD-K9"
        return "it takes a gun in the centre and none in the hand", "GC-ACT-ARM"
    if verb == "shoot":
        return "no gun of yours points at that player", "GC-ACT-SHOOT"
    if verb == "keep":
        return "the declared action has become impossible", "GC-EQ-4"
    if verb == "aim":
        if state.phase == "redirect":
            return "it must be another living player than before", "GC-CARD-RESTRAINING"
        return "a gun points at another living player", "GC-GUN-2"
    if verb == "arrange":
        return "that order looks like an earlier one", DECISIONS[state.phase][1]
    if verb == "discard":
        return "that card is not in the hand", "GC-EQ-2"
    if not 1 << SLOTS.index(move.parts["card"]) & case.slots(case.setting.everybody):
        return "there is no card", DECISIONS[state.phase][1]
    if verb == "look":
        return "that is no face-down card of the player named", "GC-ACT-INVESTIGATE"
    return "that is no own face-down card", DECISIONS[state.phase][1]

"""Parses moves, and says why a move is illegal.

There are few moves, so all of them are made once. Deals, and answers in a window, are private;
their refusals are for their seat only.
"""

from typing import TYPE_CHECKING, Final

from heistboard.places.layout import CROSSINGS
from heistboard.rules import HIDDEN, TABLE, IllegalMove, InvalidMove, Move, MoveError

if TYPE_CHECKING:
    from lanterns.rules import Lanterns

__all__ = ["CARDS", "PLAYERS", "ROLES", "STREETS", "parse", "read", "refusal"]

PLAYERS: Final = tuple(f"p{number}" for number in range(1, 9))
ROLES: Final = ("traitor", "watchman")
CARDS: Final = ("gust", "cloak")
STREETS: Final = ("calm", "wind")

_FORMS = "'carry x23', 'ring', 'hush', 'p3 play gust', 'p3 pass' or 'accuse p2'"


def _dealt(what: str, player: str, face: str) -> Move:
    parts = {"player": player, what: face}
    return Move(f"{what} {player} {face}", what, parts, private=True, reveals=True)


def _answer(seat: int, verb: str, card: str = "") -> Move:
    text = f"{PLAYERS[seat]} {verb} {card}".rstrip()
    parts = {"player": PLAYERS[seat], **({"card": card} if card else {})}
    return Move(text, verb, parts, seat=seat, private=True, reveals=True)


_ALL: Final = (
    *(_dealt("role", player, role) for player in PLAYERS for role in (*ROLES, HIDDEN)),
    *(_dealt("card", player, card) for player in PLAYERS for card in (*CARDS, HIDDEN)),
    *(Move(f"carry {place}", "carry", {"crossing": place}) for place in CROSSINGS),
    Move("hush", "hush", {}),
    Move("ring", "ring", {}),
    *(Move(f"street {street}", "street", {"street": street}, reveals=True) for street in STREETS),
    *(_answer(seat, "play", card) for seat in range(len(PLAYERS)) for card in CARDS),
    *(_answer(seat, "pass") for seat in range(len(PLAYERS))),
    *(
        Move(f"accuse {player}", "accuse", {"player": player}, reveals=True, twice=True)
        for player in PLAYERS
    ),
)
_MOVES: Final = {str(move): move for move in _ALL}


def read(text: str) -> Move:
    """Returns the move written in full or as told; raises :exc:`InvalidMove`.

    >>> read("P3  play gust").parts["card"], read("role p1 ?").private
    ('gust', True)
    """
    move = _MOVES.get(" ".join(text.lower().split()))
    if move is None:
        raise InvalidMove(f"{text!r} is not a move of Lanterns, expected {_FORMS}")
    return move


def parse(text: str) -> Move:
    """Returns the move that *text* means; raises :exc:`InvalidMove`."""
    move = read(text)
    if HIDDEN in move.parts.values():
        raise InvalidMove(f"{text!r} does not say what is dealt, expected {_FORMS}")
    return move


def refusal(state: "Lanterns", text: str) -> MoveError:
    """Returns why *text* cannot be played in *state*."""
    try:
        move = parse(text)
    except MoveError as error:
        return error
    if move != text:
        return InvalidMove(f"{text!r} is not exact notation, expected {str(move)!r}")
    if state.outcome is not None:
        return IllegalMove(move, f"the game is over: {state.outcome.ending}", state.outcome.rule)
    reason, rule = _REASONS[move.verb](state, move)
    return IllegalMove(move, reason, rule)


def _no_deal(state: "Lanterns", move: Move) -> tuple[str, str]:
    rule = {"role": "LN-DEAL-1", "card": "LN-DEAL-2", "street": "LN-STREET-1"}[move.verb]
    draw = state.draw
    if draw is None or draw.deck != move.verb:
        return f"no {move.verb} is dealt now", rule
    if draw.by != TABLE and move.parts["player"] != state.seats[draw.by]:
        return f"{state.seats[draw.by]} is dealt a {move.verb} now", rule
    return "none is left", rule


def _no_carry(state: "Lanterns", move: Move) -> tuple[str, str]:
    if state.phase != "carry":
        return "the lantern is carried when a turn begins", "LN-CARRY-1"
    return f"no road leads there from {state.night.lantern}", "LN-CARRY-2"


def _no_bell(state: "Lanterns", move: Move) -> tuple[str, str]:
    if not state.options["tower"]:
        return "there is no tower", "LN-TOWER-1"
    if state.night.rung is not None:
        return "the bell has been rung", "LN-TOWER-2"
    return "the bell is rung after the lantern is carried", "LN-TOWER-1"


def _no_answer(state: "Lanterns", move: Move) -> tuple[str, str]:
    assert move.seat is not None
    if state.phase != "window":
        return "no window is open", "LN-WINDOW-1"
    if move.seat not in state.turn:
        return "this window is for others", "LN-WINDOW-1"
    if move.seat in state.night.passed:
        return "a pass is final", "LN-WINDOW-2"
    return "that card is not in the hand", "LN-WINDOW-1"


def _no_accusation(state: "Lanterns", move: Move) -> tuple[str, str]:
    if state.phase != "accuse":
        return "players accuse after the last turn", "LN-ACCUSE-1"
    return "that is not another player", "LN-ACCUSE-1"


_REASONS = {
    **dict.fromkeys(("role", "card", "street"), _no_deal),
    "carry": _no_carry,
    **dict.fromkeys(("ring", "hush"), _no_bell),
    **dict.fromkeys(("play", "pass"), _no_answer),
    "accuse": _no_accusation,
}

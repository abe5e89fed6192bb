"""Who may know what in Lanterns. What is not named here is hidden."""

from typing import TYPE_CHECKING

from heistboard.rules import HIDDEN, Ask, Move, View

if TYPE_CHECKING:
    from lanterns.rules import Lanterns

__all__ = ["asked", "told", "view"]


def view(state: "Lanterns", seat: int) -> View:
    """Returns what *seat*, or everybody, may know of *state*."""
    night, seats, outcome = state.night, state.seats, state.outcome
    seen: View = {
        "game": state.game.name,
        **state.options,
        "phase": state.phase,
        "turn": [seats[each] for each in state.turn],
        "round": night.turns + 1,
        "carrier": seats[state.carrier],
        "lantern": night.lantern,
        "flame": night.flame,
        "bell-rung": night.rung is not None,
        "street": night.streets[-1] if state.phase == "window" else None,
        "in-hand": [name for name, card in zip(seats, night.cards, strict=False) if card],
        "accused": [seats[each] for each in night.accused],
        "moves": [*told(state, seat)],
        "outcome": None if outcome is None else dict(outcome._asdict()),
    }
    if 0 <= seat < len(night.roles):
        seen["role"] = night.roles[seat]
    if 0 <= seat < len(night.cards):
        seen["card"] = night.cards[seat]
        seen["has-passed"] = seat in night.passed
    if outcome is not None:
        seen["roles"] = list(night.roles)
    return seen


def told(state: "Lanterns", seat: int | None) -> list[str]:
    """Returns the moves in the order in which *seat* learned them; for ``None``, as played.

    A seat learns its own pass at once, and those of others when the window closes, in the order
    of seats: nobody learns the order of the answers.
    """
    lines: list[str] = []
    waiting: list[str] = []  # passes of others, not told yet
    for move in state.moves:
        is_pass = move.verb == "pass" and seat is not None
        if is_pass and move.seat != seat:
            waiting.append(move)
            continue
        if not is_pass:
            lines += sorted(waiting)
            waiting.clear()
        lines.append(_line(state, move, seat))
    return lines if state.night.passed else [*lines, *sorted(waiting)]


def _line(state: "Lanterns", move: Move, seat: int | None) -> str:
    if seat is None or move.verb not in ("role", "card"):
        return move
    player = move.parts["player"]
    is_told = move.verb == "role" and state.outcome is not None
    is_own = seat == state.seats.index(player)
    return move if is_told or is_own else f"{move.verb} {player} {HIDDEN}"


def asked(state: "Lanterns", seat: int) -> Ask:
    """Returns the prompt of *seat*; seats that are not asked learn what everybody waits for."""
    night = state.night
    if state.draw is not None:
        by = state.draw.by
        return Ask(state.draw.deck, {"player": state.seats[by]} if by >= 0 else {})
    is_asked = seat in state.movers
    if state.phase == "window":
        return Ask("window" if is_asked else "window.wait", {"street": night.streets[-1]})
    if is_asked:
        return Ask(state.phase, {"crossing": night.lantern} if state.phase == "carry" else {})
    return Ask(f"{state.phase}.wait", {"player": state.seats[state.turn[0]]})

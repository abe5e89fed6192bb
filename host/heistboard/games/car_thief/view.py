"""Who may know what of a game of Car Thief. Built from nothing: what is not named here is hidden.

The thief knows all. The police and the table know what lies open on the board, what was searched
and found, and that the thief was able to move; the trail when the game is over.
"""

from typing import TYPE_CHECKING

from heistboard.games.car_thief.board import CELLS, POLICE, THIEF, cells_of
from heistboard.rules import HIDDEN, TABLE, UNCOVERS, View

if TYPE_CHECKING:
    from heistboard.games.car_thief.rules import CarThief

__all__ = ["told", "view"]


def view(state: "CarThief", seat: int) -> View:
    """Returns what *seat* may know of *state*."""
    if seat not in (THIEF, POLICE, TABLE):
        raise ValueError(f"view: there is no seat {seat!r}, expected 0, 1 or TABLE")
    outcome = state.outcome
    seen: View = {
        "game": state.game.name,
        "players": state.options["players"],
        "phase": state.phase,
        "seat": state.seat,
        "round": state.round,
        "helicopters": dict(state.helicopters),
        "waiting": list(state.waiting),
        "searches": [search._asdict() for search in state.searches],
        "roofs": dict(state.roofs),
        "moves": list(told(state, seat)),
        "outcome": None if outcome is None else dict(outcome._asdict()),
    }
    if seat == THIEF or outcome is not None:
        seen["trail"] = [CELLS[cell] for cell in state.trail]
    if seat == THIEF and state.phase == "eyes-closed":
        seen["free"] = [CELLS[cell] for cell in cells_of(state.free)]
    return seen


def told(state: "CarThief", seat: int | None) -> list[str]:
    """Returns the moves as *seat* knows them; ``None`` knows all."""
    knows_trail = seat in (None, THIEF) or state.outcome is not None
    found = iter(state.searches)
    lines = []
    for move in state.moves:
        verb = move.partition(" ")[0]
        if verb == "search":
            lines.append(f"{move}{UNCOVERS}{next(found).found}")
        elif verb == "hide" and not knows_trail:
            lines.append(f"hide {HIDDEN}")
        else:
            lines.append(move)
    return lines

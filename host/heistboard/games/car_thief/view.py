"""Who may know what in Car Thief. Views are built from nothing: what is not named here is hidden.

The thief knows everything. The police and the public know what is open on the board, what was
searched and found, and that the thief was able to move; and the trail when the game is over.
"""

from typing import TYPE_CHECKING

from heistboard.games.car_thief.board import CELLS, POLICE, THIEF, cells_of
from heistboard.rules import TABLE, Known, View

if TYPE_CHECKING:
    from heistboard.games.car_thief.rules import CarThief

__all__ = ["known", "told", "view"]


def view(state: "CarThief", seat: int) -> View:
    """Returns what *seat* may know of *state*."""
    outcome = state.outcome
    seen: View = {
        "game": state.game.name,
        "players": state.options["players"],
        "phase": state.phase,
        "seat": state.seat,
        "round": state.round,
        "helicopters": dict(state.helicopters),
        "waiting": list(state.waiting),
        "searches": [dict(search) for search in state.search_history.documents],
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
    """Returns the moves as *seat* knows them, in full for ``None``. Do not change the list."""
    if seat not in (None, THIEF, POLICE, TABLE):
        raise ValueError(f"there is no seat {seat!r}, expected 0, 1 or TABLE")
    knows_trail = seat in (None, THIEF) or state.outcome is not None
    history = state.told_history
    return history.lines if knows_trail else history.open_lines


def known(state: "CarThief", seat: int) -> Known:
    """Returns what *seat* has learned, in order: the number of players, then the moves as told.

    The police and the public learn the trail last, when the game is over.
    """
    if seat not in (THIEF, POLICE, TABLE):
        raise ValueError(f"there is no seat {seat!r}, expected 0, 1 or TABLE")
    history = state.told_history
    lines = history.lines if seat == THIEF else history.open_lines
    learned: Known = (state.options["players"], *lines)
    if seat == THIEF or state.outcome is None:
        return learned
    return (*learned, *(CELLS[cell] for cell in state.trail))

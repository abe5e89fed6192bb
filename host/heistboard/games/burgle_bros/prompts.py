"""What the table says at the board of Burgle Bros: what hands have to do first. Pure."""

from collections.abc import Sequence
from typing import Final

from heistboard.games.burgle_bros.components import ones
from heistboard.games.burgle_bros.figures import Figure
from heistboard.games.burgle_bros.job import Job
from heistboard.games.burgle_bros.notation import PLAYERS
from heistboard.rules import Ask

__all__ = ["ALOUD", "due_ask", "seen_asks"]

ALOUD: Final = frozenset(("tile", "event", "tool", "loot", "roll", "character", "lost_visual"))
"""The verbs of moves that are said when they were made: what chance brought."""


def due_ask(job: Job, to_turn: Sequence[str], figures: Sequence[Figure]) -> Ask | None:
    """Returns what hands have to do before anything can be chosen; ``None`` if nothing."""
    if to_turn:
        cell = to_turn[0]
        tile = job.kind(job.site.numbers[cell])
        if len(to_turn) > 1 or tile == "no_room":
            return Ask("tiles.turn", {"places": ", ".join(to_turn)})
        return Ask("tile.turn", {"cell": cell, "tile": tile})
    for floor, figure in enumerate(figures, 1):
        if figure.is_due:
            if figure.home is None:
                return Ask("guard.off", {"floor": str(floor)})
            how = "place" if figure.at is None else "walk"
            return Ask(f"guard.{how}", {"cell": figure.home})
    return None


def seen_asks(job: Job, told: int) -> list[Ask]:
    """Returns what to say of the guards' steps, of which so many have been told: who was seen."""
    return [
        Ask(
            "guard.saw",
            {
                "cell": job.site.names[cell],
                "player": ", ".join(PLAYERS[seat] for seat in ones(seats)),
            },
        )
        for cell, seats in job.walked[told:]
        if seats
    ]

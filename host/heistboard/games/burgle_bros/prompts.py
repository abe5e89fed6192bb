"""What the table says at the board of Burgle Bros: what hands have to do first. Pure.

What moves have caused is in ``news``.
"""

from collections.abc import Sequence
from typing import Final

from heistboard.games.burgle_bros.figures import Figure
from heistboard.games.burgle_bros.job import Job
from heistboard.rules import Ask

__all__ = ["ALOUD", "due_ask", "round_asks"]

ALOUD: Final = frozenset(
    (
        *("tile", "event", "tool", "loot", "roll", "character", "lost_visual"),
        *("hack", "die", "laptop", "pick"),
    )
)
"""The verbs of moves that are said when they were made: what chance brought, and what no light of
a room shows."""


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


def round_asks(job: Job, figures: Sequence[Figure]) -> list[Ask]:
    """Returns what to say of guards who are back where their figures still stand."""
    names, floors = job.site.names, job.site.floor
    walks = (
        [names[cell] for cell, _ in job.walked if floors[cell] == each]
        for each in range(len(figures))
    )
    return [
        Ask("guard.round", {"places": ", ".join(dict.fromkeys(walk[:-1])), "cell": walk[-1]})
        for walk, figure in zip(walks, figures, strict=True)
        if len(walk) > 1 and figure.at == walk[-1] == figure.home
    ]

"""What the table says at the board of Burgle Bros: what hands have to do first. Pure."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from heistboard.games.burgle_bros.components import ones
from heistboard.games.burgle_bros.figures import Figure
from heistboard.games.burgle_bros.job import Job
from heistboard.games.burgle_bros.notation import PLAYERS
from heistboard.rules import Ask

__all__ = ["ALOUD", "Told", "due_ask", "lost_asks", "round_asks", "seen_asks"]

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


class Told(NamedTuple):
    """The game as far as it has been told."""

    walked: tuple[tuple[int, int], ...]
    stealth: tuple[int, ...]
    alarms: int

    @classmethod
    def of(cls, job: Job) -> "Told":
        """Returns all that there is to tell of *job*."""
        return cls(job.walked, job.stealth, job.alarms)


def seen_asks(job: Job, told: Told) -> list[Ask]:
    """Returns what to say of the guards' steps that have not been told: who was seen."""
    return [
        Ask("guard.saw", {"cell": job.site.names[cell], "player": _players(seats)})
        for cell, seats in _new_steps(job, told)
        if seats
    ]


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


def lost_asks(job: Job, told: Told, *, is_chosen: bool) -> list[Ask]:
    """Returns what to say after moves: who has lost stealth otherwise, and where alarms start.

    With *is_chosen* somebody has just chosen which token to lose.
    """
    seen = 0
    for _, seats in _new_steps(job, told):
        seen |= seats
    asks = [
        Ask("stealth.lost", {"player": PLAYERS[seat], "number": str(left)})
        for seat, (left, before) in enumerate(zip(job.stealth, told.stealth, strict=True))
        if left < before and not is_chosen and not seen >> seat & 1
    ]
    alarms = ", ".join(job.site.names[cell] for cell in ones(job.alarms & ~told.alarms))
    return [*asks, Ask("alarm.on", {"places": alarms})] if alarms else asks


def _new_steps(job: Job, told: Told) -> Sequence[tuple[int, int]]:
    before = told.walked
    return job.walked[len(before) :] if job.walked[: len(before)] == before else job.walked


def _players(seats: int) -> str:
    return ", ".join(PLAYERS[seat] for seat in ones(seats))

"""How a game begins (section 1 of the rules)."""

from typing import Final

from heistboard.games.burgle_bros.acting import act
from heistboard.games.burgle_bros.components import SIDES, TOOLS
from heistboard.games.burgle_bros.decks import CHARACTER, new_patrol_decks
from heistboard.games.burgle_bros.finds import GOLD, get
from heistboard.games.burgle_bros.guards import appear, draw_first_target
from heistboard.games.burgle_bros.job import Job, Question
from heistboard.games.burgle_bros.notation import by_cell, make
from heistboard.games.burgle_bros.tiles import reveal
from heistboard.games.burgle_bros.turn import begin
from heistboard.rules import Move

__all__ = ["start"]


def start(job: Job) -> None:
    """Has everything happen that comes before the first turn."""
    new_patrol_decks(job)
    if job.site.players == 1:
        job.loot_left &= ~(GOLD >> len(TOOLS))  # nobody could carry both (BB-SETUP-12)
    job.next(begin, act)
    job.next(draw_first_target, 0)
    job.next(ENTRANCE)
    job.next(appear, 0)
    for seat in reversed(range(job.site.players)):
        job.next(_choose_side, seat)
        job.next(CHARACTER, seat)


def _choose_side(job: Job, seat: int) -> None:
    if job.site.options["advanced"]:
        job.next(SIDE, seat)
    else:
        _take_side(job, seat, SIDES[0])


def _take_side(job: Job, seat: int, side: str) -> None:
    job.sides = (*job.sides, side)
    if job.is_played_by(seat, "rigger", "basic"):
        dynamite = TOOLS.index("dynamite")
        job.tools_left &= ~(1 << dynamite)
        get(job, seat, dynamite)


_SIDE_MOVES: Final = tuple(make("side", side) for side in SIDES)
SIDE: Final = Question(
    "side",
    lambda job, seat: seat,
    lambda job, seat: _SIDE_MOVES,
    lambda job, move, seat: _take_side(job, seat, move.parts["side"]),
)


def _entrances(job: Job) -> tuple[Move, ...]:
    named = by_cell("entrance", job.site.size, job.site.floors)
    return tuple(named[cell] for cell in job.site.rooms(0))


def _enter(job: Job, move: Move) -> None:
    job.entrance = job.site.numbers[move.parts["cell"]]
    reveal(job, job.entrance)


ENTRANCE: Final = Question("entrance", lambda job: job.active, _entrances, _enter)

"""A turn from its start to the next one (section 3 of the rules), and the way out.

The middle of a turn, the actions, is in ``acting``; it calls :func:`finish` when they are over.
Events are resolved by a function that ``acting`` hands over, because events know turns.
"""

from collections.abc import Callable
from typing import Final

from heistboard.games.burgle_bros.components import ITEMS, TOOLS
from heistboard.games.burgle_bros.decks import draw_event
from heistboard.games.burgle_bros.finds import has
from heistboard.games.burgle_bros.guards import lose, move_guard
from heistboard.games.burgle_bros.job import NOBODY, Job, replaced
from heistboard.games.burgle_bros.loot import AT_START
from heistboard.games.burgle_bros.notation import PLAYERS
from heistboard.games.burgle_bros.site import OUTSIDE, ROOF
from heistboard.games.burgle_bros.tiles import ON_ENDING
from heistboard.rules import Outcome

__all__ = ["begin", "escape", "finish", "is_roof_open"]

ACTIONS: Final = 4
_FEW_ACTIONS: Final = 2  # an event is drawn after that many, and fewer
_LOOT_ITEMS: Final = frozenset(range(len(TOOLS), len(ITEMS)))

_Step = Callable[[Job], None]


def begin(job: Job, act: _Step) -> None:
    """Begins the active player's turn; *act* comes when its start is over (BB-TURN-2)."""
    seat = job.active
    job.turn += 1
    job.left = job.used = job.spent = 0
    job.has_acted = False
    job.done = frozenset()
    job.tries = ()
    job.in_motion = job.suit = job.sneaked = job.shift_change = False
    job.idle = ()
    job.guard_steps = 0
    job.event = ""
    job.is_first_turn = job.at[seat] == OUTSIDE
    if job.is_first_turn:
        job.at = replaced(job.at, seat, job.entrance)
    _end_cards(job, seat)
    job.next(_set_budget, act)
    for loot in ("persian_kitty", "chihuahua"):
        if loot != "chihuahua" or job.site.options["chihuahua"] == "start":
            job.next(_roll_for, loot)


def _roll_for(job: Job, loot: str) -> None:
    # Who escaped by an event is in no room where a dog could bark.
    if job.at[job.active] != ROOF and has(job, job.active, loot):
        AT_START[loot](job, job.active)


def _set_budget(job: Job, act: _Step) -> None:
    seat = job.active
    job.left = ACTIONS + job.heads_up[seat] - has(job, seat, "mirror")
    job.heads_up = replaced(job.heads_up, seat, 0)
    job.next(act)


def _end_cards(job: Job, seat: int) -> None:
    # What lasts until a player's next turn.
    if job.emp == seat:
        job.emp = NOBODY
        job.tools_gone |= 1 << TOOLS.index("emp")
    if job.gymnastics == seat:
        job.gymnastics = NOBODY
    if job.time_lock == seat:
        job.time_lock = NOBODY
    if job.video_loop == seat:
        job.video_loop = NOBODY


# When the actions are over.


def finish(job: Job, act: _Step, resolve: _Step) -> None:
    """Has all that follows a player's actions happen; *resolve* resolves the event drawn."""
    seat = job.active
    job.next(_pass_on, act)
    cell = job.at[seat]
    if cell == ROOF:
        return
    job.next(_move_guards)
    job.next(_leave_hiding)
    if job.site.options["chihuahua"] == "end":
        job.next(_roll_for, "chihuahua")
    job.next(_draw_event, resolve)
    effect = ON_ENDING.get(job.kind(cell))
    if effect is not None and not (job.is_first_turn and not job.spent):
        effect(job, cell)


def _draw_event(job: Job, resolve: _Step) -> None:
    few = _FEW_ACTIONS + has(job, job.active, "stamp")
    if job.site.options["event-check"] == "used":
        is_due = job.used <= few
    else:
        is_due = job.left >= ACTIONS - few
    if is_due:
        job.next(resolve)
        draw_event(job)


def _leave_hiding(job: Job) -> None:
    # Flexibility: who is still in the guard's room pays now.
    seat = job.active
    if job.sneaked and job.has_guard(job.at[seat]):
        lose(job, seat)


def _move_guards(job: Job) -> None:
    own = job.floor(job.active)
    if own < 0:
        return
    if not job.shift_change:
        move_guard(job, own, job.guard_steps)
        return
    for floor in reversed(range(job.site.floors)):
        if floor != own:
            job.next(move_guard, floor)


def _pass_on(job: Job, act: _Step) -> None:
    # The next player who has not escaped and may have a turn.
    seat = job.active
    while True:
        seat = (seat + 1) % job.site.players
        if job.at[seat] == ROOF:
            _end_cards(job, seat)
        elif job.skips >> seat & 1:
            job.skips ^= 1 << seat
        else:
            break
    job.active = seat
    begin(job, act)


# The way out.


def is_roof_open(job: Job) -> bool:
    """Returns whether all safes are cracked and players hold all loot (BB-WIN-1)."""
    if job.cracked.bit_count() < job.site.scenario.safes:
        return False
    return not any(item in _LOOT_ITEMS for _, item in job.lying)


def escape(job: Job, seat: int) -> None:
    """Puts a player on the roof; when all are there, the game is won (BB-WIN-2)."""
    job.move_to(seat, ROOF)
    if all(at == ROOF for at in job.at):
        job.end(Outcome(", ".join(PLAYERS[: job.site.players]), "escaped", "BB-WIN-2"))

"""Guards: how they come, move, arrive and see; and the stealth that players lose.

What happens when a guard arrives in a room has an order (BB-GUARD-5): stealth, the alarm token,
cameras, the crow, the destination.
"""

from typing import Final

from heistboard.games.burgle_bros.alarms import (
    draw_target,
    eat_donuts,
    look_again,
    ring,
)
from heistboard.games.burgle_bros.components import ones
from heistboard.games.burgle_bros.decks import GONE_GUARD, draw_patrol
from heistboard.games.burgle_bros.job import AWAY, NOBODY, UNPLACED, Job, Question, replaced
from heistboard.games.burgle_bros.notation import make
from heistboard.rules import Move, Outcome

__all__ = [
    "CAUGHT",
    "appear",
    "arrive",
    "come",
    "draw_first_target",
    "lose",
    "move_guard",
    "must_come",
    "redirect",
    "rings_cameras",
    "sees",
    "step_toward",
]

CAUGHT: Final = Outcome("", "caught", "BB-LOSE")


# Stealth.


def lose(job: Job, seat: int) -> None:
    """Has a player lose a stealth token: an own one, or one of the room (BB-STEALTH-1)."""
    cell = job.at[seat]
    in_room = job.room_tokens(cell)
    if not job.stealth[seat] and not in_room:
        job.end(CAUGHT)
    elif not in_room:
        job.add_stealth(seat, -1)
    elif not job.stealth[seat]:
        job.add_tokens(cell, -1)
    else:
        job.next(LOSE, seat)


_LOSE_MOVES: Final = (make("lose", "own"), make("lose", "room"))


def _lose(job: Job, move: Move, seat: int) -> None:
    if move.parts["stealth"] == "own":
        job.add_stealth(seat, -1)
    else:
        job.add_tokens(job.at[seat], -1)


LOSE: Final = Question("lose", lambda job, seat: seat, lambda job, seat: _LOSE_MOVES, _lose)


def sees(job: Job, guard: int, cell: int) -> bool:
    """Returns whether a guard on *guard* sees somebody in a Foyer or an Atrium (BB-STEALTH-4)."""
    kind = job.kind(cell)
    if kind == "foyer":
        return guard in job.near[cell]
    return kind == "atrium" and guard in (job.site.above(cell), job.site.below(cell))


# A guard comes onto his floor.


def must_come(job: Job, floor: int) -> bool:
    """Returns whether the floor's guard has to be placed when a player comes (BB-GUARD-2)."""
    return job.guards[floor] == UNPLACED


def come(job: Job, floor: int) -> None:
    """Places the guard of a floor, then his die. This is no arrival (BB-GUARD-11)."""
    job.next(draw_first_target, floor)
    appear(job, floor)


def appear(job: Job, floor: int) -> None:
    """Places the guard of a floor. Lost Visual is replaced by the next card (BB-LV-3)."""
    job.next(_place, floor)
    draw_patrol(job, floor)


def _place(job: Job, floor: int) -> None:
    if job.drawn == GONE_GUARD:
        appear(job, floor)
    else:
        job.guards = replaced(job.guards, floor, job.drawn)
        job.alarms &= ~(1 << job.drawn)


def draw_first_target(job: Job, floor: int) -> None:
    """Draws the card for the die of a guard who has just been placed."""
    job.next(_place_die, floor)
    draw_patrol(job, floor)


def _place_die(job: Job, floor: int) -> None:
    if job.drawn in (GONE_GUARD, job.guards[floor]):
        draw_first_target(job, floor)
        return
    job.targets = replaced(job.targets, floor, job.drawn)
    look_again(job, floor)


def redirect(job: Job, floor: int, cell: int) -> None:
    """Puts the die on a cell; on the guard's own, he draws again at once."""
    if cell == job.guards[floor]:
        draw_target(job, floor)
    else:
        job.targets = replaced(job.targets, floor, cell)


# A guard moves.


def move_guard(job: Job, floor: int, more: int = 0) -> None:
    """Moves a guard as at the end of a turn (BB-GUARD-3), *more* steps than usual."""
    job.next(_set_out, floor, more)
    if job.guards[floor] == AWAY:
        come(job, floor)


def _set_out(job: Job, floor: int, more: int) -> None:
    if eat_donuts(job, floor):
        return
    alarms = job.alarms_on(floor)
    if job.crow == job.guards[floor] and not alarms and _raven(job, "advanced"):
        job.crow = NOBODY
        return
    _walk(job, floor, job.speeds[floor] + len(alarms) + more)


def _raven(job: Job, side: str) -> bool:
    return job.seat_of("raven", side) != NOBODY


def _walk(job: Job, floor: int, steps: int) -> None:
    if steps and job.guards[floor] >= 0:
        _step(job, floor, job.targets[floor], steps - 1)


def _step(job: Job, floor: int, target: int, left: int) -> None:
    first = floor * job.site.area
    guard = job.guards[floor]
    cell = job.paths[floor].next[guard - first][target - first] + first
    arrive(job, floor, cell, left)


def step_toward(job: Job, floor: int, cell: int) -> None:
    """Moves the guard of a floor one step toward a cell of it (Squeak!)."""
    _step(job, floor, cell, 0)


def arrive(job: Job, floor: int, cell: int, left: int = 0) -> None:
    """Has a guard arrive in a room, with *left* steps to go (BB-GUARD-5, -11)."""
    job.guards = replaced(job.guards, floor, cell)
    job.next(_arrived, floor, cell, left)
    seen = [
        seat
        for seat in job.seats_from(job.active)
        if job.at[seat] == cell or (job.at[seat] >= 0 and sees(job, cell, job.at[seat]))
    ]
    job.walked = (*job.walked, (cell, sum(1 << seat for seat in seen)))
    for seat in reversed(seen):
        job.next(lose, seat)


def _arrived(job: Job, floor: int, cell: int, left: int) -> None:
    before = job.alarms & job.site.floor_masks[floor]
    job.alarms &= ~(1 << cell)
    if job.crow == cell and _raven(job, "basic"):
        left = max(0, left - 1)
    # Last in the order, so it goes onto the agenda first.
    job.next(_walk, floor, left)
    job.next(_find_target, floor, cell, before)
    if job.cameras >> cell & 1:
        ring(job, *(room for room in rings_cameras(job, cell) if room in job.at))


def _find_target(job: Job, floor: int, cell: int, before: int) -> None:
    alarms = job.alarms & job.site.floor_masks[floor]
    if alarms:
        if alarms != before and not alarms & ~before:
            # Alarms that were added have been looked at by ring() already.
            look_again(job, floor)
    elif before or cell == job.targets[floor]:
        draw_target(job, floor)


def rings_cameras(job: Job, cell: int) -> list[int]:
    """Returns the camera rooms, if *cell* is one and cameras work (BB-TILE-CAMERA).

    *cell* is among them; there, where the guard is, no alarm starts.
    """
    cameras = job.cameras & ~job.crowbarred
    if job.video_loop != NOBODY or not cameras >> cell & 1:
        return []
    return ones(cameras)

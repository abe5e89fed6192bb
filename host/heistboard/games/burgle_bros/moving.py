"""Players move: the order of a room's effects (BB-ENTRY-3), and landings (BB-ENTRY-4)."""

from heistboard.games.burgle_bros.alarms import ring
from heistboard.games.burgle_bros.finds import has
from heistboard.games.burgle_bros.guards import come, lose, must_come, rings_cameras, sees
from heistboard.games.burgle_bros.job import Job
from heistboard.games.burgle_bros.tiles import (
    ON_ENTRY,
    ON_LEAVING,
    STOPS,
    Going,
    is_stopped,
    reveal,
)
from heistboard.games.burgle_bros.ways import gem_costs

__all__ = ["go", "land"]


def go(job: Job, seat: int, cell: int, mode: str = "act", *, is_landing: bool = False) -> None:
    """Has a player go into a room; what it costs before the room is known has been paid."""
    going = Going(seat, cell, mode, is_landing, job.is_face_down(cell))
    job.next(_stop, going)
    if going.is_blind:
        reveal(job, cell)


def _stop(job: Job, going: Going) -> None:
    if not going.is_landing and is_stopped(job, going.cell):
        STOPS[job.kind(going.cell)](job, going, _leave)
    else:
        _leave(job, going)


def _leave(job: Job, going: Going) -> None:
    job.next(_come_onto_floor, going)
    effect = ON_LEAVING.get(job.kind(job.at[going.seat]))
    if effect is not None:
        effect(job, going)


def _come_onto_floor(job: Job, going: Going) -> None:
    below = job.site.below(going.cell)
    if (
        going.is_blind
        and below >= 0
        and not going.is_landing
        and job.kind(going.cell) == "walkway"
    ):
        land(job, going.seat, below, is_fall=True)
        return
    job.next(_come_in, going)
    floor = job.site.floor[going.cell]
    if must_come(job, floor):
        come(job, floor)


def _come_in(job: Job, going: Going) -> None:
    seat, cell = going.seat, going.cell
    job.move_to(seat, cell)
    if going.mode in ("act", "flex"):
        job.spend(gem_costs(job, seat, cell))
    if going.mode == "flex":
        job.sneaked = True
    if not going.is_landing:
        job.next(_be_filmed, seat)
    job.next(_be_seen, going)
    effect = ON_ENTRY.get(job.kind(cell))
    if effect is not None and not going.is_landing:
        effect(job, going)


def _be_seen(job: Job, going: Going) -> None:
    # One move costs one stealth token at most (BB-STEALTH-6).
    seat, cell = going.seat, going.cell
    if going.mode == "flex" or _is_invisible(job, seat):
        return
    if job.has_guard(cell) or _is_watched(job, seat, cell):
        lose(job, seat)


def _is_watched(job: Job, seat: int, cell: int) -> bool:
    if any(guard >= 0 and sees(job, guard, cell) for guard in job.guards):
        return True
    return has(job, seat, "tiara") and job.guards[job.site.floor[cell]] in job.near[cell]


def _is_invisible(job: Job, seat: int) -> bool:
    return job.suit and seat == job.active


def _be_filmed(job: Job, seat: int) -> None:
    cell = job.at[seat]
    if not _is_invisible(job, seat) and any(map(job.has_guard, rings_cameras(job, cell))):
        ring(job, cell)


def land(job: Job, seat: int, cell: int, *, is_fall: bool = False) -> None:
    """Puts a player into a room without entering it (BB-ENTRY-4).

    *is_fall* is a fall through a Walkway.
    """
    job.next(_guard_of_landing, seat, cell, is_fall)
    if job.is_face_down(cell):
        reveal(job, cell)


def _guard_of_landing(job: Job, seat: int, cell: int, is_fall: bool) -> None:
    job.next(_landed, seat, cell, is_fall)
    floor = job.site.floor[cell]
    if must_come(job, floor):
        come(job, floor)


def _landed(job: Job, seat: int, cell: int, is_fall: bool) -> None:
    job.move_to(seat, cell)
    options = job.site.options
    is_seen = options["landing"] == "seen"  # BB-CONF-14
    if is_seen:
        job.next(_be_filmed, seat)
    if job.has_guard(cell):
        # BB-CONF-1
        is_caught = options["fall-onto-guard"] == "loses" if is_fall else is_seen
    else:
        is_caught = is_seen and _is_watched(job, seat, cell)
    if is_caught and not _is_invisible(job, seat):
        lose(job, seat)

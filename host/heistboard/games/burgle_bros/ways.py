"""Ways: where a player in a room can go, and where a player can look (section 6 of the rules)."""

from typing import Final

from heistboard.games.burgle_bros.finds import has
from heistboard.games.burgle_bros.job import NOBODY, Job
from heistboard.games.burgle_bros.tiles import is_stopped

__all__ = [
    "MOST_COSTS",
    "beside_through_walls",
    "cost",
    "drop_from",
    "gem_costs",
    "linked",
    "peeks",
    "stairs_from",
    "ways",
]

_DEADBOLT: Final = 3
MOST_COSTS: Final = 3
"""What it takes at most to get in: with somebody in, a Deadbolt is open."""


def stairs_from(job: Job, cell: int, *, is_walking: bool = True) -> list[int]:
    """Returns the rooms that stairs of all sorts lead to; with Time Lock nobody walks there."""
    if is_walking and job.time_lock != NOBODY:
        return []
    site = job.site
    above, below = site.above(cell), site.below(cell)
    found = []
    up, down = job.stairs >> cell & 1, below >= 0 and job.stairs >> below & 1
    if job.gymnastics != NOBODY:
        if site.options["gymnastics"] == "above":
            up |= job.walkways >> cell & 1
            down |= below >= 0 and job.walkways >> below & 1
        else:
            up |= above >= 0 and job.walkways >> above & 1
    if up and above >= 0:
        found.append(above)
    if down:
        found.append(below)
    return found


def beside_through_walls(job: Job, cell: int) -> list[int]:
    """Returns the rooms beside a room that are behind a wall."""
    near = job.near[cell]
    return [room for room in job.site.beside[cell] if room not in near]


def linked(job: Job, seat: int, cell: int) -> list[int]:
    """Returns the rooms that a player in *cell* may go to other than through an open border."""
    found = stairs_from(job, cell)
    if not has(job, seat, "painting"):
        if cell in job.ducts:
            found += [duct for duct in job.ducts if duct != cell]
        found += [
            room for room in beside_through_walls(job, cell) if job.kind(room) == "secret_door"
        ]
    return found


def ways(job: Job, seat: int) -> list[int]:
    """Returns the rooms that a player may go to, whatever it costs; a Walkway down apart."""
    cell = job.at[seat]
    return list(dict.fromkeys((*job.near[cell], *linked(job, seat, cell))))


def drop_from(job: Job, cell: int) -> int:
    """Returns the room below a revealed Walkway, or -1 (BB-LINK-WALKWAY)."""
    return job.site.below(cell) if job.walkways >> cell & 1 else -1


def peeks(job: Job, cell: int) -> list[int]:
    """Returns the face-down rooms that a player in *cell* may peek at (BB-ACT-PEEK)."""
    rooms = [*job.near[cell], *stairs_from(job, cell, is_walking=False)]
    if job.kind(cell) == "atrium":
        rooms += [room for room in (job.site.above(cell), job.site.below(cell)) if room >= 0]
    return [room for room in dict.fromkeys(rooms) if job.is_face_down(room)]


def cost(job: Job, seat: int, cell: int, *, is_landing: bool = False) -> int:
    """Returns what it takes at least to get into a room, as far as it is revealed."""
    actions = 1
    if not is_landing and is_stopped(job, cell) and job.kind(cell) == "deadbolt":
        actions = _DEADBOLT
    return actions + gem_costs(job, seat, cell)


def gem_costs(job: Job, seat: int, cell: int) -> int:
    """Returns the action that the Gemstone costs where another player is (BB-LOOT-GEM)."""
    if cell not in job.at or not has(job, seat, "gemstone"):
        return 0
    return int(any(at == cell and other != seat for other, at in enumerate(job.at)))

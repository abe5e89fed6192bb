"""The walk of a guard's figure: from where it stands to where the game has the guard. Pure.

The rules move a guard at once; a hand then moves his figure, along a path of light.
"""

from typing import NamedTuple

from heistboard.games.burgle_bros.job import Job

__all__ = ["Step", "route", "still_to_go"]


class Step(NamedTuple):
    """A cell that the guard comes to, and the seats that lose stealth there, as a mask."""

    place: str
    seats: int = 0


def route(job: Job, floor: int, start: str | None) -> tuple[Step, ...]:
    """Returns the way from *start* to the guard of a *floor*, both included.

    It is the way that he went since the last action, if that leads on from *start*; else the
    shortest one. Without a *start* it is only his cell, and without a guard it is empty.
    """
    site, guard = job.site, job.guards[floor]
    if guard < 0:
        return ()
    here = guard if start is None else site.numbers[start]
    if here in site.empty:
        here = guard
    walked = [step for step in job.walked if site.floor[step[0]] == floor]
    cells = [cell for cell, _ in walked]
    if here in cells and cells[-1] == guard:
        del walked[: len(cells) - cells[::-1].index(here)]
    elif not cells or cells[-1] != guard or cells[0] not in job.near[here]:
        first = floor * site.area
        path = job.paths[floor].path(here - first, guard - first)
        walked = [(cell + first, 0) for cell in path[1:]]
    return (
        Step(site.names[here]),
        *(Step(site.names[cell], seats) for cell, seats in walked),
    )


def still_to_go(steps: tuple[Step, ...], place: str | None) -> tuple[Step, ...]:
    """Returns the rest of a walk for a figure on *place*; all of it if it left the way."""
    places = [step.place for step in steps]
    if place not in places:
        return steps
    return steps[len(places) - 1 - places[::-1].index(place) :]

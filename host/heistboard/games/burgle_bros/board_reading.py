"""What the reeds must show, where the pieces belong, and how a picture differs from that. Pure.

A tile that lies face down closes the cover reed of its cell; turned up, or gone, it does not. A
guard's figure closes the occupant reed. While people turn a real tile and have not said yet what
it is, it may lie either way.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from heistboard.games.burgle_bros.job import Job
from heistboard.games.burgle_bros.site import Site
from heistboard.places.place import name_of

__all__ = ["Must", "Reading", "must_of", "read"]


class Must(NamedTuple):
    """What the game expects of the board."""

    levels: Mapping[str, bool]
    """Whether each reed must be closed."""
    down: frozenset[str]
    """The cover reeds that must be closed."""
    up: frozenset[str]
    """The cover reeds that must be open."""
    figures: tuple[frozenset[str], ...]
    """By floor, the occupant reeds of its cells."""
    guards: tuple[str | None, ...]
    """By floor, where the guard's figure belongs; ``None``: beside the board."""
    standing: Mapping[str, Mapping[str, str]]
    """The place of each tile that lies face down, and of each guard."""


class Reading(NamedTuple):
    """How a picture differs from the game, and where figures stand."""

    to_turn: tuple[str, ...]
    """Revealed rooms whose tile still lies face down."""
    turned: tuple[str, ...]
    """Rooms that nobody has seen, whose tile is turned up or gone."""
    stands: tuple[tuple[str, ...], ...]
    """By floor, the cells on which something stands."""


def must_of(job: Job, asked: int = -1) -> Must:
    """Returns what the board must show; *asked* is the cell whose real tile is being turned."""
    down = tuple(cell for cell, tile in enumerate(job.tiles) if not tile)
    return _must(job.site, down, tuple(max(guard, -1) for guard in job.guards), asked)


@lru_cache(256)
def _must(site: Site, down: tuple[int, ...], guards: tuple[int, ...], asked: int) -> Must:
    names = site.names
    covers = {f"{names[cell]}.cover": cell in down for cell in range(site.cells) if cell != asked}
    figures = {f"{names[cell]}.occupant": cell in guards for cell in range(site.cells)}
    rooms = [cell for cell in range(site.cells) if cell not in site.empty]
    return Must(
        levels=covers | figures,
        down=frozenset(reed for reed, is_down in covers.items() if is_down),
        up=frozenset(reed for reed, is_down in covers.items() if not is_down),
        figures=tuple(
            frozenset(f"{name}.occupant" for name in names[first : first + site.area])
            for first in range(0, site.cells, site.area)
        ),
        guards=tuple(names[guard] if guard >= 0 else None for guard in guards),
        standing={
            "tile": {
                str(number): names[cell] for number, cell in enumerate(rooms, 1) if cell in down
            },
            "guard": {
                str(number): names[guard] for number, guard in enumerate(guards, 1) if guard >= 0
            },
        },
    )


def read(must: Must, picture: frozenset[str]) -> Reading:
    """Returns how *picture* differs from what it *must* be.

    A tile under something that stands where nothing belongs is not believed to be turned: a
    flashlight may open its reed.
    """
    return Reading(
        to_turn=tuple(sorted(map(name_of, must.up & picture))),
        turned=tuple(
            sorted(
                cell
                for cell in map(name_of, must.down - picture)
                if f"{cell}.occupant" not in picture or must.levels[f"{cell}.occupant"]
            )
        ),
        stands=tuple(tuple(sorted(map(name_of, reeds & picture))) for reeds in must.figures),
    )

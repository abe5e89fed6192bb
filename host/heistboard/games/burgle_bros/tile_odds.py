"""Which tile a revealed cell has: what it may be, and how likely each is.

Each floor has its safe and its stairs; the rest may lie anywhere (BB-SETUP-1, -2, BB-KNOX-2). In
Fort Knox a third safe and third stairs are among the rest.
"""

from functools import cache, lru_cache
from itertools import product
from math import comb, gcd, prod
from typing import Final

from heistboard.games.burgle_bros.components import FACE_DOWN, KINDS, NO_ROOM, ones
from heistboard.games.burgle_bros.components import TILES as ALL_TILES
from heistboard.games.burgle_bros.job import Job, Question, by_chance, replaced
from heistboard.games.burgle_bros.notation import make
from heistboard.rules import Move

__all__ = ["TILE"]

_SAFES: Final = sum(1 << tile for tile, kind in enumerate(KINDS) if kind == "safe")
_STAIRS: Final = sum(1 << tile for tile, kind in enumerate(KINDS) if kind == "stairs")

_Counts = tuple[int, ...]  # by floor


def _spread(counts: _Counts) -> int:
    # In how many ways different tiles can be divided among the floors.
    ways, left = 1, sum(counts)
    for count in counts:
        ways *= comb(left, count)
        left -= count
    return ways


@lru_cache(4096)
def _group_weights(
    floor: int, hidden: _Counts, safes: tuple[_Counts, ...], stairs: tuple[_Counts, ...]
) -> tuple[int, int, int]:
    # What each safe, stairs tile and other tile weighs for a cell of a floor. *safes* and *stairs*
    # are all cases of how many of them lie face down on each floor.
    total = [0, 0, 0]
    sizes = (0, 0, 0)
    for case in product(safes, stairs):
        rest = tuple(all_ - one - two for all_, one, two in zip(hidden, *case, strict=True))
        if min(rest) < 0:
            continue
        groups = (*case, rest)
        sizes = tuple(map(sum, groups))  # type: ignore[assignment]  # the same in all cases
        ways = prod(map(_spread, groups))
        total = [sum_ + ways * group[floor] for sum_, group in zip(total, groups, strict=True)]
    shares = [
        count * prod(size or 1 for other, size in enumerate(sizes) if other != number)
        for number, count in enumerate(total)
    ]
    shared = gcd(*shares)
    return shares[0] // shared, shares[1] // shared, shares[2] // shared


def _cases(job: Job, open_ones: _Counts) -> tuple[_Counts, ...]:
    # All cases of how many more safes, or stairs, lie face down on each floor.
    floors = range(job.site.floors)
    extras = floors if job.site.scenario.name == "fort_knox" else (-1,)
    cases = (tuple(1 + (each == extra) - open_ones[each] for each in floors) for extra in extras)
    return tuple(case for case in cases if min(case) >= 0)


def _open_by_floor(job: Job, group: int) -> _Counts:
    counts = [0] * job.site.floors
    for cell, tile in enumerate(job.tiles):
        if tile > 0 and group >> tile & 1:
            counts[job.site.floor[cell]] += 1
    return tuple(counts)


@cache
def _moves_of_cell(name: str) -> tuple[Move, ...]:
    # By the number of the tile.
    return tuple(
        make("tile", name, kind, *((str(digit),) if digit else ()))
        if kind not in (FACE_DOWN, NO_ROOM)
        else make("pass")
        for kind, digit, _ in ALL_TILES
    )


def _choices(job: Job, cell: int) -> dict[Move, int]:
    area = job.site.area
    hidden = tuple(
        job.tiles[first : first + area].count(0) for first in range(0, job.site.cells, area)
    )
    cases = (_cases(job, _open_by_floor(job, group)) for group in (_SAFES, _STAIRS))
    safe, stairs, rest = _group_weights(job.site.floor[cell], hidden, *cases)
    moves = _moves_of_cell(job.site.names[cell])
    choices: dict[Move, int] = {}
    if safe:
        safes = ones(job.unseen & _SAFES)
        choices[moves[safes[0]]] = safe * len(safes)
    if stairs:
        choices.update((moves[tile], stairs) for tile in ones(job.unseen & _STAIRS))
    if rest:
        choices.update((moves[tile], rest) for tile in ones(job.unseen & ~_SAFES & ~_STAIRS))
    return choices


def _tile(job: Job, move: Move, cell: int) -> None:
    tiles = _moves_of_cell(job.site.names[cell])
    tile = next(each for each in ones(job.unseen) if tiles[each] is move)
    job.unseen ^= 1 << tile
    job.tiles = replaced(job.tiles, cell, tile)


TILE: Final = Question(
    "tile",
    by_chance,
    lambda job, cell: tuple(_choices(job, cell)),
    _tile,
    lambda job, cell: tuple(_choices(job, cell).values()),
    deck="tile",
)

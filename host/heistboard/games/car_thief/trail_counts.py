"""Counts the trails a car can take if nobody searches."""

from typing import NamedTuple

from heistboard.games.car_thief.board import CELL_NUMBERS, CELLS, NEXT_CELLS, cells_of

__all__ = ["LONGEST", "TrailCount", "count_trails"]

LONGEST = len(CELLS)

_WAYS = [[(1 << cell, cell) for cell in cells_of(mask)] for mask in NEXT_CELLS]


class TrailCount(NamedTuple):
    """The number of trails of some length, and how many of them are stuck: cannot go on."""

    lines: int
    stuck: int


def count_trails(first: str, length: int) -> TrailCount:
    """Counts the trails of *length* cells that start in the cell *first*.

    >>> count_trails("b1", 8).lines
    341
    """
    if first not in CELL_NUMBERS:
        raise ValueError(f"there is no cell {first!r}, expected {CELLS[0]}..{CELLS[-1]}")
    if not 1 <= length <= LONGEST:
        raise ValueError(f"trails have 1..{LONGEST} cells, not {length}")
    lines = stuck = 0

    def walk(cell: int, visited: int, left: int) -> None:
        nonlocal lines, stuck
        if not left:
            lines += 1
            stuck += not NEXT_CELLS[cell] & ~visited
            return
        for bit, near in _WAYS[cell]:
            if not bit & visited:
                walk(near, visited | bit, left - 1)

    cell = CELL_NUMBERS[first]
    walk(cell, 1 << cell, length - 1)
    return TrailCount(lines, stuck)

"""Cells of a floor and of a building: numbers, names and what lies beside what. Pure.

A floor is a square of 4 × 4 or 5 × 5 cells, numbered row by row from the top left: 0 is a1, 1 is
b1. In a building the cells of floor 2 follow those of floor 1. Walls and empty cells are in
``walls``.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

__all__ = ["GRIDS", "SIZES", "Border", "Grid", "place_names"]

Border = tuple[int, int]
"""Two cells beside one another on one floor, the smaller number first."""

SIZES: Final = (4, 5)

_COLUMNS = "abcde"


class Grid(NamedTuple):
    """The cells of a floor of one size, without its walls."""

    size: int
    names: tuple[str, ...]
    numbers: dict[str, int]
    """The number of each cell by its name."""
    beside: tuple[tuple[int, ...], ...]
    """By cell, the cells beside it, as if there were no walls: above, left, right, below."""
    lines: tuple[tuple[int, ...], ...]
    """By cell, the other cells of its row and its column, in order."""
    rim: frozenset[int]
    """The cells at the outside."""
    borders: tuple[Border, ...]
    """Where a wall can stand, in order."""


def _beside(cell: int, size: int) -> Iterator[int]:
    row, column = divmod(cell, size)
    if row > 0:
        yield cell - size
    if column > 0:
        yield cell - 1
    if column < size - 1:
        yield cell + 1
    if row < size - 1:
        yield cell + size


def _grid(size: int) -> Grid:
    cells = range(size * size)
    names = tuple(f"{_COLUMNS[cell % size]}{cell // size + 1}" for cell in cells)
    beside = tuple(tuple(_beside(cell, size)) for cell in cells)
    return Grid(
        size=size,
        names=names,
        numbers={name: cell for cell, name in enumerate(names)},
        beside=beside,
        lines=tuple(
            tuple(
                other
                for other in cells
                if other != cell and (other // size == cell // size or (other - cell) % size == 0)
            )
            for cell in cells
        ),
        rim=frozenset(cell for cell in cells if len(beside[cell]) < 4),
        borders=tuple((cell, other) for cell in cells for other in beside[cell] if cell < other),
    )


GRIDS: Final = {size: _grid(size) for size in SIZES}
"""The grid of each size."""


def place_names(size: int, floors: int) -> tuple[str, ...]:
    """Returns the name of each cell of a building, by number; on floor 1 without the floor.

    >>> place_names(4, 2)[14:18]
    ('c4', 'd4', '2:a1', '2:b1')
    """
    own = GRIDS[size].names
    return own + tuple(f"{floor}:{name}" for floor in range(2, floors + 1) for name in own)

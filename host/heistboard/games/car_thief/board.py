"""The sides and the district: cells, crossings, their neighbours, and the tokens.

Cells and crossings are numbered row by row from the top left: ``CELLS[0]`` is a1, ``CELLS[1]`` b1.
Sets of cells are bit masks: cell 3 is ``1 << 3``.
"""

from typing import Final

__all__ = [
    "ALL_CELLS",
    "BUILDINGS",
    "CELLS",
    "CELL_NUMBERS",
    "COLOURS",
    "CROSSINGS",
    "CROSSING_NUMBERS",
    "NEXT_CELLS",
    "NEXT_CROSSINGS",
    "POLICE",
    "RED_ROUND",
    "ROUNDS",
    "SEATS",
    "THIEF",
    "cells_of",
    "token",
]

THIEF: Final = 0
POLICE: Final = 1
SEATS: Final = ("thief", "police")

ROUNDS: Final = 11
RED_ROUND: Final = 6
COLOURS: Final = ("green", "yellow", "pink")  # the helicopters, by number

_SIDE = 5
_ROADS = _SIDE - 1

CELLS: Final = tuple(f"{'abcde'[i % _SIDE]}{i // _SIDE + 1}" for i in range(_SIDE**2))
CROSSINGS: Final = tuple(f"x{i % _ROADS + 1}{i // _ROADS + 1}" for i in range(_ROADS**2))
CELL_NUMBERS: Final = {name: number for number, name in enumerate(CELLS)}
CROSSING_NUMBERS: Final = {name: number for number, name in enumerate(CROSSINGS)}
ALL_CELLS: Final = (1 << len(CELLS)) - 1


def _next(side: int) -> tuple[tuple[int, ...], ...]:
    # Above, left, right, below: in increasing order.
    steps = ((0, -1), (-1, 0), (1, 0), (0, 1))
    return tuple(
        tuple(
            (row + down) * side + column + right
            for right, down in steps
            if 0 <= column + right < side and 0 <= row + down < side
        )
        for row in range(side)
        for column in range(side)
    )


NEXT_CELLS: Final = tuple(sum(1 << cell for cell in near) for near in _next(_SIDE))
"""By cell, the mask of the cells next to it."""

NEXT_CROSSINGS: Final = _next(_ROADS)
"""By crossing, the crossings next to it."""

BUILDINGS: Final = tuple(
    (north_west, north_west + 1, north_west + _SIDE, north_west + _SIDE + 1)
    for north_west in (i // _ROADS * _SIDE + i % _ROADS for i in range(_ROADS**2))
)
"""By crossing, its four cells: NW, NE, SW, SE."""


def cells_of(mask: int) -> list[int]:
    """Returns the cells in a *mask*, in order."""
    return [cell for cell in range(len(CELLS)) if mask >> cell & 1]


def token(round_number: int) -> str:
    """Returns the colour of the token that the car leaves in a round.

    >>> token(1), token(2), token(6)
    ('yellow', 'blue', 'red')
    """
    return {1: "yellow", RED_ROUND: "red"}.get(round_number, "blue")

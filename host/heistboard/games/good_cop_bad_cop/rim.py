"""Which cells of the board's rim are the players', clockwise in the order of seats. Pure.

Players choose their cells; the others' are spread evenly between them. Between the cells of two
players at least one stays free, so that lights and taps are not mistaken for a neighbour's.
"""

from collections.abc import Mapping
from typing import Final

__all__ = ["RIM", "cells_of", "free_cells", "read", "written"]

RIM: Final = (
    *("a1", "b1", "c1", "d1", "e1", "e2", "e3", "e4"),
    *("e5", "d5", "c5", "b5", "a5", "a4", "a3", "a2"),
)
"""The cells of the rim, clockwise."""

_APART: Final = 2  # from a player's cell to the next one's, at least


def cells_of(chosen: Mapping[int, str], players: int) -> tuple[str, ...]:
    """Returns the cell of each seat.

    >>> cells_of({}, 4), cells_of({0: "c1"}, 3)
    (('a1', 'e1', 'e5', 'a5'), ('c1', 'e4', 'a5'))
    """
    known = {seat: RIM.index(cell) for seat, cell in chosen.items()} or {0: 0}
    at = dict(known)
    for seat, place in known.items():
        seats, places = _gap(known, seat, players)
        for step in range(1, seats):
            at[(seat + step) % players] = place + places * step // seats
    return tuple(RIM[at[seat] % len(RIM)] for seat in range(players))


def free_cells(chosen: Mapping[int, str], seat: int, players: int) -> tuple[str, ...]:
    """Returns the cells that *seat* may choose, so that the order of seats stays clockwise."""
    known = {each: RIM.index(cell) for each, cell in chosen.items() if each != seat}
    if not known:
        return RIM
    before = seat
    while before not in known:
        before = (before - 1) % players
    seats, places = _gap(known, before, players)
    first = (seat - before) % players
    free = range(_APART * first, places - _APART * (seats - first) + 1)
    return tuple(RIM[(known[before] + place) % len(RIM)] for place in free)


def written(chosen: Mapping[int, str]) -> str:
    """Returns the chosen cells as a text.

    >>> written({0: "c1", 2: "a5"}), read("1c1 3a5")
    ('1c1 3a5', {0: 'c1', 2: 'a5'})
    """
    return " ".join(f"{seat + 1}{cell}" for seat, cell in sorted(chosen.items()))


def read(text: str) -> dict[int, str]:
    """Returns the cells that :func:`written` wrote."""
    return {int(word[0]) - 1: word[1:] for word in text.split()}


def _gap(known: Mapping[int, int], seat: int, players: int) -> tuple[int, int]:
    # How many seats, and how many places, to the next seat that is known, clockwise.
    for seats in range(1, players + 1):
        other = (seat + seats) % players
        if other in known:
            places = (known[other] - known[seat]) % len(RIM)
            return seats, places or len(RIM)
    raise AssertionError(f"seat {seat} is not known")

"""A place: a cell, crossing, round-track light or button, with its floor. Pure.

It is written with its floor first: ``2:b3``. A name alone, as in ``b3``, is on floor 1. One
module serves one floor, so a module's own names of reeds and LEDs have no floor; names at the
table do: ``2:b3.cover``.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from heistboard.places import layout

__all__ = [
    "COVERS",
    "MOST_FLOORS",
    "NAMES",
    "OCCUPANTS",
    "Place",
    "at_floor",
    "name_of",
    "split_floor",
]

MOST_FLOORS: Final = 3

NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(layout.CELLS, "cell"),
    **dict.fromkeys(layout.CROSSINGS, "crossing"),
    **dict.fromkeys(layout.ROUND_TRACK, "light"),
    **dict.fromkeys(layout.BUTTONS, "button"),
}
"""The kind of each place of a floor, by name."""

COVERS: Final[Mapping[str, str]] = {cell: f"{cell}.cover" for cell in layout.CELLS}
"""The cover reed of each cell."""

OCCUPANTS: Final[Mapping[str, str]] = {
    name: f"{name}.occupant" for name in (*layout.CELLS, *layout.CROSSINGS)
}
"""The occupant reed of each cell and crossing."""

_EXPECTED = "a1..e5, x11..x44, r1..r11, done, undo or help"


class Place(NamedTuple):
    """A place and its floor.

    >>> Place.read("2:b3"), str(Place("b3")), str(Place("b3", 2))
    (Place(name='b3', floor=2), 'b3', '2:b3')
    """

    name: str
    floor: int = 1

    @classmethod
    def read(cls, text: str, *, floors: int = MOST_FLOORS) -> "Place":
        """Returns the place called *text*, on a board with that many *floors*.

        Raises :exc:`ValueError` saying what was expected.
        """
        floor, colon, name = text.rpartition(":")
        if not colon:
            floor = "1"
        if not re.fullmatch("[1-9][0-9]{0,3}", floor) or int(floor) > floors:
            expected = "1" if floors == 1 else f"1..{floors}"
            raise ValueError(f"{text!r}: there is no floor {floor!r}, expected {expected}")
        if name not in NAMES:
            raise ValueError(f"{text!r}: there is no place {name!r}, expected {_EXPECTED}")
        return cls(name, int(floor))

    def __str__(self) -> str:
        return self.name if self.floor == 1 else f"{self.floor}:{self.name}"

    @property
    def kind(self) -> str:
        """``cell``, ``crossing``, ``light`` or ``button``."""
        return NAMES[self.name]

    @property
    def cover(self) -> str:
        """The cover reed; raises :exc:`ValueError` unless this is a cell.

        >>> Place("b3", 2).cover
        'b3.cover'
        """
        if self.name not in COVERS:
            raise ValueError(f"{self} is a {self.kind}, and only a cell has a cover reed")
        return COVERS[self.name]

    @property
    def occupant(self) -> str:
        """The occupant reed; raises :exc:`ValueError` unless this is a cell or crossing."""
        if self.name not in OCCUPANTS:
            raise ValueError(
                f"{self} is a {self.kind}, and only cells and crossings have an occupant reed"
            )
        return OCCUPANTS[self.name]


def name_of(reed: str) -> str:
    """Returns the name of the place of a reed, with its floor if it has one.

    >>> name_of("b3.cover"), name_of("2:x23.occupant"), name_of("done")
    ('b3', '2:x23', 'done')
    """
    return reed.partition(".")[0]


def at_floor(floor: int, name: str) -> str:
    """Returns the name at the table of a module's place, reed or LED.

    >>> at_floor(1, "b3.cover"), at_floor(2, "b3.cover")
    ('b3.cover', '2:b3.cover')
    """
    return name if floor == 1 else f"{floor}:{name}"


def split_floor(name: str) -> tuple[int, str]:
    """Returns the floor and the module's own name of a place, reed or LED at the table.

    >>> split_floor("b3.cover"), split_floor("2:b3.cover")
    ((1, 'b3.cover'), (2, 'b3.cover'))
    """
    floor, colon, own = name.partition(":")
    return (int(floor), own) if colon else (1, name)

"""What a game has for the printer: faces of tiles or cards, and labels of places.

``Package.sheets`` names a function that takes the reader's
:class:`~heistboard.words.Words` and returns :class:`Sheets`. ``heistboard print`` draws them on
paper at their true size: :mod:`heistboard.games.sheet_pages`.
"""

from typing import NamedTuple

__all__ = ["Face", "Label", "Sheets"]


class Face(NamedTuple):
    """The face of one tile or card."""

    name: str
    symbol: str
    """The data of an SVG path, drawn as lines in a box from -9 to 9."""
    number: str = ""
    is_ringed: bool = False
    """Whether there is a ring around the number; the game says what that means."""


class Label(NamedTuple):
    """The label of a cell that is no part of the game's map, such as a pad."""

    cell: str
    name: str
    symbol: str
    """As of a :class:`Face`."""


class Sheets(NamedTuple):
    """All that is printed, each face as often as it is needed."""

    faces: tuple[Face, ...] = ()
    labels: tuple[Label, ...] = ()

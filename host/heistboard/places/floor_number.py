"""Shows a module's number on its own lights, so that people see which module is which. Pure."""

from heistboard.places import layout
from heistboard.places.place import MOST_FLOORS
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene

__all__ = ["number_of", "number_scene"]

_DIGIT = Intent(Colour.GREEN, Level.BRIGHT, Pattern.PULSE)
_NONE = Intent(Colour.AMBER, Level.NORMAL, Pattern.PULSE)
_DIGITS = {
    1: ("c1", "b2", "c2", "c3", "c4", "b5", "c5", "d5"),
    2: ("b1", "c1", "d1", "d2", "b3", "c3", "d3", "b4", "b5", "c5", "d5"),
    3: ("b1", "c1", "d1", "d2", "c3", "d3", "d4", "b5", "c5", "d5"),
}


def number_of(floor: int | None) -> int | None:
    """Returns the number that a module of *floor* shows; None is the whole round track.

    >>> number_of(2), number_of(None), number_of(7)
    (2, None, None)
    """
    return floor if floor in range(1, MOST_FLOORS + 1) else None


def number_scene(number: int | None) -> Scene:
    """Returns a scene that shows *number* as a digit on the cells, with row 1 at the top.

    The round track has as many lights. Without a number, only the whole round track is lit.
    """
    if number is None:
        return dict.fromkeys(layout.ROUND_TRACK, _NONE)
    return dict.fromkeys((*_DIGITS[number], *layout.ROUND_TRACK[:number]), _DIGIT)

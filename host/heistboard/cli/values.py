"""Readers of single values on the command line, for :mod:`argparse` and for games' commands.

Each returns the value or raises :exc:`argparse.ArgumentTypeError` with what was expected.
"""

import math
import os
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable

from heistboard.errors import UsageError
from heistboard.places import layout
from heistboard.places.lighting import Lighting
from heistboard.places.place import MOST_FLOORS, split_floor
from heistboard.word_lists import one_of

__all__ = [
    "board",
    "boards",
    "brightness",
    "count",
    "dealer",
    "file",
    "floor",
    "folder",
    "language",
    "named",
    "number",
    "port",
    "reed",
    "seconds",
    "seed",
    "serial",
    "supply",
]

_DIGITS = 18  # of a number, at most


def count(text: str) -> int:
    """Returns a whole number from 1."""
    return _whole(text, 1, None, "a number from 1")


def number(least: int, most: int) -> Callable[[str], int]:
    """Returns a reader of whole numbers from *least* to *most*."""
    return lambda text: _whole(text, least, most, f"{least}..{most}")


port = number(1, 65535)
"""Returns the number of a port."""


def seed(text: str) -> int:
    """Returns a whole number, which may be negative."""
    return _whole(text, None, None, "a whole number")


def folder(text: str) -> str:
    """Returns the name of a folder, which need not exist yet."""
    if text and (os.path.isdir(text) or not os.path.lexists(text)):
        return text
    raise ArgumentTypeError(f"got {text!r}, expected a folder")


def file(text: str) -> str:
    """Returns the name of a file, which need not exist."""
    return _some(text, "the name of a file")


def serial(text: str) -> str:
    """Returns a board's serial number or its beginning."""
    return _some(text, "a board's serial number or its beginning")


def board(text: str) -> str:
    """Returns a value of ``--board``."""
    return _some(text, "auto, sim, none, pi or a port like /dev/ttyACM0")


def reed(text: str) -> str:
    """Returns the name of a reed at the table, with its floor unless that is 1."""
    try:
        on_floor, name = split_floor(text)
    except ValueError:
        on_floor, name = 0, ""
    if name not in layout.REEDS or on_floor not in range(1, MOST_FLOORS + 1):
        raise ArgumentTypeError(
            f"got {text!r}, expected a reed like b3.cover, x23.occupant or done, on another floor "
            "2:b3.cover"
        )
    return text


def floor(text: str) -> int:
    """Returns the number of a floor."""
    numbers = [str(number) for number in range(1, MOST_FLOORS + 1)]
    if text not in numbers:
        raise ArgumentTypeError(f"got {text!r}, expected {one_of(numbers)}")
    return int(text)


def boards(args: Namespace, default: str) -> tuple[str, ...]:
    """Returns the values of ``--board`` for a command that needs a board, or the *default*.

    Raises :exc:`UsageError`.
    """
    chosen = tuple(args.board or (default,))
    if "none" in chosen:
        raise UsageError("--board none is for `heistboard play`; this command needs a board")
    return chosen


def seconds(text: str) -> float:
    """Returns a duration in seconds."""
    try:
        span_s = float(text)
    except ValueError:
        span_s = math.nan
    if not 0 < span_s < math.inf:
        raise ArgumentTypeError(f"got {text!r}, expected a number above 0")
    return span_s


def named(text: str) -> tuple[str, str]:
    """Returns the name and the value of ``NAME=VALUE``; the value may be empty."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise ArgumentTypeError(f"got {text!r}, expected NAME=VALUE")
    return name, value


def dealer(text: str) -> tuple[str, str]:
    """Returns the deck and who deals it, of ``DECK=WHO``."""
    deck, equals, who = text.partition("=")
    if not deck or not equals or not who:
        raise ArgumentTypeError(f"got {text!r}, expected DECK=host or DECK=hands")
    return deck, who


def language(text: str) -> str:
    """Returns a language."""
    from heistboard.words.catalogue import LANGUAGES  # loads much that other values do not need

    if text not in LANGUAGES:
        raise ArgumentTypeError(f"got {text!r}, expected {one_of(LANGUAGES)}")
    return text


def brightness(text: str) -> str:
    """Returns a brightness of the lights."""
    return _checked(Lighting(brightness=text)).brightness


def supply(text: str) -> str:
    """Returns a power supply of the lights."""
    return _checked(Lighting(supply=text)).supply


def _some(text: str, expected: str) -> str:
    if not text:
        raise ArgumentTypeError(f"got {text!r}, expected {expected}")
    return text


def _whole(text: str, least: int | None, most: int | None, expected: str) -> int:
    digits = text.removeprefix("-") if least is None else text
    is_whole = digits.isascii() and digits.isdecimal()
    if is_whole and len(digits) > _DIGITS and most is None:
        raise ArgumentTypeError(f"got {text!r}, expected at most {_DIGITS} digits")
    found = int(text) if is_whole and len(digits) <= _DIGITS else None
    if (
        found is None
        or (least is not None and found < least)
        or (most is not None and found > most)
    ):
        raise ArgumentTypeError(f"got {text!r}, expected {expected}")
    return found


def _checked(lighting: Lighting) -> Lighting:
    try:
        return lighting.checked()
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None

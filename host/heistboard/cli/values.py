"""Readers of single values on the command line, for :mod:`argparse` and for games' commands.

Each returns the value or raises :exc:`argparse.ArgumentTypeError` with what was expected.
"""

import math
from argparse import ArgumentTypeError, Namespace

from heistboard.errors import UsageError
from heistboard.places.lighting import Lighting
from heistboard.places.place import MOST_FLOORS
from heistboard.word_lists import one_of

__all__ = ["boards", "brightness", "count", "floor", "language", "named", "seconds", "supply"]


def count(text: str) -> int:
    """Returns a whole number from 1."""
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"got {text!r}, expected a number from 1")
    return int(text)


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


def language(text: str) -> str:
    """Returns a language."""
    if text not in ("en", "ru"):
        raise ArgumentTypeError(f"got {text!r}, expected en or ru")
    return text


def brightness(text: str) -> str:
    """Returns a brightness of the lights."""
    return _checked(Lighting(brightness=text)).brightness


def supply(text: str) -> str:
    """Returns a power supply of the lights."""
    return _checked(Lighting(supply=text)).supply


def _checked(lighting: Lighting) -> Lighting:
    try:
        return lighting.checked()
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None

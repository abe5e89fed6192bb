"""Readers of single values on the command line, for :mod:`argparse` and for games' commands.

Each returns the value or raises :exc:`argparse.ArgumentTypeError` with what was expected.
"""

import math
from argparse import ArgumentTypeError

from heistboard.places.lighting import Lighting

__all__ = ["brightness", "count", "language", "named", "seconds", "supply"]


def count(text: str) -> int:
    """Returns a whole number from 1."""
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"got {text!r}, expected a number from 1")
    return int(text)


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

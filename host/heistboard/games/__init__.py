"""The games. Each is a package of its own with the same files; README.md says how to add one."""

from importlib import import_module

from heistboard.rules import Game
from heistboard.rules.play import BotMaker

__all__ = ["bots", "load", "names"]

_PACKAGES = {"car-thief": "car_thief"}


def names() -> tuple[str, ...]:
    """Returns the names of all games."""
    return tuple(_PACKAGES)


def load(name: str) -> Game:
    """Returns the game called *name*; raises :exc:`ValueError` if there is none.

    >>> load("car-thief").title
    'Car Thief'
    """
    if name not in _PACKAGES:
        raise ValueError(f"there is no game {name!r}, expected {' or '.join(_PACKAGES)}")
    game: Game = import_module(f"heistboard.games.{_PACKAGES[name]}").GAME
    return game


def bots(name: str) -> dict[str, BotMaker]:
    """Returns who can play a seat of the game called *name*."""
    load(name)
    made: dict[str, BotMaker] = import_module(f"heistboard.games.{_PACKAGES[name]}.bots").BOTS
    return made

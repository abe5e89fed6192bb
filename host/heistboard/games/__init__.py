"""The games. Each is a package of its own with the same files; README.md says how to add one."""

from collections.abc import Collection
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import Protocol

from heistboard.rules import Game, State, View
from heistboard.rules.play import BotMaker
from heistboard.table.contract import Gestures, Record

__all__ = [
    "Hinter",
    "at_board",
    "bots",
    "gestures",
    "hinter",
    "hints",
    "load",
    "names",
    "pages",
    "review",
]

_PACKAGES = {"car-thief": "car_thief"}


def names() -> tuple[str, ...]:
    """Returns the names of all games."""
    return tuple(_PACKAGES)


def at_board() -> tuple[str, ...]:
    """Returns the names of the games that can be played on a board."""
    return tuple(
        name
        for name, package in _PACKAGES.items()
        if find_spec(f"heistboard.games.{package}.gestures")
    )


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


class Hinter(Protocol):
    """Who tells the hints of one table, view after view."""

    def document(self, view: View, grade: str) -> View:
        """Returns what is told of the table's *view*, ready for JSON."""


def hinter(name: str) -> Hinter:
    """Returns who tells the hints at one table of the game called *name*."""
    load(name)
    made: Hinter = import_module(f"heistboard.games.{_PACKAGES[name]}.hints").Hints()
    return made


def hints(view: View, grade: str) -> View:
    """Returns what is told of the table's *view* in a *grade* of hints, ready for JSON."""
    return hinter(str(view["game"])).document(view, grade)


def pages(name: str) -> Traversable:
    """Returns the folder of what browsers need of the game called *name*."""
    load(name)
    return files(f"heistboard.games.{_PACKAGES[name]}") / "pages"


def review(state: State) -> View:
    """Returns what a finished game looks like from above, ready for JSON.

    Raises :exc:`ValueError` if it is not finished: then it would tell secrets.
    """
    module = import_module(f"heistboard.games.{_PACKAGES[state.game.name]}.review")
    made: View = module.document(module.review(state))
    return made


def gestures(
    record: Record,
    now_ms: int,
    *,
    is_resumed: bool = False,
    works: Collection[str] = (),
    closed_ms: int | None = None,
) -> Gestures:
    """Returns what hands mean in the game of *record*.

    *is_resumed*: the board was out of sight. *works* are reeds that are known to work. A phase
    with eyes closed lasts *closed_ms* at least; by default what the game thinks right.
    """
    module = import_module(f"heistboard.games.{_PACKAGES[record.state.game.name]}.gestures")
    made: Gestures = module.sit_down(
        record, now_ms, is_resumed=is_resumed, works=works, closed_ms=closed_ms
    )
    return made

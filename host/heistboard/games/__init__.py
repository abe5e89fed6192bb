"""Finds the games that are installed. README.md says how to write one.

A game is a package with an entry point in the group ``heistboard.games``, ours and other people's
alike: its name there is the game's name, and it leads to the game's
:class:`~heistboard.games.package.Package`. Packages are loaded when they are first asked for. One
that cannot be loaded is a sentence in :func:`broken`, and no other game suffers.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from heistboard.games.package import (
    Alias,
    Command,
    Drawing,
    Hinter,
    Package,
    Reviewer,
    SitDown,
)
from heistboard.rules.contract import CONTRACT, Game

__all__ = [
    "GROUP",
    "Alias",
    "BrokenGame",
    "Command",
    "Drawing",
    "Hinter",
    "Package",
    "Reviewer",
    "SitDown",
    "broken",
    "forget",
    "load",
    "names",
    "package",
    "packages",
]

GROUP: Final = "heistboard.games"


class BrokenGame(ValueError):
    """A game that is installed and cannot be used: one sentence that says why."""


def names() -> tuple[str, ...]:
    """Returns the names of all games that can be used, in alphabetical order."""
    return tuple(name for name in sorted(_found()) if not _trouble(name))


def broken() -> dict[str, str]:
    """Returns what is wrong with each game that is installed and cannot be used, by name."""
    return {name: trouble for name in sorted(_found()) if (trouble := _trouble(name))}


def package(name: str) -> Package:
    """Returns the package of the game called *name*.

    Raises :exc:`ValueError` if there is none, :exc:`BrokenGame` if it cannot be used.
    """
    if name not in _found():
        raise ValueError(f"there is no game {name!r}, expected {' or '.join(names())}")
    return _load(name)


def packages() -> tuple[Package, ...]:
    """Returns the packages of all games that can be used."""
    return tuple(_load(name) for name in names())


def load(name: str) -> Game:
    """Returns the game called *name*; raises as :func:`package` does.

    >>> [load(name).name for name in names()] == list(names())
    True
    """
    return package(name).game


def forget() -> None:
    """Forgets what was found, so that games that were installed meanwhile are found, too."""
    for cached in (_found, _load, _trouble):
        cached.cache_clear()


@cache
def _found() -> dict[str, tuple[EntryPoint, ...]]:
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for each in entry_points(group=GROUP):
        if each not in found.get(each.name, ()):  # a path may be searched twice
            found[each.name] = (*found.get(each.name, ()), each)
    return found


@cache
def _load(name: str) -> Package:
    first, *others = _found()[name]
    if {each.value for each in others} - {first.value}:
        places = " and ".join(sorted({each.value for each in (first, *others)}))
        raise BrokenGame(f"two packages are called {name}: {places}; remove one of them")
    try:
        found = first.load()
    except Exception as error:
        raise BrokenGame(
            f"{name} cannot be loaded: {type(error).__name__} in {first.value}; update its "
            "package or remove it"
        ) from error
    if not isinstance(found, Package):
        raise BrokenGame(
            f"{name}: {first.value} is {type(found).__name__}, expected a Package; update its "
            "package or remove it"
        )
    if found.contract != CONTRACT:
        newer = "update heistboard" if found.contract > CONTRACT else "update its package"
        raise BrokenGame(
            f"{name} keeps contract {found.contract}, and this heistboard has {CONTRACT}; {newer}"
        )
    if found.game.name != name:
        raise BrokenGame(f"{first.value} is called {name} and has the game {found.game.name}")
    return found


@cache
def _trouble(name: str) -> str:
    try:
        _load(name)
    except BrokenGame as error:
        return str(error)
    return ""

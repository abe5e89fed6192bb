"""Finds and loads the installed games.

A game, ours or anybody's, is a package with an entry point in the group ``heistboard.games``. The
entry point has the game's name and refers to its :class:`~heistboard.games.package.Package`.
Packages are loaded on first use. One that cannot be loaded is reported by :func:`broken` and does
not affect other games.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from heistboard.games.package import Package
from heistboard.rules.contract import CONTRACT, Game

__all__ = ["GROUP", "BrokenGame", "broken", "forget", "load", "names", "package", "packages"]

GROUP: Final = "heistboard.games"


class BrokenGame(ValueError):
    """An installed game that cannot be used; the message is a sentence that says why."""


def names() -> tuple[str, ...]:
    """Returns the names of all usable games, in alphabetical order."""
    return tuple(name for name in sorted(_found()) if not _trouble(name))


def broken() -> dict[str, str]:
    """Returns, by name, what is wrong with each installed game that cannot be used."""
    return {name: trouble for name in sorted(_found()) if (trouble := _trouble(name))}


def package(name: str) -> Package:
    """Returns the package of the game called *name*.

    Raises :exc:`ValueError` for an unknown name, :exc:`BrokenGame` if the game cannot be used.
    """
    if name not in _found():
        raise ValueError(f"there is no game {name!r}, expected {' or '.join(names())}")
    return _load(name)


def packages() -> tuple[Package, ...]:
    """Returns the packages of all usable games."""
    return tuple(_load(name) for name in names())


def load(name: str) -> Game:
    """Returns the game called *name*; raises like :func:`package`.

    >>> [load(name).name for name in names()] == list(names())
    True
    """
    return package(name).game


def forget() -> None:
    """Clears the caches, so that newly installed games are found."""
    for cached in (_found, _load, _trouble):
        cached.cache_clear()


@cache
def _found() -> dict[str, tuple[EntryPoint, ...]]:
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for each in entry_points(group=GROUP):
        if each not in found.get(each.name, ()):  # importlib may search a path twice
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

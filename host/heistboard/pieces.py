"""The pieces of a game: what there is, which reed each closes, where it may stand.

A game's ``pieces.toml`` has a table for each kind. It drives simulated hands, rehearsals, the
demonstration and what pages draw::

    [heli]                      # the kind, and the verb of scripts: "heli green x22"
    ids = ["green", "pink"]     # of pieces that differ; without it all are alike
    count = 25                  # of pieces that are alike (1)
    reed = "occupant"           # or "cover": it covers its cell, and is lifted and put back
    at = "cells"                # or "crossings"
    begins = "everywhere"       # or nothing: on no place when an evening begins
    is_hidden = true            # it stands under covers, and nobody but a seat may know where
    words = "helicopter"        # the section of the words with its names, else the kind's name
    picture = "car.svg"         # of the game's pages; else it is drawn by shape and colour

    [heli.green]                # how one that differs is drawn
    colour = "green"
    shape = "circle"            # or diamond, square, triangle, cross
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from heistboard import games, layout

__all__ = ["Kind", "Look", "Pieces", "pieces_of", "read"]

_PLACES = {"cells": layout.CELLS, "crossings": layout.CROSSINGS}
_REEDS = ("cover", "occupant")
_SHAPES = ("circle", "diamond", "square", "triangle", "cross")
_KEYS = {"ids", "count", "reed", "at", "begins", "is_hidden", "words", "picture"}


@dataclass(frozen=True)
class Look:
    """How a piece is drawn."""

    colour: str = "white"
    shape: str = "circle"


@dataclass(frozen=True)
class Kind:
    """One kind of pieces."""

    name: str
    ids: tuple[str, ...]
    """Of pieces that differ; empty if all are alike."""
    count: int
    reed: str
    """Which reed of its place it closes: ``cover`` or ``occupant``."""
    places: tuple[str, ...]
    """Where it may stand."""
    begins_everywhere: bool
    is_hidden: bool
    words: str
    """The section of the words that has its names."""
    picture: str
    looks: Mapping[str, Look]
    """By id, how each that differs is drawn."""

    @property
    def is_cover(self) -> bool:
        """Whether it covers its cell."""
        return self.reed == "cover"


@dataclass(frozen=True)
class Pieces:
    """All pieces of a game, by kind."""

    kinds: Mapping[str, Kind]

    @property
    def cover(self) -> Kind | None:
        """The kind that covers cells, if there is one."""
        return next((kind for kind in self.kinds.values() if kind.is_cover), None)


@cache
def pieces_of(game: str) -> Pieces:
    """Returns the pieces of the game called *game*; none if it has no ``pieces.toml``.

    Raises :exc:`ValueError` that names what is wrong in the file.
    """
    package = games.package(game)
    if not package.has_pieces:
        return Pieces({})
    return read(package.file("pieces.toml").read_text(encoding="utf-8"), game)


def read(text: str, game: str) -> Pieces:
    """Returns the pieces that *text* tells; raises :exc:`ValueError`."""
    return Pieces(
        {name: _kind(f"{game}: pieces.toml: {name}", name, table) for name, table in _load(text)}
    )


def _load(text: str) -> list[tuple[str, dict[str, object]]]:
    return list(tomllib.loads(text).items())


def _kind(where: str, name: str, table: Mapping[str, object]) -> Kind:
    listed = table.get("ids", [])
    ids = tuple(map(str, listed)) if isinstance(listed, list) else ()
    if unknown := sorted(table.keys() - _KEYS - set(ids)):
        raise ValueError(f"{where} has {unknown[0]!r}, expected {', '.join(sorted(_KEYS))}")
    return Kind(
        name=name,
        ids=ids,
        count=len(ids) or int(str(table.get("count", 1))),
        reed=_one_of(where, "reed", table.get("reed"), _REEDS),
        places=_PLACES[_one_of(where, "at", table.get("at"), tuple(_PLACES))],
        begins_everywhere=_one_of(where, "begins", table.get("begins", ""), ("", "everywhere"))
        == "everywhere",
        is_hidden=bool(table.get("is_hidden", False)),
        words=str(table.get("words", name)),
        picture=str(table.get("picture", "")),
        looks={each: _look(f"{where}.{each}", table.get(each, {})) for each in ids},
    )


def _look(where: str, table: object) -> Look:
    found = table if isinstance(table, dict) else {}
    shape = _one_of(where, "shape", found.get("shape", "circle"), _SHAPES)
    return Look(str(found.get("colour", "white")), shape)


def _one_of(where: str, key: str, value: object, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(
            f"{where}: {key} is {value!r}, expected {' or '.join(filter(None, known))}"
        )
    return str(value)

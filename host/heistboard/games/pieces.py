"""The pieces of a game: how many there are, which reed each closes, where it may stand.

A game's ``pieces.toml`` has a table for each kind. Simulated hands, rehearsals, the demonstration
and the pages use it::

    [boat]                      # the kind, and the command for hands: "boat big x22"
    ids = ["big", "small"]      # one id for each piece that differs; without ids all are alike
    count = 25                  # how many alike pieces there are (1); hands number them from 1
                                # (of a kind that begins everywhere: how many on each floor)
    reed = "occupant"           # or "cover", for one kind: hands lift it from its cell
    at = "cells"                # or "crossings"
    begins = "everywhere"       # it stands on every place at first; without this, nowhere
    is_hidden = true            # it stands under covers, and only a seat may know where
    words = "ship"              # the words' section with its names, by default the kind's name
    picture = "boat.svg"        # in the game's pages; without it, drawn by shape and colour

    [boat.big]                  # how the piece with this id is drawn
    colour = "green"
    shape = "circle"            # or diamond, square, triangle, cross
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from heistboard import games
from heistboard.places import layout
from heistboard.places.place import at_floor

__all__ = ["PieceKind", "PieceLook", "Pieces", "pieces_of", "read"]

_PLACES = {"cells": layout.CELLS, "crossings": layout.CROSSINGS}
_REEDS = ("cover", "occupant")
_SHAPES = ("circle", "diamond", "square", "triangle", "cross")
_KEYS = {"ids", "count", "reed", "at", "begins", "is_hidden", "words", "picture"}
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_RESERVED = frozenset(
    (
        *("lift", "put", "press", "down", "up", "pull", "plug"),  # commands for hands
        *("game", "kill", "start", "wait", "knock", "stuck", "reed", "frozen", "reset"),  # scripts
        *("say", "draw", "tap", "umpire", "expect"),
        *("done", "undo", "help", "again", "page", "floor", "legend", "quit"),  # typed commands
    )
)


@dataclass(frozen=True)
class PieceLook:
    """How a piece is drawn."""

    colour: str = "white"
    shape: str = "circle"


@dataclass(frozen=True)
class PieceKind:
    """One kind of piece."""

    name: str
    ids: tuple[str, ...]
    """The ids of pieces that differ; empty if all are alike."""
    count: int
    reed: str
    """The reed it closes on its place: ``cover`` or ``occupant``."""
    places: tuple[str, ...]
    """Where it may stand, on every floor."""
    begins_everywhere: bool
    is_hidden: bool
    words: str
    """The section of the words with its names."""
    picture: str
    looks: Mapping[str, PieceLook]
    """By id, how each piece that differs is drawn."""

    @property
    def is_cover(self) -> bool:
        """Whether it closes its cell's cover reed."""
        return self.reed == "cover"

    @property
    def is_on_cells(self) -> bool:
        """Whether it stands on cells, rather than on crossings."""
        return self.places[0] in layout.CELLS

    @property
    def each(self) -> tuple[str, ...]:
        """The names hands use for its pieces: ids, or numbers, or ``""`` for a single piece."""
        if self.ids or self.count == 1:
            return self.ids or ("",)
        return tuple(str(number) for number in range(1, self.count + 1))


@dataclass(frozen=True)
class Pieces:
    """All pieces of a game, by kind."""

    kinds: Mapping[str, PieceKind]

    @property
    def cover(self) -> PieceKind | None:
        """The kind that closes cover reeds, if there is one."""
        return next((kind for kind in self.kinds.values() if kind.is_cover), None)

    def on(self, floors: int) -> "Pieces":
        """Returns these pieces, read for one floor, for a game on that many *floors*.

        They may stand on all floors; of a kind that begins everywhere there are more.
        """
        if floors == 1:
            return self
        return Pieces({name: _on(kind, floors) for name, kind in self.kinds.items()})


def _on(kind: PieceKind, floors: int) -> PieceKind:
    return replace(
        kind,
        places=tuple(
            at_floor(floor, place) for floor in range(1, floors + 1) for place in kind.places
        ),
        count=kind.count * floors if kind.begins_everywhere and not kind.ids else kind.count,
    )


@cache
def pieces_of(game: str, floors: int = 1) -> Pieces:
    """Returns the pieces of the game called *game*, played on that many *floors*.

    There are none if it has no ``pieces.toml``. Raises :exc:`ValueError` naming what is wrong in
    the file.
    """
    if floors != 1:
        return pieces_of(game).on(floors)
    package = games.package(game)
    if not package.has_pieces:
        return Pieces({})
    try:
        text = package.file("pieces.toml").read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{game}: pieces.toml cannot be read: {error.strerror}") from None
    return read(text, game)


def read(text: str, game: str) -> Pieces:
    """Parses the *text* of a ``pieces.toml``; raises :exc:`ValueError`."""
    where = f"{game}: pieces.toml: "
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{where}{error}") from None
    kinds = {name: _kind(f"{where}{name}", name, table) for name, table in tables.items()}
    covers = [kind.name for kind in kinds.values() if kind.is_cover]
    if len(covers) > 1:
        both = " and ".join(covers)
        raise ValueError(f"{where}{both} close cover reeds, expected one kind at most")
    return Pieces(kinds)


def _kind(where: str, name: str, table: object) -> PieceKind:
    if not _NAME.fullmatch(name) or name in _RESERVED:
        raise ValueError(f"{where} cannot be the name of a kind, expected another lower-case word")
    if not isinstance(table, dict):
        raise ValueError(f"{where} is {table!r}, expected a table")
    listed = table.get("ids", [])
    ids = tuple(map(str, listed)) if isinstance(listed, list) else ()
    if unknown := sorted(table.keys() - _KEYS - set(ids)):
        raise ValueError(f"{where} has {unknown[0]!r}, expected {', '.join(sorted(_KEYS))}")
    if wrong := [each for each in ids if not _NAME.fullmatch(each) or each == "off"]:
        raise ValueError(f"{where}: ids has {wrong[0]!r}, expected lower-case words")
    count = table.get("count", 1)
    if type(count) is not int or count < 1:
        raise ValueError(f"{where}: count is {count!r}, expected a number from 1")
    begins = _one_of(where, "begins", table.get("begins", ""), ("", "everywhere"))
    reed = _one_of(where, "reed", table.get("reed"), _REEDS)
    at = _one_of(where, "at", table.get("at"), ("cells",) if reed == "cover" else tuple(_PLACES))
    count = len(ids) or count
    if begins and count != len(_PLACES[at]):
        raise ValueError(
            f"{where}: it begins everywhere, expected count {len(_PLACES[at])}, got {count}"
        )
    return PieceKind(
        name=name,
        ids=ids,
        count=count,
        reed=reed,
        places=_PLACES[at],
        begins_everywhere=begins == "everywhere",
        is_hidden=bool(table.get("is_hidden", False)),
        words=str(table.get("words", name)),
        picture=str(table.get("picture", "")),
        looks={each: _look(f"{where}.{each}", table.get(each, {})) for each in ids},
    )


def _look(where: str, table: object) -> PieceLook:
    found = table if isinstance(table, dict) else {}
    shape = _one_of(where, "shape", found.get("shape", "circle"), _SHAPES)
    return PieceLook(str(found.get("colour", "white")), shape)


def _one_of(where: str, key: str, value: object, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(
            f"{where}: {key} is {value!r}, expected {' or '.join(filter(None, known))}"
        )
    return str(value)

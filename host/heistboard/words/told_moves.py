"""A told move, taken apart: what was done, by whom, and what it uncovered."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from heistboard import games
from heistboard.rules import HIDDEN, UNCOVERS, Game, MoveError

__all__ = ["Told", "is_same_move", "read", "taken_apart"]

KEPT = 4096  # lines of games that are still being told


class Told(NamedTuple):
    """A move as a seat knows it."""

    verb: str
    parts: Mapping[str, str]
    seat: int | None = None
    found: str = ""

    @property
    def is_hidden(self) -> bool:
        """Whether something of it is not told."""
        return HIDDEN in self.parts.values() or self.found == HIDDEN


def taken_apart(game: Game, line: str) -> Told:
    """Returns what *line* tells; its text as the verb if it is no move of *game*."""
    text, _, found = line.partition(UNCOVERS)
    try:
        move = game.read(text)
    except MoveError:
        return Told(line, {})
    return Told(move.verb, move.parts, move.seat, found)


@lru_cache(KEPT)
def read(game: str, line: str) -> Told:
    """Returns what *line* tells of the game called *game*; see :func:`taken_apart`."""
    return taken_apart(games.load(game), line)


def is_same_move(game: str, before: str, now: str) -> bool:
    """Says whether *now* tells the move that *before* told, with more of what was hidden."""
    if before in (now, HIDDEN):
        return True
    old, new = read(game, before), read(game, now)
    if (old.verb, old.seat, old.parts.keys()) != (new.verb, new.seat, new.parts.keys()):
        return False
    pairs = [*((old.parts[name], new.parts[name]) for name in old.parts), (old.found, new.found)]
    return all(was in (HIDDEN, is_now) for was, is_now in pairs)

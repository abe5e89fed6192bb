"""Parses told moves: what was done, by whom, and what it uncovered."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from heistboard import games
from heistboard.rules import HIDDEN, UNCOVERS, Game, MoveError

__all__ = ["ToldMove", "event_keys", "is_same_move", "parse_told", "read_told"]

CACHED_LINES = 4096


class ToldMove(NamedTuple):
    """A move as told to a seat."""

    verb: str
    parts: Mapping[str, str]
    seat: int | None = None
    found: str = ""

    @property
    def is_hidden(self) -> bool:
        """Whether part of it is hidden."""
        return HIDDEN in self.parts.values() or self.found == HIDDEN


def event_keys(move: ToldMove) -> list[str]:
    """Returns the keys under which a game may name this event, the most exact first."""
    keys = [f"{move.verb}.{move.found}"] if move.found else []
    keys += [f"{move.verb}.hidden"] if move.is_hidden else []
    return [*keys, f"{move.verb}.{len(move.parts)}", move.verb]


def parse_told(game: Game, line: str) -> ToldMove:
    """Parses a told *line*; one that is not a move of *game* becomes the verb as it is."""
    text, _, found = line.partition(UNCOVERS)
    try:
        move = game.read(text)
    except MoveError:
        return ToldMove(line, {})
    return ToldMove(move.verb, move.parts, move.seat, found)


@lru_cache(CACHED_LINES)
def read_told(game: str, line: str) -> ToldMove:
    """Parses a told *line* of the game called *game*; see :func:`parse_told`."""
    return parse_told(games.load(game), line)


def is_same_move(game: str, before: str, now: str) -> bool:
    """Returns whether *now* tells the same move as *before*, perhaps with less hidden."""
    if before in (now, HIDDEN):
        return True
    old, new = read_told(game, before), read_told(game, now)
    if (old.verb, old.seat, old.parts.keys()) != (new.verb, new.seat, new.parts.keys()):
        return False
    pairs = [*((old.parts[name], new.parts[name]) for name in old.parts), (old.found, new.found)]
    return all(was in (HIDDEN, is_now) for was, is_now in pairs)

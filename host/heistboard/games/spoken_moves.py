"""Moves that are spoken: a menu that says them one by one, and what was done. Pure.

For hands without a page. A menu has choices that have no place on the board; a game's gestures
keep the one that is open, and say which button, tap or hold goes on and which one takes.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from heistboard.rules import Ask, Move

__all__ = ["MENU_MS", "Menu", "told_ask"]

MENU_MS: Final = 20_000
"""How long a menu stays open when nobody goes on."""


class Menu(NamedTuple):
    """An open menu; at least one move. Every change returns another one."""

    moves: tuple[Move, ...]
    until_ms: int
    at: int = 0

    @classmethod
    def opened(cls, moves: Iterable[Move], now_ms: int) -> "Menu | None":
        """Returns a menu of *moves*, at the first; ``None`` without any.

        Everybody hears them, and which one is taken. So they must follow from what everybody
        knows, and are private only where who decides has told the secret.
        """
        said = tuple(moves)
        return cls(said, now_ms + MENU_MS) if said else None

    def next(self, now_ms: int) -> Self:
        """Returns the menu at its next move; after the last comes the first."""
        return self._replace(at=(self.at + 1) % len(self.moves), until_ms=now_ms + MENU_MS)

    @property
    def move(self) -> Move:
        """The move that is said now."""
        return self.moves[self.at]

    @property
    def ask(self) -> Ask:
        """What the table says: ``menu.move`` with the move, whose label the words fill in."""
        return Ask("menu.move", {"move": self.move})


def told_ask(line: str) -> Ask:
    """Returns the announcement of a move as everybody knows it, a line of ``told``."""
    return Ask("told", {"told": line})

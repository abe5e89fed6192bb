"""A move: its notation, with the parts parsed from it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["Move"]

_NO_PARTS: Final[Mapping[str, str]] = MappingProxyType({})


class Move(str):
    """One choice: its notation as text, and the parts it consists of.

    It equals its text and hashes like it, so a line of a journal finds it in a dict. Only a
    game's notation module splits the text; all other code reads ``verb`` and ``parts``.

    >>> move = Move("look b3", "look", {"cell": "b3"})
    >>> move == "look b3", move.verb, move.parts["cell"]
    (True, 'look', 'b3')
    """

    __slots__ = ("parts", "private", "reveals", "seat", "twice", "verb")

    verb: str
    """The kind of move: a key in the game's words."""
    parts: Mapping[str, str]
    """Its arguments by name (``cell``, ``card``, ``player``, …), in the order of the text."""
    seat: int | None
    """The seat that moves, where several seats may; else ``None``."""
    reveals: bool
    """Whether it shows or draws something, so that it cannot be taken back."""
    private: bool
    """Whether its legality, or that it was chosen, is secret."""
    twice: bool
    """Whether pages ask for confirmation, because a mistake cannot be undone."""

    def __new__(
        cls,
        text: str,
        verb: str = "",
        parts: Mapping[str, str] = _NO_PARTS,
        *,
        seat: int | None = None,
        reveals: bool = False,
        private: bool = False,
        twice: bool = False,
    ) -> "Move":
        """Makes a move; *verb* defaults to the first word of *text*."""
        move = super().__new__(cls, text)
        move.verb = verb or text.partition(" ")[0]
        move.parts = parts
        move.seat = seat
        move.reveals = reveals
        move.private = private
        move.twice = twice
        return move

    def __deepcopy__(self, memo: dict[int, object]) -> "Move":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        flags = (self.seat, self.reveals, self.private, self.twice)
        return _rebuild, (str(self), self.verb, dict(self.parts), *flags)


def _rebuild(
    text: str,
    verb: str,
    parts: Mapping[str, str],
    seat: int | None,
    reveals: bool,
    private: bool,
    twice: bool,
) -> Move:
    return Move(text, verb, parts, seat=seat, reveals=reveals, private=private, twice=twice)

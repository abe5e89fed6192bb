"""A move: its notation, with the parts that notation has read once."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["Move"]

_NO_PARTS: Final[Mapping[str, str]] = MappingProxyType({})


class Move(str):
    """One choice, as text that round-trips, and what it consists of.

    It equals its text and hashes like it, so a journal's line finds it. Nothing but a game's
    notation splits the text: everybody else reads ``verb`` and ``parts``.

    >>> move = Move("look b3", "look", {"cell": "b3"})
    >>> move == "look b3", move.verb, move.parts["cell"]
    (True, 'look', 'b3')
    """

    __slots__ = ("parts", "private", "reveals", "seat", "twice", "verb")

    verb: str
    """What is done: a key of the game's words."""
    parts: Mapping[str, str]
    """What it is done with, by name (``cell``, ``card``, ``player``, …), in the text's order."""
    seat: int | None
    """Whose move it is, where several seats may move; else ``None``."""
    reveals: bool
    """It shows or draws something, so nobody takes it back."""
    private: bool
    """That it is legal, or was chosen, tells more than everybody knows."""
    twice: bool
    """It cannot be made good, so pages ask a second time."""

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
        """Makes a move; *verb* is the first word of *text* unless it is said."""
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

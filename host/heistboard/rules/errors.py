"""Why a move is refused: it is not notation, it is ambiguous, or it is illegal now."""

from collections.abc import Sequence

__all__ = ["AmbiguousMove", "IllegalMove", "InvalidMove", "MoveError"]


class MoveError(ValueError):
    """A move that cannot be played. Nothing has changed.

    The message may contain what only the seat to move may know: check the seat before the
    legality.
    """


class InvalidMove(MoveError):
    """The text is not a move of the game."""


class AmbiguousMove(MoveError):
    """The text fits several legal moves: :attr:`moves`."""

    def __init__(self, text: str, moves: Sequence[str]) -> None:
        super().__init__(f"{text!r} can mean {' or '.join(moves)}")
        self.moves = tuple(moves)


class IllegalMove(MoveError):
    """A move of the game that may not be played now; :attr:`rule` is the id of the rule.

    *private*: the reason may reveal what only the seat to move knows, though the move is public.
    """

    def __init__(self, move: str, reason: str, rule: str, *, private: bool = False) -> None:
        super().__init__(f"{move}: {reason} ({rule})")
        self.reason = reason
        self.rule = rule
        self.private = private

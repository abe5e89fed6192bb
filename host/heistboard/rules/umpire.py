"""What the public may be told when an umpire makes a move for a seat. Pure.

Whether a private move is legal may reveal a secret, so the public answer to such a move is always
the same. The seat's own page has the details.
"""

from typing import Final, NamedTuple

from heistboard.rules.contract import Move, State
from heistboard.rules.errors import AmbiguousMove, IllegalMove, MoveError

__all__ = ["UNSAID", "Ruling", "judge"]

UNSAID: Final = (
    "that move is secret to the seat whose turn it is; it has been made if it was legal, and the "
    "page of that seat says more"
)


class Ruling(NamedTuple):
    """The result of an umpire's move: the *move*, or the *error* that refuses it."""

    move: Move | None
    error: MoveError | None
    said: str
    """The public answer; empty if the move is simply played."""


def judge(state: State, text: str) -> Ruling:
    """Returns the result of playing *text*; *state* stays as it is."""
    try:
        move = state.parse(text)
        state.copy().push(move)
    except MoveError as error:
        said = UNSAID if _may_tell(state, text, error) else str(error)
        return Ruling(None, error, said)
    return Ruling(move, None, UNSAID if move.private else "")


def _may_tell(state: State, text: str, error: MoveError) -> bool:
    # Whether the error may contain a secret.
    if isinstance(error, IllegalMove):
        return error.private or _is_private(state, text)
    if isinstance(error, AmbiguousMove):
        return any(isinstance(move, Move) and move.private for move in error.moves)
    return False  # the text is not notation, which says nothing about the game


def _is_private(state: State, text: str) -> bool:
    try:
        return state.game.read(text).private
    except MoveError:
        return False

"""What everybody may be told when an umpire makes a move for a seat. Pure.

Whether a private move is legal may tell a secret, so the same is said of such a move whatever
comes of it. Details are for the page of the seat.
"""

from typing import Final, NamedTuple

from heistboard.rules.contract import Move, State
from heistboard.rules.errors import AmbiguousMove, IllegalMove, MoveError

__all__ = ["UNSAID", "Ruling", "judge"]

UNSAID: Final = (
    "that move is a secret of the seat whose turn it is; if it was legal it is made, and the page "
    "of that seat says more"
)


class Ruling(NamedTuple):
    """What comes of an umpire's move: the *move*, or the *error* that it is refused with."""

    move: Move | None
    error: MoveError | None
    said: str
    """What everybody may be told; empty if that it is played."""


def judge(state: State, text: str) -> Ruling:
    """Returns what comes of playing *text*; *state* stays as it is."""
    try:
        move = state.parse(text)
        state.copy().push(move)
    except MoveError as error:
        said = UNSAID if _may_tell(state, text, error) else str(error)
        return Ruling(None, error, said)
    return Ruling(move, None, UNSAID if move.private else "")


def _may_tell(state: State, text: str, error: MoveError) -> bool:
    # Whether the error may hold a secret.
    if isinstance(error, IllegalMove):
        return error.private or _is_private(state, text)
    if isinstance(error, AmbiguousMove):
        return any(isinstance(move, Move) and move.private for move in error.moves)
    return False  # not notation at all, which says nothing of the game


def _is_private(state: State, text: str) -> bool:
    try:
        return state.game.read(text).private
    except MoveError:
        return False

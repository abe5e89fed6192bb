"""What everybody may be told when an umpire makes a move for a seat. Pure.

Whether a private move is legal may tell a secret, so the same is said of such a move whatever
comes of it. Details are for the page of the seat.
"""

from typing import Final

from heistboard.rules.contract import Move, State
from heistboard.rules.errors import AmbiguousMove, IllegalMove, MoveError

__all__ = ["UNSAID", "answer", "is_private"]

UNSAID: Final = (
    "that move is a secret of the seat whose turn it is; if it was legal it is made, and the page "
    "of that seat says more"
)


def answer(state: State, text: str) -> str:
    """Returns what everybody may be told of playing *text*; empty if that it is played."""
    try:
        move = state.parse(text)
        state.copy().push(move)
    except MoveError as error:
        return UNSAID if is_private(state, text, error) else str(error)
    return UNSAID if move.private else ""


def is_private(state: State, text: str, error: MoveError) -> bool:
    """Says whether *error*, of parsing or playing *text*, may hold a secret."""
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

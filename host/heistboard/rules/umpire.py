"""What the public may be told when an umpire makes a move for a seat. Pure.

Whether a private move is legal may reveal a secret, so the public answer to such a move is always
the same. The seat's own page has the details.
"""

from typing import Final, NamedTuple

from heistboard.rules.contract import Move, State
from heistboard.rules.errors import AmbiguousMove, IllegalMove, MoveError

__all__ = ["UNSAID", "Ruling", "judge", "refusal_for_all", "seats_meant"]

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


def refusal_for_all(state: State, text: str) -> MoveError | None:
    """Returns why *text*, which the table does not offer, is refused.

    None if that is only for the seat whose turn it is. A private move is not even looked at, so
    nothing tells whether it is legal.
    """
    try:
        move = state.game.read(text)
    except MoveError as error:
        return error  # it is no notation, which says nothing about the game
    if move.private:
        return None
    ruling = judge(state, text)
    if ruling.said == UNSAID:
        return None
    return ruling.error or IllegalMove(move, "the table waits for something else first", "table")


def seats_meant(state: State, text: str) -> tuple[int, ...]:
    """Returns the seat that may read why the umpire's move *text* was refused.

    That could reveal what it holds or that it has passed. Empty if several seats may be meant.
    """
    try:
        seat = state.game.read(text).seat
    except MoveError:
        seat = None
    if seat is not None:
        return (seat,) if seat < len(state.seats) else ()
    return state.turn if len(state.turn) == 1 else ()


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

"""The hands of a rehearsal: they move pieces and break reeds."""

from heistboard.games.pieces import Pieces
from heistboard.places import layout
from heistboard.sim.board_model import BoardModel
from heistboard.sim.hands import Hands
from heistboard.sim.standing_pieces import ReedChange, StandingPieces

__all__ = ["ScriptHands", "Unplayable"]


class Unplayable(Exception):
    """The act is impossible at this point: a mistake in the script."""


class ScriptHands:
    """Moves *pieces* on *board*, from their starting places, and breaks its reeds."""

    def __init__(self, board: BoardModel, pieces: Pieces) -> None:
        self._board = board
        self._hands = Hands(board)
        self._standing = StandingPieces(pieces)
        self._broken: dict[str, str] = {}
        for reed in self._standing.closed:
            board.set_reed(reed, is_closed=True)

    def plan(self, verb: str, *words: str) -> tuple[ReedChange, ...]:
        """Returns the reed changes that move a piece, in order; pass each to :meth:`move`.

        Raises :exc:`~heistboard.sim.standing_pieces.ImpossibleAct` if hands cannot do it.
        """
        return self._standing.do(verb, *words)

    def move(self, change: ReedChange) -> None:
        """Lifts a piece or puts one down."""
        self._hands.move(change.reed, is_closed=change.is_closed)

    def knock(self, place: str, for_ms: int) -> None:
        """Makes the piece on *place* jump for *for_ms*; raises what :meth:`plan` does."""
        reed = self._standing.top(place)
        self._board.set_reed(reed, is_closed=False)
        self._board.set_reed(reed, is_closed=True, after_ms=for_ms)

    def button(self, name: str, *, is_down: bool) -> None:
        """Presses a button or releases it."""
        self._board.set_reed(name, is_closed=is_down)

    def set_stuck(self, reed: str, how: str | None) -> None:
        """Breaks a reed or, with None, mends it."""
        self._board.set_stuck(reed, how)
        self._broken.pop(reed, None)
        if how is not None:
            self._broken[reed] = how

    def matches(self, picture: set[str]) -> bool:
        """Returns whether *picture* agrees with the reeds; those that chatter are not compared."""
        for reed in layout.REEDS:
            how = self._broken.get(reed)
            is_closed = self._board.is_closed(reed) if how is None else how == "closed"
            if how != "chatter" and is_closed != (reed in picture):
                return False
        return True

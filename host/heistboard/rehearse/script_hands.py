"""The hands of a rehearsal: they move pieces by the one model of them, and break reeds."""

from heistboard.games.pieces import Pieces
from heistboard.places import layout
from heistboard.sim.board_model import BoardModel
from heistboard.sim.hands import Hands
from heistboard.sim.standing_pieces import Change, Standing

__all__ = ["ScriptHands", "Unplayable"]


class Unplayable(Exception):
    """That cannot be done now; the script is wrong."""


class ScriptHands:
    """Moves *pieces* on *board* and breaks its reeds; they stand as an evening begins."""

    def __init__(self, board: BoardModel, pieces: Pieces) -> None:
        self._board = board
        self._hands = Hands(board)
        self._standing = Standing(pieces)
        self._broken: dict[str, str] = {}
        for reed in self._standing.closed:
            board.set_reed(reed, is_closed=True)

    def plan(self, verb: str, *words: str) -> tuple[Change, ...]:
        """Returns what moving a piece changes, for :meth:`move`, one after the other.

        Raises :exc:`~heistboard.sim.standing_pieces.NoHand` for what no hand can do.
        """
        return self._standing.do(verb, *words)

    def move(self, change: Change) -> None:
        """Lifts a piece or puts it down."""
        self._hands.move(change.reed, is_closed=change.is_closed)

    def knock(self, place: str, for_ms: int) -> None:
        """Makes what stands on *place* jump; raises likewise."""
        reed = self._standing.top(place)
        self._board.set_reed(reed, is_closed=False)
        self._board.set_reed(reed, is_closed=True, after_ms=for_ms)

    def button(self, name: str, *, is_down: bool) -> None:
        """Presses a button or lets it go."""
        self._board.set_reed(name, is_closed=is_down)

    def set_stuck(self, reed: str, how: str | None) -> None:
        """Breaks a reed, or mends it."""
        self._board.set_stuck(reed, how)
        self._broken.pop(reed, None)
        if how is not None:
            self._broken[reed] = how

    def is_so(self, picture: set[str]) -> bool:
        """Says whether *picture* is what the reeds say by now."""
        for reed in layout.REEDS:
            how = self._broken.get(reed)
            is_closed = self._board.is_closed(reed) if how is None else how == "closed"
            if how != "chatter" and is_closed != (reed in picture):
                return False
        return True

"""The hands of a rehearsal: they move pieces and break reeds."""

from collections.abc import Collection, Sequence

from heistboard.games.pieces import Pieces
from heistboard.places import layout
from heistboard.places.place import OCCUPANTS, at_floor, split_floor
from heistboard.sim.board_model import BoardModel
from heistboard.sim.hands import Hands
from heistboard.sim.standing_pieces import ImpossibleAct, ReedChange, StandingPieces

__all__ = ["ScriptHands", "Unplayable"]


class Unplayable(Exception):
    """The act is impossible at this point: a mistake in the script."""


class ScriptHands:
    """Moves *pieces* from their starting places on *boards*, and breaks their reeds.

    The boards are those of floor 1, 2, …; all names have their floor, as in ``2:b3.cover``.
    """

    def __init__(self, boards: Sequence[BoardModel], pieces: Pieces) -> None:
        self._boards = tuple(boards)
        self._hands = [Hands(board) for board in boards]
        self._standing = StandingPieces(pieces)
        self._broken: dict[str, str] = {}
        for reed in self._standing.closed:
            self._set(reed, is_closed=True)

    def plan(self, verb: str, *words: str) -> tuple[ReedChange, ...]:
        """Returns the reed changes that move a piece, in order; pass each to :meth:`move`.

        Raises :exc:`~heistboard.sim.standing_pieces.ImpossibleAct` if hands cannot do it.
        """
        return self._standing.do(verb, *words)

    def move(self, change: ReedChange) -> None:
        """Lifts a piece or puts one down."""
        floor, reed = split_floor(change.reed)
        self._hands[floor - 1].move(reed, is_closed=change.is_closed)

    def knock(self, place: str, for_ms: int) -> None:
        """Makes the piece on *place* jump for *for_ms*; raises what :meth:`plan` does."""
        reed = self._standing.top(place)
        self._set(reed, is_closed=False)
        self._set(reed, is_closed=True, after_ms=for_ms)

    def tap(self, place: str, for_ms: int) -> None:
        """Puts the flashlight on *place* for *for_ms*; raises what :meth:`plan` does."""
        floor, name = split_floor(place)
        reed = at_floor(floor, OCCUPANTS[name])
        if reed in self._standing.closed:
            raise ImpossibleAct(f"a piece on {place} is in the flashlight's way")
        self._set(reed, is_closed=True)
        self._set(reed, is_closed=False, after_ms=for_ms)

    def button(self, name: str, *, is_down: bool) -> None:
        """Presses a button or releases it."""
        self._set(name, is_closed=is_down)

    def set_stuck(self, reed: str, how: str | None) -> None:
        """Breaks a reed or, with None, mends it."""
        floor, name = split_floor(reed)
        self._boards[floor - 1].set_stuck(name, how)
        self._broken.pop(reed, None)
        if how is not None:
            self._broken[reed] = how

    def matches(self, picture: set[str], floors: Collection[int]) -> bool:
        """Returns whether *picture* agrees with the reeds of *floors*.

        Reeds that chatter are not compared.
        """
        for floor in floors:
            for name in layout.REEDS:
                reed = at_floor(floor, name)
                how = self._broken.get(reed)
                is_closed = (
                    self._boards[floor - 1].is_closed(name) if how is None else how == "closed"
                )
                if how != "chatter" and is_closed != (reed in picture):
                    return False
        return True

    def _set(self, reed: str, *, is_closed: bool, after_ms: int = 0) -> None:
        floor, name = split_floor(reed)
        self._boards[floor - 1].set_reed(name, is_closed=is_closed, after_ms=after_ms)

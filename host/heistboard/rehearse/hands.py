"""Who has put what where on the simulated board: the script knows colours, the reeds do not."""

from heistboard import layout
from heistboard.rehearse.script import HELICOPTERS
from heistboard.sim import Hands, SimBoard

__all__ = ["Pieces", "Unplayable"]


class Unplayable(Exception):
    """No hand can do that now; the script is wrong."""


class Pieces:
    """Buildings, car and helicopters on *board*, and its broken reeds; all buildings stand.

    What takes two steps, lifting and putting down, is done by calling again: :meth:`car` and
    :meth:`heli` say whether there is more to do.
    """

    def __init__(self, board: SimBoard) -> None:
        self._board = board
        self._hands = Hands(board)
        self._car: str | None = None
        self._helicopters: dict[str, str | None] = dict.fromkeys(HELICOPTERS)
        self._broken: dict[str, str] = {}
        for cell in layout.CELLS:
            board.set_reed(f"{cell}.cover", is_closed=True)

    def lift(self, cell: str) -> None:
        """Lifts a building."""
        if not self._stands(cell):
            raise Unplayable(f"no building stands on {cell}")
        self._hands.lift_building(cell)

    def put(self, cell: str) -> None:
        """Puts a building back."""
        if self._stands(cell):
            raise Unplayable(f"a building stands on {cell}")
        self._hands.put_building(cell)

    def car(self, to: str | None) -> bool:
        """Moves the car, or takes it off."""
        for cell in (self._car, to):
            if cell is not None and self._stands(cell):
                raise Unplayable(f"the building on {cell} is in the way")
        if self._car is not None:
            self._hands.take_car(self._car)
            self._car = None
            return to is not None
        if to is None:
            raise Unplayable("the car is not on the board")
        self._hands.put_car(to)
        self._car = to
        return False

    def heli(self, colour: str, to: str | None) -> bool:
        """Moves a helicopter, or takes it off."""
        for other, at in self._helicopters.items():
            if to is not None and at == to:
                raise Unplayable(f"{other} is on {to}")
        at = self._helicopters[colour]
        if at is not None:
            self._hands.take_helicopter(at)
            self._helicopters[colour] = None
            return to is not None
        if to is None:
            raise Unplayable(f"{colour} is not on the board")
        self._hands.put_helicopter(to)
        self._helicopters[colour] = to
        return False

    def knock(self, place: str, for_ms: int) -> None:
        """Makes what stands on *place* jump."""
        reed = f"{place}.cover" if place in layout.CELLS else f"{place}.occupant"
        if not self._board.is_closed(reed):
            raise Unplayable(f"nothing stands on {place}")
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

    def _stands(self, cell: str) -> bool:
        return self._board.is_closed(f"{cell}.cover")

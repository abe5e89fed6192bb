"""Hands that close and open the reeds of a simulated board; contacts bounce and presses take time.

They know nothing about pieces; ``standing_pieces`` tracks those.
"""

from random import Random

from heistboard.places import layout
from heistboard.sim.board_model import BoardModel

__all__ = ["Hands"]

PRESS_MS = 120
TAP_MS = 250
TAP_HOLD_MS = 1200
BOUNCE_MOST_MS = 4  # short enough for debouncing to hide on closing


class Hands:
    """A player's hands; *seed* decides how contacts bounce."""

    def __init__(self, board: BoardModel, seed: int = 0, *, bounces: bool = True) -> None:
        self._board = board
        self._random = Random(seed)
        self._bounces = bounces

    def cover(self, cell: str) -> None:
        """Covers *cell* with a piece."""
        self.move(f"{_cell(cell)}.cover", is_closed=True)

    def uncover(self, cell: str) -> None:
        """Lifts the piece that covers *cell*."""
        self.move(f"{_cell(cell)}.cover", is_closed=False)

    def put(self, place: str) -> None:
        """Puts a piece that covers nothing on *place*, a cell or a crossing."""
        self.move(f"{_place(place)}.occupant", is_closed=True)

    def take(self, place: str) -> None:
        """Removes that piece from *place*."""
        self.move(f"{_place(place)}.occupant", is_closed=False)

    def press(self, button: str, hold_ms: int = PRESS_MS) -> None:
        """Presses a button for *hold_ms*; returns at once."""
        self.move(_button(button), is_closed=True)
        self.move(button, is_closed=False, after_ms=hold_ms)

    def hold(self, button: str, *, is_down: bool) -> None:
        """Presses a button and keeps it pressed, or releases it."""
        self.move(_button(button), is_closed=is_down)

    def tap(self, place: str, *, is_hold: bool = False) -> None:
        """Taps *place* with the flashlight, for longer with *is_hold*; returns at once."""
        self.put(place)
        reed, after_ms = f"{place}.occupant", TAP_HOLD_MS if is_hold else TAP_MS
        self.move(reed, is_closed=False, after_ms=after_ms)

    def move(
        self, reed: str, *, is_closed: bool, after_ms: int = 0, is_gentle: bool = False
    ) -> None:
        """Brings a magnet to a reed, or removes it, after *after_ms*.

        The contact bounces unless *is_gentle*.
        """
        if self._board.is_closed(reed) == is_closed:
            return  # no change, so no bounce
        if self._bounces and not is_gentle:
            for _ in range(self._random.randrange(3)):
                self._board.set_reed(reed, is_closed=is_closed, after_ms=after_ms)
                after_ms += self._random.randrange(1, BOUNCE_MOST_MS // 2 + 1)
                self._board.set_reed(reed, is_closed=not is_closed, after_ms=after_ms)
        self._board.set_reed(reed, is_closed=is_closed, after_ms=after_ms)


def _cell(name: str) -> str:
    if name not in layout.CELLS:
        raise ValueError(f"no cell is called {name!r}, expected a1..e5")
    return name


def _place(name: str) -> str:
    if name not in layout.CELLS and name not in layout.CROSSINGS:
        raise ValueError(f"no place is called {name!r}, expected a1..e5 or x11..x44")
    return name


def _button(name: str) -> str:
    if name not in layout.BUTTONS:
        raise ValueError(f"no button is called {name!r}, expected done, undo or help")
    return name

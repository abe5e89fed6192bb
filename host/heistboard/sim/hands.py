"""Moves pieces on a simulated board as hands do: contacts bounce, presses last."""

from random import Random

from heistboard import layout
from heistboard.sim.board import SimBoard

__all__ = ["Hands"]

PRESS_MS = 120
BOUNCE_MOST_MS = 4  # within what debouncing hides of a closing reed


class Hands:
    """The hands of a player; the same *seed* trembles the same way."""

    def __init__(self, board: SimBoard, seed: int = 0, *, bounces: bool = True) -> None:
        self._board = board
        self._random = Random(seed)
        self._bounces = bounces

    def lift_building(self, cell: str) -> None:
        """Lifts what stands on *cell*."""
        self._move(f"{_cell(cell)}.cover", is_closed=False)

    def put_building(self, cell: str) -> None:
        """Puts a building on *cell*."""
        self._move(f"{_cell(cell)}.cover", is_closed=True)

    def put_car(self, cell: str) -> None:
        """Puts the car on *cell*."""
        self._move(f"{_cell(cell)}.occupant", is_closed=True)

    def take_car(self, cell: str) -> None:
        """Takes the car from *cell*."""
        self._move(f"{_cell(cell)}.occupant", is_closed=False)

    def put_helicopter(self, crossing: str) -> None:
        """Puts a helicopter on *crossing*."""
        self._move(f"{_crossing(crossing)}.occupant", is_closed=True)

    def take_helicopter(self, crossing: str) -> None:
        """Takes the helicopter from *crossing*."""
        self._move(f"{_crossing(crossing)}.occupant", is_closed=False)

    def press(self, button: str, hold_ms: int = PRESS_MS) -> None:
        """Presses a button for *hold_ms*; returns at once."""
        if button not in layout.BUTTONS:
            raise ValueError(f"no button is called {button!r}, expected done, undo or help")
        self._move(button, is_closed=True)
        self._move(button, is_closed=False, after_ms=hold_ms)

    def hold(self, button: str, *, is_down: bool) -> None:
        """Presses a button and stays on it, or lets go."""
        if button not in layout.BUTTONS:
            raise ValueError(f"no button is called {button!r}, expected done, undo or help")
        self._move(button, is_closed=is_down)

    def _move(self, reed: str, *, is_closed: bool, after_ms: int = 0) -> None:
        if self._board.is_closed(reed) == is_closed:
            return  # nothing there to lift, or something there already
        if self._bounces:
            for _ in range(self._random.randrange(3)):
                self._board.set_reed(reed, is_closed=is_closed, after_ms=after_ms)
                after_ms += self._random.randrange(1, BOUNCE_MOST_MS // 2 + 1)
                self._board.set_reed(reed, is_closed=not is_closed, after_ms=after_ms)
        self._board.set_reed(reed, is_closed=is_closed, after_ms=after_ms)


def _cell(name: str) -> str:
    if name not in layout.CELLS:
        raise ValueError(f"no cell is called {name!r}, expected a1..e5")
    return name


def _crossing(name: str) -> str:
    if name not in layout.CROSSINGS:
        raise ValueError(f"no crossing is called {name!r}, expected x11..x44")
    return name

"""A table where Good Cop Bad Cop is played by hand, without board, disk and clock."""

from random import Random
from typing import Self

from heistboard.games.good_cop_bad_cop.gestures import GoodCopGestures
from heistboard.rules import State
from heistboard.rules.autoplay import Dealer
from heistboard.table.table import Table

from tests.support.evening import MemoryRecord
from tests.support.hand_table import HandTable

__all__ = ["BoardTable"]

TAP_MS = 250
REST_MS = 400


class BoardTable(HandTable):
    """A game, its table, and hands."""

    def __init__(self, state: State, seed: int = 1) -> None:
        super().__init__()
        self.record = MemoryRecord(state)
        self.dealer = Dealer(Random(seed))
        self.restart()

    @property
    def table(self) -> Table:
        return self._table

    @property
    def gestures(self) -> GoodCopGestures:
        gestures = self.table.gestures
        assert isinstance(gestures, GoodCopGestures)
        return gestures

    @property
    def state(self) -> State:
        return self.record.state

    # Hands.

    def tap(self, place: str, for_ms: int = TAP_MS) -> Self:
        """Taps a place with the flashlight."""
        self.wait(REST_MS)
        return self.reed(f"{place}.occupant", for_ms)

    def press(self, button: str, for_ms: int = 100) -> Self:
        """Presses a button."""
        return self.reed(button, for_ms)

    def reed(self, name: str, for_ms: int) -> Self:
        """Closes a reed for that long."""
        self.closed.add(name)
        self.look().wait(for_ms)
        self.closed.discard(name)
        return self.look().wait(REST_MS)

    def say(self, move: str) -> Self:
        """Says a move on a page."""
        self.table.say(self.state.parse(move).seat or 0, move, self.now_ms)
        return self._after()

    def pass_all(self) -> Self:
        """Has everybody pass, in one step, as at the end of a beat."""
        state = self.state
        self.table.play(tuple(state.default(seat) for seat in state.movers), self.now_ms)
        return self._after()

    def umpire(self, text: str) -> Self:
        """Lets the umpire correct something."""
        self.table.correct(text, self.now_ms)
        return self._after()

    def restart(self) -> Self:
        """Ends the program and starts it again with the same game."""
        self._table = Table(
            self.record, GoodCopGestures(self.record, self.now_ms), self.dealer, None
        )
        return self.look()

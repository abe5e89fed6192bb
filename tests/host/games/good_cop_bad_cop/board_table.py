"""A table where Good Cop Bad Cop is played by hand, without board, disk and clock."""

from random import Random
from typing import Self

from heistboard.games.gestures import Ask
from heistboard.games.good_cop_bad_cop.gestures import GoodCopGestures
from heistboard.places.scene import Scene
from heistboard.rules import State
from heistboard.rules.autoplay import Dealer
from heistboard.table.table import Table

from tests.support.evening import MemoryRecord

__all__ = ["BoardTable"]

TAP_MS = 250
REST_MS = 400


class BoardTable:
    """A game, its table, and hands. Acts return the table."""

    def __init__(self, state: State, seed: int = 1) -> None:
        self.now_ms = 0
        self.record = MemoryRecord(state)
        self.dealer = Dealer(Random(seed))
        self.closed: set[str] = set()
        self.spoken: list[Ask] = []
        self._is_pulled = False
        self.restart()

    @property
    def gestures(self) -> GoodCopGestures:
        gestures = self.table.gestures
        assert isinstance(gestures, GoodCopGestures)
        return gestures

    @property
    def state(self) -> State:
        return self.record.state

    @property
    def scene(self) -> Scene:
        return self.table.scene(self.now_ms)

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

    def pull(self) -> Self:
        """Pulls the cable."""
        self._is_pulled = True
        self.table.lose()
        return self

    def plug(self) -> Self:
        """Puts it back."""
        self._is_pulled = False
        return self.look()

    def restart(self) -> Self:
        """Ends the program and starts it again with the same game."""
        self.table = Table(
            self.record, GoodCopGestures(self.record, self.now_ms), self.dealer, None
        )
        return self.look()

    # Time.

    def look(self) -> Self:
        """Shows the table the reeds, unless the cable is out."""
        if self._is_pulled:
            return self
        self.table.see(self.closed, self.now_ms)
        return self._after()

    def wait(self, for_ms: int) -> Self:
        """Lets time go by, with every tick that is due."""
        until_ms = self.now_ms + for_ms
        while (due_ms := self.table.wake_ms) is not None and due_ms <= until_ms:
            self.now_ms = max(self.now_ms + 1, due_ms)
            self.table.tick(self.now_ms)
            self._after()
        self.now_ms = max(self.now_ms, until_ms)
        return self

    def _after(self) -> Self:
        self.table.deal(self.now_ms)
        self.spoken += self.table.gestures.spoken
        self.table.gestures.spoken.clear()
        return self

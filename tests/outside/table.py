"""A table where Lanterns is played, without board, disk and clock."""

from collections.abc import Mapping
from random import Random

from heistboard import games
from heistboard.rules import Choice, State
from heistboard.rules.autoplay import Dealer
from heistboard.table.new_gestures import new_gestures
from heistboard.table.table import Table

from tests.support.evening import MemoryRecord

__all__ = ["LanternTable"]


class LanternTable:
    """A table, and hands that move the lantern; the host deals, but not what is in *deals*."""

    def __init__(
        self,
        options: Mapping[str, Choice],
        seed: int = 1,
        deals: Mapping[str, str] | None = None,
    ) -> None:
        self.now_ms = 0
        record = MemoryRecord(games.load("lanterns").new(**options))
        self.table = Table(record, new_gestures(record, 0), Dealer(Random(seed)), deals)
        self._closed: set[str] = {"2:c3.occupant"} if self.state.options["tower"] else set()
        self.table.see(self._closed, 0)
        self.table.deal(0)

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def sync(self) -> str:
        return self.table.sync.value

    def lantern(self, *crossings: str, for_ms: int = 1_000) -> None:
        """Has something stand on *crossings*, and nowhere else, for a while."""
        stands = {f"{crossing}.occupant" for crossing in crossings}
        self._closed = {reed for reed in self._closed if reed.startswith("2:")} | stands
        self.table.see(self._closed, self.now_ms)
        self.wait(for_ms)

    def flip(self, reed: str, for_ms: int = 0) -> None:
        """Opens a closed reed or closes an open one, and waits."""
        self._closed ^= {reed}
        self.table.see(self._closed, self.now_ms)
        self.wait(for_ms)

    def tap(self, place: str, for_ms: int = 300) -> None:
        """Taps a place with the flashlight, or lifts the figure there and puts it back."""
        self.flip(f"{place}.occupant", for_ms)
        self.flip(f"{place}.occupant")
        self.table.deal(self.now_ms)

    def wait(self, for_ms: int) -> None:
        """Lets time go by, with every tick that is due."""
        until_ms = self.now_ms + for_ms
        while (due_ms := self.table.wake_ms) is not None and due_ms < until_ms:
            self.now_ms = max(self.now_ms + 1, due_ms)
            self.table.tick(self.now_ms)
            self.table.deal(self.now_ms)
        self.now_ms = until_ms
        self.table.tick(self.now_ms)
        self.table.deal(self.now_ms)

    def say(self, seat: int, text: str) -> None:
        """Says a move for a seat."""
        self.table.say(seat, text, self.now_ms)
        self.table.deal(self.now_ms)

    def press(self, button: str) -> bool:
        """Presses a button; says whether that meant something."""
        was_accepted = self.table.press(button, self.now_ms)
        self.table.deal(self.now_ms)
        return was_accepted

"""A table where Burgle Bros is played by hand, without board, disk and clock."""

from collections.abc import Sequence
from random import Random
from typing import Self

from heistboard.games.burgle_bros.gestures import BurgleBrosGestures
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import HANDS, State
from heistboard.rules.autoplay import Dealer
from heistboard.table.table import Table

from tests.support.burgle_acts import STEP_MS, BurgleActs
from tests.support.evening import MemoryRecord
from tests.support.hand_table import HandTable

__all__ = ["STEP_MS", "BurgleTable"]


class BurgleTable(HandTable, BurgleActs):
    """A game, its table, and hands; the host deals what *deals* says, then what is harmless.

    People draw the *real* decks.
    """

    def __init__(
        self,
        state: BurgleBros,
        *,
        deals: Sequence[str] = (),
        real: Sequence[str] = (),
        random: Random | None = None,
    ) -> None:
        super().__init__()
        self.record = MemoryRecord(state)
        self.dealer = Deals(deals, random)
        self._deals = dict.fromkeys(real, HANDS)
        gestures = BurgleBrosGestures(self.record, 0)
        self._table = Table(self.record, gestures, self.dealer, self._deals)
        self.look()

    @property
    def table(self) -> Table:
        return self._table

    # Hands.

    def reed(self, name: str, *, is_closed: bool, for_ms: int = 0) -> Self:
        """Closes or opens a reed, then waits."""
        (self.closed.add if is_closed else self.closed.discard)(name)
        self.look()
        return self.wait(for_ms)

    def say(self, seat: int, text: str) -> Self:
        """Says a move on a page."""
        self.table.say(seat, text, self.now_ms)
        return self._after()

    def umpire(self, text: str) -> Self:
        """Lets the umpire correct something."""
        self.table.correct(text, self.now_ms)
        return self._after().wait(STEP_MS)

    def aside(self, reed: str) -> Self:
        """Lets the umpire set a reed aside."""
        self.table.set_aside(reed, self.now_ms)
        return self._after()

    def restart(self) -> Self:
        """Ends the program and starts it again with the same game."""
        gestures = BurgleBrosGestures(self.record, self.now_ms, is_resumed=True)
        self._table = Table(self.record, gestures, self.dealer, self._deals)
        return self.look()


class Deals(Dealer):
    """Deals what a test wants: these moves when they are legal, in their order."""

    def __init__(self, deals: Sequence[str], random: Random | None) -> None:
        super().__init__(random or Random(1))
        self._has_random = random is not None
        self.left = list(deals)
        self.dealt: set[str] = set()  # the decks of which it has dealt

    def choose(self, state: State) -> str:  # type: ignore[override]
        legal = state.legal()
        assert state.draw is not None
        self.dealt.add(state.draw.deck)
        wanted = next((move for move in self.left if move in legal), None)
        if wanted is not None:
            self.left.remove(wanted)
            return wanted
        if self._has_random:
            return super().choose(state)
        return "event lampshade" if "event lampshade" in legal else legal[-1]

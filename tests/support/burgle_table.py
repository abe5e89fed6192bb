"""A table where Burgle Bros is played by hand, without board, disk and clock."""

from collections.abc import Sequence
from random import Random

from heistboard.games.burgle_bros.gestures import BurgleBrosGestures
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.gestures import Ask
from heistboard.places.place import name_of
from heistboard.places.scene import Scene
from heistboard.rules import HANDS, State
from heistboard.rules.autoplay import Dealer
from heistboard.table.table import Table

from tests.support.evening import MemoryRecord

__all__ = ["STEP_MS", "BurgleTable"]

TAP_MS = 250
HOLD_MS = 1_200
STEP_MS = 400
SETTLED_MS = 1_700


class BurgleTable:
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
        self.now_ms = 0
        self.record = MemoryRecord(state)
        self.dealer = Deals(deals, random)
        self._deals = dict.fromkeys(real, HANDS)
        self.gestures = BurgleBrosGestures(self.record, 0)
        self.table = Table(self.record, self.gestures, self.dealer, self._deals)
        self.closed: set[str] = set()
        self.spoken: list[Ask] = []
        self._is_pulled = False

    @property
    def state(self) -> BurgleBros:
        state = self.record.state
        assert isinstance(state, BurgleBros)
        return state

    @property
    def ask(self) -> Ask:
        return self.table.ask

    @property
    def sync(self) -> str:
        return self.table.sync.value

    @property
    def scene(self) -> Scene:
        return self.table.scene(self.now_ms)

    def played(self) -> list[str]:
        return self.state.told(None)

    # Hands.

    def ready(self) -> "BurgleTable":
        """Shows the walls and puts every piece where it belongs."""
        self.look()
        if self.table.gestures.phase == "walls":
            self.press("done", 3_100)
        self.obey()
        return self.wait(SETTLED_MS)

    def reed(self, name: str, *, is_closed: bool, for_ms: int = 0) -> "BurgleTable":
        """Closes or opens a reed, then waits."""
        (self.closed.add if is_closed else self.closed.discard)(name)
        self.look()
        return self.wait(for_ms)

    def turn(self, cell: str, for_ms: int = STEP_MS) -> "BurgleTable":
        """Turns a tile up, or takes it away."""
        return self.reed(f"{cell}.cover", is_closed=False, for_ms=for_ms)

    def lay(self, cell: str, for_ms: int = STEP_MS) -> "BurgleTable":
        """Lays a tile face down."""
        return self.reed(f"{cell}.cover", is_closed=True, for_ms=for_ms)

    def on(self, cell: str, for_ms: int = STEP_MS) -> "BurgleTable":
        """Puts a guard's figure, or the flashlight, on a cell."""
        return self.reed(f"{cell}.occupant", is_closed=True, for_ms=for_ms)

    def off(self, cell: str, for_ms: int = STEP_MS) -> "BurgleTable":
        """Takes it off again."""
        return self.reed(f"{cell}.occupant", is_closed=False, for_ms=for_ms)

    def tap(self, place: str, for_ms: int = TAP_MS) -> "BurgleTable":
        """Taps a place with the flashlight, or lifts the figure there for a moment."""
        self.wait(STEP_MS)
        is_there = f"{place}.occupant" in self.closed
        (self.off if is_there else self.on)(place, for_ms)
        return (self.on if is_there else self.off)(place, STEP_MS)

    def hold(self, place: str) -> "BurgleTable":
        """Holds the flashlight on a place."""
        return self.tap(place, HOLD_MS)

    def press(self, button: str, for_ms: int = 100) -> "BurgleTable":
        """Presses a button."""
        self.reed(button, is_closed=True, for_ms=for_ms)
        return self.reed(button, is_closed=False, for_ms=50)

    def walk(self, floor: int, way: Sequence[str]) -> "BurgleTable":
        """Moves the figure of a floor over these cells."""
        for figure in self.figures(floor):
            self.off(figure, 200)
        for cell in way[:-1]:
            self.on(cell, 150).off(cell, 150)
        return self.on(way[-1])

    def figures(self, floor: int) -> list[str]:
        """Returns the cells of a floor where something stands."""
        reeds = self.gestures._must.figures[floor - 1] & self.closed
        return sorted(map(name_of, reeds))

    def obey(self) -> "BurgleTable":
        """Turns tiles and moves figures to where the game has them."""
        for reed, is_closed in sorted(self.table.gestures.expected().items()):
            if (reed in self.closed) != is_closed and not is_closed:
                self.reed(reed, is_closed=False, for_ms=50)
        for reed, is_closed in sorted(self.table.gestures.expected().items()):
            if (reed in self.closed) != is_closed:
                self.reed(reed, is_closed=is_closed, for_ms=50)
        return self

    def say(self, seat: int, text: str) -> "BurgleTable":
        """Says a move on a page."""
        self.table.say(seat, text, self.now_ms)
        return self._after()

    def pull(self) -> "BurgleTable":
        """Pulls the cable."""
        self._is_pulled = True
        self.table.lose()
        return self

    def plug(self) -> "BurgleTable":
        """Puts the cable back."""
        self._is_pulled = False
        return self.look()

    def umpire(self, text: str) -> "BurgleTable":
        """Lets the umpire correct something."""
        self.table.correct(text, self.now_ms)
        return self._after().wait(STEP_MS)

    def aside(self, reed: str) -> "BurgleTable":
        """Lets the umpire set a reed aside."""
        self.table.set_aside(reed, self.now_ms)
        return self._after()

    def restart(self) -> "BurgleTable":
        """Ends the program and starts it again with the same game."""
        self.gestures = BurgleBrosGestures(self.record, self.now_ms, is_resumed=True)
        self.table = Table(self.record, self.gestures, self.dealer, self._deals)
        return self.look()

    # Time.

    def look(self, *, is_jump: bool = False) -> "BurgleTable":
        """Shows the table the reeds, unless the cable is out."""
        if self._is_pulled:
            return self
        self.table.see(self.closed, self.now_ms, is_jump=is_jump)
        return self._after()

    def wait(self, for_ms: int) -> "BurgleTable":
        """Lets time go by, with every tick that is due."""
        until_ms = self.now_ms + for_ms
        while (due_ms := self.table.wake_ms) is not None and due_ms <= until_ms:
            self.now_ms = max(self.now_ms + 1, due_ms)
            self.table.tick(self.now_ms)
            self._after()
        self.now_ms = max(self.now_ms, until_ms)
        return self

    def _after(self) -> "BurgleTable":
        self.table.deal(self.now_ms)
        self.spoken += self.table.gestures.spoken
        self.table.gestures.spoken.clear()
        return self


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

"""A table without board, disk and clock: the test closes reeds and advances the time."""

from heistboard import games
from heistboard.app import Status
from heistboard.app.referee import status_of
from heistboard.games.gestures import Ask, Prompt
from heistboard.places import layout
from heistboard.rules import TABLE
from heistboard.table.new_gestures import new_gestures
from heistboard.table.table import Table

from tests.support.evening import MemoryRecord

__all__ = ["TableTop"]

SETTLED_MS = 1_000


class TableTop:
    """A game of Car Thief and the hands that play it; at first all buildings are in place.

    :attr:`statuses` has every public status that the daemon would send.
    """

    def __init__(self) -> None:
        self.now_ms = 0
        self.record = MemoryRecord(games.load("car-thief").new())
        gestures = new_gestures(self.record, 0)
        self.table = Table(self.record, gestures)
        self.statuses: list[Status] = []
        self._closed = {f"{cell}.cover" for cell in layout.CELLS}
        self._see(is_jump=True)

    @property
    def status(self) -> Status:
        """The latest status."""
        return self.statuses[-1]

    def reed(self, name: str, *, is_closed: bool, for_ms: int = 0) -> None:
        """Closes or opens a reed, then waits for *for_ms*."""
        (self._closed.add if is_closed else self._closed.discard)(name)
        self._see()
        self.wait(for_ms)

    def lift(self, cell: str, for_ms: int = SETTLED_MS) -> None:
        self.reed(f"{cell}.cover", is_closed=False, for_ms=for_ms)

    def put(self, cell: str, for_ms: int = SETTLED_MS) -> None:
        self.reed(f"{cell}.cover", is_closed=True, for_ms=for_ms)

    def car(self, cell: str, *, is_there: bool) -> None:
        self.reed(f"{cell}.occupant", is_closed=is_there)

    def helicopter(self, to: str, off: str = "") -> None:
        if off:
            self.reed(f"{off}.occupant", is_closed=False, for_ms=SETTLED_MS)
        self.reed(f"{to}.occupant", is_closed=True, for_ms=SETTLED_MS)

    def press(self, button: str) -> None:
        self.reed(button, is_closed=True, for_ms=100)
        self.reed(button, is_closed=False)

    def search(self, cell: str) -> None:
        self.lift(cell)
        self.put(cell)

    def place_all(self, *crossings: str) -> None:
        for crossing in crossings or ("x11", "x12", "x44"):
            self.helicopter(crossing)
        self.press("done")

    def hide(self, cell: str, old: str = "") -> None:
        """Plays the phase with closed eyes; it takes the same time wherever the car goes."""
        if old:
            self.lift(old)
            self.car(old, is_there=False)
            self.put(old)
        self.lift(cell)
        self.car(cell, is_there=True)
        self.put(cell)
        self.press("done")
        self.wait(20_000)

    def lose(self) -> None:
        """Pulls the cable."""
        self.table.lose()
        self.tell()

    def find(self) -> None:
        """Plugs the cable in."""
        self._see(is_jump=True)

    def wait(self, for_ms: int) -> None:
        """Advances the clock, with every tick that is due."""
        until_ms = self.now_ms + for_ms
        while (due_ms := self.table.wake_ms) is not None and due_ms <= until_ms:
            self.now_ms = max(self.now_ms, due_ms)
            self.table.tick(self.now_ms)
            self.tell()
        self.now_ms = until_ms

    def _see(self, *, is_jump: bool = False) -> None:
        self.table.see(self._closed, self.now_ms, is_jump=is_jump)
        self.tell()

    def tell(self) -> None:
        """Adds the status if it has changed."""
        spoken: tuple[Ask, ...] = tuple(self.table.gestures.spoken)
        self.table.gestures.spoken.clear()
        number = len(self.statuses)
        table = self.table
        view = table.state.view(TABLE)
        prompt = Prompt(0, table.ask, table.moves(TABLE))
        closed = table.gestures.eyes_closed
        status = status_of(
            table, 1, 0, view, prompt, table.scene(self.now_ms), spoken, closed
        )._replace(number=number)
        if not self.statuses or status != self.status._replace(number=number):
            self.statuses.append(status)

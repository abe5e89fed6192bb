"""An evening in no time: a table with hands, a clock that a test turns, a journal in memory."""

from collections.abc import Collection, Sequence

from heistboard import games
from heistboard.games.car_thief.gestures import SETTLE_MS, CarThiefGestures
from heistboard.games.gestures import Ask
from heistboard.places import layout
from heistboard.places.scene import Scene
from heistboard.rules import Move, State
from heistboard.table.new_table import sit_down
from heistboard.table.table import Table

__all__ = ["Evening", "MemoryRecord", "begun", "colours", "said"]

CLOSED_MS = 5_000


class MemoryRecord:
    """A journal that forgets when the test ends, and can be full."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.mark = ""
        self.aside: frozenset[str] = frozenset()
        self.is_full = False
        self.written: list[str] = []  # every move that was ever played

    def write(
        self,
        moves: Sequence[str] = (),
        *,
        undo: int = 0,
        mark: str = "",
        is_umpire: bool = False,
    ) -> None:
        if self.is_full:
            raise OSError("full")
        state = self.state.copy()
        for _ in range(undo):
            state.pop()
        for move in moves:
            state.push(move)
            self.written.append(move)
        self.state, self.mark = state, mark

    def set_aside(self, reeds: frozenset[str]) -> None:
        self.aside = reeds


class Evening:
    """One game at one board; all acts take no time unless told so."""

    def __init__(self, *, works: Collection[str] = (), seen: bool = True) -> None:
        self.now_ms = 1_000
        self.closed = {f"{cell}.cover" for cell in layout.CELLS}
        self.record = MemoryRecord(games.load("car-thief").new())
        self.works = works
        self.spoken: list[Ask] = []
        self.table = self._sit_down(is_resumed=False)
        if seen:
            self.table.see(self.closed, self.now_ms)

    def _sit_down(self, *, is_resumed: bool) -> Table:
        gestures = sit_down(
            self.record,
            self.now_ms,
            is_resumed=is_resumed,
            works=self.works,
            options={"thief-seconds": f"{CLOSED_MS / 1000:g}"},
        )
        return Table(self.record, gestures)

    # Time.

    def wait(self, ms: int) -> "Evening":
        """Lets time pass, with every tick that is due."""
        end_ms = self.now_ms + ms
        while (wake_ms := self.table.wake_ms) is not None and wake_ms <= end_ms:
            self.now_ms = max(self.now_ms, wake_ms)
            self.table.tick(self.now_ms)
            if self.table.wake_ms is not None and self.table.wake_ms <= wake_ms:
                self.now_ms += 1
        self.now_ms = max(self.now_ms, end_ms)
        self.table.tick(self.now_ms)
        return self

    def settle(self) -> "Evening":
        """Lets what lies there be meant."""
        return self.wait(SETTLE_MS)

    # Hands.

    def reed(self, name: str, is_closed: bool) -> "Evening":
        """A reed changes."""
        (self.closed.add if is_closed else self.closed.discard)(name)
        self.table.see(self.closed, self.now_ms)
        return self

    def lift(self, cell: str) -> "Evening":
        return self.reed(f"{cell}.cover", is_closed=False)

    def put(self, cell: str) -> "Evening":
        return self.reed(f"{cell}.cover", is_closed=True)

    def take(self, crossing: str) -> "Evening":
        return self.reed(f"{crossing}.occupant", is_closed=False)

    def set(self, crossing: str) -> "Evening":
        return self.reed(f"{crossing}.occupant", is_closed=True)

    def fly(self, home: str, to: str) -> "Evening":
        return self.take(home).wait(300).set(to).settle()

    def search(self, cell: str) -> "Evening":
        return self.lift(cell).settle().put(cell).wait(50)

    def press(self, button: str, held_ms: int = 100) -> "Evening":
        self.reed(button, is_closed=True).wait(held_ms)
        return self.reed(button, is_closed=False)

    def place(self, *crossings: str) -> "Evening":
        for crossing in crossings:
            self.set(crossing).settle()
        return self.press("done")

    def hide(self, cell: str) -> "Evening":
        """The whole phase with eyes closed."""
        old = [name for name in layout.CELLS if f"{name}.occupant" in self.closed]
        for name in old:
            self.lift(name).wait(400).reed(f"{name}.occupant", is_closed=False).put(name)
        self.wait(200).lift(cell).wait(400).reed(f"{cell}.occupant", is_closed=True).put(cell)
        self.press("done").wait(CLOSED_MS)
        assert self.moves[-1] == f"hide {cell}", (self.moves[-1], self.table.private(0))
        return self

    def restart(self) -> "Evening":
        """The daemon ends and comes back; what the board shows stays."""
        self.table = self._sit_down(is_resumed=True)
        self.table.see(self.closed, self.now_ms)
        return self

    # What there is to see.

    @property
    def gestures(self) -> CarThiefGestures:
        assert isinstance(self.table.gestures, CarThiefGestures)
        return self.table.gestures

    @property
    def moves(self) -> list[Move]:
        return self.record.state.moves

    @property
    def ask(self) -> str:
        return self.table.ask.id

    @property
    def phase(self) -> str:
        return self.table.gestures.phase

    @property
    def scene(self) -> Scene:
        return self.table.scene(self.now_ms)

    @property
    def wrong(self) -> dict[str, str]:
        return {place: how.value for place, how in self.table.wrong.items()}


def begun(cell: str = "c3") -> Evening:
    """Helicopters on x11, x12, x44; the thief hid in *cell*, and the police are to act."""
    return Evening().place("x11", "x12", "x44").hide(cell)


def colours(scene: Scene, *places: str) -> list[str]:
    """Returns colour and pattern of lights, in words."""
    return [
        f"{scene[place].colour.name} {scene[place].pattern.name}".lower()
        if place in scene and scene[place].colour
        else "off"
        for place in places
    ]


def said(evening: Evening) -> list[str]:
    """Returns what was said aloud since it was asked last."""
    spoken = [ask.id for ask in evening.gestures.spoken]
    evening.gestures.spoken.clear()
    return spoken

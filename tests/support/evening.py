"""Car Thief played by hand: a table, a clock that the test sets, a journal in memory."""

from collections.abc import Collection, Sequence

from heistboard import games
from heistboard.games.car_thief.gestures import SETTLE_MS, CarThiefGestures
from heistboard.games.gestures import Ask
from heistboard.places import layout
from heistboard.places.scene import Scene
from heistboard.rules import Move, State
from heistboard.table.new_gestures import new_gestures
from heistboard.table.table import Table

__all__ = ["HandPlayedGame", "MemoryRecord", "begun", "colours", "said"]

CLOSED_MS = 5_000


class MemoryRecord:
    """A journal in memory, which can be full."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.mark = ""
        self.aside: frozenset[str] = frozenset()
        self.kept: dict[str, str] = {}
        self.is_full = False
        self.written: list[str] = []  # every move ever played

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

    def keep(self, name: str, value: str) -> None:
        self.kept[name] = value


class HandPlayedGame:
    """A game at a table; acts take no time unless they say so."""

    def __init__(self, *, works: Collection[str] = (), seen: bool = True) -> None:
        self.now_ms = 1_000
        self.closed = {f"{cell}.cover" for cell in layout.CELLS}
        self.record = MemoryRecord(games.load("car-thief").new())
        self.works = works
        self.spoken: list[Ask] = []
        self.table = self._new_table(is_resumed=False)
        if seen:
            self.table.see(self.closed, self.now_ms)

    def _new_table(self, *, is_resumed: bool) -> Table:
        gestures = new_gestures(
            self.record,
            self.now_ms,
            is_resumed=is_resumed,
            works=self.works,
            options={"thief-seconds": f"{CLOSED_MS / 1000:g}"},
        )
        return Table(self.record, gestures)

    # Time.

    def wait(self, ms: int) -> "HandPlayedGame":
        """Advances the clock, with every tick that is due."""
        end_ms = self.now_ms + ms
        while (wake_ms := self.table.wake_ms) is not None and wake_ms <= end_ms:
            self.now_ms = max(self.now_ms, wake_ms)
            self.table.tick(self.now_ms)
            if self.table.wake_ms is not None and self.table.wake_ms <= wake_ms:
                self.now_ms += 1
        self.now_ms = max(self.now_ms, end_ms)
        self.table.tick(self.now_ms)
        return self

    def settle(self) -> "HandPlayedGame":
        """Waits until the gesture has settled."""
        return self.wait(SETTLE_MS)

    # Hands.

    def reed(self, name: str, is_closed: bool) -> "HandPlayedGame":
        """Closes or opens a reed."""
        (self.closed.add if is_closed else self.closed.discard)(name)
        self.table.see(self.closed, self.now_ms)
        return self

    def lift(self, cell: str) -> "HandPlayedGame":
        return self.reed(f"{cell}.cover", is_closed=False)

    def put(self, cell: str) -> "HandPlayedGame":
        return self.reed(f"{cell}.cover", is_closed=True)

    def take(self, crossing: str) -> "HandPlayedGame":
        return self.reed(f"{crossing}.occupant", is_closed=False)

    def set(self, crossing: str) -> "HandPlayedGame":
        return self.reed(f"{crossing}.occupant", is_closed=True)

    def fly(self, home: str, to: str) -> "HandPlayedGame":
        return self.take(home).wait(300).set(to).settle()

    def search(self, cell: str) -> "HandPlayedGame":
        return self.lift(cell).settle().put(cell).wait(50)

    def press(self, button: str, held_ms: int = 100) -> "HandPlayedGame":
        self.reed(button, is_closed=True).wait(held_ms)
        return self.reed(button, is_closed=False)

    def place(self, *crossings: str) -> "HandPlayedGame":
        for crossing in crossings:
            self.set(crossing).settle()
        return self.press("done")

    def hide(self, cell: str) -> "HandPlayedGame":
        """Plays the whole phase with closed eyes."""
        old = [name for name in layout.CELLS if f"{name}.occupant" in self.closed]
        for name in old:
            self.lift(name).wait(400).reed(f"{name}.occupant", is_closed=False).put(name)
        self.wait(200).lift(cell).wait(400).reed(f"{cell}.occupant", is_closed=True).put(cell)
        self.press("done").wait(CLOSED_MS)
        assert self.moves[-1] == f"hide {cell}", (self.moves[-1], self.table.private(0))
        return self

    def restart(self) -> "HandPlayedGame":
        """Resumes the game with a new table, as after a restart of the daemon."""
        self.table = self._new_table(is_resumed=True)
        self.table.see(self.closed, self.now_ms)
        return self

    # Results.

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


def begun(cell: str = "c3") -> HandPlayedGame:
    """Returns a game in which the thief has hidden in *cell* and the police are to act.

    The helicopters are on x11, x12 and x44.
    """
    return HandPlayedGame().place("x11", "x12", "x44").hide(cell)


def colours(scene: Scene, *places: str) -> list[str]:
    """Returns the colour and pattern of each place in words."""
    return [
        f"{scene[place].colour.name} {scene[place].pattern.name}".lower()
        if place in scene and scene[place].colour
        else "off"
        for place in places
    ]


def said(evening: HandPlayedGame) -> list[str]:
    """Returns the ids of what was announced since the last call."""
    spoken = [ask.id for ask in evening.gestures.spoken]
    evening.gestures.spoken.clear()
    return spoken

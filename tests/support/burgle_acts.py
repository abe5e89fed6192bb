"""What hands do at a table of Burgle Bros, with boards or without."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self

from heistboard.games.burgle_bros.gestures import BurgleBrosGestures
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.gestures import Ask
from heistboard.places.place import name_of
from heistboard.places.scene import Scene
from heistboard.table.table import Table

__all__ = ["STEP_MS", "BurgleActs"]

TAP_MS = 250
HOLD_MS = 1_200
STEP_MS = 400
SETTLED_MS = 1_700


class BurgleActs(ABC):
    """A game, its table, and hands that know the reeds. Acts return the table."""

    closed: set[str]
    """The reeds with a magnet."""

    @property
    @abstractmethod
    def table(self) -> Table:
        """The table."""

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """What the lights show."""

    @abstractmethod
    def reed(self, name: str, *, is_closed: bool, for_ms: int = 0) -> Self:
        """Closes or opens a reed, then waits."""

    @abstractmethod
    def wait(self, for_ms: int) -> Self:
        """Lets time go by."""

    @abstractmethod
    def pull(self) -> Self:
        """Pulls a cable."""

    @abstractmethod
    def plug(self) -> Self:
        """Puts it back."""

    @abstractmethod
    def restart(self) -> Self:
        """Ends the program and starts it again with the same game."""

    @property
    def gestures(self) -> BurgleBrosGestures:
        """The gestures of the game."""
        gestures = self.table.gestures
        assert isinstance(gestures, BurgleBrosGestures)
        return gestures

    @property
    def state(self) -> BurgleBros:
        """The game."""
        return self.gestures.state

    @property
    def ask(self) -> Ask:
        """What the table asks."""
        return self.table.ask

    @property
    def sync(self) -> str:
        """Whether the board agrees with the game."""
        return self.table.sync.value

    def played(self) -> list[str]:
        """All moves."""
        return self.state.told(None)

    def ready(self) -> Self:
        """Shows the walls and puts every piece where it belongs."""
        if self.table.gestures.phase == "walls":
            self.press("done", 3_100)
        self.obey()
        return self.wait(SETTLED_MS)

    def turn(self, cell: str, for_ms: int = STEP_MS) -> Self:
        """Turns a tile up, or takes it away."""
        return self.reed(f"{cell}.cover", is_closed=False, for_ms=for_ms)

    def lay(self, cell: str, for_ms: int = STEP_MS) -> Self:
        """Lays a tile face down."""
        return self.reed(f"{cell}.cover", is_closed=True, for_ms=for_ms)

    def on(self, cell: str, for_ms: int = STEP_MS) -> Self:
        """Puts a guard's figure, or the flashlight, on a cell."""
        return self.reed(f"{cell}.occupant", is_closed=True, for_ms=for_ms)

    def off(self, cell: str, for_ms: int = STEP_MS) -> Self:
        """Takes it off again."""
        return self.reed(f"{cell}.occupant", is_closed=False, for_ms=for_ms)

    def tap(self, place: str, for_ms: int = TAP_MS) -> Self:
        """Taps a place with the flashlight, or lifts the figure there for a moment."""
        self.wait(STEP_MS)
        is_there = f"{place}.occupant" in self.closed
        (self.off if is_there else self.on)(place, for_ms)
        return (self.on if is_there else self.off)(place, STEP_MS)

    def hold(self, place: str) -> Self:
        """Holds the flashlight on a place."""
        return self.tap(place, HOLD_MS)

    def press(self, button: str, for_ms: int = 100) -> Self:
        """Presses a button."""
        self.reed(button, is_closed=True, for_ms=for_ms)
        return self.reed(button, is_closed=False, for_ms=50)

    def walk(self, floor: int, way: Sequence[str]) -> Self:
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

    def obey(self) -> Self:
        """Turns tiles and moves figures to where the game has them."""
        for reed, is_closed in sorted(self.table.gestures.expected().items()):
            if (reed in self.closed) != is_closed and not is_closed:
                self.reed(reed, is_closed=False, for_ms=50)
        for reed, is_closed in sorted(self.table.gestures.expected().items()):
            if (reed in self.closed) != is_closed:
                self.reed(reed, is_closed=is_closed, for_ms=50)
        return self

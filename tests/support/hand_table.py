"""Time, cable and reeds of a table that is played by hand, without board, disk and clock."""

from abc import ABC, abstractmethod
from typing import Self

from heistboard.games.gestures import Ask
from heistboard.places.scene import Scene
from heistboard.table.table import Table

__all__ = ["HandTable"]


class HandTable(ABC):
    """The part of such a table that knows no game. Acts return the table."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.closed: set[str] = set()
        self.spoken: list[Ask] = []
        self._is_pulled = False

    @property
    @abstractmethod
    def table(self) -> Table: ...

    @property
    def scene(self) -> Scene:
        return self.table.scene(self.now_ms)

    def pull(self) -> Self:
        """Pulls the cable."""
        self._is_pulled = True
        self.table.lose()
        return self

    def plug(self) -> Self:
        """Puts the cable back."""
        self._is_pulled = False
        return self.look()

    def look(self, *, is_jump: bool = False) -> Self:
        """Shows the table the reeds, unless the cable is out."""
        if self._is_pulled:
            return self
        self.table.see(self.closed, self.now_ms, is_jump=is_jump)
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

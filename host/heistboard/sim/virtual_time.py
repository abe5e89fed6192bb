"""Virtual time: a clock that stands still until somebody lets time pass."""

from collections.abc import Callable
from typing import Protocol

__all__ = ["Part", "VirtualTime"]


class Part(Protocol):
    """Something that does things when they are due."""

    @property
    def due_ms(self) -> int | None:
        """When :meth:`tick` has something to do; a time that is past means at once."""

    def tick(self, now_ms: int) -> None:
        """Does what is due."""


class VirtualTime:
    """The clock of its parts; it jumps from one thing that is due to the next.

    Within a millisecond parts have their turn in the order in which they were added.
    """

    def __init__(self) -> None:
        self.now_ms = 0
        self._parts: list[Part] = []

    def add(self, part: Part) -> None:
        """Gives *part* its turns from now on."""
        self._parts.append(part)

    def remove(self, part: Part) -> None:
        """Gives *part* no more turns."""
        self._parts.remove(part)

    def run(self, ms: int) -> None:
        """Lets *ms* milliseconds pass."""
        until_ms = self.now_ms + ms
        while self.now_ms < until_ms:
            next_ms = until_ms
            for part in self._parts:
                due_ms = part.due_ms
                if due_ms is not None and due_ms < next_ms:
                    next_ms = due_ms
            self.now_ms = max(self.now_ms + 1, next_ms)
            for part in self._parts:
                due_ms = part.due_ms
                if due_ms is not None and due_ms <= self.now_ms:
                    part.tick(self.now_ms)

    def run_until(self, done: Callable[[], bool], within_ms: int) -> bool:
        """Lets time pass until *done*; says whether that was within *within_ms*."""
        until_ms = self.now_ms + within_ms
        while not done():
            if self.now_ms >= until_ms:
                return False
            self.run(1)
        return True

    # The clock of a rehearsal.

    def seconds(self) -> float:
        """Returns the time as ``time.monotonic`` does."""
        return self.now_ms / 1000

    def sleep(self, seconds: float) -> None:
        """Lets time pass as ``time.sleep`` does: at least *seconds*."""
        self.run(max(1, -int(-seconds * 1000 // 1)))

"""Virtual time: a clock that advances only when told to."""

from collections.abc import Callable
from typing import Protocol

__all__ = ["TimedPart", "VirtualTime"]


class TimedPart(Protocol):
    """Something with work that is due at known times."""

    @property
    def due_ms(self) -> int | None:
        """When :meth:`tick` next has something to do: a past time means now, ``None`` never."""

    def tick(self, now_ms: int) -> None:
        """Does the work that is due."""


class VirtualTime:
    """A clock that jumps from one due time of its parts to the next.

    Parts that are due in the same millisecond run in the order in which they were added.
    """

    def __init__(self) -> None:
        self.now_ms = 0
        self._parts: list[TimedPart] = []
        self._alone: set[TimedPart] = set()
        self._has_news = False

    def add(self, part: TimedPart, *, is_alone: bool = False) -> None:
        """Adds *part*, which then runs whenever it is due.

        A part that is *alone* calls :meth:`news` if its tick changes when other parts are due.
        After those of all others each part is asked, which takes long.
        """
        self._parts.append(part)
        if is_alone:
            self._alone.add(part)
        self.news()

    def remove(self, part: TimedPart) -> None:
        """Removes *part*."""
        self._parts.remove(part)
        self._alone.discard(part)
        self.news()

    def news(self) -> None:
        """Says that parts may be due at other times than before."""
        self._has_news = True

    def run(self, ms: int) -> None:
        """Advances the clock by *ms* milliseconds."""
        until_ms = self.now_ms + ms
        times: list[int | None] = []
        self.news()
        while self.now_ms < until_ms:
            if self._has_news:
                self._has_news = False
                times = [part.due_ms for part in self._parts]
            next_ms = min((each for each in times if each is not None), default=until_ms)
            self.now_ms = max(self.now_ms + 1, min(next_ms, until_ms))
            for number, part in enumerate(self._parts):
                due_ms = part.due_ms if self._has_news else times[number]
                if due_ms is not None and due_ms <= self.now_ms:
                    part.tick(self.now_ms)
                    if part in self._alone:
                        times[number] = part.due_ms
                    else:
                        self.news()

    def run_until(self, done: Callable[[], bool], within_ms: int) -> bool:
        """Advances the clock until *done*; False if that takes more than *within_ms*."""
        until_ms = self.now_ms + within_ms
        while not done():
            if self.now_ms >= until_ms:
                return False
            self.run(1)
        return True

    # The clock interface of rehearsals.

    patience = 1

    def seconds(self) -> float:
        """Returns the time in seconds, like ``time.monotonic``."""
        return self.now_ms / 1000

    def sleep(self, seconds: float) -> None:
        """Advances the clock by at least *seconds*, like ``time.sleep``."""
        self.run(max(1, -int(-seconds * 1000 // 1)))

"""The beat of a window: how long it stays open, who has passed in it, who has said Stop. Pure.

| The beat | Event | Then |
|---|---|---|
| – | a window opens, and its kind has a beat | runs for its length |
| – | a window opens without one | none runs: the window waits for all answers |
| runs | another window is open, or none | ends; the other one's begins |
| runs | a pass | kept until the end; only its seat is shown that |
| runs | Stop | runs for :data:`STOP_MS` from now; no beat is longer |
| runs | the board is not right | suspended |
| suspended | the board is right again | runs for its length again; passes and Stops count |
| runs | its end | the caller plays all passes, in one step |

A beat never ends early, even when all have passed: when it ends says nothing about the answers.
"""

from typing import Final, NamedTuple

__all__ = ["STOP_MS", "Beat", "Beats"]

STOP_MS: Final = 30_000  # how long a Stop holds a window


class Beat(NamedTuple):
    """The beat of one window."""

    window: int  # its number; a window that opens again has another one
    of: object  # what tells the window from others
    length_ms: int
    since_ms: int | None  # when its part began; None while it is suspended
    part_ms: int  # the length of the part
    part: int = 0  # how often it was begun anew
    passed: frozenset[int] = frozenset()
    stopped: tuple[int, ...] = ()  # the seats that have said Stop, in order

    @property
    def due_ms(self) -> int | None:
        """When it ends; ``None`` while it is suspended."""
        return None if self.since_ms is None else self.since_ms + self.part_ms

    def begun_anew(self, now_ms: int, part_ms: int) -> "Beat":
        """Returns the beat, running for *part_ms* from now on."""
        return self._replace(since_ms=now_ms, part_ms=part_ms, part=self.part + 1)


class Beats:
    """The beats of one game's windows, one after the other; windows are numbered after *first*."""

    def __init__(self, first: int = 0) -> None:
        self._number = first
        self._beat: Beat | None = None

    def checkpoint(self) -> object:
        """Returns what :meth:`restore` restores."""
        return self._number, self._beat

    def restore(self, checkpoint: object) -> None:
        """Restores what :meth:`checkpoint` returned."""
        assert isinstance(checkpoint, tuple)
        self._number, self._beat = checkpoint

    @property
    def running(self) -> Beat | None:
        """The beat that runs; ``None`` if there is none, or if it is suspended."""
        return None if self._beat is None or self._beat.since_ms is None else self._beat

    @property
    def passed(self) -> frozenset[int]:
        """The seats that have passed in the open window, where a beat keeps that."""
        return frozenset() if self._beat is None else self._beat.passed

    @property
    def due_ms(self) -> int | None:
        """When the beat that runs ends."""
        return None if self._beat is None else self._beat.due_ms

    def is_due(self, now_ms: int) -> bool:
        """Returns whether the beat has ended."""
        return self.due_ms is not None and now_ms >= self.due_ms

    def look(self, of: object, length_ms: int | None, now_ms: int, *, is_right: bool) -> None:
        """Looks at the open window: *of* tells it from others, and is ``None`` if there is none.

        *length_ms* is how long its beat lasts, or ``None`` to wait for all. A beat that has begun
        keeps its length. *is_right*: nothing else must be done before.
        """
        if of is None:
            self._beat = None
        elif self._beat is None or self._beat.of != of:
            self._beat = None
            if length_ms is not None:
                self._number += 1
                since_ms = now_ms if is_right else None
                self._beat = Beat(self._number, of, length_ms, since_ms, length_ms)
        elif not is_right:
            self._beat = self._beat._replace(since_ms=None)
        elif self._beat.since_ms is None:
            self._beat = self._beat.begun_anew(now_ms, self._beat.length_ms)

    def keep_pass(self, seat: int) -> None:
        """Keeps the pass of *seat* until the beat ends."""
        assert self._beat is not None
        self._beat = self._beat._replace(passed=self._beat.passed | {seat})

    def stop(self, seat: int, now_ms: int) -> None:
        """Holds the window for :data:`STOP_MS`; the caller has checked that *seat* may."""
        beat = self._beat
        assert beat is not None
        self._beat = beat.begun_anew(now_ms, STOP_MS)._replace(stopped=(*beat.stopped, seat))

"""Times round trips over a board's link: question to answer, scene to LIT, and on a simulated
board reed to light.
"""

import itertools
import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from heistboard.errors import CommandError
from heistboard.firmware import wire
from heistboard.link.hub import Hub
from heistboard.link.link import LinkState, Notice, StateChange
from heistboard.link.messages import Lit, Stats
from heistboard.link.module import Event, Module
from heistboard.link.port import Connection
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, pack
from heistboard.sim.board_model import BoardModel

__all__ = ["LineCounts", "RoundTrips"]

ROUND = len(layout.CELLS)  # round trips of one kind before the next kind
ANSWER_WITHIN_S = 0.5
LIGHT = Intent(Colour.WHITE, Level.DIM)  # a single dim light is easy on the eyes

_NUMBER = 0xFFFF


class LineCounts(NamedTuple):
    """Errors that both ends of the link have counted."""

    bad: int
    skipped: int
    resent: int

    def since(self, then: "LineCounts") -> "LineCounts":
        """Returns the increase since *then*; the board's counters have 16 bits."""
        return LineCounts(
            *((now - before) & _NUMBER for now, before in zip(self, then, strict=True))
        )


class _RoundTrip:
    # The awaited answer, when it arrived, and the scene to show as soon as it arrives.

    def __init__(self, is_answer: Callable[[Notice], bool], scene: bytes | None = None) -> None:
        self.is_answer = is_answer
        self.scene = scene
        self.answered_s: float | None = None


class RoundTrips:
    """Times round trips in milliseconds, and collects the board's statistics meanwhile.

    :meth:`take` must get every notice of the *connection*, whose board must be ready.
    """

    def __init__(
        self,
        hub: Hub,
        connection: Connection,
        sim: BoardModel | None,
        hidden: Collection[str] = frozenset(),
    ) -> None:
        """*sim*: the simulated board at the other end, whose reeds are closed and timed too.

        Changes of *hidden* reeds are not counted.
        """
        self.hidden = hidden
        self.ask_ms: list[float] = []
        self.scene_ms: list[float] = []
        self.reed_event_ms: list[float] = []
        self.reed_led_ms: list[float] = []
        self.scenes_s = 0.0  # total time of the scenes, sent one after another
        self.unanswered = 0
        self.changes = 0
        self.passes: list[int] = []  # in one second, of each report
        self.pass_max_us = 0
        self.gc_max_us = 0
        self.counts = LineCounts(0, 0, 0)
        self._hub = hub
        self._connection = connection
        self._link = connection.link
        self._sim = sim
        self._cause = ""  # why the board was lost
        self._current: _RoundTrip | None = None
        self._lead: int | None = None
        self._round_track = itertools.cycle(layout.ROUND_TRACK)

    def run(self, least: int, seconds: float) -> None:
        """Times round trips of each kind for *seconds*, or longer until there are *least* of each.

        However it ends, the board's lights are restored. Raises :exc:`CommandError` if the board
        is lost during the bench.
        """
        module = self._link.module
        assert module is not None
        found = module.intents
        try:
            self._wait(lambda: self._link.is_settled)
            self._ask()  # its answer covers the time before the bench
            self.ask_ms.clear()
            self.passes.clear()
            self.unanswered = self.changes = self.pass_max_us = self.gc_max_us = 0
            before = self._count()
            try:
                self._rounds(module, least, seconds)
            finally:
                self.counts = self._count().since(before)
        finally:
            self._current = None
            self._connection.show(found)
            self._wait(lambda: self._link.is_settled)

    def take(self, module: Module | None, notice: Notice) -> None:
        """Checks whether *notice* is the awaited answer; called on the connection's thread."""
        answered_s = time.perf_counter()
        if isinstance(notice, Stats):
            self._take_stats(notice)
        elif isinstance(notice, Event):
            self.changes += notice.name not in self.hidden
        elif isinstance(notice, StateChange) and notice.old is LinkState.READY:
            self._cause = notice.cause
        trip = self._current
        if trip is not None and trip.answered_s is None and trip.is_answer(notice):
            trip.answered_s = answered_s
            if trip.scene is not None:
                self._connection.show(trip.scene)

    def _take_stats(self, stats: Stats) -> None:
        # The lead is the board's count of blocks read minus the link's count of blocks sent
        # (including the ACK of these STATS), at its largest so far.
        lead = (stats.blocks - self._link.counters.blocks) & _NUMBER
        if self._lead is None or (lead - self._lead) & _NUMBER <= _NUMBER // 2:
            self._lead = lead
        if stats.passes:  # 0 during a board's first second
            self.passes.append(stats.passes)
        self.pass_max_us = max(self.pass_max_us, stats.pass_max_us)
        self.gc_max_us = max(self.gc_max_us, stats.gc_max_us)

    def _rounds(self, module: Module, least: int, seconds: float) -> None:
        due_s = time.perf_counter() + seconds
        done = 0

        def is_over() -> bool:
            return done >= least and time.perf_counter() >= due_s

        while not is_over():
            if self._sim is not None:
                for cell in layout.CELLS:
                    if not is_over():
                        self._reed(self._sim, cell)
                self._clear(self._sim, module)
            started_s = time.perf_counter()
            for _ in range(ROUND):
                if not is_over():
                    self._scene()
            self.scenes_s += time.perf_counter() - started_s
            for _ in range(ROUND):
                if not is_over():
                    self._ask()
            done += ROUND

    # One round trip of each kind.

    def _ask(self) -> None:
        with self._connection.paused():
            started_s = time.perf_counter()
            self._connection.ask(wire.ASK_STATS)
            number = self._link.counters.blocks

            def is_answer(notice: Notice) -> bool:
                # The board also sends STATS unasked, before it has read the question.
                if not isinstance(notice, Stats) or self._lead is None:
                    return False
                return 0 < (notice.blocks - number - self._lead) & _NUMBER <= _NUMBER // 2

            self._current = _RoundTrip(is_answer)
        if not self._end(self.ask_ms, started_s):
            self._lead = None  # blocks were lost, so the board's count has fallen behind

    def _scene(self) -> None:
        intents = pack({next(self._round_track): LIGHT})
        with self._connection.paused():
            started_s = time.perf_counter()
            self._connection.show(intents)
            self._current = _RoundTrip(
                lambda notice: isinstance(notice, Lit) and self._link.is_settled
            )
        self._end(self.scene_ms, started_s)

    def _reed(self, sim: BoardModel, cell: str) -> None:
        name = f"{cell}.cover"
        reed = layout.REEDS.index(name)
        self._current = _RoundTrip(
            lambda notice: isinstance(notice, Event) and notice.reed == reed and notice.is_closed,
            scene=pack({cell: LIGHT}),
        )
        started_s = time.perf_counter()
        sim.set_reed(name, is_closed=True)
        is_lit = sim.wait_leds(lambda leds: any(leds[cell]), ANSWER_WITHIN_S)
        lit_s = time.perf_counter()
        if self._end(self.reed_event_ms, started_s) and is_lit:
            self.reed_led_ms.append((lit_s - started_s) * 1e3)

    def _clear(self, sim: BoardModel, module: Module) -> None:
        # Opens the reeds that a round has closed, and waits for the events.
        for cell in layout.CELLS:
            sim.set_reed(f"{cell}.cover", is_closed=False)
        self._wait(lambda: not any(module.closed))

    # Shared by all kinds.

    def _end(self, figures: list[float], started_s: float) -> bool:
        # Waits for the answer and records its time; returns False if none came.
        trip = self._current
        assert trip is not None
        self._wait(lambda: trip.answered_s is not None)
        if self._cause:
            raise CommandError(
                f"{self._connection.port.device}: the board was lost during the bench "
                f"({self._cause}); check its cable and try again"
            )
        if trip.answered_s is None:
            self.unanswered += 1
            return False
        figures.append((trip.answered_s - started_s) * 1e3)
        return True

    def _wait(self, done: Callable[[], bool]) -> None:
        self._hub.wait(lambda: done() or bool(self._cause), ANSWER_WITHIN_S)

    def _count(self) -> LineCounts:
        link = self._link
        bad, skipped, resent = link.reader.bad, link.reader.skipped, 0
        if link.stats is not None:
            bad += link.stats.bad_blocks
            skipped += link.stats.skipped
            resent = link.stats.resent
        return LineCounts(bad, skipped, resent)

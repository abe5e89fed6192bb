"""Turns of one board's line, timed: a question and its answer, a scene and LIT, and on the
simulated board a reed and its light.
"""

import itertools
import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from heistboard.firmware import wire
from heistboard.link.hub import Hub
from heistboard.link.link import LinkState, Notice, StateChange
from heistboard.link.messages import Lit, Stats
from heistboard.link.module import Event, Module
from heistboard.link.port import Connection
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, pack
from heistboard.sim import SimBoard
from heistboard.terminal.output import CommandError

__all__ = ["LineCounts", "Turns"]

ROUND = len(layout.CELLS)  # turns of one kind before the next kind has its own
ANSWER_WITHIN_S = 0.5
LIGHT = Intent(Colour.WHITE, Level.DIM)  # one small light that walks does not hurt the eyes

_NUMBER = 0xFFFF


class LineCounts(NamedTuple):
    """What both ends of the line had counted at one moment."""

    bad: int
    skipped: int
    resent: int

    def since(self, then: "LineCounts") -> "LineCounts":
        """Returns what was counted since *then*; the board's counters have 16 bits."""
        return LineCounts(
            *((now - before) & _NUMBER for now, before in zip(self, then, strict=True))
        )


class _Turn:
    # What is awaited, when it came, and what is shown at once when it comes.

    def __init__(self, is_answer: Callable[[Notice], bool], scene: bytes | None = None) -> None:
        self.is_answer = is_answer
        self.scene = scene
        self.came_s: float | None = None


class Turns:
    """Times turns, in milliseconds, and keeps what the board says of itself meanwhile.

    :meth:`take` must get every notice of the *connection*, whose board must be ready.
    """

    def __init__(
        self,
        hub: Hub,
        connection: Connection,
        sim: SimBoard | None,
        hidden: Collection[str] = frozenset(),
    ) -> None:
        """With *sim*, the simulated board at the other end, reeds are closed and timed too.

        Changes of *hidden* reeds are not counted.
        """
        self.hidden = hidden
        self.ask_ms: list[float] = []
        self.scene_ms: list[float] = []
        self.reed_event_ms: list[float] = []
        self.reed_led_ms: list[float] = []
        self.scenes_s = 0.0  # in which the scenes went, one after the other
        self.unanswered = 0
        self.changes = 0
        self.passes: list[int] = []  # of one second, each time the board said it
        self.pass_max_us = 0
        self.gc_max_us = 0
        self.counts = LineCounts(0, 0, 0)
        self._hub = hub
        self._connection = connection
        self._link = connection.link
        self._sim = sim
        self._cause = ""  # why the board was lost
        self._turn: _Turn | None = None
        self._lead: int | None = None
        self._round_track = itertools.cycle(layout.ROUND_TRACK)

    def run(self, least: int, seconds: float) -> None:
        """Times turns of each kind for *seconds*, and then until there were *least* of each.

        In the end, however it comes, the board shows again what the link had it show. Raises
        :exc:`CommandError` if the board is lost meanwhile.
        """
        module = self._link.module
        assert module is not None
        found = module.intents
        try:
            self._wait(lambda: self._link.is_settled)
            self._ask()  # what the answer says is of the time before
            self.ask_ms.clear()
            self.passes.clear()
            self.unanswered = self.changes = self.pass_max_us = self.gc_max_us = 0
            before = self._count()
            try:
                self._rounds(module, least, seconds)
            finally:
                self.counts = self._count().since(before)
        finally:
            self._turn = None
            self._connection.show(found)
            self._wait(lambda: self._link.is_settled)

    def take(self, module: Module | None, notice: Notice) -> None:
        """Takes a notice, on the thread of the connection."""
        came_s = time.perf_counter()
        if isinstance(notice, Stats):
            self._take_stats(notice)
        elif isinstance(notice, Event):
            self.changes += notice.name not in self.hidden
        elif isinstance(notice, StateChange) and notice.old is LinkState.READY:
            self._cause = notice.cause
        turn = self._turn
        if turn is not None and turn.came_s is None and turn.is_answer(notice):
            turn.came_s = came_s
            if turn.scene is not None:
                self._connection.show(turn.scene)

    def _take_stats(self, stats: Stats) -> None:
        # STATS say how many blocks the board has read; the lead is how many more that is, at most,
        # than the link has sent, the ACK of these STATS included.
        lead = (stats.blocks - self._link.counters.blocks) & _NUMBER
        if self._lead is None or (lead - self._lead) & _NUMBER <= _NUMBER // 2:
            self._lead = lead
        if stats.passes:  # a board just started knows of no second yet
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

    # One turn of each kind.

    def _ask(self) -> None:
        with self._connection.paused():
            started_s = time.perf_counter()
            self._connection.ask(wire.ASK_STATS)
            number = self._link.counters.blocks

            def is_answer(notice: Notice) -> bool:
                # STATS that the board sent by itself: it had not read the question yet.
                if not isinstance(notice, Stats) or self._lead is None:
                    return False
                return 0 < (notice.blocks - number - self._lead) & _NUMBER <= _NUMBER // 2

            self._turn = _Turn(is_answer)
        if not self._end(self.ask_ms, started_s):
            self._lead = None  # blocks were lost, so the board counts fewer from now on

    def _scene(self) -> None:
        intents = pack({next(self._round_track): LIGHT})
        with self._connection.paused():
            started_s = time.perf_counter()
            self._connection.show(intents)
            self._turn = _Turn(lambda notice: isinstance(notice, Lit) and self._link.is_settled)
        self._end(self.scene_ms, started_s)

    def _reed(self, sim: SimBoard, cell: str) -> None:
        name = f"{cell}.cover"
        reed = layout.REEDS.index(name)
        self._turn = _Turn(
            lambda notice: isinstance(notice, Event) and notice.reed == reed and notice.is_closed,
            scene=pack({cell: LIGHT}),
        )
        started_s = time.perf_counter()
        sim.set_reed(name, is_closed=True)
        is_lit = sim.wait_leds(lambda leds: any(leds[cell]), ANSWER_WITHIN_S)
        lit_s = time.perf_counter()
        if self._end(self.reed_event_ms, started_s) and is_lit:
            self.reed_led_ms.append((lit_s - started_s) * 1e3)

    def _clear(self, sim: SimBoard, module: Module) -> None:
        # Opens what a round has closed, and waits until the board has said so.
        for cell in layout.CELLS:
            sim.set_reed(f"{cell}.cover", is_closed=False)
        self._wait(lambda: not any(module.closed))

    # What they share.

    def _end(self, figures: list[float], started_s: float) -> bool:
        # Waits for the answer and notes how long it took; False if none came.
        turn = self._turn
        assert turn is not None
        self._wait(lambda: turn.came_s is not None)
        if self._cause:
            raise CommandError(
                f"{self._connection.port.device}: the board was lost in the middle of the bench "
                f"({self._cause}); check its cable and try again"
            )
        if turn.came_s is None:
            self.unanswered += 1
            return False
        figures.append((turn.came_s - started_s) * 1e3)
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

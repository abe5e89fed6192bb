"""Runs commands in this process on a virtual board, which they treat as a real one.

Time is virtual: it passes only while a command waits.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from heistboard.boards import connected, health_file, round_trips
from heistboard.boards.choice import BoardChoice
from heistboard.cli import board_bench, board_watch
from heistboard.cli import board_test as walk
from heistboard.link.floors import Modules
from heistboard.link.line_record import Recorder
from heistboard.link.link import LinkState, Notice
from heistboard.link.messages import Configured
from heistboard.link.module import Module
from heistboard.link.port import Port
from heistboard.places import layout

from tests.support.virtual import VirtualLine

__all__ = ["PORT", "CommandBench", "HandAct"]

PORT = "/dev/virtual"
BEGAN = datetime(2031, 5, 4, 20, 15, tzinfo=UTC)


class HandAct(NamedTuple):
    """A hand closes or opens a reed, at a time from the start of the command."""

    at_ms: int
    reed: str
    is_closed: bool


class CommandBench:
    """Provides a board with covers on all cells at :data:`PORT`.

    The changes *before* happen while no program is connected, the *later* ones while one is.
    """

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        before: Sequence[HandAct] = (),
        later: Sequence[HandAct] = (),
    ) -> None:
        self.line = VirtualLine()
        self._later = list(later)
        self._actions: list[tuple[int, Callable[[], None]]] = []
        for cell in layout.CELLS:
            self.line.drivers.set(f"{cell}.cover", is_closed=True)
        self.line.is_reading = False
        self._began_ms = self.line.now_ms
        for change in before:
            self._until(change.at_ms)
            self.line.drivers.set(change.reed, is_closed=change.is_closed)
        self._until(2_000)
        self.line.is_reading = True
        self._began_ms = self.line.now_ms
        clock = SimpleNamespace(monotonic=self.seconds, perf_counter=self.seconds, sleep=self.wait)
        for module in (connected, board_watch, round_trips, walk):
            monkeypatch.setattr(module, "time", clock)
        for dated in (connected, health_file):
            monkeypatch.setattr(dated, "datetime", SimpleNamespace(now=self._now))
        monkeypatch.setattr(connected, "choose", _choose)
        monkeypatch.setattr(connected, "Hub", self._hub)
        monkeypatch.setattr(board_bench, "ROUND_TRIPS", 10)
        self._connected: _BenchHub | None = None

    def at(self, at_ms: int, action: Callable[[], None]) -> None:
        """Calls *action* at that time from the start of the command."""
        self._actions.append((at_ms, action))

    def seconds(self) -> float:
        """The time since the bench was created."""
        return self.line.now_ms / 1000

    def wait(self, seconds: float) -> None:
        """Lets time pass, with the changes that are due meanwhile."""
        for _ in range(max(1, round(seconds * 1000))):
            passed_ms = self.line.now_ms - self._began_ms
            while self._later and self._later[0].at_ms <= passed_ms:
                change = self._later.pop(0)
                self.line.drivers.set(change.reed, is_closed=change.is_closed)
            while self._actions and self._actions[0][0] <= passed_ms:
                self._actions.pop(0)[1]()
            self.line.run(1)
            if self._connected is not None:
                self._connected.drain()

    def _until(self, at_ms: int) -> None:
        self.line.run(at_ms - (self.line.now_ms - self._began_ms))

    def _now(self) -> datetime:
        return BEGAN + timedelta(milliseconds=self.line.now_ms)

    def _hub(
        self,
        on_notice: Callable[[Module | None, Notice], None],
        ports: Callable[[], list[Port]],
        modules: Modules,
        *,
        new_recorder: Callable[[Port], Recorder],
        reveal: bool,
    ) -> "_BenchHub":
        self._connected = _BenchHub(self, on_notice, modules, new_recorder(ports()[0]))
        return self._connected


class _BenchHub:
    # The parts of a hub and of its only connection that commands use.

    def __init__(
        self,
        bench: CommandBench,
        on_notice: Callable[[Module | None, Notice], None],
        modules: Modules,
        recorder: Recorder,
    ) -> None:
        self.modules = modules
        self.problems: dict[str, str] = {}
        self.port = Port(PORT, None, "")
        self._bench = bench
        self._line = bench.line
        self._on_notice = on_notice
        self._recorder = recorder
        self._line.modules = modules

    def __enter__(self) -> "_BenchHub":
        self._line.plug()
        return self

    def __exit__(self, *_: object) -> None:
        pass

    @property
    def link(self) -> object:
        return self._line.link

    def connections(self) -> list["_BenchHub"]:
        return [self]

    def ready(self) -> list["_BenchHub"]:
        return [self] if self._line.link.state is LinkState.READY else []

    def show(self, *floor_and_intents: int | bytes) -> None:
        intents = floor_and_intents[-1]  # a connection's own method has no floor
        assert isinstance(intents, bytes)
        self._line.link.show(intents, self._line.now_ms)

    def configure(self, config: Configured) -> None:
        self._line.config = config

    def ask(self, what: int) -> None:
        self._line.link.ask(what)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        yield

    def wait(self, done: Callable[[], bool], within_s: float) -> bool:
        until_s = self._bench.seconds() + within_s
        while not done() and self._bench.seconds() < until_s:
            self._bench.wait(0.001)
        return done()

    def drain(self) -> None:
        line = self._line
        chunks = [(*sent, False) for sent in line.sent_down]
        chunks += [(*sent, True) for sent in line.sent_up]
        line.sent_down.clear()
        line.sent_up.clear()
        for time_ms, data, is_received in chunks:
            (self._recorder.received if is_received else self._recorder.sent)(time_ms, data)
        notices, line.notices = line.notices, []
        for notice in notices:
            self._on_notice(line.link.module, notice)


@contextlib.contextmanager
def _choose(
    choice: Sequence[str], modules: Modules, *, else_sim: bool = False
) -> Iterator[BoardChoice]:
    assert tuple(choice) == (PORT,)
    yield BoardChoice(lambda: [Port(PORT, None, "")], (), f"board at {choice}")

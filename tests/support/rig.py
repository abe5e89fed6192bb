"""A board and a hub, and what each of them has seen, in virtual or real time.

:class:`RealRig` has the real firmware on MicroPython behind a pseudo-terminal.
"""

import contextlib
import itertools
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

import pytest
from heistboard.link.hub import Hub, HubCore
from heistboard.link.link import LinkState, Notice, StateChange
from heistboard.link.messages import Fault
from heistboard.link.module import Event, Module
from heistboard.places import layout
from heistboard.sim import SimBoard
from heistboard.sim.cpython_board import CPythonBoard
from heistboard.sim.virtual_board import VirtualBoard
from heistboard.sim.virtual_hub import VirtualHub
from heistboard.sim.virtual_time import VirtualTime

SETTLE_S = 15.0

Leds = dict[str, tuple[int, int, int]]


class HubRig(ABC):
    """A board and a hub. Use it in a ``with`` statement; it closes only a board of its own."""

    board: Any  # a BoardModel, and what only one kind of it can do
    hub: HubCore[Any]

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self.due: list[tuple[str, bool]] = []

    def __enter__(self) -> Self:
        assert self.wait(lambda: bool(self.hub.ready()), SETTLE_S), self.hub.problems
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.hub.close()

    @abstractmethod
    def wait(self, done: Callable[[], bool], within_s: float = SETTLE_S) -> bool:
        """Waits until *done*; False after *within_s*."""

    @abstractmethod
    def sleep(self, seconds: float) -> None:
        """Waits for *seconds*."""

    @abstractmethod
    def paused(self) -> AbstractContextManager[None]:
        """Stops the host: nothing is read or written."""

    def wait_leds(self, wanted: Callable[[Leds], bool], within_s: float = 2.0) -> bool:
        """Waits until ``wanted(leds)`` is true."""
        return self.wait(lambda: wanted(self.board.leds), within_s)

    def _take(self, module: Module | None, notice: Notice) -> None:
        self.notices.append(notice)

    @property
    def module(self) -> Module:
        return self.hub.modules.met()[0]

    @property
    def events(self) -> list[Event]:
        return [notice for notice in self.notices if isinstance(notice, Event)]

    @property
    def faults(self) -> list[Fault]:
        return [notice for notice in self.notices if isinstance(notice, Fault)]

    @property
    def picture(self) -> set[str]:
        """The reeds that the host believes closed."""
        return {name for name, bit in zip(layout.REEDS, self.module.closed, strict=True) if bit}

    @property
    def truth(self) -> set[str]:
        """The reeds that have a magnet."""
        return {name for name in layout.REEDS if self.board.is_closed(name)}

    def causes(self, state: LinkState) -> list[str]:
        """Returns the cause of each change to *state*."""
        return [n.cause for n in self.notices if isinstance(n, StateChange) and n.new is state]

    def play(self, reeds: Sequence[str], every_ms: int) -> int:
        """Toggles the *reeds* one after the other, *every_ms*; returns how long that takes.

        A reed may occur again only after its debouncing, so that every toggle is one event.
        """
        after_ms = 0
        for reed in reeds:
            is_closed = not self.board.is_closed(reed)
            self.board.set_reed(reed, is_closed=is_closed, after_ms=after_ms)
            # Opening is reported later than closing; the pause keeps the reports in order.
            after_ms += every_ms if is_closed else every_ms + 25
            self.due.append((reed, is_closed))
        return after_ms

    def is_settled(self) -> bool:
        ready = self.hub.ready()
        return bool(ready) and ready[0].link.is_settled and len(self.events) >= len(self.due)

    def check_complete(self) -> None:
        """Checks that every toggle is one event, and that numbers and times are in sequence.

        Compares the sequence of each reed by itself, since toggles seen in one pass of the board
        are reported in the order of their reeds.
        """
        assert by_reed((event.name, event.is_closed) for event in self.events) == by_reed(self.due)
        for before, after in itertools.pairwise(self.events):
            assert after.number == (before.number + 1) % 65536
            assert after.time_ms >= before.time_ms

    def settle(self) -> None:
        """Waits until all is quiet; checks that no event is lost, doubled or out of order."""
        assert self.wait(self.is_settled), (
            f"{len(self.events)} of {len(self.due)} events, {self.hub.problems}"
        )
        self.check_complete()
        assert self.module.corrected == 0
        assert self.picture == self.truth


class VirtualRig(HubRig):
    """The firmware's core and a hub in virtual time."""

    def __init__(
        self,
        board: VirtualBoard | None = None,
        clock_ms: int = 0,
        closed: Collection[str] = (),
    ) -> None:
        super().__init__()
        time = VirtualTime() if board is None else board.time
        self.time = time
        self.board = board or VirtualBoard(time, clock_ms=clock_ms, closed=closed)
        self.hub: VirtualHub = VirtualHub(time, [self.board], self._take)
        time.add(self.hub)

    def __exit__(self, *error: Any) -> None:  # noqa: ANN401
        super().__exit__(*error)
        self.time.remove(self.hub)

    def wait(self, done: Callable[[], bool], within_s: float = SETTLE_S) -> bool:
        return self.time.run_until(done, round(within_s * 1000))

    def sleep(self, seconds: float) -> None:
        self.time.sleep(seconds)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        self.time.remove(self.hub)
        yield
        self.time.add(self.hub)


class RealRig(HubRig):
    """The real firmware, line and hub in real time."""

    def __init__(
        self,
        board: SimBoard | CPythonBoard | None = None,
        clock_ms: int = 0,
        closed: Collection[str] = (),
    ) -> None:
        super().__init__()
        self._owns_board = board is None
        self.board = board or SimBoard(clock_ms=clock_ms, closed=closed)
        self.hub: Hub = Hub(self._take, self.board.ports)

    def __enter__(self) -> Self:
        self.hub.__enter__()
        return super().__enter__()

    def __exit__(self, *error: Any) -> None:  # noqa: ANN401
        super().__exit__(*error)
        if self._owns_board:
            self.board.close()

    def wait(self, done: Callable[[], bool], within_s: float = SETTLE_S) -> bool:
        return self.hub.wait(done, within_s)

    def wait_leds(self, wanted: Callable[[Leds], bool], within_s: float = SETTLE_S) -> bool:
        return bool(self.board.wait_leds(wanted, within_s))

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def paused(self) -> AbstractContextManager[None]:
        return self.hub.ready()[0].paused()


def by_reed(turns: Iterable[tuple[str, bool]]) -> dict[str, list[bool]]:
    """Returns the toggles of each reed, in order."""
    found: dict[str, list[bool]] = defaultdict(list)
    for name, is_closed in turns:
        found[name].append(is_closed)
    return found


Make = type[VirtualRig] | type[RealRig]

virtually = pytest.mark.parametrize("make", [VirtualRig])
both_ways = pytest.mark.parametrize("make", [VirtualRig, RealRig])

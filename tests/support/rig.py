"""A simulated board and a hub: real firmware on real MicroPython, a real pty, real time."""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from types import TracebackType

from heistboard.link.hub import Hub
from heistboard.link.link import LinkState, Notice, StateChange
from heistboard.link.messages import Fault
from heistboard.link.module import Event, Module
from heistboard.places import layout
from heistboard.sim import SimBoard

SETTLE_S = 15.0


class Rig:
    """Use it in a ``with`` statement; a board that is given is not put away at the end."""

    def __init__(self, board: SimBoard | None = None, clock_ms: int = 0) -> None:
        self._owns_board = board is None
        self.board = board or SimBoard(clock_ms=clock_ms)
        self.notices: list[Notice] = []
        self.hub = Hub(self._take, self.board.ports)
        self.due: list[tuple[str, bool]] = []

    def __enter__(self) -> "Rig":
        self.hub.__enter__()
        assert self.hub.wait(lambda: bool(self.hub.ready()), SETTLE_S), self.hub.problems
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.hub.close()
        if self._owns_board:
            self.board.close()

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
        """Why the connection came into *state*, each time."""
        return [n.cause for n in self.notices if isinstance(n, StateChange) and n.new is state]

    def play(self, reeds: Sequence[str], every_ms: int) -> int:
        """Turns one reed of *reeds* after the other, *every_ms*; returns how long it takes.

        Each must come again only after debouncing has had its say, so that every turn is one
        event.
        """
        after_ms = 0
        for reed in reeds:
            is_closed = not self.board.is_closed(reed)
            self.board.set_reed(reed, is_closed=is_closed, after_ms=after_ms)
            # An opening is reported later than a closing; keep the order of reports plain.
            after_ms += every_ms if is_closed else every_ms + 25
            self.due.append((reed, is_closed))
        return after_ms

    def is_settled(self) -> bool:
        ready = self.hub.ready()
        return bool(ready) and ready[0].link.is_settled and len(self.events) >= len(self.due)

    def check_complete(self) -> None:
        """Every turn is one event, numbers and times run on.

        Turns that one pass of the board saw together are reported in the order of their reeds, so
        what is compared is each reed's own sequence.
        """
        assert by_reed((event.name, event.is_closed) for event in self.events) == by_reed(self.due)
        for before, after in itertools.pairwise(self.events):
            assert after.number == (before.number + 1) % 65536
            assert after.time_ms >= before.time_ms

    def settle(self) -> None:
        """Waits for silence; then nothing is lost, doubled or out of order, all reeds known."""
        assert self.hub.wait(self.is_settled, SETTLE_S), (
            f"{len(self.events)} of {len(self.due)} events, {self.hub.problems}"
        )
        self.check_complete()
        assert self.module.corrected == 0
        assert self.picture == self.truth


def by_reed(turns: Iterable[tuple[str, bool]]) -> dict[str, list[bool]]:
    """Each reed's turns, in order."""
    found: dict[str, list[bool]] = defaultdict(list)
    for name, is_closed in turns:
        found[name].append(is_closed)
    return found

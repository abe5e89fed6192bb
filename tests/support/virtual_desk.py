"""A running table with several boards in virtual time: firmware, link, hub and table."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from heistboard.app import Settings, Status
from heistboard.app.carried_reeds import TableHands
from heistboard.app.picture import is_for_table
from heistboard.app.running_table import RunningTable
from heistboard.journal.store import Store
from heistboard.link.floors import Modules
from heistboard.link.link import Notice
from heistboard.link.module import Module
from heistboard.places.place import at_floor, split_floor
from heistboard.places.scene import Scene, unpack
from heistboard.sim.virtual_board import VirtualBoard
from heistboard.sim.virtual_hub import VirtualHub
from heistboard.sim.virtual_time import VirtualTime

__all__ = ["SERIALS", "VirtualDesk"]

SERIALS = ("AB00000000000001", "AB00000000000002", "AB00000000000003")

_T = TypeVar("_T")


class _Table(RunningTable):
    def __init__(
        self,
        time: VirtualTime,
        folder: Path,
        settings: Settings,
        hub: VirtualHub,
        hands: TableHands | None,
    ) -> None:
        self._time = time
        super().__init__(folder / "journal.sqlite", settings, hub, hands=hands)

    def call(self, do: Callable[[], _T]) -> _T:
        self._now_ms = self._time.now_ms
        return super().call(do)


class VirtualDesk:
    """Use it in a ``with`` statement. *closed* are the reeds by their names at the table.

    There are *boards* many; *floors* says which floors people assigned to them. Those that are
    not *plugged* are pulled at first. *follow* makes hands that carry the pieces on them.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        floors: Mapping[str, int],
        closed: Collection[str] = (),
        *,
        boards: int = 2,
        plugged: Collection[int] = (0, 1, 2),
        follow: Callable[[Sequence[VirtualBoard]], TableHands] | None = None,
    ) -> None:
        self.time = VirtualTime()
        named = [split_floor(reed) for reed in closed]
        self.boards = [
            VirtualBoard(
                self.time,
                SERIALS[number],
                closed=[reed for floor, reed in named if floor == number + 1],
            )
            for number in range(boards)
        ]
        for number, board in enumerate(self.boards):
            if number not in plugged:
                board.pull()
        self.hub = VirtualHub(self.time, self.boards, self._hear, Modules(dict(floors)))
        hands = None if follow is None else follow(self.boards)
        self.table = _Table(self.time, folder, settings, self.hub, hands)
        self.statuses: list[Status] = []
        self.table.listeners.append(self.statuses.append)
        self._store = Store(folder / "journal.sqlite", create=True)

    def __enter__(self) -> Self:
        self.table.open(self._store, self.time.now_ms)
        self.time.add(self.hub)
        self.time.add(self.table)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.table.close()
        self._store.close()

    def _hear(self, module: Module | None, notice: Notice) -> None:
        if module is not None and is_for_table(notice):
            self.table.feed(module.serial, notice, self.time.now_ms)

    @property
    def status(self) -> Status:
        return self.table.status()

    def until(self, wanted: Callable[[Status], bool], within_ms: int = 5_000) -> None:
        """Runs until the status is as *wanted*."""
        assert self.time.run_until(lambda: wanted(self.status), within_ms), self.status

    def lit(self, floor: int) -> Scene:
        """Returns what the table wants on the board of *floor*, by names at the table."""
        (serial,) = (each for each, own in self.table.serving().items() if own == floor)
        scene = unpack(self.hub.modules[serial].intents)
        return {at_floor(floor, name): intent for name, intent in scene.items()}

    def is_settled(self) -> bool:
        """Returns whether every board that is plugged in shows what it was sent."""
        plugged = [board for board in self.boards if board.ports()]
        ready = self.hub.ready()
        return len(ready) == len(plugged) and all(each.link.is_settled for each in ready)

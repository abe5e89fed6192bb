"""A running table in a clock of the test's own, and every status that it has shown."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from heistboard.app.running_table import RunningTable
from heistboard.app.settings import Settings
from heistboard.games.status import Status
from heistboard.journal.store import Store
from heistboard.places import layout

from tests.support.fed_table import FakeHub, FedTable

__all__ = ["Seen"]


class Seen:
    """A table, its clock, and every status with the time when it was shown."""

    def __init__(self, folder: Path, store: Store, **settings: Any) -> None:  # noqa: ANN401
        has_board = settings.pop("has_board", False)
        self.has_hands = settings.pop("has_hands", False)
        self.hub = FakeHub()
        self.statuses: list[tuple[int, Status]] = []
        self.table = RunningTable(
            folder / "journal.sqlite",
            Settings("car-thief", **{"seed": 1, **settings}),
            self.hub,
            has_board=has_board,
        )
        self.table.listeners.append(
            lambda status: self.statuses.append((self.room.now_ms, status))
        )
        self.room = FedTable(self.table, 0)
        self.table.open(store, 0)
        if has_board:
            self.room.come()
            for cell in layout.CELLS:
                self.room.reed(f"{cell}.cover")

    def until(self, is_it: Callable[[Status], bool], most_ms: int = 900_000) -> Status:
        """Lets time go by until things stand so."""
        end_ms = self.room.now_ms + most_ms
        while not is_it(status := self.table.status()):
            assert self.room.now_ms < end_ms, status
            self.room.wait(100)
            self.carry()
        return status

    def carry(self) -> None:
        """Hands put right what the table says is wrong, if they are asked to."""
        if self.has_hands:
            for place, how in self.table.status().wrong.items():
                self.room.reed(f"{place}.occupant", is_closed=how == "missing")

    def moves(self) -> list[str]:
        """The moves that everybody knows."""
        moves = self.table.status().view["moves"]
        assert isinstance(moves, list)
        return [str(move) for move in moves]

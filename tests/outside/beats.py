"""A table of Lanterns in virtual time, and every byte that its pages are sent, with the time."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from heistboard.app.running_table import RunningTable
from heistboard.app.settings import Settings
from heistboard.games.status import Status
from heistboard.journal.store import Store
from heistboard.rules import TABLE, View
from heistboard.web import page_messages

from tests.support.fed_table import FakeHub, FedTable

__all__ = ["BEATS", "BeatTable"]

BEATS: Mapping[str, str] = {"beat-calm": "3", "beat-wind": "5"}


class BeatTable:
    """Use it in a ``with`` statement. p1 carries first; the window asks the others."""

    def __init__(
        self,
        folder: Path,
        *,
        is_heard: bool = True,
        has_board: bool = False,
        **settings: Any,  # noqa: ANN401
    ) -> None:
        folder.mkdir(exist_ok=True)
        self._is_heard = is_heard
        settings = {"players": 4, "seed": 1, "table_options": BEATS, **settings}
        self.store = Store(folder / "journal.sqlite", create=True)
        self.hub = FakeHub()
        self.table = RunningTable(
            folder / "journal.sqlite",
            Settings("lanterns", **settings),
            self.hub,
            has_board=has_board,
        )
        self.sent: dict[int, list[tuple[int, str]]] = {TABLE: []}
        """What the pages of each seat, and TABLE's, are sent; each with its time."""
        self.statuses: list[tuple[int, Status]] = []
        self.room = FedTable(self.table, 0)

    def __enter__(self) -> Self:
        self.table.open(self.store, 0)
        if not self._is_heard:
            return self
        self.table.listeners.append(self._hear)
        for seat in range(len(self.table.seats())):
            self.sent[seat] = []
            self.table.watch(seat, self._listener(seat))
        return self

    def __exit__(self, *_: object) -> None:
        self.table.close()
        self.store.close()

    def _hear(self, status: Status) -> None:
        self.statuses.append((self.room.now_ms, status))
        self._send(TABLE, page_messages.table(status))

    def _listener(self, seat: int) -> Any:  # noqa: ANN401
        return lambda status, view: self._send(seat, page_messages.seat(status, view))

    def _send(self, seat: int, message: str) -> None:
        # As an audience: what is the same is not sent again.
        if not self.sent[seat] or self.sent[seat][-1][1] != message:
            self.sent[seat].append((self.room.now_ms, message))

    @property
    def status(self) -> Status:
        return self.table.status()

    @property
    def moves(self) -> list[str]:
        """The moves, in full."""
        return [*map(str, self.table._referee.state.moves)]

    def count_writes(self) -> list[object]:
        """Returns a list that grows with each transaction of the journal."""
        journal, writes = self.table._referee.journal, list[object]()
        write_all = journal.write_all

        def write(*args: Any, **more: Any) -> None:  # noqa: ANN401
            writes.append(args)
            write_all(*args, **more)

        journal.write_all = write  # type: ignore[method-assign]
        return writes

    def seat(self, seat: int) -> View:
        return self.table.seat_view(seat)

    def card(self, seat: int) -> str:
        view: Any = self.seat(seat)["view"]
        return str(view["card"])

    def at(self, seat: int) -> tuple[int, int]:
        """The game, and the number of what a seat is asked."""
        prompt: Any = self.seat(seat)["prompt"]
        return self.status.game, prompt["number"]

    def open_window(self, *carried: str) -> None:
        """The lantern is carried, and a window opens."""
        carrier = int(str(self.status.view["carrier"])[1]) - 1
        for move in carried or ("carry x23",):
            self.table.say(carrier, move)
        assert self.status.phase == "window"

    def wait(self, ms: int) -> None:
        self.room.wait(ms)

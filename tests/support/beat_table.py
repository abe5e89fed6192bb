"""A table whose windows have beats, in virtual time, and every byte that its pages are sent."""

from pathlib import Path
from typing import Any, Self

from heistboard.app.running_table import RunningTable
from heistboard.app.settings import Settings
from heistboard.games.status import Status
from heistboard.journal.store import Store
from heistboard.rules import TABLE, View
from heistboard.web import page_messages

from tests.support.fed_table import FakeHub, FedTable

__all__ = ["BeatTable"]


class BeatTable:
    """Use it in a ``with`` statement. Without *is_heard* nothing is noted."""

    def __init__(
        self,
        folder: Path,
        game: str,
        *,
        is_heard: bool = True,
        has_board: bool = False,
        **settings: Any,  # noqa: ANN401
    ) -> None:
        folder.mkdir(exist_ok=True)
        self._is_heard = is_heard
        self.store = Store(folder / "journal.sqlite", create=True)
        self.hub = FakeHub()
        self.table = RunningTable(
            folder / "journal.sqlite", Settings(game, **settings), self.hub, has_board=has_board
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
            self.sent.setdefault(seat, [])
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

    def seat(self, seat: int) -> View:
        return self.table.seat_view(seat)

    def at(self, seat: int) -> tuple[int, int]:
        """The game, and the number of what a seat is asked."""
        prompt: Any = self.seat(seat)["prompt"]
        return self.status.game, prompt["number"]

    def wait(self, ms: int) -> None:
        self.room.wait(ms)

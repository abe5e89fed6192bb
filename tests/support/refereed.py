"""A referee with a real journal but no board, thread or clock: the test sets the time."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import TypeVar

from heistboard.app.referee import LapResult, Referee
from heistboard.app.settings import Settings, open_journal
from heistboard.journal.store import Store
from heistboard.places import layout
from heistboard.rules.autoplay import Dealer
from heistboard.table.table import Table

__all__ = ["RefereedGame"]

_T = TypeVar("_T")


class RefereedGame:
    """A game with its referee; at first all covers are in place."""

    def __init__(self, path: Path, settings: Settings, *, seed: int = 1) -> None:
        self.store = Store(path, create=True)
        self.now_ms = 1_000
        self.closed = {f"{cell}.cover" for cell in layout.CELLS}
        self.referee = Referee(
            open_journal(self.store, settings),
            settings,
            self.now_ms,
            at=lambda: "2031-05-04T20:15:00+02:00",
            dealer=Dealer(Random(seed)),
        )
        self.shown: LapResult
        self.see(is_jump=True)

    @property
    def table(self) -> Table:
        return self.referee.table

    @property
    def moves(self) -> list[str]:
        return [*map(str, self.referee.state.moves)]

    def written(self) -> list[str]:
        """Returns the moves on disk."""
        return [*map(str, self.store.get(self.referee.journal.id).state.moves)]

    def lap(self, do: Callable[[], _T]) -> _T:
        said, self.shown = self.referee.lap(do, self.now_ms)
        return said

    def say(self, seat: int, *moves: str) -> None:
        for move in moves:
            self.lap(lambda move=move: self.table.say(seat, move, self.now_ms))  # type: ignore[misc]

    def see(self, *, is_jump: bool = False) -> None:
        self.lap(lambda: self.table.see(self.closed, self.now_ms, is_jump=is_jump))

    def reed(self, name: str, *, is_closed: bool) -> None:
        (self.closed.add if is_closed else self.closed.discard)(name)
        self.see()

    def wait(self, ms: int) -> None:
        until_ms = self.now_ms + ms
        while (due_ms := self.table.wake_ms) is not None and due_ms <= until_ms:
            self.now_ms = max(self.now_ms, due_ms)
            self.lap(lambda: self.table.tick(self.now_ms))
        self.now_ms = until_ms

    def press(self, button: str) -> None:
        self.reed(button, is_closed=True)
        self.reed(button, is_closed=False)

    def view(self, seat: int) -> Mapping[str, object]:
        return self.shown.seats[seat]

    def close(self) -> None:
        self.referee.journal.close()
        self.store.close()

"""A guided first game at a table in a clock of the test's own."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

from heistboard import games
from heistboard.app.guide_calls import guided
from heistboard.app.running_table import RunningTable
from heistboard.app.settings import Settings
from heistboard.journal.store import Store
from heistboard.rules import State

from tests.support.fed_table import FakeHub, FedTable

__all__ = ["GuidedGame"]

MOST_MS = 900_000
STEP_MS = 500


class GuidedGame:
    """Use it in a ``with`` statement. The journal stays in *folder*; *resume* goes on with it."""

    def __init__(self, folder: Path, game: str, seed: int, resume: int | None = None) -> None:
        settings = guided(games.package(game), Random(seed))._replace(guide=seed)
        if resume is not None:
            settings = Settings(game, resume=resume, table_options=settings.table_options)
        self._path = folder / "journal.sqlite"
        self.table = RunningTable(self._path, settings, FakeHub(), has_board=False)
        self.room = FedTable(self.table, 0)
        self.seat = (
            games.package(game).game.new().seats.index(games.package(game).claim("guide").seat)
        )

    def __enter__(self) -> Self:
        self._store = Store(self._path, create=True).__enter__()
        self.table.open(self._store, 0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.table.close()
        self._store.__exit__(kind, error, trace)

    @property
    def state(self) -> State:
        """The game."""
        return self.table._referee.state

    @property
    def advice(self) -> Any:  # noqa: ANN401 (a document)
        """What the learner is told."""
        return self.table.seat_view(self.seat).get("advice")

    def follow(self, until: Callable[[Self], bool], think_ms: int = 0) -> list[str]:
        """Does what is advised, after a while each time; returns the ids of what was said."""
        told: list[str] = []
        last = None
        while not until(self):
            assert self.room.now_ms < MOST_MS, told
            advice = self.advice
            if advice and advice != last:
                last = advice
                told += [ask["id"] for step in advice["steps"] for ask in step["say"]]
                self.room.wait(think_ms)  # others may move meanwhile
            elif advice and advice["move"]:
                self.table.say(self.seat, advice["move"])
            elif advice and advice["button"]:
                self.table.press_for(self.seat, advice["button"])
            else:
                self.room.wait(STEP_MS)
        return told

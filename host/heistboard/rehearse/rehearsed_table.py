"""The table of a rehearsal, as the script sees it: in virtual time, or in a process of its own."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

from heistboard.app import trouble_log
from heistboard.app.control import Refused
from heistboard.app.running_table import RunningTable, is_for_table
from heistboard.app.settings import Settings
from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Store
from heistboard.link.link import Notice
from heistboard.link.module import Module
from heistboard.rehearse.requests import RehearsalRequests
from heistboard.rules import State
from heistboard.sim.virtual_board import VirtualBoard
from heistboard.sim.virtual_hub import VirtualHub
from heistboard.sim.virtual_time import VirtualTime

__all__ = ["RehearsedTable", "TableError", "VirtualTable"]

JOURNAL = "journal.sqlite"

_T = TypeVar("_T")


class TableError(Exception):
    """The table has failed: one sentence."""


class RehearsedTable(ABC):
    """A table whose journal is in *folder*; *works* are the reeds that a test found good."""

    def __init__(self, folder: Path, settings: Mapping[str, Any], works: Collection[str]) -> None:
        self.spoken: list[str] = []
        self.shown: set[tuple[str, str]] = set()
        """Lights and colours that the board was given, however short."""
        self.speed: int = settings.get("speed", 1)
        self._folder = folder
        self._settings = dict(settings)
        self._works = frozenset(works)

    @property
    @abstractmethod
    def is_running(self) -> bool:
        """Whether it was started and not killed since."""

    @abstractmethod
    def start(self) -> None:
        """Starts it; the second time it resumes the game."""

    @abstractmethod
    def kill(self) -> None:
        """Ends it at once, without a chance to write anything."""

    @abstractmethod
    def close(self) -> None:
        """Ends it, if it runs."""

    @abstractmethod
    def ask(self, do: str, **words: int | str) -> Any:  # noqa: ANN401 (whatever JSON says)
        """Has the table do something; raises :exc:`Refused` or :exc:`TableError`."""

    def status(self) -> dict[str, Any]:
        """Returns what everybody may know."""
        status: dict[str, Any] = self.ask("status")
        self._settings["resume"] = status["game"]
        return status

    def busy(self) -> dict[str, Any]:
        """Returns whether the table is at something; notes what it has said and shown."""
        busy: dict[str, Any] = self.ask("busy")
        self.spoken += busy["spoken"]
        self.shown.update((led, colour) for led, colour in busy["shown"])
        return busy

    def state(self) -> State:
        """Returns the game as its journal has it."""
        try:
            with Store(self._folder / JOURNAL) as store:
                return store.get(self._settings["resume"]).state
        except JournalError as error:
            raise TableError(str(error)) from None


class _Table(RunningTable):
    # In virtual time; what is asked of it happens now.

    def __init__(
        self,
        time: VirtualTime,
        board: VirtualBoard,
        folder: Path,
        settings: Settings,
        works: frozenset[str],
    ) -> None:
        self.hub = VirtualHub(time, [board], self._hear)
        super().__init__(folder / JOURNAL, settings, self.hub, works=works)
        self._time = time

    def call(self, do: Callable[[], _T]) -> _T:
        self._now_ms = self._time.now_ms
        return super().call(do)

    def _hear(self, module: Module | None, notice: Notice) -> None:
        if is_for_table(module, notice):
            self.feed(notice, 0 if module is None else module.missed, self._time.now_ms)


class VirtualTable(RehearsedTable):
    """A table in this process and in virtual time, with *board*."""

    def __init__(
        self,
        time: VirtualTime,
        board: VirtualBoard,
        folder: Path,
        settings: Mapping[str, Any],
        works: Collection[str],
    ) -> None:
        super().__init__(folder, settings, works)
        self._time = time
        self._board = board
        self._exits: contextlib.ExitStack | None = None
        self._table: _Table
        self._requests: RehearsalRequests

    @property
    def is_running(self) -> bool:
        """Whether it was started and not killed since."""
        return self._exits is not None

    def start(self) -> None:
        """Starts it; the second time it resumes the game."""
        settings = Settings(**self._settings)
        table = _Table(self._time, self._board, self._folder, settings, self._works)
        with contextlib.ExitStack() as exits:
            exits.enter_context(trouble_log.kept(self._folder))
            try:
                store = exits.enter_context(Store(self._folder / JOURNAL, create=True))
                table.open(store, self._time.now_ms)
            except (ValueError, JournalError) as error:
                raise TableError(f"the daemon has ended: {error}") from None
            exits.callback(table.close)
            for part in (table.hub, table):
                self._time.add(part)
                exits.callback(self._time.remove, part)
            self._exits = exits.pop_all()
        self._table, self._requests = table, RehearsalRequests(table, table.hub)
        self.status()

    def kill(self) -> None:
        """Drops everything; only the file stays."""
        self.close()

    def close(self) -> None:
        """Ends it, if it runs."""
        if self._exits is not None:
            self._exits.close()
            self._exits = None
            self._table.hub.close()

    def ask(self, do: str, **words: int | str) -> Any:  # noqa: ANN401 (whatever JSON says)
        """Has the table do something; raises :exc:`Refused`."""
        answer = self._requests.answer(do, words)
        if "is" not in answer:
            raise Refused(str(answer["error"]))
        return answer["is"]

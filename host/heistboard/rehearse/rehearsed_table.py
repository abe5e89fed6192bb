"""The table of a rehearsal: in virtual time here, or in a process (``table_process``)."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from heistboard.app import trouble_log
from heistboard.app.control import Refused
from heistboard.app.picture import is_for_table
from heistboard.app.running_table import RunningTable
from heistboard.app.settings import Settings
from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Store
from heistboard.link.floors import Modules
from heistboard.link.link import Notice
from heistboard.link.module import Module
from heistboard.rehearse.requests import RehearsalRequests
from heistboard.rules import State
from heistboard.sim.virtual_hub import VirtualDevice, VirtualHub
from heistboard.sim.virtual_time import VirtualTime

__all__ = ["RehearsedTable", "TableError", "VirtualTable"]

JOURNAL = "journal.sqlite"

_T = TypeVar("_T")


class TableError(Exception):
    """The table has failed; the message says how."""


class RehearsedTable(ABC):
    """A table with its journal in *folder*; *works* are the reeds that passed the self test."""

    def __init__(self, folder: Path, settings: Mapping[str, Any], works: Collection[str]) -> None:
        self.spoken: list[str] = []
        self.shown: set[tuple[str, str]] = set()
        """The LEDs and colours of every scene, however brief."""
        self.speed: int = settings.get("speed", 1)
        self._folder = folder
        self._settings = dict(settings)
        self._works = frozenset(works)

    @property
    @abstractmethod
    def is_running(self) -> bool:
        """Whether the table has been started and not killed since."""

    @abstractmethod
    def start(self) -> None:
        """Starts the table; after a kill, it resumes the game."""

    @abstractmethod
    def kill(self) -> None:
        """Kills the table, which cannot write anything more."""

    @abstractmethod
    def close(self) -> None:
        """Ends the table, if it is running."""

    @abstractmethod
    def ask(self, do: str, **words: int | str) -> Any:  # noqa: ANN401 (any JSON value)
        """Sends a request and returns the answer; raises :exc:`Refused` or :exc:`TableError`."""

    def status(self) -> dict[str, Any]:
        """Returns the public status."""
        status: dict[str, Any] = self.ask("status")
        self._settings["resume"] = status["game"]
        return status

    def busy(self) -> dict[str, Any]:
        """Returns the answer to ``busy``; collects what was spoken and shown."""
        busy: dict[str, Any] = self.ask("busy")
        self.spoken += busy["spoken"]
        self.shown.update((led, colour) for led, colour in busy["shown"])
        return busy

    def state(self) -> State:
        """Returns the game's state, read from the journal."""
        try:
            with Store(self._folder / JOURNAL) as store:
                return store.get(self._settings["resume"]).state
        except JournalError as error:
            raise TableError(str(error)) from None


class _TableInVirtualTime(RunningTable):
    # A running table whose clock is virtual time.

    def __init__(
        self,
        time: VirtualTime,
        devices: Sequence[VirtualDevice],
        floors: Mapping[str, int],
        folder: Path,
        settings: Settings,
        works: frozenset[str],
    ) -> None:
        self.hub = VirtualHub(time, devices, self._hear, Modules(dict(floors)))
        super().__init__(folder / JOURNAL, settings, self.hub, works=works)
        self._time = time

    def call(self, do: Callable[[], _T]) -> _T:
        self._now_ms = self._time.now_ms
        return super().call(do)

    def _hear(self, module: Module | None, notice: Notice) -> None:
        if module is not None and is_for_table(notice):
            self.feed(module.serial, notice, self._time.now_ms)


class VirtualTable(RehearsedTable):
    """A table in this process, in virtual time.

    It finds *devices*, of which those with a serial number in *floors* serve that floor.
    """

    def __init__(
        self,
        time: VirtualTime,
        devices: Sequence[VirtualDevice],
        floors: Mapping[str, int],
        folder: Path,
        settings: Mapping[str, Any],
        works: Collection[str],
    ) -> None:
        super().__init__(folder, settings, works)
        self._time = time
        self._devices = devices
        self._floors = floors
        self._exits: contextlib.ExitStack | None = None
        self._table: _TableInVirtualTime
        self._requests: RehearsalRequests

    @property
    def is_running(self) -> bool:
        """Whether the table has been started and not killed since."""
        return self._exits is not None

    def start(self) -> None:
        """Starts the table; after a kill, it resumes the game."""
        settings = Settings(**self._settings)
        table = _TableInVirtualTime(
            self._time, self._devices, self._floors, self._folder, settings, self._works
        )
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
        """Drops everything but the journal file."""
        self.close()

    def close(self) -> None:
        """Ends the table, if it is running."""
        if self._exits is not None:
            self._exits.close()
            self._exits = None
            self._table.hub.close()

    def ask(self, do: str, **words: int | str) -> Any:  # noqa: ANN401 (any JSON value)
        """Sends a request and returns the answer; raises :exc:`Refused`."""
        answer = self._requests.answer(do, words)
        if "is" not in answer:
            raise Refused(str(answer["error"]))
        return answer["is"]

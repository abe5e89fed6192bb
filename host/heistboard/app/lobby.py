"""A board for which no game has been chosen yet; the start page chooses one."""

import contextlib
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from heistboard import games
from heistboard.app.claim import Claim
from heistboard.app.control import ControlError, other_table
from heistboard.app.settings import Settings, open_unfinished
from heistboard.games import Package
from heistboard.games.status import Status
from heistboard.journal.errors import GameBusy, StoreError
from heistboard.journal.store import Store
from heistboard.rules import Choice, Option
from heistboard.rules.options import read

__all__ = ["Lobby"]


class Lobby:
    """Waits until a game is chosen; its journal will be at *journal*. Thread-safe.

    *table_options*, as people typed them, apply to the chosen game and may include options of its
    rules. Options chosen with the game take precedence; unknown ones are dropped.
    """

    def __init__(self, journal: Path, table_options: Mapping[str, str] | None = None) -> None:
        self.journal = journal
        self.table_options: Mapping[str, Choice] = table_options or {}
        self.chosen: Settings | None = None
        """The chosen game, once there is one; its journal exists already."""
        self.claim: Claim | None = None
        """The claim on the data folder; the chosen game takes it over."""
        self._lock = threading.Lock()

    def status(self) -> Status | None:
        """Returns ``None``, since there is no game yet."""
        return None

    def begin(
        self, settings: Settings, check: Callable[[Status | None], None] = lambda status: None
    ) -> None:
        """Chooses a new game, or one from the journal; raises what ``Daemon.begin`` does."""
        with self._lock, contextlib.ExitStack() as exits:
            folder = self.journal.parent
            if self.chosen is not None:
                raise GameBusy(other_table(folder))
            claim = exits.enter_context(_claim(folder))
            check(None)
            if settings.resume is None:
                settings = self._fitted(settings, games.package(settings.game))
            with (
                Store(self.journal, create=True) as store,
                open_unfinished(store, settings) as made,
            ):
                name = made.state.game.name
                settings = self._fitted(settings, games.package(name))
                self.chosen = settings._replace(game=name, resume=made.id)
            self.claim = claim
            exits.pop_all()

    def _fitted(self, settings: Settings, package: Package) -> Settings:
        options = package.game.options
        own = {name: each for name, each in self.table_options.items() if name in options}
        table = settings.table_options.items()
        known = {name: each for name, each in table if name in package.table_options}
        return settings._replace(
            options={**_read(package, own, options), **settings.options},
            table_options=_read(package, known, package.table_options),
        )


def _read(
    package: Package, values: Mapping[str, Choice], options: Mapping[str, Option]
) -> dict[str, Choice]:
    whose = f"{package.game.name}: "
    return {
        name: read(whose, name, value, options) if isinstance(value, str) else value
        for name, value in values.items()
    }


def _claim(folder: Path) -> Claim:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"cannot write to {folder}: {error.strerror or error}; choose another data folder "
            "with --data DIR"
        ) from None
    try:
        return Claim(folder)
    except ControlError as error:
        raise GameBusy(str(error)) from None

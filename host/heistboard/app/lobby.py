"""A board without a game yet: what is chosen on the start page is the evening's game."""

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
    """Waits for a game, whose journal will be at *journal*; may be used from any thread.

    *table_options* are kept for the game that is chosen, as people wrote them; they may be options
    of the game, too. What is chosen with the game comes first, and what it lacks is left out.
    """

    def __init__(self, journal: Path, table_options: Mapping[str, str] | None = None) -> None:
        self.journal = journal
        self.table_options: Mapping[str, Choice] = table_options or {}
        self.chosen: Settings | None = None
        """What is to be played, once somebody has chosen it; the journal has it already."""
        self.claim: Claim | None = None
        """The claim on the data folder, which the game that was chosen plays on with."""
        self._lock = threading.Lock()

    def status(self) -> Status | None:
        """Returns ``None``: there is no game yet."""
        return None

    def begin(
        self, settings: Settings, check: Callable[[Status | None], None] = lambda status: None
    ) -> None:
        """Chooses a game, new or of the journal; raises as ``Daemon.begin`` does."""
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
            f"cannot write in {folder}: {error.strerror or error}; choose another data folder "
            "with --data DIR"
        ) from None
    try:
        return Claim(folder)
    except ControlError as error:
        raise GameBusy(str(error)) from None

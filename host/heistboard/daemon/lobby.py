"""A board without a game yet: what is chosen on the start page is the evening's game."""

import contextlib
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from heistboard.daemon.claim import Claim
from heistboard.daemon.control import ControlError, other_table
from heistboard.daemon.settings import Settings, open_unfinished
from heistboard.daemon.status import Status
from heistboard.journal.faults import GameBusy, StoreError
from heistboard.journal.store import Store
from heistboard.rules import Choice

__all__ = ["Lobby"]


class Lobby:
    """Waits for a game, whose journal will be at *journal*; may be used from any thread."""

    def __init__(self, journal: Path, table_options: Mapping[str, Choice] | None = None) -> None:
        self.journal = journal
        self.table_options = table_options or {}
        self.chosen: Settings | None = None
        """What is to be played, once somebody has chosen it; the journal has it already."""
        self.claim: Claim | None = None
        """The claim on the data folder, for whoever plays what was chosen."""
        self._lock = threading.Lock()

    def status(self) -> Status | None:
        """Returns that there is no game."""
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
            with (
                Store(self.journal, create=True) as store,
                open_unfinished(store, settings) as made,
            ):
                self.chosen = settings._replace(game=made.state.game.name, resume=made.id)
            self.claim = claim
            exits.pop_all()


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

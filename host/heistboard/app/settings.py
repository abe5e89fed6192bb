"""Which game to play, and opening its journal."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from heistboard import games
from heistboard.app.computer_players import check_bots
from heistboard.games.hint_grades import check_grade
from heistboard.journal.errors import GameOver, StoreError
from heistboard.journal.store import Journal, Store
from heistboard.rules import Choice
from heistboard.rules.options import chosen

__all__ = ["Settings", "now", "open_journal", "open_unfinished", "withdraw"]

_log = logging.getLogger(__name__)


class Settings(NamedTuple):
    """Which game is played, and how."""

    game: str
    players: int | None = None
    resume: int | None = None  # number of a game in the journal
    table_options: Mapping[str, Choice] = {}  # the package's options that change no rule
    deal: Mapping[str, str] = {}  # by deck: ``host``, or ``hands`` for real cards
    speed: int = 1  # factor of the table's clock; above 1 only in rehearsals
    options: Mapping[str, Choice] = {}
    hints: str | None = None  # the grade; None keeps the current one
    seed: int | None = None  # for the host's dealing; None for unpredictable
    bots: Mapping[str, str] = {}  # by seat: the name of a computer player; others are as they were
    guide: int | None = None  # the seed of a guided first game; others have none
    waits: bool = False  # computer players begin when people have taken all other seats


def open_journal(store: Store, settings: Settings) -> Journal:
    """Creates the journal of a new game, or opens the one to resume.

    Raises :exc:`ValueError` for settings that cannot be played, and :exc:`StoreError` if the
    journal cannot be written, has no such game, or another program is playing it.
    """
    if settings.resume is not None:
        return store.resume(settings.resume)
    package = games.package(settings.game)
    chosen(f"{settings.game}: ", settings.table_options, package.table_options)
    package.game.check_deal(settings.deal)
    if settings.hints is not None:
        check_grade(settings.hints, package)
    state = package.game.new(settings.players, **settings.options)
    if settings.bots:
        check_bots(settings.bots, package.bot_makers(), state.seats)
    return store.create(state, now())


def open_unfinished(store: Store, settings: Settings) -> Journal:
    """As :func:`open_journal`, but raises :exc:`GameOver` for a finished game."""
    journal = open_journal(store, settings)
    if journal.state.outcome is not None:
        journal.close()
        raise GameOver(f"game {journal.id} is over; look back at it, or begin another one")
    return journal


def withdraw(store: Store, journal: Journal) -> None:
    """Deletes a game that nobody has played; on failure the game is kept."""
    try:
        store.withdraw(journal.id)
    except StoreError as error:
        _log.warning("%s", error)


def now() -> str:
    """Returns the local time in the journal's format."""
    return datetime.now().astimezone().isoformat(timespec="seconds")

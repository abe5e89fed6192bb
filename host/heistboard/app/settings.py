"""What is to be played, and the journal of it."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from heistboard import games
from heistboard.games.hint_grades import check_grade
from heistboard.journal.errors import GameOver, StoreError
from heistboard.journal.store import Journal, Store
from heistboard.rules import Choice
from heistboard.rules.options import chosen

__all__ = ["Settings", "now", "open_journal", "open_unfinished", "withdraw"]

_log = logging.getLogger(__name__)


class Settings(NamedTuple):
    """What game is played, and how."""

    game: str
    players: int | None = None
    resume: int | None = None  # the number of a game in the journal
    table_options: Mapping[str, Choice] = {}  # of the package: what changes no rule
    deal: Mapping[str, str] = {}  # by deck: host, or hands that draw real cards
    speed: int = 1  # of the table's clock; more than 1 for rehearsals only
    options: Mapping[str, Choice] = {}
    hints: str | None = None  # their grade; None leaves it as it is
    seed: int | None = None  # of the host's dealing; without one nobody can foretell it


def open_journal(store: Store, settings: Settings) -> Journal:
    """Returns the journal of a new game, or of one that is to be played on.

    Raises :exc:`ValueError` for what cannot be played, :exc:`StoreError` for what cannot be
    written, is not there, or is being played by another program.
    """
    if settings.resume is not None:
        return store.resume(settings.resume)
    package = games.package(settings.game)
    chosen(f"{settings.game}: ", settings.table_options, package.table_options)
    package.game.check_deal(settings.deal)
    if settings.hints is not None:
        check_grade(settings.hints, package)
    state = package.game.new(settings.players, **settings.options)
    return store.create(state, now())


def open_unfinished(store: Store, settings: Settings) -> Journal:
    """Does the same, but refuses a game that is over with :exc:`GameOver`."""
    journal = open_journal(store, settings)
    if journal.state.outcome is not None:
        journal.close()
        raise GameOver(f"game {journal.id} is over; look back at it, or begin another one")
    return journal


def withdraw(store: Store, journal: Journal) -> None:
    """Has *store* forget a game that nobody has played; if it cannot, the game stays."""
    try:
        store.withdraw(journal.id)
    except StoreError as error:
        _log.warning("%s", error)


def now() -> str:
    """Returns the time of day, as journals have it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")

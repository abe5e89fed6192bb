"""Reads the finished games of a journal, and keeps what follows from their moves in a file.

Working that out takes a replay and what the game computes; so it is done once for each game. The
file has no nickname and nothing of a game that goes on: those are read from the journal each time.
It can be deleted at any time.
"""

import hashlib
import json
import logging
import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path, PurePath
from secrets import token_hex
from typing import Any, NamedTuple

from heistboard import __version__, games
from heistboard.games import BestMoment
from heistboard.journal.entries import SITTERS, Summary
from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Store
from heistboard.rules import Ask
from heistboard.statistics.finished_games import FinishedGame, finished_game, nicknames_at

__all__ = ["Found", "find_finished", "forget_facts"]

FILE = "statistics.json"

_FORM = 1  # of the file; one in another form is made anew

_log = logging.getLogger(__name__)


class Found(NamedTuple):
    """The finished games of a journal, and how many could not be counted: damaged, or unknown."""

    games: list[FinishedGame]
    left_out: int = 0


def find_finished(journal: Path, game: str | None = None) -> Found:
    """Returns the finished games of the *journal*, or those of one *game*, the latest first.

    Raises :exc:`~heistboard.journal.game_text.JournalError` if the journal cannot be read.
    """
    path = journal.with_name(FILE)
    kept = _read(path)
    made: dict[str, Any] = {}
    found: list[FinishedGame] = []
    left_out = 0
    prints: dict[str, str] = {}
    with Store(journal) as store:
        for summary in store.games():
            if summary.outcome is None:
                continue
            key = str(summary.id)
            if game not in (None, summary.game):
                made |= {key: kept[key]} if key in kept else {}
                continue
            mark = _mark(summary, prints)
            finished = _restored(kept.get(key), summary, mark)
            if finished is None:
                finished = _replayed(store, summary.id)
            if finished is None:
                left_out += 1
                continue
            made[key] = [mark, _plain(finished)]
            found.append(finished)
        sitters = store.notes(SITTERS)
    if made != kept:
        with suppress(OSError):  # then it is worked out again
            _write(path, made)
    named = [
        each.with_nicknames(nicknames_at(each.last, sitters.get(each.number, ())))
        for each in found
    ]
    return Found(named, left_out)


def forget_facts(journal: Path, game_ids: Collection[int]) -> None:
    """Deletes what is kept of these games; raises :exc:`OSError`."""
    path = journal.with_name(FILE)
    kept = _read(path)
    left = {key: each for key, each in kept.items() if key not in {*map(str, game_ids)}}
    if left != kept:
        _write(path, left)


def _replayed(store: Store, number: int) -> FinishedGame | None:
    try:
        stored = store.get(number)
        return None if stored.damage else finished_game(stored)
    except JournalError:
        return None
    except Exception as error:  # a game of other people
        _log.warning("game %d is not counted: %s", number, type(error).__name__)
        return None


def _mark(summary: Summary, prints: dict[str, str]) -> list[object]:
    # Changes with all that the facts follow from.
    name = summary.game
    if name not in prints:
        prints[name] = _fingerprint(name)
    return [summary.created, summary.ended, summary.length, prints[name]]


def _fingerprint(name: str) -> str:
    # Of the code of a game: another release may count differently. A new one each time if there
    # is none.
    try:
        package = games.package(name)
        files = sorted(package.file().iterdir(), key=lambda each: each.name)
    except Exception:  # not installed, broken, or in no folder
        return token_hex()
    found = hashlib.sha256(f"{__version__} {package.statistics}".encode())
    for file in files:
        if PurePath(file.name).suffix == ".py":
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


# The file.


def _plain(finished: FinishedGame) -> list[object]:
    best = finished.best
    told = None if best is None else [best.rank, best.ask.id, dict(best.ask.words), best.step]
    seats = [list(each) for each in finished[5:9]]
    return [finished.game, finished.length, told, finished.last, *seats]


def _restored(kept: list[Any] | None, summary: Summary, mark: list[object]) -> FinishedGame | None:
    # None if nothing is kept of this game, or not of this one.
    if kept is None or kept[0] != mark:
        return None
    game, length, told, last, *seats = kept[1]
    if game != summary.game:
        return None
    best = None
    if told is not None:
        rank, text, words, step = told
        best = BestMoment(rank, Ask(text, words), step)
    return FinishedGame(summary.id, game, length, best, last, *map(tuple, seats))


def _read(path: Path) -> dict[str, Any]:
    # A file with another checksum is not the one that was written here.
    try:
        found, _, content = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        return {}
    if found != _sum(content):
        return {}
    kept: dict[str, Any] = json.loads(content)
    return kept


def _write(path: Path, made: Mapping[str, object]) -> None:
    content = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
    fresh = path.with_name(f".{path.name}-{os.getpid()}")
    with open(fresh, "w", encoding="utf-8", opener=_open_private) as file:
        file.write(f"{_sum(content)}\n{content}")
    fresh.replace(path)


def _sum(content: str) -> str:
    return hashlib.sha256(f"{_FORM} {content}".encode()).hexdigest()


def _open_private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)

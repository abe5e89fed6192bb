"""All journals of a data folder, in one SQLite file: what was accepted survives whatever happens.

Nothing is deleted: see ``entries``. When a call that writes returns, the entry is on disk; when it
raises, it is not, and the state is what it was.

One program at a time writes to a game; others may read it meanwhile. Times come in as ISO 8601
text. No message of a :exc:`StoreError` holds a move.
"""

import json
import os
import sqlite3
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import NoReturn, TypeVar

from heistboard.journal.entries import (
    ASIDE,
    MARK,
    MOVE,
    NOTE,
    UNDO,
    Entry,
    Stored,
    Summary,
    follow,
    steps,
)
from heistboard.journal.faults import (
    GameBusy,
    GameMissing,
    StoreError,
    code_of,
    damage,
    explain,
)
from heistboard.journal.text import JournalError, find_game
from heistboard.rules import Outcome, State

__all__ = ["Journal", "Store", "StoreError"]

_BUSY_S = 5.0
_MOST_ID = 2**63 - 1
# PRAGMA application_id, so that no other program's file is taken for ours
_APPLICATION = 0x48425A31

# What leads from each version of the schema (PRAGMA user_version) to the next.
_STEPS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL,
            rules INTEGER NOT NULL,
            options TEXT NOT NULL,
            created TEXT NOT NULL,
            ended TEXT,
            outcome TEXT
        )
        """,
        """
        CREATE TABLE entries (
            game INTEGER NOT NULL REFERENCES games,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            move TEXT NOT NULL,
            is_umpire INTEGER NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID
        """,
    ),
)

_SUMMARY = """
    SELECT id, game, rules, options, created, ended, outcome, (
        SELECT coalesce(sum(CASE kind WHEN 'undo' THEN -1 WHEN 'move' THEN 1 ELSE 0 END), 0)
        FROM entries WHERE entries.game = games.id
    ) FROM games
"""
_ENTRIES = "SELECT kind, move, is_umpire, at, number FROM entries WHERE game = ? ORDER BY number"
_NEW_GAME = """
    INSERT INTO games (game, rules, options, created, ended, outcome) VALUES (?, ?, ?, ?, ?, ?)
"""
_NEW_ENTRY = """
    INSERT INTO entries (game, number, kind, move, is_umpire, at) VALUES (?, ?, ?, ?, ?, ?)
"""
_END = "UPDATE games SET ended = ?, outcome = ? WHERE id = ? AND outcome IS NOT ?"


class Store:
    """The journal file at *path*. Use it in a ``with`` statement, in one thread.

    With *create*, makes the file if there is none. Raises :exc:`StoreError`, as all methods do.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        if not create and not os.path.exists(path):
            raise StoreError(
                f"there is no journal {path}; the first game makes it, or choose another data "
                "folder with --data DIR"
            )
        with self._explained():
            if create:
                self._make()
            self._db = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=rw",
                uri=True,
                isolation_level=None,
                timeout=_BUSY_S,
            )
        try:
            with self._explained():
                self._prepare()
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    # Reading.

    def games(self) -> list[Summary]:
        """Returns what there is, the latest first."""
        with self._explained():
            rows = self._db.execute(f"{_SUMMARY} ORDER BY id DESC").fetchall()
        return [self._summary(row) for row in rows]

    def get(self, game_id: int) -> Stored:
        """Returns one game, to be read."""
        key = (min(game_id, _MOST_ID),)
        with self._transaction("BEGIN"):
            rows = self._db.execute(f"{_SUMMARY} WHERE id = ?", key).fetchall()
            entries = self._db.execute(_ENTRIES, key).fetchall()
        if not rows:
            raise GameMissing(f"there is no game {game_id}; see `heistboard journal list`")
        summary = self._summary(rows[0])
        try:
            game = find_game(summary.game, summary.rules)
        except JournalError as error:
            raise StoreError(f"game {game_id}: {error}") from None
        try:
            state = game.new(**summary.options)
            made = [
                Entry(_is(str, kind), _is(str, move), bool(is_umpire), _is(str, at))
                for kind, move, is_umpire, at, _ in entries
            ]
            for entry in made:
                follow(state, entry)
        except (ValueError, TypeError):
            # Its message may hold a move.
            self._damaged(f"the entries of game {game_id} do not follow from each other")
        numbers = [row[4] for row in entries]
        if numbers != list(range(1, len(entries) + 1)) or state.outcome != summary.outcome:
            self._damaged(f"entries of game {game_id} are missing")
        return Stored(summary, made, state)

    # Writing.

    def create(self, state: State, at: str) -> "Journal":
        """Begins the journal of *state*, a new game, and returns it, open."""
        game_id = self.add(state, at)
        return self.resume(game_id)

    def resume(self, game_id: int) -> "Journal":
        """Returns a game to be played on; no other program may, until it is closed."""
        lock = _Lock(self, game_id)
        try:
            stored = self.get(game_id)
        except BaseException:
            lock.close()
            raise
        return Journal(self, lock, stored)

    def add(self, state: State, at: str, ended: str | None = None) -> int:
        """Adds a game with all its moves, at once, and returns its number."""
        game = (state.game.name, state.game.rules, json.dumps(dict(state.options)), at)
        with self._transaction():
            made = self._db.execute(_NEW_GAME, (*game, ended, _dump(state.outcome)))
            game_id = made.lastrowid
            assert game_id is not None
            self._db.executemany(
                _NEW_ENTRY,
                ((game_id, n, MOVE, move, 0, at) for n, move in enumerate(state.moves, 1)),
            )
        return game_id

    def _append(
        self, game_id: int, number: int, entries: Sequence[Entry], outcome: Outcome | None
    ) -> None:
        # For Journal, which has checked that they follow.
        ended = entries[-1].at if outcome else None
        with self._transaction():
            try:
                self._db.executemany(
                    _NEW_ENTRY, ((game_id, n, *entry) for n, entry in enumerate(entries, number))
                )
            except sqlite3.IntegrityError:
                raise StoreError(
                    f"another program has written to game {game_id}; end it, then resume the game"
                ) from None
            self._db.execute(_END, (ended, _dump(outcome), game_id, _dump(outcome)))

    # The file.

    def _make(self) -> None:
        # For the user alone: it holds secrets of games that are not finished.
        try:
            self.path.touch(mode=0o600)
        except OSError as error:
            raise StoreError(
                f"cannot write {self.path}: {error.strerror or error}; choose another data folder "
                "with --data DIR"
            ) from None

    def _prepare(self) -> None:
        known = len(_STEPS)
        version = self._version()
        if version > known:
            raise StoreError(
                f"{self.path} was written by a newer heistboard (its schema is {version}, this "
                f"release knows {known}); update heistboard"
            )
        self._db.execute("PRAGMA synchronous = FULL")
        if version == known:
            return
        self._begin_wal()
        with self._transaction():
            for step in _STEPS[self._version() :]:  # another program may have done it by now
                for statement in step:
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {known}")

    def _begin_wal(self) -> None:
        # Here SQLite itself does not wait for a program that is opening the file too.
        due = time.monotonic() + _BUSY_S
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if code_of(error) != sqlite3.SQLITE_BUSY or time.monotonic() > due:
                    raise
            time.sleep(0.01)

    def _version(self) -> int:
        application, version, tables = self._db.execute(
            "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master) "
            "FROM pragma_application_id, pragma_user_version"
        ).fetchone()
        if application != _APPLICATION and (application or version or tables):
            raise StoreError(
                f"{self.path} is a database of another program; choose another data folder with "
                "--data DIR"
            )
        return int(version)

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
        with self._explained():
            try:
                self._db.execute(begin)
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # a mistake of ours
        except sqlite3.Error as error:
            raise StoreError(explain(self.path, error)) from None
        except UnicodeDecodeError:
            self._damaged("its text is garbled")  # sqlite3 stumbles over SQLite's own message

    def _summary(self, row: Sequence[object]) -> Summary:
        game_id, game, rules, options, created, ended, outcome, length = row
        try:
            return Summary(
                _is(int, game_id),
                _is(str, game),
                _is(int, rules),
                _is(dict, json.loads(_is(str, options))),
                _is(str, created),
                None if ended is None else _is(str, ended),
                None if outcome is None else Outcome(*json.loads(_is(str, outcome))),
                _is(int, length),
            )
        except (ValueError, TypeError):
            self._damaged("its list of games is garbled")

    def _damaged(self, what: str) -> NoReturn:
        raise StoreError(damage(self.path, what)) from None


class Journal:
    """The journal of one game that is being played: checks, writes, and keeps the state.

    Use it in a ``with`` statement. Its :attr:`state` is for reading; :attr:`mark` is what the
    table has noted since the last move, :attr:`aside` the reeds that are ignored,
    :attr:`notes` what stands beside the game, by name, and :attr:`steps` how often a move was
    made or taken back.
    """

    def __init__(self, store: Store, lock: "_Lock", stored: Stored) -> None:
        self.id = stored.summary.id
        self.state = stored.state
        self._store = store
        self._lock = lock
        self.mark = ""
        self.aside: frozenset[str] = frozenset()
        self.notes: dict[str, str] = {}
        self._entries = len(stored.entries)
        self.steps = steps(stored.entries)
        for entry in stored.entries:
            if entry.kind == ASIDE:
                self.aside = frozenset(entry.move.split())
            elif entry.kind == NOTE:
                self._take_note(entry)
            else:
                self.mark = entry.move if entry.kind == MARK else ""

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets another program play the game on."""
        self._lock.close()

    def play(self, move: str, at: str, *, is_umpire: bool = False) -> None:
        """Plays *move*; it is on disk when this returns.

        Raises the rules' :exc:`MoveError`, or :exc:`StoreError`; nothing has changed then.
        """
        self.write((move,), at=at, is_umpire=is_umpire)

    def undo(self, at: str, *, is_umpire: bool = False) -> str:
        """Takes the last move back and returns it; raises as ``State.pop`` and :meth:`play` do.

        Asks nobody whether that may be: that is the referee's.
        """
        move = self.state.moves[-1] if self.state.moves else ""
        self.write(undo=1, at=at, is_umpire=is_umpire)
        return move

    def write(
        self,
        moves: Sequence[str] = (),
        *,
        at: str,
        undo: int = 0,
        mark: str = "",
        is_umpire: bool = False,
    ) -> None:
        """Takes moves back, plays *moves* and notes *mark*, at once: all of it or nothing.

        Raises as :meth:`play` and :meth:`undo` do.
        """
        before = self.state.copy()
        entries = []
        try:
            entries += [Entry(UNDO, self.state.pop(), is_umpire, at) for _ in range(undo)]
            for move in moves:
                self.state.push(move)
                entries.append(Entry(MOVE, move, is_umpire, at))
            if mark or not entries:
                entries.append(Entry(MARK, mark, is_umpire, at))
            self._append(entries)
        except BaseException:
            # The state stays the same object: others look at it.
            made = len([entry for entry in entries if entry.kind == MOVE])
            for _ in range(made):
                self.state.pop()
            for move in before.moves[len(self.state.moves) :]:
                self.state.push(move)
            raise
        self.mark = mark

    def set_aside(self, reeds: Collection[str], at: str) -> None:
        """Notes that the umpire ignores these *reeds* from now on, and no others."""
        self._append([Entry(ASIDE, " ".join(sorted(reeds)), True, at)])
        self.aside = frozenset(reeds)

    def note(self, name: str, value: str, at: str) -> None:
        """Notes that *name*, a word, has this *value* from now on; an empty one ends it."""
        entry = Entry(NOTE, f"{name} {value}".rstrip(), False, at)
        self._append([entry])
        self._take_note(entry)

    def _take_note(self, entry: Entry) -> None:
        name, _, value = entry.move.partition(" ")
        self.notes.pop(name, None)
        if value:
            self.notes[name] = value

    def _append(self, entries: Sequence[Entry]) -> None:
        self._store._append(self.id, self._entries + 1, entries, self.state.outcome)
        self._entries += len(entries)
        self.steps += steps(entries)


class _Lock:
    # SQLite's own lock on an empty file: every system has it, and the end of a program frees it.

    def __init__(self, store: Store, game_id: int) -> None:
        self._path = store.path.with_name(f"{store.path.stem}-{game_id}.lock")
        with store._explained():
            self._db = sqlite3.connect(self._path, isolation_level=None, timeout=0)
        try:
            self._db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._db.close()
            if code_of(error) == sqlite3.SQLITE_BUSY:
                raise GameBusy(
                    f"another program is playing game {game_id}; end it first, or play another"
                ) from None
            raise StoreError(explain(self._path, error)) from None

    def close(self) -> None:
        # Elsewhere than on Unix a file that is open stays, and does no harm.
        with suppress(OSError):
            self._path.unlink()
        self._db.close()


def _dump(outcome: Outcome | None) -> str | None:
    return None if outcome is None else json.dumps(outcome)


_T = TypeVar("_T")


def _is(kind: type[_T], value: object) -> _T:
    if not isinstance(value, kind):
        raise TypeError(value)
    return value

"""The journal's SQLite file: its schema, and how it is opened and written.

Everything committed is on disk in this one file. A write-ahead log would hold it until later, and
silently drops everything after a damaged bit. So SQLite's rollback journal is used, which matters
only for a commit that a crash has interrupted.
"""

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NoReturn, TypeAlias

from heistboard.journal import checksums
from heistboard.journal.errors import StoreError, code_of, damage, explain

__all__ = ["ENTRIES", "HEADERS", "JournalFile"]

_BUSY_S = 5.0
# PRAGMA application_id: tells our file from another program's
_APPLICATION = 0x48425A31

HEADERS: Final = "SELECT id, game, rules, options FROM games ORDER BY id"
ENTRIES: Final = """
    SELECT number, kind, move, is_umpire, at, sum FROM entries WHERE game = ? ORDER BY number
"""


def _chain_all(db: sqlite3.Connection) -> None:
    # Adds checksums to games written before there were any; replaying finds what is wrong in them.
    last = b""
    for game_id, *header in db.execute(HEADERS).fetchall():
        begin = checksums.origin(game_id, *header)
        last = checksums.ledger(last, game_id, begin)
        rows = db.execute(ENTRIES, (game_id,)).fetchall()
        sums = checksums.links(begin, [row[1:5] for row in rows])
        db.executemany(
            "UPDATE entries SET sum = ? WHERE game = ? AND number = ?",
            ((each, game_id, row[0]) for each, row in zip(sums, rows, strict=True)),
        )
        end = db.execute(
            "SELECT created, ended, outcome FROM games WHERE id = ?", (game_id,)
        ).fetchone()
        head = checksums.head(sums[-1] if sums else begin, len(sums), *end)
        db.execute("UPDATE games SET head = ? WHERE id = ?", (head, game_id))
    db.execute("INSERT INTO ledger (id, sum) VALUES (1, ?)", (last,))


_Step: TypeAlias = tuple[str | Callable[[sqlite3.Connection], None], ...]

# The migrations: each leads from one version of the schema (PRAGMA user_version) to the next.
_STEPS: tuple[_Step, ...] = (
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
    (
        "ALTER TABLE games ADD COLUMN head BLOB NOT NULL DEFAULT x''",
        "ALTER TABLE entries ADD COLUMN sum BLOB NOT NULL DEFAULT x''",
        "CREATE TABLE ledger (id INTEGER PRIMARY KEY, sum BLOB NOT NULL)",
        # What followed the last good move of a damaged game, unchanged.
        "CREATE TABLE beside (game, number, kind, move, is_umpire, at, sum)",
        _chain_all,
    ),
)


class JournalFile:
    """Opens the file at *path*; with *create*, makes it if it does not exist.

    Raises :exc:`StoreError`, as all methods do.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        self._is_sound = False  # whether SQLite has checked its pages
        if not create and not os.path.exists(path):
            raise StoreError(
                f"there is no journal {path}; the first game creates it, or choose another data "
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
            # Garbled text must not raise here: its checksum tells that it is damaged.
            self._db.text_factory = lambda data: data.decode("utf-8", "backslashreplace")
        try:
            with self._explained():
                self._prepare()
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def _make(self) -> None:
        # Readable by the user only: it holds the secrets of unfinished games.
        try:
            self.path.touch(mode=0o600)
            if not os.access(self.path, os.W_OK):  # the owner can touch a read-only file
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
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
        if version < 0:
            self._damaged("its schema is garbled")
        self._leave_wal()
        # FULL: a commit waits for the disk, also for truncating the rollback journal.
        self._db.execute("PRAGMA synchronous = FULL")
        if version == known:
            return
        with self._transaction():
            for step in _STEPS[self._version() :]:  # another program may have migrated it by now
                for act in step:
                    if isinstance(act, str):
                        self._db.execute(act)
                    else:
                        act(self._db)
            self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {known}")

    def _leave_wal(self) -> None:
        # SQLite's own busy timeout does not apply to this PRAGMA.
        due = time.monotonic() + _BUSY_S
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = TRUNCATE")
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

    def _require_sound(self) -> None:
        # Writing to a file with corrupt pages may overwrite good ones.
        if not self._is_sound:
            with self._explained():
                found = self._db.execute("PRAGMA quick_check(1)").fetchall()
            if found != [("ok",)]:
                self._damaged("its pages are corrupt")
            self._is_sound = True

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
            raise  # a bug of ours
        except sqlite3.Error as error:
            raise StoreError(explain(self.path, error)) from None
        except UnicodeDecodeError:
            self._damaged("its text is garbled")  # sqlite3 cannot decode SQLite's own message

    def _damaged(self, what: str) -> NoReturn:
        raise StoreError(damage(self.path, what)) from None

"""A lock between programs that is freed when its owner ends, even by a crash."""

import sqlite3
from contextlib import suppress
from pathlib import Path

from heistboard.journal.errors import StoreError, code_of, explain

__all__ = ["Lock", "Locked"]


class Locked(Exception):
    """Another program holds the lock."""


class Lock:
    """Takes the lock at *path*; raises :exc:`Locked`, or :exc:`StoreError` if it cannot be made.

    It is SQLite's lock on an empty file, which works on every system and which the operating
    system frees when the program ends.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        while True:
            before = self._file()
            self._db = self._take()
            if before is not None and before == self._file():
                with suppress(OSError):  # some file systems know no modes
                    self._path.chmod(0o600)  # SQLite made it
                return
            # The file is new, or its owner has just removed it: then another program may lock a
            # new file at this path. Try again until the file stays the same.
            self._db.close()

    def close(self) -> None:
        """Frees the lock and removes its file."""
        # Windows cannot remove an open file; the file that stays does no harm.
        with suppress(OSError):
            self._path.unlink()
        self._db.close()

    def _file(self) -> tuple[int, int] | None:
        # Identifies the file without opening it: closing it again would free a POSIX lock.
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _take(self) -> sqlite3.Connection:
        try:
            # Another thread may close it.
            db = sqlite3.connect(
                self._path, isolation_level=None, timeout=0, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise StoreError(explain(self._path, error)) from None
        try:
            db.execute("PRAGMA journal_mode = MEMORY")  # or there would be a second file
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            db.close()
            if code_of(error) == sqlite3.SQLITE_BUSY:
                raise Locked from None
            raise StoreError(explain(self._path, error)) from None
        return db

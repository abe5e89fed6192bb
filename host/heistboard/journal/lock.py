"""A lock that ends with the program that has it, however that ends."""

import sqlite3
from contextlib import suppress
from pathlib import Path

from heistboard.journal.errors import StoreError, code_of, explain

__all__ = ["Lock", "Locked"]


class Locked(Exception):
    """Another program has the lock."""


class Lock:
    """The lock at *path*, taken; raises :exc:`Locked`, or :exc:`StoreError` if it cannot be made.

    It is SQLite's own on an empty file: every system has it, and the end of a program frees it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        while True:
            before = self._file()
            self._db = self._take()
            if before is not None and before == self._file():
                return
            # It was made just now, or its owner has removed the file meanwhile: then the
            # next one locks another file there.
            self._db.close()

    def close(self) -> None:
        """Frees the lock and takes its file away."""
        # Elsewhere than on Unix a file that is open stays, and does no harm.
        with suppress(OSError):
            self._path.unlink()
        self._db.close()

    def _file(self) -> tuple[int, int] | None:
        # Which file is there. To open and close it would free the lock: systems are like that.
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _take(self) -> sqlite3.Connection:
        try:
            # Another thread may free it.
            db = sqlite3.connect(
                self._path, isolation_level=None, timeout=0, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise StoreError(explain(self._path, error)) from None
        try:
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            db.close()
            if code_of(error) == sqlite3.SQLITE_BUSY:
                raise Locked from None
            raise StoreError(explain(self._path, error)) from None
        return db

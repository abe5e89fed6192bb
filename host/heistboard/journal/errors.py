"""What can go wrong with the journal's file, in sentences that say what to do."""

import sqlite3
from pathlib import Path

from heistboard.journal.game_text import JournalError

__all__ = ["GameBusy", "GameMissing", "GameOver", "StoreError", "code_of", "damage", "explain"]


class StoreError(JournalError):
    """The journal cannot be read or written: one sentence that says what to do."""


class GameMissing(StoreError):
    """There is no such game."""


class GameBusy(StoreError):
    """Another program is playing that game."""


class GameOver(StoreError):
    """That game is over, so nobody can play it on."""


def code_of(error: sqlite3.Error) -> int:
    """Returns SQLite's primary code; 0 for errors of Python's own."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def explain(path: Path, error: sqlite3.Error) -> str:
    """Returns what *error* means for the journal at *path*, and what to do."""
    match code_of(error):
        case sqlite3.SQLITE_FULL:
            return f"cannot write {path}: the disk is full; free some space and try again"
        case sqlite3.SQLITE_IOERR:
            return (
                f"cannot read or write {path}: {error}; see that the disk has space left and "
                "works, then try again"
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return (
                f"cannot write {path} or beside it: {error}; see who may write there, or choose "
                "another data folder with --data DIR"
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
            return f"{path} is being written by another program; try again when it is done"
        case sqlite3.SQLITE_NOTADB:
            return (
                f"{path} is no journal; move it away, and a new one is made, or choose another "
                "data folder with --data DIR"
            )
    # Its message may quote what is in the file.
    return damage(path, getattr(error, "sqlite_errorname", "its text is garbled"))


def damage(path: Path, what: str) -> str:
    """Returns what to do with a journal of which *what* is damaged."""
    return (
        f"{path} is damaged: {what}; keep it, and go on with a backup of it or with what "
        f"`sqlite3 {path.name} .recover` saves"
    )

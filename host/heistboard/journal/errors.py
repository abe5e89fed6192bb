"""Errors of the journal's file, with sentences that say what to do."""

import sqlite3
from pathlib import Path

from heistboard.journal.game_text import JournalError

__all__ = ["GameBusy", "GameMissing", "GameOver", "StoreError", "code_of", "damage", "explain"]


class StoreError(JournalError):
    """The journal cannot be read or written; the message is a sentence that says what to do."""


class GameMissing(StoreError):
    """The journal has no such game."""


class GameBusy(StoreError):
    """Another program is playing the game."""


class GameOver(StoreError):
    """The game is over and cannot be resumed."""


def code_of(error: sqlite3.Error) -> int:
    """Returns SQLite's primary error code; 0 for an error raised by Python's module."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def explain(path: Path, error: sqlite3.Error) -> str:
    """Returns a sentence about *error* in the journal at *path* and what to do about it."""
    match code_of(error):
        case sqlite3.SQLITE_FULL:
            return f"cannot write {path}: the disk is full; free some space and try again"
        case sqlite3.SQLITE_IOERR:
            return (
                f"cannot read or write {path}: {error}; check that the disk works and has space "
                "left, then try again"
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return (
                f"cannot write {path} or its folder: {error}; check the permissions, or choose "
                "another data folder with --data DIR"
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
            return f"another program is writing to {path}; try again when it is done"
        case sqlite3.SQLITE_NOTADB:
            return (
                f"{path} is not a journal; move it away to start a new one, or choose another "
                "data folder with --data DIR"
            )
    # SQLite's own message may quote the file's contents.
    return damage(path, getattr(error, "sqlite_errorname", "its text is garbled"))


def damage(path: Path, what: str) -> str:
    """Returns a sentence about a damaged journal; *what* is wrong with it."""
    return (
        f"{path} is damaged: {what}; keep it, and continue with a backup or with what "
        f"`sqlite3 {path.name} .recover` saves"
    )

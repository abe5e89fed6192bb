"""Checksums that hold a journal together, each made from the one before. Pure.

A game's chain begins with what is played (:func:`origin`) and has one link per entry. Its head
covers the last link, how many there are, and how the game ended, so that entries that are gone
from the end are noticed. The ledger is the chain of all games, so that a game that is gone is.

They find what a disk does to a file, not what a person does to it: anybody can compute them.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, TypeAlias

__all__ = ["Value", "head", "ledger", "link", "links", "origin"]

_BYTES: Final = 8

Value: TypeAlias = int | float | str | bytes | None
"""What SQLite may hold; a damaged file may hold any of them anywhere."""


def origin(game_id: Value, game: Value, rules: Value, options: Value) -> bytes:
    """Returns where the chain of a game begins; *options* as they are written."""
    return _sum(b"", "game", game_id, game, rules, options)


def link(before: bytes, number: Value, *entry: Value) -> bytes:
    """Returns the checksum of an entry: kind, move, is_umpire, at."""
    return _sum(before, "entry", number, *entry)


def links(before: bytes, entries: Sequence[Sequence[Value]], first: int = 1) -> list[bytes]:
    """Returns the checksum of each of *entries*, which are numbered from *first*."""
    sums = []
    for number, entry in enumerate(entries, first):
        before = link(before, number, *entry)
        sums.append(before)
    return sums


def head(last: bytes, count: int, created: Value, ended: Value, outcome: Value) -> bytes:
    """Returns what covers a game whose chain has *count* links and ends in *last*."""
    return _sum(last, "head", count, created, ended, outcome)


def ledger(before: bytes, game_id: Value, origin: bytes) -> bytes:
    """Returns what covers all games so far, after one more that begins with *origin*."""
    return _sum(before, "ledger", game_id, origin)


def _sum(before: bytes, *fields: Value) -> bytes:
    # ascii() tells values and types apart, the same way in every release of Python.
    return hashlib.blake2b(before + ascii(fields).encode(), digest_size=_BYTES).digest()

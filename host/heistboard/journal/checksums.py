"""The checksums of a journal, each computed from the one before. Pure.

A game's chain starts from its game and options (:func:`origin`) and has one link per entry. Its
head covers the last link, the number of links, and how the game ended, so that missing last
entries are noticed. The ledger chains all games, so that a missing game is noticed.

This detects disk errors, not tampering: anybody can compute the checksums.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, TypeAlias

__all__ = ["Value", "head", "ledger", "link", "links", "origin"]

_BYTES: Final = 8

Value: TypeAlias = int | float | str | bytes | None
"""Any SQLite value; in a damaged file each column may hold any of them."""


def origin(game_id: Value, game: Value, rules: Value, options: Value) -> bytes:
    """Returns the checksum a game's chain starts from; *options* are the stored JSON text."""
    return _sum(b"", "game", game_id, game, rules, options)


def link(before: bytes, number: Value, *entry: Value) -> bytes:
    """Returns the checksum of an entry: its kind, move, is_umpire and at."""
    return _sum(before, "entry", number, *entry)


def links(before: bytes, entries: Sequence[Sequence[Value]], first: int = 1) -> list[bytes]:
    """Returns the checksum of each of *entries*, numbered from *first*."""
    sums = []
    for number, entry in enumerate(entries, first):
        before = link(before, number, *entry)
        sums.append(before)
    return sums


def head(last: bytes, count: int, created: Value, ended: Value, outcome: Value) -> bytes:
    """Returns the head of a game whose chain has *count* links and ends in *last*."""
    return _sum(last, "head", count, created, ended, outcome)


def ledger(before: bytes, game_id: Value, origin: bytes) -> bytes:
    """Returns the ledger after adding a game whose chain starts from *origin*."""
    return _sum(before, "ledger", game_id, origin)


def _sum(before: bytes, *fields: Value) -> bytes:
    # ascii() tells values and types apart, and gives the same text in every Python release.
    return hashlib.blake2b(before + ascii(fields).encode(), digest_size=_BYTES).digest()

"""Flips single bits of a journal file and checks that damage never goes unreported."""

import struct
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

from heistboard import games
from heistboard.journal.entries import Entry
from heistboard.journal.store import Store, StoreError
from heistboard.rules import Outcome

__all__ = ["BitFlipper", "CutShort", "cut_short", "payload", "small_journal"]

_PAGE = 4096
_SECTOR = 512
AT = "2031-05-04T20:15:00+02:00"
LATER = "2031-05-04T21:15:00+02:00"
ARREST = ("hide c3", "fly green x21", "search yellow a2", "search pink c3")
PLACED = ("place green x11", "place yellow x12", "place pink x33")


class _GameRead(NamedTuple):
    # All that is read of one game, but for dates, which only its damage is about.
    options: dict[str, Any]
    outcome: Outcome | None
    entries: list[Entry]
    moves: list[str]


class CutShort(NamedTuple):
    """A commit to a small journal: the file before and after it, and its rollback journal."""

    before: bytes
    after: bytes
    rollback: bytes

    @property
    def pages(self) -> list[int]:
        """The offsets of the pages that the commit changes."""
        starts = range(0, len(self.before), _PAGE)
        return [at for at in starts if self.before[at:][:_PAGE] != self.after[at:][:_PAGE]]


class BitFlipper:
    """Writes the journal *data* to a file at *path* and flips one bit of it at a time."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self.data = data
        path.write_bytes(data)
        self._whole, said = self._look()
        assert len(self._whole) == 2 and not said
        self.whole_after = self._whole
        self.harmless = 0
        self.said = 0
        self.refused = 0

    def flip(self, bit: int) -> None:
        """Reads everything with that bit flipped: it is all there, or the damage is reported."""
        self._write(bit, 1 << bit % 8)
        try:
            found, said = self._look()
            assert not any("hide" in each or "search" in each for each in said)
            assert said or found == self._whole, f"bit {bit} changes the journal unnoticed"
            self.said += bool(said)
            self.harmless += not said
            after = self.path.read_bytes()
            assert len(after) == len(self.data)
        finally:
            self._write(bit, 0)

    def roll_back(self, cut: CutShort, written: Collection[int], bit: int) -> None:
        """Opens a file whose commit was cut short after the pages *written*.

        The bit is flipped in the rollback journal.
        """
        data, rollback = bytearray(cut.before), bytearray(cut.rollback)
        for at in written:
            data[at : at + _PAGE] = cut.after[at : at + _PAGE]
        rollback[bit // 8] ^= 1 << bit % 8
        self.path.write_bytes(data)
        _rollback_of(self.path).write_bytes(rollback)
        found, said = self._look()
        assert said or found in (self._whole, self.whole_after), f"bit {bit} of the rollback"
        self.said += bool(said)
        self.harmless += not said

    def play_on(self, bit: int) -> None:
        """Continues both games with that bit flipped: no move that was readable is lost."""
        self._write(bit, 1 << bit % 8)
        try:
            found, said = self._look()
            for number in found:
                try:
                    with Store(self.path) as store, store.resume(number) as journal:
                        journal.note("bit", "played", LATER)
                except StoreError:
                    self.refused += 1
            again, said_again = self._look()
            for number, read in found.items():
                is_there = number in again and again[number].moves == read.moves
                assert is_there or said or said_again, f"bit {bit} loses moves when played on"
        finally:
            self.path.write_bytes(self.data)

    def _write(self, bit: int, mask: int) -> None:
        with open(self.path, "r+b") as file:
            file.seek(bit // 8)
            file.write(bytes([self.data[bit // 8] ^ mask]))

    def _look(self) -> tuple[dict[int, _GameRead], list[str]]:
        found: dict[int, _GameRead] = {}
        said = []
        try:
            with Store(self.path) as store:
                listed = store.games()
                said += [store.damage] if store.damage else []
                for summary in listed:
                    try:
                        read, entries, state, damage = store.get(summary.id)
                    except StoreError as error:
                        said.append(str(error))
                        continue
                    said += [damage] if damage else []
                    if not damage:
                        assert read == summary
                    options = dict(read.options)
                    found[summary.id] = _GameRead(
                        options, state.outcome, entries, list(state.moves)
                    )
        except StoreError as error:
            said.append(str(error))
        return found, said


def small_journal(path: Path) -> bytes:
    """Returns a file with two games: one ended by arrest, the other has notes and an undo."""
    game = games.load("car-thief")
    with Store(path, create=True) as store:
        with store.create(game.new(), AT) as journal:
            for move in (*PLACED, *ARREST):
                journal.play(move, AT)
        with store.create(game.new(players=3), AT) as journal:
            journal.write(PLACED, at=AT)
            journal.note("hints", "cells", AT)
            journal.play("hide c3", AT)
            journal.note("pencil.1.b3", "no", AT)
            journal.undo(LATER, is_umpire=True)
            journal.play("hide d4", LATER, is_umpire=True)
            journal.set_aside({"a1.cover", "b2.occupant"}, LATER)
            journal.write(mark="which", at=LATER)
    return path.read_bytes()


def cut_short(bits: BitFlipper) -> CutShort:
    """Plays a move and returns what a crash during its commit may leave."""
    path = bits.path
    with Store(path) as store:
        store._db.execute("PRAGMA journal_mode = PERSIST")  # keeps all but its header
        with store.resume(2) as journal:
            before = path.read_bytes()
            journal.play(journal.state.legal()[0], LATER)
    bits.whole_after, said = bits._look()
    assert not said
    rollback = bytearray(_rollback_of(path).read_bytes())
    # Restores the header; see SQLite's file format. A page's checksum is a nonce from the header
    # plus every 200th byte of the page.
    record = 4 + _PAGE + 4
    count = 0
    while _is_page(rollback[_SECTOR + count * record :][:record], before):
        count += 1
    first = rollback[_SECTOR + 4 :][: _PAGE + 4]
    checksum = int.from_bytes(first[_PAGE:], "big")
    nonce = (checksum - sum(first[at] for at in range(_PAGE - 200, 0, -200))) % 2**32
    numbers = (count, nonce, len(before) // _PAGE, _SECTOR, _PAGE)
    struct.pack_into(">8s5I", rollback, 0, bytes.fromhex("d9d505f920a163d7"), *numbers)
    return CutShort(before, path.read_bytes(), bytes(rollback[: _SECTOR + count * record]))


def _is_page(record: bytearray, before: bytes) -> bool:
    start = (int.from_bytes(record[:4], "big") - 1) * _PAGE
    return len(record) > _PAGE and start >= 0 and record[4:][:_PAGE] == before[start:][:_PAGE]


def _rollback_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def payload(data: bytes) -> list[int]:
    """Returns the offsets of the non-zero bytes in the pages of entries."""
    page = int.from_bytes(data[16:18], "big")
    found = []
    for start in range(0, len(data), page):
        is_entries = b"place green" in data[start : start + page]
        if is_entries:
            found += [at for at in range(start, start + page) if data[at]]
    return found

"""Notes stored with a game: hint grade, guide, computer players, each seat's people and marks."""

import json
from collections.abc import Mapping, Sequence

from heistboard import games
from heistboard.app.computer_players import check_bots
from heistboard.app.staged_journal import StagedRecord
from heistboard.games import Hinter, Package
from heistboard.games.hint_grades import OFF, check_grade, grades_of
from heistboard.journal.entries import BOT, SITTERS
from heistboard.places import layout
from heistboard.places.place import Place
from heistboard.rules import View

__all__ = ["GameNotes", "NoteRefused"]

MARKS = ("no", "maybe")  # pencil marks

_GRADE = "hints"  # names of notes in the journal
_PENCIL = "pencil"
_GUIDE = "guide"  # the seed of a guided game, until the guide is left


class NoteRefused(ValueError):
    """The note is not allowed; the message lists the allowed values."""


class GameNotes:
    """Reads and sets the notes in *record*; they are stored when the record is committed."""

    def __init__(self, record: StagedRecord) -> None:
        self._record = record
        self._hinter: Hinter | None = None
        self._known: tuple[object, View] | None = (
            None  # what the cached hints were computed from, and the hints
        )

    @property
    def grade(self) -> str:
        """The hint grade; off if the game no longer has the grade that was chosen."""
        grade = self._record.notes.get(_GRADE, OFF)
        return grade if grade in grades_of(self._package) else OFF

    def set_grade(self, grade: str) -> None:
        """Sets the hint grade; raises :exc:`NoteRefused` if the game has no such grade."""
        try:
            check_grade(grade, self._package)
        except ValueError as error:
            raise NoteRefused(str(error)) from None
        if grade != self.grade:
            self._record.note(_GRADE, grade)

    def hints(self, view: View) -> View:
        """Returns the grade and its hints for the table's *view*."""
        grade = self.grade
        if grade == OFF:
            return {"grade": OFF}
        follows_from = grade, view["moves"]
        if self._known is None or self._known[0] != follows_from:
            if self._hinter is None:
                self._hinter = self._package.claim("hints")()
            assert self._hinter is not None, "a game with grades has hints"
            told = self._hinter.document(view, grade)
            self._known = follows_from, {"grade": grade, **told}
        return self._known[1]

    @property
    def guide(self) -> int | None:
        """The seed of a guided game; ``None`` if nobody is guided, or the game has no guide."""
        seed = self._record.notes.get(_GUIDE)
        return None if seed is None or self._package.guide is None else int(seed)

    def begin_guide(self, seed: int) -> None:
        """Guides the learner from now on."""
        self._record.note(_GUIDE, str(seed))

    def leave_guide(self) -> None:
        """Guides nobody any longer."""
        self._record.note(_GUIDE, "")

    @property
    def bots(self) -> dict[int, str]:
        """The computer players by the number of their seat, without those no longer installed."""
        notes, bots = self._record.notes, {}
        if any(name.startswith(f"{BOT}.") for name in notes):
            makers = self._package.bot_makers()
            for seat, name in enumerate(self._record.state.seats):
                if (bot := notes.get(f"{BOT}.{name}")) in makers:
                    bots[seat] = bot
        return bots

    def add_bots(self, bots: Mapping[str, str]) -> None:
        """Has computer players play these seats, by name; raises :exc:`NoteRefused`."""
        if bots:
            try:
                check_bots(bots, self._package.bot_makers(), self._record.state.seats)
            except ValueError as error:
                raise NoteRefused(str(error)) from None
        for seat, name in bots.items():
            self._record.note(f"{BOT}.{seat}", name)

    def set_bot(self, seat: int, name: str | None) -> None:
        """Has the computer player *name* play *seat*, or people if it is ``None``.

        Raises :exc:`NoteRefused` if there is no such seat or computer player.
        """
        seats = self._record.state.seats
        if seat not in range(len(seats)):
            raise NoteRefused(f"there is no seat {seat!r}, expected 0..{len(seats) - 1}")
        if name is None:
            self._record.note(f"{BOT}.{seats[seat]}", "")
        else:
            self.add_bots({seats[seat]: name})

    def set_sitters(self, nicknames: Sequence[Sequence[str]]) -> None:
        """Notes who sits in each seat, by nickname; the statistics count by it."""
        notes = self._record.notes
        for name, sitters in zip(self._record.state.seats, nicknames, strict=True):
            value = json.dumps([*sitters], ensure_ascii=False) if sitters else ""
            if notes.get(f"{SITTERS}.{name}", "") != value:
                self._record.note(f"{SITTERS}.{name}", value)

    @property
    def _package(self) -> Package:
        return games.package(self._record.state.game.name)

    def pencil(self, seat: int, place: str, mark: str) -> None:
        """Marks a cell for *seat* alone; an empty *mark* erases.

        Raises :exc:`NoteRefused` for an unknown cell or mark.
        """
        if not self._is_cell(place) or mark not in (*MARKS, ""):
            raise NoteRefused(f"{place!r} or {mark!r}, expected a cell, and no or maybe")
        if self.pencilled(seat).get(place, "") != mark:
            self._record.note(f"{_PENCIL}.{seat}.{place}", mark)

    def _is_cell(self, text: str) -> bool:
        state = self._record.state
        try:
            place = Place.read(text, floors=state.game.floors(state.options))
        except ValueError:
            return False
        return place.name in layout.CELLS and str(place) == text

    def pencilled(self, seat: int) -> dict[str, str]:
        """Returns the marks of *seat* by cell."""
        prefix = f"{_PENCIL}.{seat}."
        return {
            name.removeprefix(prefix): mark
            for name, mark in self._record.notes.items()
            if name.startswith(prefix)
        }

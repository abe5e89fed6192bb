"""What is stored with a game about its windows: beats, Stops that were said, and wishes. Pure.

A *wish* names the windows in which a seat wants to be asked: kinds, and :data:`OWN` for those
in its own turn; :data:`NEVER` is none. It is private, like pencil marks. Without one the seat is
asked in all windows.
"""

from collections.abc import Mapping
from typing import Final

from heistboard.app.game_notes import NoteRefused
from heistboard.app.staged_journal import StagedRecord
from heistboard.games.window_options import STOPS, beat_ms, beat_option, window_options
from heistboard.rules import Choice, Window
from heistboard.rules.options import fitting, read

__all__ = ["ALWAYS", "NEVER", "OWN", "WindowNotes"]

ALWAYS: Final = "always"
NEVER: Final = "never"
OWN: Final = "own"

_SAID = "stops-said"  # a note for each seat
_WISH = "wish"  # likewise


class WindowNotes:
    """Reads and sets the notes in *record*; they are stored when the record is committed."""

    def __init__(self, record: StagedRecord) -> None:
        self._record = record
        self._known = window_options(record.state.game)

    @property
    def options(self) -> dict[str, Choice]:
        """The table's options for windows, by name."""
        return {name: self._option(name) for name in self._known}

    def begin(self, options: Mapping[str, Choice]) -> None:
        """Sets *options* for a game that begins or is resumed; others stay as they were."""
        for name, value in options.items():
            if name in self._known:
                self._record.note(name, str(value))

    def set_option(self, name: str, text: str) -> Choice:
        """Sets an option and returns its value; raises :exc:`NoteRefused` if it is not allowed."""
        try:
            value = read("", name, text, self._known)
        except ValueError as error:
            raise NoteRefused(str(error)) from None
        self._record.note(name, str(value))
        return value

    def beat_ms(self, window: Window | None) -> int | None:
        """Returns the beat of *window*; ``None`` to wait for all."""
        if window is None:
            return None
        name = beat_option(window.kind)
        return beat_ms({name: self._option(name)}, window.kind)

    def stops_left(self, seat: int) -> int:
        """Returns how often *seat* may still say Stop in this game."""
        return max(0, int(self._option(STOPS)) - self._said(seat))

    def count_stop(self, seat: int) -> None:
        """Counts that *seat* has said Stop."""
        self._record.note(self._name(_SAID, seat), str(self._said(seat) + 1))

    def wish(self, seat: int) -> str:
        """Returns the wish of *seat*: words with a space between, or :data:`ALWAYS`."""
        return self._record.notes.get(self._name(_WISH, seat), ALWAYS)

    def set_wish(self, seat: int, text: str) -> None:
        """Sets the wish of *seat*; raises :exc:`NoteRefused` for an unknown kind of window."""
        known = (OWN, *self._record.state.game.windows)
        words = text.split(" ")
        if text not in (ALWAYS, NEVER) and not set(words) <= set(known):
            raise NoteRefused(f"{text!r} is no wish, expected some of {', '.join(known)}")
        if self.wish(seat) != text:
            self._record.note(self._name(_WISH, seat), "" if text == ALWAYS else text)

    def is_quiet(self, seat: int, window: Window | None) -> bool:
        """Returns whether *seat* does not want to be asked in *window*."""
        wish = self.wish(seat)
        if window is None or wish == ALWAYS:
            return False
        words = wish.split(" ")
        return window.kind not in words and not (OWN in words and window.of == seat)

    def _option(self, name: str) -> Choice:
        notes = self._record.notes
        noted = {name: notes[name]} if name in notes else {}
        return fitting(noted, self._known).get(name, self._known[name].default)

    def _said(self, seat: int) -> int:
        return int(self._record.notes.get(self._name(_SAID, seat), "0"))

    def _name(self, note: str, seat: int) -> str:
        return f"{note}.{self._record.state.seats[seat]}"

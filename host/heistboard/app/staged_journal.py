"""A journal with staging: a lap's entries reach the disk only after all else has succeeded.

A lap changes a copy of the game. Once everything that will be shown has been computed,
:meth:`StagedRecord.commit` writes the entries to disk; :meth:`StagedRecord.roll_back` drops them.
"""

from collections.abc import Callable, Mapping, Sequence

from heistboard.journal.store import Journal, Write
from heistboard.rules import State

__all__ = ["StagedRecord"]

_KEPT = "kept."  # begins the names of the notes that gestures keep


class StagedRecord:
    """A :class:`~heistboard.games.gestures.Record` over a journal; *at* gives the time of day."""

    def __init__(self, journal: Journal, at: Callable[[], str]) -> None:
        self.state: State = journal.state.copy()
        self.mark = journal.mark
        self.aside = journal.aside
        self._journal = journal
        self._at = at
        self._writes: list[Write] = []
        self._noted: dict[str, str] = {}
        self._kept = self.state

    def write(
        self,
        moves: Sequence[str] = (),
        *,
        undo: int = 0,
        mark: str = "",
        is_umpire: bool = False,
    ) -> None:
        """Undoes moves, plays *moves* and sets *mark*, all on a copy of the game.

        Raises the rules' errors, and then changes nothing.
        """
        state = self.state.copy()
        for _ in range(undo):
            state.pop()
        for move in moves:
            state.push(move)
        made = tuple(state.moves[len(state.moves) - len(moves) :])
        self._writes.append(Write(made, undo, mark, is_umpire))
        self.state, self.mark = state, mark

    def set_aside(self, reeds: frozenset[str]) -> None:
        """Sets aside exactly these *reeds*."""
        self.aside = reeds

    def note(self, name: str, value: str) -> None:
        """Sets the note *name*; an empty *value* removes it."""
        self._noted[name] = value

    @property
    def kept(self) -> Mapping[str, str]:
        """What gestures keep with the game, by name."""
        return {
            name.removeprefix(_KEPT): value
            for name, value in self.notes.items()
            if name.startswith(_KEPT)
        }

    def keep(self, name: str, value: str) -> None:
        """Keeps *value* for gestures; an empty one deletes it."""
        self.note(f"{_KEPT}{name}", value)

    @property
    def notes(self) -> Mapping[str, str]:
        """The notes stored with the game."""
        if not self._noted:
            return self._journal.notes
        notes = {**self._journal.notes, **self._noted}
        return {name: value for name, value in notes.items() if value}

    def commit(self) -> None:
        """Writes everything staged to disk in one transaction.

        Raises :exc:`~heistboard.journal.game_text.JournalError`; then the caller must roll back.
        """
        aside = None if self.aside == self._journal.aside else self.aside
        if self._writes or self._noted or aside is not None:
            at = self._at()
            self._journal.write_all(_joined(self._writes), at=at, aside=aside, notes=self._noted)
        self._writes.clear()
        self._noted.clear()
        self._kept = self.state

    def roll_back(self) -> None:
        """Drops everything staged since the last commit."""
        self._writes.clear()
        self._noted.clear()
        self.state, self.mark, self.aside = self._kept, self._journal.mark, self._journal.aside


def _joined(writes: Sequence[Write]) -> list[Write]:
    # Merges the writes of a lap into one entry where possible.
    joined: list[Write] = []
    for each in writes:
        if joined and not each.undo and each.is_umpire == joined[-1].is_umpire:
            before = joined.pop()
            each = Write(before.moves + each.moves, before.undo, each.mark, each.is_umpire)
        joined.append(each)
    return joined

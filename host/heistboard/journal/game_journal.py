"""The journal of one game in play."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from heistboard.journal.checksums import Value
from heistboard.journal.entries import ASIDE, MARK, MOVE, NOTE, UNDO, Entry, Stored, steps
from heistboard.journal.lock import Lock
from heistboard.rules import Outcome

__all__ = ["Journal", "Tail", "Write", "Writer"]


class Tail(NamedTuple):
    """The end of a game's good entries, with all that the head's checksum covers.

    *is_torn*: the file has damaged entries after them, which the next write moves aside.
    """

    last: bytes
    links: int
    created: Value
    ended: str | None
    outcome: str | None
    is_torn: bool = False


class Write(NamedTuple):
    """One write: moves to take back, then moves to play, then a mark of the table."""

    moves: tuple[str, ...] = ()
    undo: int = 0
    mark: str = ""
    is_umpire: bool = False


class Writer(Protocol):
    """Writes entries to disk; a :class:`~heistboard.journal.store.Store`."""

    def append(
        self, game_id: int, tail: Tail, entries: Sequence[Entry], outcome: Outcome | None
    ) -> Tail:
        """Writes *entries* after *tail* and returns the new tail; all of them or none."""


class Journal:
    """The journal of one game in play: checks moves, writes them, and keeps the state.

    Use it in a ``with`` statement, and treat :attr:`state` as read-only. :attr:`mark` is the
    table's mark since the last move, :attr:`aside` the reeds to ignore, :attr:`notes` the notes by
    name, and :attr:`steps` counts moves and undos. :attr:`damage` is a sentence if later moves
    were damaged when the journal was opened.
    """

    def __init__(self, writer: Writer, lock: Lock, stored: Stored, tail: Tail) -> None:
        self.id = stored.summary.id
        self.created = stored.summary.created
        self.state = stored.state
        self.damage = stored.damage
        self._writer = writer
        self._lock = lock
        self._tail = tail
        self.mark = ""
        self.aside: frozenset[str] = frozenset()
        self.notes: dict[str, str] = {}
        self.steps = steps(stored.entries)
        for entry in stored.entries:
            if entry.kind == ASIDE:
                self.aside = frozenset(entry.move.split())
            elif entry.kind == NOTE:
                self._apply_note(entry)
            else:
                self.mark = entry.move if entry.kind == MARK else ""

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees the game for other programs."""
        self._lock.close()

    def play(self, move: str, at: str, *, is_umpire: bool = False) -> None:
        """Plays *move* and writes it to disk.

        Raises the rules' :exc:`MoveError`, or :exc:`StoreError`, and changes nothing then.
        """
        self.write((move,), at=at, is_umpire=is_umpire)

    def undo(self, at: str, *, is_umpire: bool = False) -> str:
        """Takes the last move back and returns it; raises like ``State.pop`` and :meth:`play` do.

        Whether it may be taken back is for the referee to decide.
        """
        move = self.state.moves[-1] if self.state.moves else ""
        self.write(undo=1, at=at, is_umpire=is_umpire)
        return move

    def write(
        self,
        moves: Sequence[str] = (),
        *,
        at: str,
        undo: int = 0,
        mark: str = "",
        is_umpire: bool = False,
    ) -> None:
        """Takes *undo* moves back, plays *moves* and sets *mark*: all of it or nothing.

        Raises like :meth:`play` and :meth:`undo` do.
        """
        self.write_all((Write(tuple(moves), undo, mark, is_umpire),), at=at)

    def write_all(
        self,
        writes: Sequence[Write],
        *,
        at: str,
        aside: Collection[str] | None = None,
        notes: Mapping[str, str] | None = None,
    ) -> None:
        """Does *writes* in order, then :meth:`set_aside` and :meth:`note`: all of it or nothing.

        Raises like :meth:`play` and :meth:`undo` do.
        """
        before = tuple(self.state.moves)
        entries: list[Entry] = []
        try:
            for each in writes:
                entries += self._apply_write(each, at)
            if aside is not None:
                entries.append(Entry(ASIDE, " ".join(sorted(aside)), True, at))
            noted = [
                Entry(NOTE, f"{name} {value}".rstrip(), False, at)
                for name, value in (notes or {}).items()
            ]
            entries += noted
            if not entries:
                return
            self._append(entries)
        except BaseException:
            self._go_back_to(before)
            raise
        if writes:
            self.mark = writes[-1].mark
        if aside is not None:
            self.aside = frozenset(aside)
        for entry in noted:
            self._apply_note(entry)

    def _apply_write(self, write: Write, at: str) -> list[Entry]:
        is_umpire = write.is_umpire
        entries = [Entry(UNDO, str(self.state.pop()), is_umpire, at) for _ in range(write.undo)]
        for move in write.moves:
            self.state.push(move)
            entries.append(Entry(MOVE, str(move), is_umpire, at))
        if write.mark or not entries:
            entries.append(Entry(MARK, write.mark, is_umpire, at))
        return entries

    def _go_back_to(self, moves: Sequence[str]) -> None:
        # The state must stay the same object: others hold it.
        state = self.state
        while tuple(state.moves) != tuple(moves[: len(state.moves)]):
            state.pop()
        for move in moves[len(state.moves) :]:
            state.push(move)

    def set_aside(self, reeds: Collection[str], at: str) -> None:
        """Records that these *reeds*, and no others, are now ignored."""
        self.write_all((), at=at, aside=reeds)

    def note(self, name: str, value: str, at: str) -> None:
        """Sets the note *name*, one word, to *value*; an empty value deletes it."""
        self.write_all((), at=at, notes={name: value})

    def _apply_note(self, entry: Entry) -> None:
        name, _, value = entry.move.partition(" ")
        self.notes.pop(name, None)
        if value:
            self.notes[name] = value

    def _append(self, entries: Sequence[Entry]) -> None:
        self._tail = self._writer.append(self.id, self._tail, entries, self.state.outcome)
        self.steps += steps(entries)

"""The journal of one game that is being played."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from heistboard.journal.checksums import Value
from heistboard.journal.entries import ASIDE, MARK, MOVE, NOTE, UNDO, Entry, Stored, steps
from heistboard.journal.lock import Lock
from heistboard.rules import Outcome

__all__ = ["Journal", "Tail", "Write", "Writer"]


class Tail(NamedTuple):
    """Where a game's good entries end, and what stands beside them under the same checksum.

    *is_torn*: the file has something else after them, which is moved beside the game when it is
    next written to.
    """

    last: bytes
    links: int
    created: Value
    ended: str | None
    outcome: str | None
    is_torn: bool = False


class Write(NamedTuple):
    """Moves that are taken back, then moves that are played, then a mark of the table."""

    moves: tuple[str, ...] = ()
    undo: int = 0
    mark: str = ""
    is_umpire: bool = False


class Writer(Protocol):
    """What writes entries to the disk."""

    def append(
        self, game_id: int, tail: Tail, entries: Sequence[Entry], outcome: Outcome | None
    ) -> Tail:
        """Writes *entries* behind *tail* and returns the new one; all of them or none."""


class Journal:
    """The journal of one game that is being played: checks, writes, and keeps the state.

    Use it in a ``with`` statement. Its :attr:`state` is for reading; :attr:`mark` is what the
    table has noted since the last move, :attr:`aside` the reeds that are ignored,
    :attr:`notes` what stands beside the game, by name, and :attr:`steps` how often a move was
    made or taken back. :attr:`damage` says, as a sentence, that later moves were damaged when it
    was opened.
    """

    def __init__(self, writer: Writer, lock: Lock, stored: Stored, tail: Tail) -> None:
        self.id = stored.summary.id
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
                self._take_note(entry)
            else:
                self.mark = entry.move if entry.kind == MARK else ""

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets another program play the game on."""
        self._lock.close()

    def play(self, move: str, at: str, *, is_umpire: bool = False) -> None:
        """Plays *move*; it is on disk when this returns.

        Raises the rules' :exc:`MoveError`, or :exc:`StoreError`; nothing has changed then.
        """
        self.write((move,), at=at, is_umpire=is_umpire)

    def undo(self, at: str, *, is_umpire: bool = False) -> str:
        """Takes the last move back and returns it; raises as ``State.pop`` and :meth:`play` do.

        Asks nobody whether that may be: that is the referee's.
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
        """Takes moves back, plays *moves* and notes *mark*, at once: all of it or nothing.

        Raises as :meth:`play` and :meth:`undo` do.
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
        """Does *writes* in order, then as :meth:`set_aside` and :meth:`note` do: all or nothing.

        Raises as :meth:`play` and :meth:`undo` do.
        """
        before = tuple(self.state.moves)
        entries: list[Entry] = []
        try:
            for each in writes:
                entries += self._made(each, at)
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
            self._take_note(entry)

    def _made(self, write: Write, at: str) -> list[Entry]:
        is_umpire = write.is_umpire
        entries = [Entry(UNDO, str(self.state.pop()), is_umpire, at) for _ in range(write.undo)]
        for move in write.moves:
            self.state.push(move)
            entries.append(Entry(MOVE, str(move), is_umpire, at))
        if write.mark or not entries:
            entries.append(Entry(MARK, write.mark, is_umpire, at))
        return entries

    def _go_back_to(self, moves: Sequence[str]) -> None:
        # The state stays the same object: others look at it.
        state = self.state
        while tuple(state.moves) != tuple(moves[: len(state.moves)]):
            state.pop()
        for move in moves[len(state.moves) :]:
            state.push(move)

    def set_aside(self, reeds: Collection[str], at: str) -> None:
        """Notes that the umpire ignores these *reeds* from now on, and no others."""
        self.write_all((), at=at, aside=reeds)

    def note(self, name: str, value: str, at: str) -> None:
        """Notes that *name*, a word, has this *value* from now on; an empty one ends it."""
        self.write_all((), at=at, notes={name: value})

    def _take_note(self, entry: Entry) -> None:
        name, _, value = entry.move.partition(" ")
        self.notes.pop(name, None)
        if value:
            self.notes[name] = value

    def _append(self, entries: Sequence[Entry]) -> None:
        self._tail = self._writer.append(self.id, self._tail, entries, self.state.outcome)
        self.steps += steps(entries)

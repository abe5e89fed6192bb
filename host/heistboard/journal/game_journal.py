"""The journal of one game that is being played."""

from collections.abc import Collection, Sequence
from types import TracebackType
from typing import NamedTuple, Protocol

from heistboard.journal.chain import Value
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


class Writer(Protocol):
    """What writes entries to the disk."""

    def append(
        self, game_id: int, tail: Tail, entries: Sequence[Entry], outcome: Outcome | None
    ) -> Tail:
        """Writes *entries* behind *tail* and returns the new one; all of them or none."""


class Write(NamedTuple):
    """How many moves are taken back, which are played then, and the mark of the table."""

    moves: tuple[str, ...]
    undo: int = 0
    mark: str = ""
    is_umpire: bool = False


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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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

    def write_all(self, writes: Sequence[Write], *, at: str) -> None:
        """Does several writes, one after the other: all of them or nothing.

        Raises as :meth:`play` and :meth:`undo` do.
        """
        before = [*self.state.moves]
        entries: list[Entry] = []
        try:
            for moves, undo, mark, is_umpire in writes:
                entries += [Entry(UNDO, str(self.state.pop()), is_umpire, at) for _ in range(undo)]
                for move in moves:
                    self.state.push(move)
                    entries.append(Entry(MOVE, str(move), is_umpire, at))
                if mark or not (moves or undo):
                    entries.append(Entry(MARK, mark, is_umpire, at))
            self._append(entries)
        except BaseException:
            # The state stays the same object: others look at it.
            while self.state.moves != before[: len(self.state.moves)]:
                self.state.pop()
            for move in before[len(self.state.moves) :]:
                self.state.push(move)
            raise
        self.mark = writes[-1].mark

    def set_aside(self, reeds: Collection[str], at: str) -> None:
        """Notes that the umpire ignores these *reeds* from now on, and no others."""
        self._append([Entry(ASIDE, " ".join(sorted(reeds)), True, at)])
        self.aside = frozenset(reeds)

    def note(self, name: str, value: str, at: str) -> None:
        """Notes that *name*, a word, has this *value* from now on; an empty one ends it."""
        entry = Entry(NOTE, f"{name} {value}".rstrip(), False, at)
        self._append([entry])
        self._take_note(entry)

    def _take_note(self, entry: Entry) -> None:
        name, _, value = entry.move.partition(" ")
        self.notes.pop(name, None)
        if value:
            self.notes[name] = value

    def _append(self, entries: Sequence[Entry]) -> None:
        self._tail = self._writer.append(self.id, self._tail, entries, self.state.outcome)
        self.steps += steps(entries)

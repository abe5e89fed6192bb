"""The journal as the table writes it, with the time of day."""

from collections.abc import Callable, Sequence

from heistboard.journal.store import Journal
from heistboard.rules import State

__all__ = ["JournalRecord"]


class JournalRecord:
    """A :class:`~heistboard.table.contract.Record` on disk; *at* tells the time of day."""

    def __init__(self, journal: Journal, at: Callable[[], str]) -> None:
        self.state: State = journal.state
        self._journal = journal
        self._at = at

    @property
    def mark(self) -> str:
        """What the table has noted since the last move."""
        return self._journal.mark

    @property
    def aside(self) -> frozenset[str]:
        """Reeds that the umpire has set aside."""
        return self._journal.aside

    def write(
        self,
        moves: Sequence[str] = (),
        *,
        undo: int = 0,
        mark: str = "",
        is_umpire: bool = False,
    ) -> None:
        """Takes moves back, plays *moves*, notes *mark*: all of it or nothing."""
        self._journal.write(moves, undo=undo, mark=mark, is_umpire=is_umpire, at=self._at())

    def set_aside(self, reeds: frozenset[str]) -> None:
        """From now on *reeds*, and no others, are set aside."""
        self._journal.set_aside(reeds, self._at())

"""What the moves of a game come to, kept from one look to the next: searches, and moves in words.

Everything here is made of the moves and what each search found, and is thrown away when a move is
taken back. Random play never looks, and pays nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from heistboard.rules import HIDDEN, UNCOVERS, Move
from heistboard.rules.contract import Json

__all__ = ["Folded", "Search"]


class Search(NamedTuple):
    """A search that was made, and what it found: nothing, a token's colour, or the car."""

    round: int
    helicopter: str
    cell: str
    found: str


class Folded:
    """The moves so far: ``open_lines`` as everybody knows them, ``lines`` as the thief does."""

    __slots__ = ("_count", "_round", "documents", "lines", "open_lines", "searches")

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.open_lines: list[str] = []
        self.searches: list[Search] = []
        self.documents: list[dict[str, Json]] = []
        """The searches, as JSON has them."""
        self._count = 0
        self._round = 0

    def fold(self, moves: Sequence[Move], found: Sequence[str]) -> None:
        """Takes the moves that were made since the last time."""
        count = self._count
        if count == len(moves):
            return
        for move in moves[count:]:
            line = open_line = str(move)
            if move.verb == "hide":
                self._round += 1
                open_line = _HID
            elif move.verb == "search":
                what = found[len(self.searches)]
                line = open_line = f"{move}{UNCOVERS}{what}"
                parts = move.parts
                search = Search(self._round, parts["helicopter"], parts["cell"], what)
                self.searches.append(search)
                self.documents.append(dict(search._asdict()))
            self.lines.append(line)
            self.open_lines.append(open_line)
        self._count = len(moves)

    def __eq__(self, other: object) -> bool:
        # It follows from the moves, so it is no part of what a state is.
        return isinstance(other, Folded)

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: dict[int, object]) -> "Folded":
        return Folded()


_HID = f"hide {HIDDEN}"

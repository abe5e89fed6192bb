"""What the moves of a game come to, kept from one look to the next: searches, and moves as told.

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
    """The moves so far, as far as somebody has looked."""

    __slots__ = (
        "_found_at",
        "_round",
        "_searched_at",
        "documents",
        "lines",
        "open_lines",
        "searches",
    )

    def __init__(self) -> None:
        self.lines: list[str] = []
        """The moves as the thief is told them."""
        self.open_lines: list[str] = []
        """The moves as everybody is."""
        self.searches: list[Search] = []
        self.documents: list[dict[str, Json]] = []
        """The searches, as JSON has them."""
        self._found_at = 0  # of the next search in the lines
        self._searched_at = 0  # moves that searches were taken from
        self._round = 0

    def fold_lines(self, moves: Sequence[Move], found: Sequence[str]) -> None:
        """Adds the lines of moves that were made since the last time."""
        lines, open_lines = self.lines, self.open_lines
        for move in moves[len(lines) :]:
            if move.verb == "search":
                line = f"{move}{UNCOVERS}{found[self._found_at]}"
                self._found_at += 1
                lines.append(line)
                open_lines.append(line)
            else:
                lines.append(move)
                open_lines.append(_HID if move.verb == "hide" else move)

    def fold_searches(self, moves: Sequence[Move], found: Sequence[str]) -> None:
        """Adds the searches that were made since the last time."""
        for move in moves[self._searched_at :]:
            if move.verb == "hide":
                self._round += 1
            elif move.verb == "search":
                parts, what = move.parts, found[len(self.searches)]
                search = Search(self._round, parts["helicopter"], parts["cell"], what)
                self.searches.append(search)
                self.documents.append(dict(search._asdict()))
        self._searched_at = len(moves)


_HID = f"hide {HIDDEN}"

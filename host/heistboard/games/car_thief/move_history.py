"""The searches and the told moves of a game, extended as moves are made.

Built from the moves and what each search found, only when a view asks for it; random play never
does. Taking back a move throws it away.
"""

from collections.abc import Sequence
from typing import NamedTuple

from heistboard.rules import HIDDEN, UNCOVERS, Move
from heistboard.rules.contract import Json

__all__ = ["MoveHistory", "Search"]


class Search(NamedTuple):
    """A search and what it found: ``nothing``, a token's colour, or the ``car``."""

    round: int
    helicopter: str
    cell: str
    found: str


class MoveHistory:
    """The history of a game up to the last time it was asked for."""

    __slots__ = (
        "_round",
        "_seen_moves",
        "_told_searches",
        "documents",
        "lines",
        "open_lines",
        "searches",
    )

    def __init__(self) -> None:
        self.lines: list[str] = []
        """The moves as told to the thief."""
        self.open_lines: list[str] = []
        """The moves as told to everybody."""
        self.searches: list[Search] = []
        self.documents: list[dict[str, Json]] = []
        """The searches, ready for JSON."""
        self._told_searches = 0  # how many searches are in the lines
        self._seen_moves = 0  # how many moves were looked through for searches
        self._round = 0

    def add_lines(self, moves: Sequence[Move], found: Sequence[str]) -> None:
        """Adds the lines of moves made since the last call."""
        lines, open_lines = self.lines, self.open_lines
        for move in moves[len(lines) :]:
            if move.verb == "search":
                line = f"{move}{UNCOVERS}{found[self._told_searches]}"
                self._told_searches += 1
                lines.append(line)
                open_lines.append(line)
            else:
                lines.append(move)
                open_lines.append(_HIDDEN_CAR if move.verb == "hide" else move)

    def add_searches(self, moves: Sequence[Move], found: Sequence[str]) -> None:
        """Adds the searches made since the last call."""
        for move in moves[self._seen_moves :]:
            if move.verb == "hide":
                self._round += 1
            elif move.verb == "search":
                parts, what = move.parts, found[len(self.searches)]
                search = Search(self._round, parts["helicopter"], parts["cell"], what)
                self.searches.append(search)
                self.documents.append(dict(search._asdict()))
        self._seen_moves = len(moves)


_HIDDEN_CAR = f"hide {HIDDEN}"

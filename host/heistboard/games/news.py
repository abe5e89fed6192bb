"""What the moves of a game have caused, and who made them, as everybody may know it. Pure.

A game claims a function as ``Package.news``: from TABLE's view before a move and after it, it
returns what the move has caused beside what its own line tells. It is shown after that line.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from heistboard.games.package import Package
from heistboard.rules.contract import CHANCE, TABLE, Ask, Move, State, View

__all__ = ["KEPT", "Line", "News", "Teller"]

KEPT: Final = 12  # the newest lines whose news are told; pages list no more

Teller: TypeAlias = Callable[[View, View], Sequence[Ask]]
"""``Package.news``: gets TABLE's view before and after one move. The texts are in the section
``news`` of the words."""


class Line(NamedTuple):
    """What is known of a line of the moves, as TABLE is told them."""

    by: str = ""
    """The seat that made the move; empty for chance, and where several seats were asked."""
    news: tuple[Ask, ...] = ()


class _Look(NamedTuple):
    # A state before or after a move.
    view: View | None
    by: str
    told: int  # how many lines TABLE has been told


class News:
    """The news of one game; *kept* of its newest lines have news, without a number all.

    Lines are counted as TABLE is told them: how many have passed in an open window shows nowhere.
    """

    def __init__(self, package: Package, kept: int | None = KEPT) -> None:
        self._tell: Teller | None = package.claim("news")
        self._kept = kept
        self._moves: tuple[Move, ...] = ()
        self._lines: list[tuple[int, Line]] = []  # by move: the lines told by then, and its own
        self._last: _Look | None = None  # after the last of these moves

    def lines(self, state: State, view: View) -> tuple[Line, ...]:
        """Returns one entry for each line that TABLE is told of *state*; *view* is TABLE's.

        Only moves made since the last call cost anything.
        """
        moves = tuple(state.moves)
        known = len(self._moves)
        if moves[:known] != self._moves:
            known = 0
        looks = self._looks(state, view, known)
        del self._lines[known:]
        for before, after in pairwise(looks):
            self._lines.append((after.told, self._line(before, after)))
        self._moves, self._last = moves, looks[-1]
        return self._by_line(looks[-1].told)

    def _looks(self, state: State, view: View, known: int) -> list[_Look]:
        # How it was after *known* moves, and after each later one.
        looks = [_look(state, view)]
        past: State | None = None
        for number in range(len(state.moves) - 1, known - 1, -1):
            if number == known and self._last is not None and known:
                looks.append(self._last)
                continue
            past = state.copy() if past is None else past
            while len(past.moves) > number:
                past.pop()
            is_told = self._tell is not None and looks[-1].told > self._first(looks[0].told)
            looks.append(_look(past, past.view(TABLE) if is_told else None))
        return looks[::-1]

    def _first(self, told: int) -> int:
        # The number of the first line that has news.
        return 0 if self._kept is None else max(0, told - self._kept)

    def _line(self, before: _Look, after: _Look) -> Line:
        # A move that nobody is told of yet has changed nothing for TABLE; when a window closes,
        # its moves are told together, and each names its seat.
        if after.told == before.told:
            return Line()
        by = before.by if after.told == before.told + 1 else ""
        if self._tell is None or before.view is None or after.view is None:
            return Line(by)
        return Line(by, tuple(self._tell(before.view, after.view)))

    def _by_line(self, told: int) -> tuple[Line, ...]:
        lines = [Line()] * told
        first = self._first(told)
        for at, line in self._lines:
            if line != Line():
                lines[at - 1] = line if at > first else line._replace(news=())
        return tuple(lines)


def _look(state: State, view: View | None) -> _Look:
    asked = state.turn if CHANCE not in state.movers else ()
    by = state.seats[asked[0]] if len(asked) == 1 else ""
    told = len(state.told(TABLE)) if state.game.has_windows else len(state.moves)
    return _Look(view, by, told)

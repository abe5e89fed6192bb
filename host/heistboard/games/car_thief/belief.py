"""The police's belief: all trails consistent with public information, updated as the game goes on.

Exact, with one row for each trail: at most 42 736, if nobody searches before round 11. A trail is
a number with five bits for each round, the car's current cell in the lowest bits; a second array
has its cells as a mask. Rows stay in the order of the trails, and arrays are never modified.

The belief is built from public events, never from a game's state. All trails count the same:
nothing is assumed about how thieves play.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from heistboard.games.car_thief.board import (
    CELL_NUMBERS,
    CELLS,
    NEXT_CELLS,
    RED_ROUND,
    ROUNDS,
    cells_of,
    token,
)
from heistboard.rules import View

__all__ = ["Belief", "Contradiction", "Odds"]

Event: TypeAlias = "tuple[str, ...]"

_BITS: Final = 5  # bits of a trail's number for each round
_CELL: Final = (1 << _BITS) - 1
WAYS: Final = 4  # neighbours of a cell, at most
NOWHERE: Final = len(CELLS)  # pads the neighbours of rim cells; every trail has been there


class Contradiction(ValueError):
    """No trail fits the event, so it cannot have happened. Nothing has changed."""


class Odds(NamedTuple):
    """The number of trails for each possible result of a search."""

    nothing: int
    yellow: int
    red: int
    blue: int
    car: int


class Belief:
    """All trails that fit what the police have seen.

    Starts before the car is hidden, with ``round`` 0 and one empty trail. Does not check whether
    a search was legal.

    >>> belief = Belief()
    >>> belief.hidden()
    >>> for cell in ("b2", "d2", "c4"):
    ...     belief.searched(cell, "nothing")
    >>> belief.hidden()
    >>> belief.searched("c3", "yellow")
    >>> belief.cells()
    {'c2': 1, 'b3': 1, 'd3': 1, 'c4': 1}
    """

    __slots__ = ("_events", "_paths", "_roofs", "_visited", "round")

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.round = 0
        self._events: list[Event] = []
        self._roofs: set[int] = set()
        self._paths = np.zeros(1, np.int64)
        self._visited = np.zeros(1, np.uint32)

    @classmethod
    def from_view(cls, view: View) -> "Belief":
        """Returns the belief that follows from *view*; see :meth:`follow`."""
        belief = cls()
        belief.follow(view)
        return belief

    def follow(self, view: View) -> None:
        """Catches up with a *view* of the police or the table.

        Starts over if a search or a hiding was taken back. Ignores the trail that is shown when
        the game is over.
        """
        events = _events(view)
        if events[: len(self._events)] != self._events:
            self._begin()
        for event in events[len(self._events) :]:
            if event[0] == "hide":
                self.hidden()
            elif event[0] == "search":
                self.searched(*event[1:])
            else:
                self.surrounded()

    def hidden(self) -> None:
        """Extends all trails by one cell: the thief has hidden the car again.

        Raises :exc:`Contradiction` if no trail can be extended, :exc:`ValueError` after round 11.
        """
        if self.round == ROUNDS:
            raise ValueError(f"hidden: round {ROUNDS} is the last (CT-END-2)")
        if not self.round:
            ways = np.arange(len(CELLS))
            paths = np.arange(len(CELLS), dtype=np.int64)
            visited = _MASKS[:NOWHERE] | _MASKS[NOWHERE]
        else:
            heads = self._paths & _CELL
            masks = _MASKS[NEXT[heads]]
            ways = np.flatnonzero(((masks & self._visited[:, None]) == 0).ravel())
            rows = ways // WAYS
            paths = (self._paths << _BITS)[rows] | NEXT[heads].ravel()[ways]
            visited = self._visited[rows] | masks.ravel()[ways]
        if not len(paths):
            raise Contradiction("the car has nowhere to go on any trail that fits")
        self._extended(ways)
        self._paths, self._visited = paths, visited
        self.round += 1
        self._events.append(("hide",))

    def searched(self, cell: str, found: str) -> None:
        """Keeps the trails on which a search of *cell* finds ``nothing``, ``car`` or a token's
        colour.

        Raises :exc:`Contradiction` if there are none.
        """
        if found not in Odds._fields:
            raise ValueError(f"searched: {found!r}, expected {', '.join(Odds._fields)}")
        number = _number(cell)
        self._keep(
            self._lies_under(number) == Odds._fields.index(found),
            f"no trail that fits has {_described(found)} under {cell} in round {self.round}",
        )
        if found not in ("nothing", "car"):
            self._roofs.add(number)
        self._events.append(("search", cell, found))

    def surrounded(self) -> None:
        """Keeps the trails on which the thief is surrounded (CT-THIEF-6).

        Raises :exc:`Contradiction` if there are none.
        """
        is_stuck = (_AROUND[self._paths & _CELL] & ~self._visited) == 0
        self._keep(is_stuck, "the car can move on every trail that fits")
        self._events.append(("surrounded",))

    @property
    def trails(self) -> int:
        """How many trails fit."""
        return len(self._paths)

    def each_trail(self) -> Iterator[tuple[str, ...]]:
        """Yields every trail that fits, in order, as the car's cells from round 1 on."""
        shifts = [_BITS * i for i in reversed(range(self.round))]
        for path in self._paths.tolist():
            yield tuple(CELLS[path >> shift & _CELL] for shift in shifts)

    def cells(self) -> dict[str, int]:
        """Returns the cells where the car can be, with the number of trails that end there."""
        if not self.round:
            return {}
        counts = np.bincount(self._paths & _CELL, minlength=len(CELLS)).tolist()
        return {cell: count for cell, count in zip(CELLS, counts, strict=True) if count}

    def been(self, cell: str) -> int:
        """Returns the number of trails on which the car has been, or is, under *cell*."""
        return int(np.count_nonzero(self._visited & _MASKS[_number(cell)]))

    def odds(self, cell: str) -> Odds:
        """Returns the number of trails for each possible result of a search of *cell*."""
        lies = self._lies_under(_number(cell))
        return Odds(*np.bincount(lies, minlength=len(Odds._fields)).tolist())

    def _lies_under(self, number: int) -> npt.NDArray[np.uint8]:
        # For each trail, what a search would find: an index into Odds.
        if number in self._roofs or not self.round:
            return np.zeros(self.trails, np.uint8)
        found: npt.NDArray[np.uint8] = ((self._visited & _MASKS[number]) != 0) * _BLUE
        for round_number, index in _TELLING.items():
            if round_number <= self.round:
                found[self._cells_in(round_number) == number] = index
        found[self._cells_in(self.round) == number] = _CAR
        return found

    def _cells_in(self, round_number: int) -> npt.NDArray[np.int64]:
        return self._paths >> _BITS * (self.round - round_number) & _CELL

    def _extended(self, ways: npt.NDArray[np.int64]) -> None:
        # Called before trails are extended: the way WAYS * row + i goes from the cell of that row
        # to its neighbour i; in round 1 a way is a cell.
        pass

    def _kept(self, rows: npt.NDArray[np.bool_]) -> None:
        # Called before all but these rows are dropped.
        pass

    def _keep(self, rows: npt.NDArray[np.bool_], otherwise: str) -> None:
        if not rows.any():
            raise Contradiction(otherwise)
        self._kept(rows)
        self._paths, self._visited = self._paths[rows], self._visited[rows]


def _events(view: View) -> list[Event]:
    # The public events about the car, in order, such as ("search", "b3", "blue").
    events: list[Event] = []
    for line in cast("list[str]", view["moves"]):
        verb, *words = line.split()
        if verb == "search":
            events.append((verb, words[1], words[3]))
        elif verb in ("hide", "surrounded"):
            events.append((verb,))
    return events


def _number(cell: str) -> int:
    if cell not in CELL_NUMBERS:
        raise ValueError(f"there is no cell {cell!r}, expected {CELLS[0]}..{CELLS[-1]}")
    return CELL_NUMBERS[cell]


def _described(found: str) -> str:
    return {"nothing": "nothing", "car": "the car"}.get(found, f"a {found} token")


_BLUE = np.uint8(Odds._fields.index("blue"))
_CAR = Odds._fields.index("car")
# The tokens whose colour tells their round: indices into Odds.
_TELLING = {number: Odds._fields.index(token(number)) for number in (1, RED_ROUND)}

_WAYS_OUT = [cells_of(mask) for mask in NEXT_CELLS]
NEXT: Final = np.array([near + [NOWHERE] * (WAYS - len(near)) for near in _WAYS_OUT], np.int64)
_MASKS = np.array([1 << cell for cell in range(NOWHERE + 1)], np.uint32)
_AROUND = np.array(NEXT_CELLS, np.uint32)

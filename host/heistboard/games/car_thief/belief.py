"""What the police can know: all trails that fit what is public, kept up as the game goes on.

Exact: one row for each trail, 42 736 at the most, when nobody has searched until round 11. A trail
is one number of five bits for each round, the car's cell in the lowest; beside it lie its cells as
a mask. Rows stay in the order of the trails, and no array is ever written to.

The belief is made of what happened before everybody's eyes, never of a game's state. Each trail
counts once: what thieves like to do is nobody's knowledge.
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

Act: TypeAlias = "tuple[str, ...]"

_BITS: Final = 5  # of a trail's number, for each round
_CELL: Final = (1 << _BITS) - 1
_WAYS: Final = 4  # from a cell, at the most


class Contradiction(ValueError):
    """No trail fits any more: what was said to happen cannot have. Nothing has changed."""


class Odds(NamedTuple):
    """How many trails there are for each thing that a search may find."""

    nothing: int
    yellow: int
    red: int
    blue: int
    car: int


class Belief:
    """All trails that fit what the police have seen.

    Begins before the car is hidden, with ``round`` 0 and the one empty trail. Who may search where
    and how often is for the referee; here every search is taken as it comes.

    >>> belief = Belief()
    >>> belief.hidden()
    >>> for cell in ("b2", "d2", "c4"):
    ...     belief.searched(cell, "nothing")
    >>> belief.hidden()
    >>> belief.searched("c3", "yellow")
    >>> belief.cells()
    {'c2': 1, 'b3': 1, 'd3': 1, 'c4': 1}
    """

    __slots__ = ("_acts", "_paths", "_roofs", "_visited", "round")

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.round = 0
        self._acts: list[Act] = []
        self._roofs: set[int] = set()
        self._paths = np.zeros(1, np.int64)
        self._visited = np.zeros(1, np.uint32)

    @classmethod
    def from_view(cls, view: View) -> "Belief":
        """Returns the belief of those who see this *view*; see :meth:`follow`."""
        belief = cls()
        belief.follow(view)
        return belief

    def follow(self, view: View) -> None:
        """Catches up with a *view* of the game: that of the police, or of the table.

        Where a search or a thief phase was taken back, it starts over. The trail that is shown
        when all is over plays no part.
        """
        acts = _acts(view)
        if acts[: len(self._acts)] != self._acts:
            self._begin()
        for act in acts[len(self._acts) :]:
            if act[0] == "hide":
                self.hidden()
            elif act[0] == "search":
                self.searched(*act[1:])
            else:
                self.surrounded()

    def hidden(self) -> None:
        """A thief phase has passed: the car is under another building, one of those it may reach.

        Raises :exc:`Contradiction` if it has nowhere to go on any trail, :exc:`ValueError` after
        round 11.
        """
        if self.round == ROUNDS:
            raise ValueError(f"hidden: round {ROUNDS} is the last (CT-END-2)")
        if not self.round:
            paths = np.arange(len(CELLS), dtype=np.int64)
            visited = _MASKS[:_NOWHERE] | _MASKS[_NOWHERE]
        else:
            heads = self._paths & _CELL
            masks = _MASKS[_NEXT[heads]]
            free = np.flatnonzero(((masks & self._visited[:, None]) == 0).ravel())
            rows = free // _WAYS
            paths = (self._paths << _BITS)[rows] | _NEXT[heads].ravel()[free]
            visited = self._visited[rows] | masks.ravel()[free]
        if not len(paths):
            raise Contradiction("the car has nowhere to go on any trail that fits")
        self._paths, self._visited = paths, visited
        self.round += 1
        self._acts.append(("hide",))

    def searched(self, cell: str, found: str) -> None:
        """A search of *cell* has found ``nothing``, the ``car``, or the token of a colour.

        Raises :exc:`Contradiction` if that cannot be.
        """
        if found not in Odds._fields:
            raise ValueError(f"searched: {found!r}, expected {', '.join(Odds._fields)}")
        number = _number(cell)
        self._keep(
            self._lies_under(number) == Odds._fields.index(found),
            f"no trail that fits has {_told(found)} under {cell} in round {self.round}",
        )
        if found not in ("nothing", "car"):
            self._roofs.add(number)
        self._acts.append(("search", cell, found))

    def surrounded(self) -> None:
        """The thief has announced being surrounded: the car has nowhere to go (CT-THIEF-6).

        Raises :exc:`Contradiction` if there is a way on every trail.
        """
        is_stuck = (_AROUND[self._paths & _CELL] & ~self._visited) == 0
        self._keep(is_stuck, "the car has a way on every trail that fits")
        self._acts.append(("surrounded",))

    @property
    def trails(self) -> int:
        """How many trails fit."""
        return len(self._paths)

    def each_trail(self) -> Iterator[tuple[str, ...]]:
        """Yields every trail that fits, in order: the car's cells, from round 1 on."""
        shifts = [_BITS * i for i in reversed(range(self.round))]
        for path in self._paths.tolist():
            yield tuple(CELLS[path >> shift & _CELL] for shift in shifts)

    def cells(self) -> dict[str, int]:
        """Returns where the car can be, and for each cell how many trails end there."""
        if not self.round:
            return {}
        counts = np.bincount(self._paths & _CELL, minlength=len(CELLS)).tolist()
        return {cell: count for cell, count in zip(CELLS, counts, strict=True) if count}

    def been(self, cell: str) -> int:
        """Returns on how many trails the car has been under *cell*, or is there now."""
        return int(np.count_nonzero(self._visited & _MASKS[_number(cell)]))

    def odds(self, cell: str) -> Odds:
        """Returns how many trails there are for each thing that a search of *cell* may find."""
        lies = self._lies_under(_number(cell))
        return Odds(*np.bincount(lies, minlength=len(Odds._fields)).tolist())

    def _lies_under(self, number: int) -> npt.NDArray[np.uint8]:
        # By trail: what a search would find, as an index into Odds.
        if number in self._roofs or not self.round:
            return np.zeros(self.trails, np.uint8)
        found: npt.NDArray[np.uint8] = ((self._visited & _MASKS[number]) != 0) * _BLUE
        for round_number, index in _TELLING.items():
            if round_number <= self.round:
                found[self._at(round_number) == number] = index
        found[self._at(self.round) == number] = _CAR
        return found

    def _at(self, round_number: int) -> npt.NDArray[np.int64]:
        return self._paths >> _BITS * (self.round - round_number) & _CELL

    def _keep(self, rows: npt.NDArray[np.bool_], otherwise: str) -> None:
        if not rows.any():
            raise Contradiction(otherwise)
        self._paths, self._visited = self._paths[rows], self._visited[rows]


def _acts(view: View) -> list[Act]:
    # What tells of the car, in the order it happened: ("search", "b3", "blue").
    acts: list[Act] = []
    for line in cast("list[str]", view["moves"]):
        verb, *words = line.split()
        if verb == "search":
            acts.append((verb, words[1], words[3]))
        elif verb in ("hide", "surrounded"):
            acts.append((verb,))
    return acts


def _number(cell: str) -> int:
    if cell not in CELL_NUMBERS:
        raise ValueError(f"there is no cell {cell!r}, expected {CELLS[0]}..{CELLS[-1]}")
    return CELL_NUMBERS[cell]


def _told(found: str) -> str:
    return {"nothing": "nothing", "car": "the car"}.get(found, f"a {found} token")


_BLUE = np.uint8(Odds._fields.index("blue"))
_CAR = Odds._fields.index("car")
# The tokens that tell their round, as indices into Odds.
_TELLING = {number: Odds._fields.index(token(number)) for number in (1, RED_ROUND)}

_NOWHERE = len(CELLS)  # where cells on the rim have no neighbour; every trail has been there
_WAYS_OUT = [cells_of(mask) for mask in NEXT_CELLS]
_NEXT = np.array([near + [_NOWHERE] * (_WAYS - len(near)) for near in _WAYS_OUT], np.int64)
_MASKS = np.array([1 << cell for cell in range(_NOWHERE + 1)], np.uint32)
_AROUND = np.array(NEXT_CELLS, np.uint32)

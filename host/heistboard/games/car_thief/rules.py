"""The state of a game of Car Thief: whose move it is, what is legal, what a move does.

Fast, because belief, bots and tests play millions of games. The police's side is a graph: a
:class:`_Fleet` is a node with the helicopters' positions, who still has to act, and all moves from
there. Each node is made once, when first reached. Sets of cells are bit masks.
"""

from typing import Final, TypeAlias

from heistboard.games.car_thief import notation
from heistboard.games.car_thief import view as views
from heistboard.games.car_thief.board import (
    ALL_CELLS,
    BUILDINGS,
    CELLS,
    COLOURS,
    CROSSINGS,
    NEXT_CELLS,
    NEXT_CROSSINGS,
    POLICE,
    ROUNDS,
    THIEF,
    cells_of,
    token,
)
from heistboard.games.car_thief.move_history import MoveHistory, Search
from heistboard.games.car_thief.notation import HIDES, helicopter_move
from heistboard.rules import Ask, Known, Move, Outcome, State, View

__all__ = ["SURROUNDED", "CarThief", "Search"]

SURROUNDED: Final = notation.SURROUNDED

_ARREST = Outcome("police", "arrest", "CT-END-1")
_ESCAPE = Outcome("thief", "escape", "CT-END-2")
_NO_WAY_OUT = Outcome("police", "surrounded", "CT-END-3")

_ALL_WAIT = (1 << len(COLOURS)) - 1
_UNPLACED = len(CROSSINGS)  # where a helicopter is before it is placed


class CarThief(State):
    """A game of Car Thief.

    ``round`` counts from 1 and is 0 while helicopters are placed. ``trail`` has the car's cells,
    by number, one for each round: the thief's secret.
    """

    __slots__ = (
        "_car",
        "_fleet",
        "_found",
        "_history",
        "_past",
        "_roofs",
        "_visited",
        "round",
        "trail",
    )

    CACHES = frozenset({"_history"})

    def __init__(self) -> None:
        self.seat = POLICE
        self.outcome = None
        self.moves = []
        self.round = 0
        self.trail: list[int] = []
        self._car = 0  # its cell, as a bit
        self._visited = 0
        self._roofs = 0  # cells with a token on the roof
        self._fleet = _FLEETS[_START]
        self._past: list[_Fleet] = []  # the fleet before each move
        self._found: list[str] = []  # what each search found
        self._history: MoveHistory | None = None  # made on first use

    @property
    def phase(self) -> str:
        """``setup``, ``eyes-closed``, ``police`` or ``over``."""
        if self.seat is None:
            return "over"
        if not self.round:
            return "setup"
        return "eyes-closed" if self.seat == THIEF else "police"

    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        """Returns every legal move, in the order of helicopters and cells."""
        if seat is not None and seat != self.seat:
            return ()
        if self.seat == POLICE:
            return self._fleet.moves
        if self.seat == THIEF:
            return _HIDINGS[self.free]
        return ()

    def push(self, move: str) -> None:
        """Plays *move*; raises :exc:`IllegalMove` or :exc:`InvalidMove`."""
        if self.seat == POLICE:
            step = self._fleet.steps.get(move)
            if step is None:
                raise notation.refusal(self, move)
            self.moves.append(step[2])
            self._past.append(self._fleet)
            self._fleet = fleet = _FLEETS[self._fleet.key ^ step[0]]
            if step[1]:
                self._search(step[1])
            if not fleet.waiting and self.seat is not None:
                self._end_round()
        elif self.seat == THIEF and _HIDES.get(move, 0) & self.free:
            self._hide(move)
        elif self.seat == THIEF and move == SURROUNDED and not self.free:
            self.moves.append(SURROUNDED)
            self._past.append(self._fleet)
            self.seat = None
            self.outcome = _NO_WAY_OUT
        else:
            raise notation.refusal(self, move)

    def _hide(self, move: str) -> None:
        self._past.append(self._fleet)
        self._car = bit = _HIDES[move]
        cell = bit.bit_length() - 1
        self.moves.append(HIDES[cell])
        self._visited |= bit
        self.trail.append(cell)
        self._fleet = _FLEETS[self._fleet.key | _ALL_WAIT]
        self.seat = POLICE

    def _search(self, bit: int) -> None:
        if not bit & self._visited & ~self._roofs:
            self._found.append("nothing")
        elif bit == self._car:
            self._found.append("car")
            self.seat = None
            self.outcome = _ARREST
        else:
            self._found.append(token(self.trail.index(bit.bit_length() - 1) + 1))
            self._roofs |= bit

    def _end_round(self) -> None:
        if self.round == ROUNDS:
            self.seat = None
            self.outcome = _ESCAPE
            return
        self.round += 1
        self.seat = THIEF

    def pop(self) -> Move:
        """Takes the last move back and returns it."""
        if not self.moves:
            raise IndexError("pop: no move has been made")
        move = self.moves.pop()
        fleet = self._past.pop()
        if move in _HIDES:
            self._visited ^= 1 << self.trail.pop()
            self._car = 1 << self.trail[-1] if self.trail else 0
            self.seat = THIEF
        elif move == SURROUNDED:
            self.seat = THIEF
        else:
            bit = fleet.steps[move][1]
            if bit and self._found.pop() not in ("nothing", "car"):
                self._roofs ^= bit
            if self.seat == THIEF:
                self.round -= 1
            self.seat = POLICE
        self.outcome = None
        self._fleet = fleet
        self._history = None
        return move

    def parse(self, text: str) -> Move:
        """Returns the move that *text* means; ``search b3`` will do if only one helicopter can.

        Raises :exc:`InvalidMove`, :exc:`AmbiguousMove` or :exc:`IllegalMove`.
        """
        return notation.parse(self, text)

    def view(self, seat: int) -> View:
        """Returns what *seat* may know; only the thief sees the trail before the game is over."""
        return views.view(self, seat)

    def told(self, seat: int | None) -> list[str]:
        """Returns the moves; only the thief sees the hiding places before the game is over."""
        return list(views.told(self, seat))

    def known(self, seat: int) -> Known:
        """Returns what the seat has learned: the moves as it knows them."""
        return views.known(self, seat)

    def asked(self, seat: int) -> Ask:
        """Returns the prompt of *seat*; only the thief learns of being surrounded."""
        if self.outcome is not None:
            return Ask(f"over.{self.outcome.ending}")
        if not self.round:
            return Ask("setup.place", {"helicopter": self.waiting[0]})
        if self.seat == POLICE:
            return Ask("police.act")
        return Ask("surrounded" if seat == THIEF and not self.free else "hide")

    def copy(self) -> "CarThief":
        """Returns an independent copy."""
        other = CarThief.__new__(CarThief)
        for name in (*State.__slots__, *CarThief.__slots__):
            value = getattr(self, name)
            setattr(other, name, list(value) if isinstance(value, list) else value)
        other._history = None
        return other

    @property
    def free(self) -> int:
        """The cells the thief may hide in now, as a mask: a secret."""
        if not self.trail:
            return ALL_CELLS
        return NEXT_CELLS[self.trail[-1]] & ~self._visited

    # What is public.

    @property
    def helicopters(self) -> dict[str, str | None]:
        """The crossing of each helicopter; ``None`` before it is placed."""
        return {
            colour: None if crossing == _UNPLACED else CROSSINGS[crossing]
            for colour, crossing in zip(COLOURS, self._fleet.crossings, strict=True)
        }

    @property
    def waiting(self) -> list[str]:
        """The helicopters that still have to act in this phase, or to be placed."""
        return [colour for i, colour in enumerate(COLOURS) if self._fleet.waiting >> i & 1]

    @property
    def searches(self) -> list[Search]:
        """All searches so far and what they found."""
        return list(self.search_history.searches)

    @property
    def search_history(self) -> MoveHistory:
        """The history with all searches so far; callers must not change it."""
        history = self._history = self._history or MoveHistory()
        history.add_searches(self.moves, self._found)
        return history

    @property
    def told_history(self) -> MoveHistory:
        """The history with all told moves so far; callers must not change it."""
        history = self._history = self._history or MoveHistory()
        history.add_lines(self.moves, self._found)
        return history

    @property
    def roofs(self) -> dict[str, str]:
        """The tokens on roofs: colour by cell."""
        return {CELLS[cell]: token(self.trail.index(cell) + 1) for cell in cells_of(self._roofs)}


# The fleet. A key has one bit for each helicopter that still has to act, and five for the crossing
# of each.


_Step: TypeAlias = tuple[int, int, Move]
# The bits of the key that a move flips, the mask of the cell it searches, and the move.


class _Fleet:
    # Immutable: copies of a state share it.

    __slots__ = ("crossings", "key", "moves", "steps", "waiting")

    def __init__(self, key: int) -> None:
        self.key = key
        self.waiting = key & _ALL_WAIT
        self.crossings = tuple(key >> _shift(i) & 31 for i in range(len(COLOURS)))
        self.steps: dict[str, _Step] = {
            step[2]: step
            for i, crossing in enumerate(self.crossings)
            if self.waiting >> i & 1
            for step, to in _STEPS[i][crossing]
            if to not in self.crossings or step[1]
        }
        self.moves: tuple[Move, ...] = tuple(self.steps)  # type: ignore[arg-type]

    def __deepcopy__(self, memo: dict[int, object]) -> "_Fleet":
        return self


class _Fleets(dict[int, _Fleet]):
    def __missing__(self, key: int) -> _Fleet:
        fleet = self[key] = _Fleet(key)
        return fleet


class _Hidings(dict[int, tuple[Move, ...]]):
    def __missing__(self, free: int) -> tuple[Move, ...]:
        moves = tuple(HIDES[cell] for cell in cells_of(free)) or _NO_CELL
        self[free] = moves
        return moves


def _shift(helicopter: int) -> int:
    return len(COLOURS) + 5 * helicopter


def _steps(helicopter: int, home: int) -> list[tuple[_Step, int]]:
    # Everything a helicopter can do from a crossing, and the crossing where it is afterwards.
    colour = COLOURS[helicopter]
    verb, reach = ("place", _EVERYWHERE) if home == _UNPLACED else ("fly", NEXT_CROSSINGS[home])
    acted = 1 << helicopter
    steps: list[tuple[_Step, int]] = []
    for to in reach:
        flipped = (home ^ to) << _shift(helicopter) | acted
        steps.append(((flipped, 0, helicopter_move(verb, colour, CROSSINGS[to])), to))
    if home != _UNPLACED:
        for cell in BUILDINGS[home]:
            search = helicopter_move("search", colour, CELLS[cell])
            steps.append(((acted, 1 << cell, search), home))
    return steps


_EVERYWHERE = range(len(CROSSINGS))
_STEPS = [[_steps(i, home) for home in range(_UNPLACED + 1)] for i in range(len(COLOURS))]
_FLEETS = _Fleets()
_START = sum(_UNPLACED << _shift(i) for i in range(len(COLOURS))) | _ALL_WAIT
_HIDES: dict[str, int] = {move: 1 << cell for cell, move in enumerate(HIDES)}
_NO_CELL = (SURROUNDED,)
_HIDINGS = _Hidings()  # by the mask of free cells

"""Doors: a coin is tossed, then everybody secretly opens a door in one window.

A small game for tests of the frame: it has a coin, a window, secrets and pieces, but no drawing.
"""

from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint
from typing import Final

import pytest
from heistboard import games
from heistboard.games import Package, installed
from heistboard.rules import (
    CHANCE,
    TABLE,
    Choice,
    Deck,
    Draw,
    Game,
    IllegalMove,
    InvalidMove,
    Known,
    Move,
    Option,
    Outcome,
    State,
    View,
)

from tests.support.games import install_only

__all__ = ["GAME", "PACKAGE", "install"]

SEATS: Final = ("p1", "p2", "p3")
FACES: Final = ("heads", "tails")
DOORS: Final = ("a1", "b2", "?")


def _coin(face: str) -> Move:
    return Move(f"coin {face}", "coin", {"coin": face}, reveals=True)


def _open(seat: int, cell: str) -> Move:
    parts = {"cell": cell}
    return Move(f"{SEATS[seat]} open {cell}", "open", parts, seat=seat, private=True)


_MOVES: Final = {
    str(move): move
    for move in (
        *map(_coin, FACES),
        *(_open(seat, cell) for seat in range(len(SEATS)) for cell in DOORS),
    )
}


def read(text: str) -> Move:
    """Reads a move; raises :exc:`InvalidMove`."""
    if text not in _MOVES:
        raise InvalidMove(f"{text!r} is not a move of Doors")
    return _MOVES[text]


class Doors(State):
    """A game of Doors."""

    __slots__ = ()

    def __init__(self, options: Mapping[str, Choice]) -> None:
        self.options = options
        self.moves = []
        self._update()

    def _update(self) -> None:
        is_over = len(self.moves) > len(self.seats_of)
        self.outcome = Outcome("p1", "open", "DR-1") if is_over else None
        self.seat = next(iter(self.movers), None)

    @property
    def seats_of(self) -> tuple[str, ...]:
        """The names of the seats, known before ``game`` is set."""
        return SEATS[: int(self.options["players"])]

    @property
    def phase(self) -> str:
        """``toss``, ``doors`` or ``over``."""
        if not self.moves:
            return "toss"
        return "doors" if self.outcome is None else "over"

    @property
    def movers(self) -> tuple[int, ...]:
        """Chance, then all seats that have not opened a door."""
        if not self.moves:
            return (CHANCE,)
        gone = {move.seat for move in self.moves}
        return tuple(seat for seat in range(len(self.seats_of)) if seat not in gone)

    @property
    def turn(self) -> tuple[int, ...]:
        """All seats, until everybody has opened a door."""
        return tuple(range(len(self.seats_of))) if self.phase == "doors" else ()

    @property
    def draw(self) -> Draw | None:
        """The coin."""
        return None if self.moves else Draw("coin", TABLE)

    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        """Returns the legal moves of *seat*."""
        seat = self.seat if seat is None else seat
        if seat is None or seat not in self.movers:
            return ()
        if seat == CHANCE:
            return tuple(map(_coin, FACES))
        return tuple(_open(seat, cell) for cell in DOORS[:-1])

    def odds(self) -> tuple[int, ...]:
        """Returns equal weights."""
        return (1, 1)

    def push(self, move: str) -> None:
        """Plays a move."""
        legal = {str(each): each for seat in self.movers for each in self.legal(seat)}
        if move not in legal:
            raise IllegalMove(move, "not now", "DR-2")
        self.moves.append(legal[move])
        self._update()

    def pop(self) -> Move:
        """Takes a move back."""
        move = self.moves.pop()
        self._update()
        return move

    def parse(self, text: str) -> Move:
        """Reads a move."""
        return read(text)

    def view(self, seat: int) -> View:
        """Returns the view of *seat*: its moves and the doors that are left."""
        return {
            "game": "doors",
            **self.options,
            "phase": self.phase,
            "waiting": [self.seats_of[each] for each in self.movers if each >= 0],
            "at": {"lamp": "x22"},
            "is-dark": True,
            "moves": [*self.told(seat)],
            "outcome": None if self.outcome is None else dict(self.outcome._asdict()),
        }

    def known(self, seat: int) -> Known:
        """Returns the moves as a seat knows them."""
        return tuple(self.told(seat))

    def told(self, seat: int | None) -> list[str]:
        """Returns the moves; only the seat that opened a door learns which."""
        return [self._line(move, seat) for move in self.moves]

    def _line(self, move: Move, seat: int | None) -> str:
        if move.verb == "coin":
            return move
        if seat not in (None, move.seat) and self.outcome is None:
            return f"{self.seats_of[move.seat or 0]} open ? -> ?"
        return f"{move} -> {'gold' if move.parts['cell'] == 'a1' else 'dust'}"

    def copy(self) -> "Doors":
        """Returns a copy of the game."""
        other = Doors(self.options)
        other.game, other.moves = self.game, [*self.moves]
        other._update()
        return other


GAME: Final = Game(
    name="doors",
    title="Doors",
    edition="of the tests",
    rules=1,
    players=range(2, 4),
    seats=lambda options: SEATS[: int(options["players"])],
    endings=("open",),
    phases=("toss", "doors", "over"),
    start=Doors,
    read=read,
    options={"wind": Option((False, True), False, "whether it is windy")},
    decks={"coin": Deck("a coin", can_be_real=True)},
    has_windows=True,
)

PACKAGE: Final = Package(game=GAME, contract=2, module=__name__, has_pieces=True)


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds Doors to the installed games."""
    found: Callable[[], dict[str, tuple[EntryPoint, ...]]] = installed._found
    there = {**found(), "doors": (EntryPoint("doors", f"{__name__}:PACKAGE", games.GROUP),)}
    install_only(monkeypatch, there)

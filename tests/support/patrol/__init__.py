"""Patrol: on each of up to three floors a guard walks from cell to cell, and lights mirror tiles.

A game for tests of the frame on several floors: hands walk a guard to a neighbouring cell, on any
floor at any time. Processes that a test starts find it, too: see :func:`installed`.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from heistboard.games import Package
from heistboard.places.layout import CELLS
from heistboard.places.place import at_floor, split_floor
from heistboard.rules import (
    CONTRACT,
    Ask,
    Choice,
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

__all__ = ["PACKAGE", "START", "Patrol", "installed", "neighbours"]

START: Final = "c3"
STOP: Final = Move("stop")
_ROOT: Final = Path(__file__).parents[3]


def neighbours(cell: str) -> list[str]:
    """Returns the cells beside *cell*."""
    return [
        other
        for other in CELLS
        if abs(ord(cell[0]) - ord(other[0])) + abs(int(cell[1]) - int(other[1])) == 1
    ]


def read(text: str) -> Move:
    """Reads a move; raises :exc:`InvalidMove`."""
    verb, _, place = text.partition(" ")
    if text == STOP:
        return STOP
    if verb != "walk" or place.rpartition(":")[2] not in CELLS:
        raise InvalidMove(f"{text!r} is not a move of Patrol")
    return Move(text, "walk", {"place": place})


class Patrol(State):
    """A patrol; it goes on until somebody says ``stop``."""

    __slots__ = ("guards",)

    guards: tuple[str, ...]
    """Where the guard of each floor is."""

    def __init__(self, options: Mapping[str, Choice]) -> None:
        self.options = options
        self.moves = []
        self.guards = (START,) * int(options["floors"])
        self.outcome = None
        self.seat = 0

    @property
    def phase(self) -> str:
        return "walk" if self.outcome is None else "over"

    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        if self.outcome is not None or seat not in (None, 0):
            return ()
        walks = (
            read(f"walk {at_floor(floor, cell)}")
            for floor, at in enumerate(self.guards, 1)
            for cell in neighbours(at)
        )
        return (*walks, STOP)

    def push(self, move: str) -> None:
        known = read(move)
        if known not in self.legal():
            raise IllegalMove(move, "the guard of that floor is elsewhere", "PT-1")
        self.moves.append(known)
        self._stand()

    def pop(self) -> Move:
        move = self.moves.pop()
        self._stand()
        return move

    def _stand(self) -> None:
        guards = [START] * len(self.guards)
        for move in self.moves:
            if move != STOP:
                floor, cell = split_floor(move.parts["place"])
                guards[floor - 1] = cell
        self.guards = tuple(guards)
        is_over = STOP in self.moves
        self.outcome = Outcome("p1", "stopped", "PT-2") if is_over else None
        self.seat = None if is_over else 0

    def parse(self, text: str) -> Move:
        return read(text)

    def asked(self, seat: int) -> Ask:
        return Ask("walk")

    def view(self, seat: int) -> View:
        return {
            "game": "patrol",
            "phase": self.phase,
            "moves": [*self.moves],
            "guards": [*self.guards],
            "outcome": None if self.outcome is None else {"side": "p1", "ending": "stopped"},
        }

    def known(self, seat: int) -> Known:
        return tuple(self.moves)

    def told(self, seat: int | None) -> list[str]:
        return [*self.moves]

    def copy(self) -> "Patrol":
        other = Patrol(self.options)
        other.game, other.moves = self.game, [*self.moves]
        other.guards, other.outcome, other.seat = self.guards, self.outcome, self.seat
        return other


PACKAGE: Final = Package(
    game=Game(
        name="patrol",
        title="Patrol",
        edition="of the tests",
        rules=1,
        players=range(1, 2),
        seats=lambda options: ("p1",),
        endings=("stopped",),
        phases=("walk", "over"),
        start=Patrol,
        read=read,
        options={"floors": Option(range(1, 4), 3, "how many floors are guarded")},
        floors=lambda options: int(options["floors"]),
    ),
    contract=CONTRACT,
    module=__name__,
    has_pieces=True,
    gestures="tests.support.patrol.gestures:sit_down",
)


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Lets this process, and those it starts, find the game; *folder* must be empty."""
    import importlib
    import sys

    from heistboard import games

    about = folder / "patrol-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: patrol\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{games.GROUP}]\npatrol = {__name__}:PACKAGE\n")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(map(str, (folder, _ROOT)))
    sys.path.append(str(folder))
    importlib.invalidate_caches()
    games.forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
        games.forget()

"""A small game for page tests: private numbers, public calls, moves that ask for confirmation.

One after the other, each seat secretly keeps a number; the highest number needs confirmation. Then
each seat raises, or stops the game, which needs confirmation too. The highest number wins. The
game has no pieces, gestures or pages and is not in any package; tests use :func:`installed`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint

import pytest
from heistboard import games
from heistboard.games import Package, installed
from heistboard.rules import (
    CONTRACT,
    HIDDEN,
    Ask,
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
from heistboard.rules.contract import Json

from tests.support.games import install_only

__all__ = ["GAME", "PACKAGE", "small_game_installed"]

NUMBERS = ("1", "2", "3", "4")
RAISE = Move("raise")
STOP = Move("stop", reveals=True, twice=True)


def keep(number: str) -> Move:
    return Move(f"keep {number}", "keep", {"number": number}, private=True, twice=number == "4")


KEEPS = tuple(map(keep, NUMBERS))


class Numbers(State):
    """A game of Numbers."""

    __slots__ = ("_count",)

    def __init__(self, count: int, moves: list[Move] | None = None) -> None:
        self._count = count
        self.moves = moves or []
        self._look()

    def _look(self) -> None:
        self.outcome = None
        self.seat = len(self.moves) % self._count
        if STOP in self.moves or len(self.moves) == 2 * self._count:
            kept = [move.parts["number"] for move in self.moves[: self._count]]
            self.outcome = Outcome(f"p{kept.index(max(kept)) + 1}", "highest", "N-END")
            self.seat = None

    @property
    def phase(self) -> str:
        if self.outcome is not None:
            return "over"
        return "keep" if len(self.moves) < self._count else "call"

    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        if self.seat is None or seat not in (None, self.seat):
            return ()
        return KEEPS if self.phase == "keep" else (RAISE, STOP)

    def push(self, move: str) -> None:
        known = self.parse(move)
        if known not in self.legal():
            raise IllegalMove(move, "not now", "N-TURN")
        self.moves.append(known)
        self._look()

    def pop(self) -> Move:
        move = self.moves.pop()
        self._look()
        return move

    def parse(self, text: str) -> Move:
        return read(text)

    def asked(self, seat: int) -> Ask:
        return Ask(f"{self.phase}.own" if seat == self.seat else self.phase)

    def view(self, seat: int) -> View:
        kept = self.moves[: self._count]
        raised = [*self.seats[: max(0, len(self.moves) - self._count)]]
        view: View = {
            "game": self.game.name,
            "phase": self.phase,
            "moves": [*self.told(seat)],
            "outcome": self.outcome and {"side": self.outcome.side, "ending": "highest"},
            "players": self._count,
            "raised": [*raised],
        }
        if 0 <= seat < len(kept):
            view["number"] = kept[seat].parts["number"]
        return view

    def known(self, seat: int) -> Known:
        return tuple(self.told(seat))

    def told(self, seat: int | None) -> list[str]:
        is_open = seat is None or self.outcome is not None
        return [
            str(move) if is_open or not move.private or by == seat else f"keep {HIDDEN}"
            for by, move in enumerate(self.moves)
        ]

    def copy(self) -> "Numbers":
        other = Numbers(self._count, list(self.moves))
        other.game, other.options = self.game, self.options
        return other


def read(text: str) -> Move:
    for move in (RAISE, STOP, *KEEPS, keep(HIDDEN)):
        if text == move:
            return move
    raise InvalidMove(f"{text!r} is not a move, expected raise, stop or keep NUMBER")


def named(text: str) -> str:
    if not text.strip():
        raise ValueError("expected a name")
    return text.strip()


GAME = Game(
    name="numbers",
    title="Numbers",
    edition="none",
    rules=1,
    players=range(3, 9),
    seats=lambda options: tuple(f"p{n}" for n in range(1, int(options["players"]) + 1)),
    endings=("highest",),
    phases=("keep", "call", "over"),
    start=lambda options: Numbers(int(options["players"])),
    read=read,
    options={"name": Option(("table", "den"), "table", "what the table is called", named)},
)


class Hints:
    """Hints as the frame shows them for any game: a sentence, and a chance for a place."""

    def document(self, view: View, grade: str) -> View:
        if grade == "off":
            return {}
        raised = view["raised"]
        assert isinstance(raised, list)
        fact: Json = {"id": "raised so often", "words": {"count": str(len(raised))}}
        return {"facts": [fact], "shares": {"b3": 250}}


PACKAGE = Package(game=GAME, contract=CONTRACT, module="tests.support")


@contextmanager
def small_game_installed() -> Iterator[None]:
    """Adds the game to the installed ones."""
    found = installed._found()
    entry = EntryPoint(GAME.name, f"{__name__}:PACKAGE", games.GROUP)
    with pytest.MonkeyPatch.context() as patch:
        install_only(patch, {**found, GAME.name: (entry,)})
        yield

"""A game of another package: text options, decks, a window, several winners or none.

Everybody may bet on a colour, in any order. Then a ball is drawn; all who bet on its colour win.
"""

from argparse import ArgumentParser, Namespace
from importlib.metadata import EntryPoint
from typing import Final

import pytest
from heistboard import games
from heistboard.cli.values import count
from heistboard.games import Alias, Command, Package, installed
from heistboard.rules import (
    CHANCE,
    CONTRACT,
    TABLE,
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
from heistboard.terminal.output import emit, say

from tests.support.games import install_only

COLOURS: Final = ("red", "blue")
BALLS: Final = {"red": 2, "blue": 1, "white": 1}


class Raffle(State):
    """A game of Raffle: bets in a window, then one move of chance."""

    __slots__ = ()

    def __init__(self) -> None:
        self.seat = 0
        self.outcome = None
        self.moves = []

    @property
    def phase(self) -> str:
        return "over" if self.outcome else "draw" if self.seat == CHANCE else "bets"

    @property
    def movers(self) -> tuple[int, ...]:
        if self.outcome is not None:
            return ()
        have = {move.seat for move in self.moves}
        return tuple(s for s in range(len(self.seats)) if s not in have) or (CHANCE,)

    @property
    def draw(self) -> Draw | None:
        return Draw("urn", TABLE) if self.movers == (CHANCE,) else None

    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        seat = self.seat if seat is None else seat
        if seat is None or seat not in self.movers:
            return ()
        if seat == CHANCE:
            return tuple(_read(f"draw {ball}") for ball in BALLS)
        bets = COLOURS if self.options["loud"] else (*COLOURS, "pass")
        return tuple(_read(f"p{seat + 1} {what}") for what in bets)

    def odds(self) -> tuple[int, ...]:
        return tuple(BALLS.values())

    def push(self, move: str) -> None:
        known = [each for seat in self.movers for each in self.legal(seat)]
        if move not in known:
            raise IllegalMove(move, f"expected {' or '.join(known)}", "RA-BET-1")
        self.moves.append(_read(move))
        self._decide()

    def pop(self) -> Move:
        move = self.moves.pop()
        self.outcome = None
        self._decide()
        return move

    def _decide(self) -> None:
        if self.moves and self.moves[-1].verb == "draw":
            ball = self.moves[-1].parts["ball"]
            names = [
                self.seats[move.seat]
                for move in self.moves
                if move.seat is not None and move.verb == ball
            ]
            ending = "won" if names else "lost"
            self.outcome = Outcome(", ".join(sorted(names)), ending, "RA-END-1")
        self.seat = next(iter(self.movers), None)

    def parse(self, text: str) -> Move:
        return _read(text)

    def view(self, seat: int) -> View:
        return {"game": self.game.name, "phase": self.phase, "moves": [*self.moves],
                "outcome": None}  # fmt: skip

    def told(self, seat: int | None) -> list[str]:
        return [*self.moves]

    def known(self, seat: int) -> Known:
        return (*self.moves,)

    def copy(self) -> "Raffle":
        other = Raffle()
        other.game, other.options = self.game, self.options
        for move in self.moves:
            other.push(move)
        return other


def _read(text: str) -> Move:
    first, _, what = text.partition(" ")
    if first == "draw" and what in BALLS:
        return Move(text, "draw", {"ball": what}, reveals=True)
    if first[:1] == "p" and first[1:].isdecimal() and what in (*COLOURS, "pass"):
        return Move(text, what, {}, seat=int(first[1:]) - 1)
    raise InvalidMove(f"{text!r} is not a move of Raffle")


def _note(text: str) -> str:
    if len(text) > 1000:
        raise ValueError("expected at most 1000 characters")
    return text


def _shout(args: Namespace) -> int:
    if args.json:
        emit({"shout": args.times * "raffle!"})
    else:
        say(args.times * "raffle!")
    return 0


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("times", metavar="N", type=count)


COMMANDS = {"shout": Command("shout its name", _arguments, _shout)}

PACKAGE = Package(
    game=Game(
        name="raffle",
        title="Raffle",
        edition="none",
        rules=1,
        players=range(2, 5),
        seats=lambda options: tuple(f"p{n}" for n in range(1, int(options["players"]) + 1)),
        endings=("won", "lost"),
        phases=("bets", "draw", "over"),
        start=lambda options: Raffle(),
        read=_read,
        options={
            "note": Option(("", "for a cause"), "", "what it is for", _note),
            "loud": Option((False, True), False, "whether everybody must bet"),
            "mood": Option(("good", "very good"), "good", "how people feel"),
        },
        decks={
            "urn": Deck("the balls", can_be_real=True),
            "wheel": Deck("the wheel of fortune"),
        },
        has_windows=True,
    ),
    contract=CONTRACT,
    module=__name__,
    table_options={"beat": Option(range(1, 6), 3, "seconds between two bets")},
    commands=f"{__name__}:COMMANDS",
    aliases=(
        Alias(("yell",), "shout"),
        Alias(("perft", "raffle", "--shout"), "shout"),
        Alias(("simulate", "--shout"), "shout"),  # works only with the game's name
    ),
)


def install(monkeypatch: pytest.MonkeyPatch, **others: str) -> None:
    """Installs this game in addition to ours, and *others*: entry point values by name."""
    added = {"raffle": f"{__name__}:PACKAGE", **others}
    found = {name: (EntryPoint(name, value, games.GROUP),) for name, value in added.items()}
    both = installed._found() | found
    install_only(monkeypatch, both)

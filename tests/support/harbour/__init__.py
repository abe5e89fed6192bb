"""An invented game that is never played: only its pieces, options and decks are read."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import cast

import pytest
from heistboard import games
from heistboard.games import Package
from heistboard.games.pieces import Pieces, pieces_of
from heistboard.rules import Game, Move, Option, State
from heistboard.rules.contract import CONTRACT, Deck

from tests.support.games import install_only

__all__ = ["PACKAGE", "harbour_installed", "harbour_pieces"]

NAME = "harbour"


def _name(text: str) -> str:
    if not text.isalpha():
        raise ValueError("expected letters")
    return text


def _start(options: object) -> State:
    return cast(State, SimpleNamespace())


def _seats(options: object) -> tuple[str, ...]:
    return ("north", "south", "west")


PACKAGE = Package(
    game=Game(
        name=NAME,
        title="Harbour",
        edition="invented",
        rules=1,
        players=range(3, 4),
        seats=_seats,
        endings=("tide",),
        phases=("calm", "storm"),
        start=_start,
        read=Move,
        options={
            "is-deep": Option((True, False), False, "whether there are three floors"),
            "captain": Option(("Ann",), "Ann", "who steers", _name),
            "wind": Option(range(1, 6), 2, "how strong it blows"),
        },
        decks={"weather": Deck("the weather", can_be_real=True), "fog": Deck("a die")},
        floors=lambda options: 3 if options["is-deep"] else 1,
    ),
    contract=CONTRACT,
    module=__name__,
    table_options={"tide-seconds": Option(range(1, 100), 9, "how long the tide lasts")},
    rehearsal={"tide-seconds": 2},
    rehearsal_aliases={"tide_ms": ("tide-seconds", 0.001)},
    table_phases={"flood": "storm"},
    has_pieces=True,
)


@contextmanager
def harbour_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes Harbour the only installed game."""
    found = EntryPoint(NAME, f"{__name__}:PACKAGE", games.GROUP)
    with monkeypatch.context() as patch:
        install_only(patch, {NAME: (found,)})
        yield


def harbour_pieces(monkeypatch: pytest.MonkeyPatch) -> Pieces:
    """The pieces of Harbour."""
    with harbour_installed(monkeypatch):
        return pieces_of(NAME)

"""GESTURES.md, row by row."""

import re
from collections.abc import Callable, Mapping
from importlib.resources import files

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.gestures import HELP_MS
from heistboard.games.spoken_moves import MENU_MS
from heistboard.rules import State

from tests.host.games.good_cop_bad_cop.board_table import BoardTable
from tests.host.games.good_cop_bad_cop.stage import close, game, put

DOCUMENT = (files("heistboard.games.good_cop_bad_cop") / "GESTURES.md").read_text("utf-8")
ROWS = re.findall(
    r"^\| (\w+) \| (.*?) ?\| (\S+) \| (.*?) ?\| ((?:[a-e]\d ){3}[a-e]\d) \|$",
    DOCUMENT,
    re.MULTILINE,
)
GUN = {"p1": "p2"}
HANDS = {"p2": "smoke_grenade", "p3": "restraining_order"}
STARTS: Mapping[str, Callable[[], State]] = {
    "new": lambda: GAME.new(4),
    "partner": lambda: GAME.new(4),
    "turn": lambda: put(game(), GUN),
    "unarmed": game,
    "cards": lambda: close(put(game(hands=HANDS), GUN)),
    "window": lambda: put(game(hands=HANDS), GUN),
    "wounded": lambda: put(game(), GUN, wounded="p2"),
    "out": lambda: put(game(), GUN, out="p3"),
    "computer": lambda: put(game(), GUN),
}
BOTS = {"partner": 1, "computer": 0}
LONG_MS = max(MENU_MS, HELP_MS) + 1_000


def begun(start: str) -> BoardTable:
    table = BoardTable(STARTS[start]()).wait(1_000)
    if start in BOTS:
        table.gestures.bots = {BOTS[start]}
        table.look()
    return table


def act(table: BoardTable, words: list[str]) -> None:
    match words.pop(0):
        case "tap":
            table.tap(words.pop(0))
        case "hold":
            table.tap(words.pop(0), 1_200)
        case "say":
            end = next((n for n, word in enumerate(words) if word in ("tap", "undo")), len(words))
            table.say(" ".join(words[:end]))
            del words[:end]
        case "…":
            table.wait(LONG_MS)
        case "umpire":
            table.umpire("undo")
        case "close":
            table.pass_all()
        case "pull" | "plug" | "restart" as verb:
            getattr(table, verb)()
        case button:
            table.press(button)


def test_every_row_is_played() -> None:
    rows = DOCUMENT.partition("| Start | Hands |")[2].count("\n| ")
    assert len(ROWS) == rows > 70 and {row[0] for row in ROWS} == STARTS.keys()


@pytest.mark.parametrize(
    ("start", "hands", "ask", "move", "cells"),
    ROWS,
    ids=[f"{row[0]} {row[1].replace('…', '~')}" for row in ROWS],
)
def test_row(start: str, hands: str, ask: str, move: str, cells: str) -> None:
    table = begun(start)
    before = len(table.state.moves)
    words = hands.split()
    while words:
        act(table, words)
    assert table.table.ask.id == ask
    assert "".join(table.state.moves[before:][-1:]) == move
    assert " ".join(table.gestures._cells) == cells

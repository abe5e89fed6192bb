"""GESTURES.md, row by row."""

import re
from importlib.resources import files

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.board_watch import SETTLE_MS
from heistboard.games.burgle_bros.gestures import SURE_MS
from heistboard.games.burgle_bros.rules import BurgleBros

from tests.host.games.burgle_bros.stage import game, put, show
from tests.support.burgle_table import STEP_MS, BurgleTable

DOCUMENT = (files("heistboard.games.burgle_bros") / "GESTURES.md").read_text("utf-8")
ROWS = re.findall(
    r"^\| (\w+) \| (.*?) ?\| (\S+) \| (.*?) ?\| (synced|desync) \|$", DOCUMENT, re.MULTILINE
)
LONG_MS = SURE_MS + 1_000
TILES = ("tile c1 foyer 2", "tile b2 foyer 2", "tile 2:b1 foyer 2", "patrol d1")
DEALS = ("patrol d4", "patrol 2:d4", "patrol 2:c4", "roll 6", *TILES)


def a_new_game() -> BurgleBros:
    state = GAME.new(2)
    assert isinstance(state, BurgleBros)
    return state


def a_turn(**pieces: object) -> BurgleBros:
    state = put(show(game(2), "b1 safe", "a2 atrium"), p1="b1", p2="a1", left=4, used=3)
    return put(state, safe_dice=((1, 1),), **pieces)


def a_walk() -> BurgleBros:
    state = a_turn()
    state.push("pass")
    return state


def who_pays() -> BurgleBros:
    state = put(show(a_turn(), "d3 lavatory"), p2="d3", tokens=((11, 3),))
    state.push("pass")
    return state


def a_tie() -> BurgleBros:
    state = put(show(game(2), "d3 fingerprint"), p1="c3", alarms="c4", target1="c4")
    state.push("move d3")
    return state


def knox() -> BurgleBros:
    state = game(2, scenario="fort_knox")
    state = put(show(state, "b1 safe", "a2 atrium"), p1="b1", p2="a1", left=4, used=3)
    return put(state, safe_dice=((1, 1),))


STARTS = {
    "box": a_new_game,
    "setup": a_new_game,
    "turn": a_turn,
    "near": lambda: a_turn(guard1="b2"),
    "hack": lambda: put(show(game(2), "b1 computer_laser"), p1="b1"),
    "stairs": lambda: put(show(game(2), "b1 stairs"), p1="b1"),
    "tired": lambda: a_turn(left=0),
    "walk": a_walk,
    "pays": who_pays,
    "tie": a_tie,
    "knox": knox,
    "real": a_turn,
}


def begun(start: str) -> BurgleTable:
    real = ("tile", "patrol") if start == "real" else ()
    table = BurgleTable(STARTS[start](), deals=DEALS, real=real)
    if start == "box":
        return table.look()
    if start in ("walk", "pays"):
        home = table.gestures._must.guards[0]
        table.closed |= {"d4.occupant"}
        table.look()
        for reed, is_closed in table.table.gestures.expected().items():
            if is_closed and reed != f"{home}.occupant":
                table.closed.add(reed)
        return table.look(is_jump=True).wait(SETTLE_MS)
    return table.ready()


def act(table: BurgleTable, words: list[str]) -> None:
    verb = words.pop(0)
    match verb:
        case "…":
            table.wait(SETTLE_MS + 1_000)
        case "pause":
            table.wait(STEP_MS)
        case "……":
            table.wait(LONG_MS)
        case "done" | "undo" | "help":
            table.press(verb)
        case "hold-done":
            table.press("done", 3_100)
        case "say":
            table.say(table.state.seat or 0, f"{words.pop(0)} {words.pop(0)}")
        case "pull":
            table.pull()
        case "plug":
            table.plug()
        case "restart":
            table.restart()
        case "aside":
            table.aside(words.pop(0))
        case "umpire":
            table.umpire("undo")
        case "lift-all":
            for reed in sorted(table.closed):
                table.reed(reed, is_closed=False)
        case _:
            getattr(table, verb)(words.pop(0))


def test_every_row_is_played() -> None:
    assert len(ROWS) == DOCUMENT.count("synced |\n") + DOCUMENT.count("| desync |\n")
    assert len(ROWS) > 80 and {row[0] for row in ROWS} == STARTS.keys()


@pytest.mark.parametrize(
    ("start", "hands", "ask", "move", "sync"),
    ROWS,
    ids=[f"{row[0]} {row[1].replace('…', '~')}" for row in ROWS],
)
def test_row(start: str, hands: str, ask: str, move: str, sync: str) -> None:
    table = begun(start)
    before = len(table.state.moves)
    words = hands.split()
    while words:
        act(table, words)
    played = [*map(str, table.state.moves)][before:]
    assert (table.ask.id, "".join(played[-1:]), table.sync) == (ask, move, sync)

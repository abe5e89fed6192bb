"""GESTURES.md, row by row."""

import re
from importlib.resources import files

import pytest
from heistboard.games.car_thief.gestures import SETTLE_MS

from tests.support.evening import CLOSED_MS, HandPlayedGame

DOCUMENT = (files("heistboard.games.car_thief") / "GESTURES.md").read_text("utf-8")
ROWS = re.findall(
    r"^\| (police|closed|setup) \| (.*?) ?\| (\S+) \| (.*?) ?\| (synced|desync) \|$",
    DOCUMENT,
    re.MULTILINE,
)


def begun(phase: str) -> HandPlayedGame:
    evening = HandPlayedGame()
    if phase != "setup":
        evening.place("x11", "x12", "x44")
    if phase == "police":
        evening.hide("b2")
    return evening


def act(evening: HandPlayedGame, words: list[str]) -> None:
    verb = words.pop(0)
    if verb == "…":
        evening.wait(SETTLE_MS)
        return
    if verb in ("done", "undo"):
        evening.press(verb).wait(CLOSED_MS if evening.phase == "eyes-closed" else 0)
        return
    place = words.pop(0)
    if verb in ("car", "gone"):
        evening.reed(f"{place}.occupant", is_closed=verb == "car")
    else:
        {"lift": evening.lift, "put": evening.put, "on": evening.set, "off": evening.take}[verb](
            place
        )
    evening.wait(300)


def test_every_row_is_played() -> None:
    assert len(ROWS) == DOCUMENT.count("synced |\n") + DOCUMENT.count("| desync |\n")
    assert len(ROWS) > 50


@pytest.mark.parametrize(
    ("phase", "hands", "ask", "move", "sync"),
    ROWS,
    ids=[f"{row[0]} {row[1].replace('…', '~')}" for row in ROWS],
)
def test_row(phase: str, hands: str, ask: str, move: str, sync: str) -> None:
    evening = begun(phase)
    before = len(evening.moves)
    words = hands.split()
    while words:
        act(evening, words)
    assert evening.ask == ask
    assert "".join(evening.moves[before:][-1:]) == move
    assert evening.table.sync.value == sync

"""Rehearsals on three floors, with each fault of one board while two play."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.rehearse.rehearsed_boards import virtual_boards
from heistboard.rehearse.rehearsed_table import VirtualTable
from heistboard.rehearse.runner import PlayedAct, play
from heistboard.rehearse.script import ScriptError, read
from heistboard.sim.board_process import SimUnavailable
from heistboard.sim.virtual_time import VirtualTime

from tests.support import patrol
from tests.support.three_boards import play_three_boards

SCRIPTS = sorted((Path(patrol.__file__).parent / "rehearsals").glob("*.txt"))
REAL = ("three_floors", "three_lines")  # tests/long/rehearsals.py plays all


@pytest.fixture(autouse=True)
def installed(tmp_path: Path) -> Iterator[None]:
    with patrol.installed(tmp_path):
        yield


def played(text: str, *, is_real: bool = False) -> list[PlayedAct]:
    found: list[PlayedAct] = []
    play(read(text, "script.txt"), found.append, is_real=is_real)
    return found


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_three_boards(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    virtual = played(text)
    assert sum(act.note == "ok" for act in virtual) > 4
    if path.stem in REAL:
        assert played(text, is_real=True) == virtual


def test_prompt_names_the_floors_that_are_missing() -> None:
    notes = [act.note for act in played("game patrol\npull 2\npull 3\nplug 2\n")]
    assert notes[1:] == ["lost.floors 2", "lost.floors 2, 3", "lost.floors 3"]


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("pull 2\npull 2", "the cable is already pulled"),
        ("plug 3", "the cable is already plugged in"),
        ("guard 2 2:c3\ntap 2:c3", "a piece on 2:c3 is in the flashlight's way"),
        ("guard 2 2:c3\nguard 1 2:c3", "guard 2 is on 2:c3"),
        ("pull 2\nexpect light 2:c3 blue steady", "a pattern can be checked only"),
        ("mute up 2\nmute down 2", "the table does not have that board"),
        ("mute up 2\ncut up 2", "the table does not have that board"),
        ("safe-mode 3\nlose 9 up 3", "the table does not have that board"),
        ("unmute 2", "the line is not mute"),
        ("pull 2\nmute up 2", "the cable is pulled"),
        ("pull 2\nflood 100 2", "the cable is pulled"),
        ("pull 2\nsafe-mode 2", "the cable is pulled"),
        ("flood 100 stranger", "no stranger is plugged in"),
        ("plug stranger\npull stranger\nflood 100 stranger", "no stranger is plugged in"),
    ],
)
def test_impossible_acts_on_floors(act: str, said: str) -> None:
    with pytest.raises(ScriptError, match=said):
        played(f"game patrol\n{act}\n")


def test_all_is_right_within_a_second_of_the_last_board_after_a_power_cut(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    time = VirtualTime()
    boards, devices = virtual_boards(time, 3, ())
    for board in boards.boards:
        board.set_reed("c3.occupant", is_closed=True)
    table = VirtualTable(
        time, devices, boards.floors, tmp_path_factory.mktemp("game"), {"game": "patrol"}, ()
    )
    table.start()

    def is_right() -> bool:
        lit = all(board.leds["c3"] == (0, 30, 255) for board in boards.boards)
        return lit and table.status()["sync"] == "synced"

    try:
        assert time.run_until(is_right, 5_000)
        for number, board in enumerate(boards.boards):
            board.pull()
            board.reset(leaves_port=False)
            board.set_reed("a1.cover", is_closed=True, after_ms=number)
        time.run(500)
        assert table.status()["sync"] == "lost"
        for board in reversed(boards.boards):
            board.plug()
            time.run(300)
        assert time.run_until(lambda: len(table.ask("there")["floors"]) == 3, 5_000)
        assert time.run_until(is_right, 1_000)
        truth = {f"{floor}a1.cover" for floor in ("", "2:", "3:")}
        assert truth <= set(table.ask("picture"))
    finally:
        table.close()


def test_random_hands_at_three_boards_with_faults(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    # tests/long/three_boards.py plays for 15 minutes.
    counts = play_three_boards(tmp_path_factory.mktemp("three"), 4, seed=3)
    assert counts["moves"] > 0


def test_real_parts_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "heistboard.sim.board", None)
    with pytest.raises(SimUnavailable, match="a rehearsal without --real runs everywhere"):
        played("game patrol\n", is_real=True)
    assert played("game patrol\n")

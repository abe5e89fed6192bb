"""``heistboard burgle-bros guard`` and ``walls``."""

import argparse
import json
from typing import Any

import pytest
from heistboard.errors import UsageError
from heistboard.games.burgle_bros.commands import COMMANDS
from heistboard.games.burgle_bros.walls import read_building

OFFICE = "a1|b1,b1|c1,d1|d2,a2|b2,c2|d2,b3|c3,b3|b4,d3|d4"


class Said:
    """Runs a command and returns what it prints."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, name: str, *words: str, as_json: bool = False) -> str:
        command = COMMANDS[name]
        parser = argparse.ArgumentParser(exit_on_error=False, allow_abbrev=False)
        command.arguments(parser)
        arguments = parser.parse_args(words, argparse.Namespace(json=as_json))
        assert command.run(arguments) == 0
        return self._capsys.readouterr().out

    def document(self, name: str, *words: str) -> Any:  # noqa: ANN401 (whatever JSON says)
        return json.loads(self(name, *words, as_json=True))


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return Said(capsys)


def test_document_has_the_way_of_a_guard(said: Said) -> None:
    assert said.document("guard", "office", "1", "a1", "B1") == {
        "game": "burgle-bros",
        "scenario": "office",
        "floor": 1,
        "walls": OFFICE,
        "empty": None,
        "from": "a1",
        "to": "b1",
        "steps": 5,
        "path": ["a1", "a2", "a3", "b3", "b2", "b1"],
    }


def test_plain_output_is_the_way(said: Said) -> None:
    assert said("guard", "office", "1", "a1", "c2").splitlines() == [
        "office, floor 1, a1 to c2: 5 steps",
        "     a     b     c     d   ",
        "  ┏━━━━━┳━━━━━┳━━━━━━━━━━━┓",
        "1 ┃  G  ┃     ┃           ┃",
        "  ┃     ┃     ╹     ┏━━━━━┫",
        "2 ┃  →1 ┃  →4   →5X ┃     ┃",
        "  ┃     ╹     ╻     ╹     ┃",
        "3 ┃  →2    →3 ┃           ┃",
        "  ┃     ╺━━━━━┛     ╺━━━━━┫",
        "4 ┃                       ┃",
        "  ┗━━━━━━━━━━━━━━━━━━━━━━━┛",
        "a1 a2 a3 b3 b2 c2",
    ]
    lines = said("guard", "bank", "3", "d4", "d4").splitlines()
    assert (lines[0], lines[-1]) == ("bank, floor 3, d4 to d4: 0 steps", "d4")
    assert lines[-3].endswith("  GX ┃")
    empty = said("guard", "fort_knox_a", "1", "a1", "b1").splitlines()[7]
    assert empty[15:20] == "▒" * 5


def test_floor_and_scenario_have_walls_of_their_own(said: Said) -> None:
    ways = {
        (scenario, floor): said.document("guard", scenario, str(floor), "a1", "d4")["path"]
        for scenario, floor in (("office", 1), ("office", 2), ("bank", 1), ("bank", 3))
    }
    assert len({tuple(way) for way in ways.values()}) > 2
    a, b = (said.document("guard", f"fort_knox_{x}", "1", "a5", "e1") for x in "ab")
    assert (a["empty"], b["empty"]) == ("c3", "c3")
    assert a["path"] != b["path"]


def test_other_walls_of_the_floor(said: Said) -> None:
    assert said.document("guard", "office", "2", "a1", "b1", "--walls", "")["path"] == ["a1", "b1"]
    found = said.document("guard", "office", "2", "a1", "b1", "--walls", "b1|a1")
    assert (found["path"], found["walls"]) == (["a1", "a2", "b2", "b1"], "a1|b1")


def test_other_empty_cell(said: Said) -> None:
    found = said.document(
        "guard", "fort_knox_a", "2", *("b3", "d3", "--empty", "A1", "--walls", "")
    )
    assert (found["empty"], found["path"]) == ("a1", ["b3", "c3", "d3"])
    found = said.document("guard", "fort_knox_a", "2", "b3", "d3", "--walls", "")
    assert (found["empty"], found["path"]) == ("c3", ["b3", "b2", "c2", "d2", "d3"])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("fort_knox 1 a1 b1", "SCENARIO: got 'fort_knox', expected office or bank or fort_knox_a"),
        ("office 3 a1 b1", r"FLOOR: got 3, expected a floor of office, 1\.\.2"),
        ("office 1 e1 b1", r"FROM: got 'e1', expected a cell, a1\.\.d4"),
        ("bank 1 a1 x", r"TO: got 'x', expected a cell, a1\.\.d4"),
        ("fort_knox_b 1 a1 c3", "TO: c3 is the empty cell, nobody is there"),
        ("office 1 a1 b1 --empty c3", "--empty: only a floor of 5 × 5 has an empty cell"),
        ("fort_knox_a 1 a1 b1 --empty f1", r"--empty: got 'f1', expected a cell, a1\.\.e5"),
        ("fort_knox_a 2 a1 b1 --empty c1", r"--empty: 'b1\|c1' is against the .*BB-WALL-2"),
        ("office 1 a1 b1 --walls a1|c1", r"--walls: 'a1\|c1': no border .*BB-WALL-2"),
        ("office 1 a1 b1 --walls a1|b1,a1|a2", "--walls: walls cut off a1 .*BB-WALL-3"),
        ("fort_knox_a 1 a1 b1 --walls c2|c3", r"--walls: 'c2\|c3' is against .*BB-WALL-2"),
    ],
)
def test_wrong_use_of_guard_is_explained(said: Said, words: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        said("guard", *words.split())


@pytest.mark.parametrize("words", ["office 0 a1 b1", "office x a1 b1"])
def test_floor_is_a_number(said: Said, words: str) -> None:
    with pytest.raises(argparse.ArgumentError, match="expected a number from 1"):
        said("guard", *words.split())


@pytest.mark.parametrize(("size", "floors", "empty"), [(4, 3, None), (5, 2, "c3"), (5, 1, "e5")])
def test_walls_are_walls_that_the_game_takes(
    said: Said, size: int, floors: int, empty: str | None
) -> None:
    words = ["--size", str(size), "--difficulty", "hard", "--floors", str(floors)]
    found = said.document("walls", *words, *(["--empty", empty] if empty == "e5" else []))
    assert (found["size"], found["difficulty"], found["empty"]) == (size, "hard", empty)
    cell = {None: None, "c3": 12, "e5": 24}[empty]
    plans = read_building(found["walls"], size, floors, cell)
    assert [len(plan.walls) for plan in plans] == [len(each["walls"]) for each in found["floors"]]
    assert [each["floor"] for each in found["floors"]] == list(range(1, floors + 1))
    assert all(each["depth"] > 1 for each in found["floors"])


def test_a_seed_makes_the_same_walls_again(said: Said) -> None:
    first = said.document("walls", "--size", "4")
    again = said.document("walls", "--size", "4", "--seed", str(first["seed"]))
    assert first == again
    assert first["difficulty"] == "medium"
    others = {said.document("walls", "--size", "4")["walls"] for _ in range(3)}
    assert len(others) > 1


def test_plain_output_ends_with_the_walls(said: Said) -> None:
    words = ("--size", "4", "--seed", "7", "--difficulty", "hard")
    lines = said("walls", *words).splitlines()
    assert lines[0] == "4 × 4, hard, seed 7"
    assert lines[1].startswith("floor 1: on average ")
    assert lines[-1] == said.document("walls", *words)["walls"]
    rows = lines[2:-1]
    assert len(rows) == 10 and {*map(len, rows)} == {27}
    # Each wall is drawn once: as a line of its own between two rows, or between two columns.
    across = sum(row[3 + 6 * at : 8 + 6 * at] == "━" * 5 for row in rows[3:9:2] for at in range(4))
    along = sum(row[8 + 6 * at] == "┃" for row in rows[2:9:2] for at in range(3))
    assert across + along == 8


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--size 4 --difficulty harder", "--difficulty: got 'harder', expected easy or medium"),
        ("--size 4 --empty c3", "--empty: only a floor of 5 × 5 has an empty cell"),
        ("--size 5 --empty c9", "--empty: got 'c9', expected a cell"),
    ],
)
def test_wrong_use_of_walls_is_explained(said: Said, words: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        said("walls", *words.split())


def test_size_is_4_or_5(said: Said) -> None:
    with pytest.raises(argparse.ArgumentError, match=r"got '6', expected 4\.\.5"):
        said("walls", "--size", "6")

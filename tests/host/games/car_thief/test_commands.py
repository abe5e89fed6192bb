"""``heistboard car-thief belief`` and ``trails``, and their older spellings."""

import io
import sys
from pathlib import Path

import pytest

from tests.support.command import Cli

BELIEF = ("car-thief", "belief")
TRAILS = ("car-thief", "trails")
LOG = """\
# three searches and a find
1 b2 nothing
1 d2 nothing
1 c4 nothing
2 c3 yellow
"""


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "searches.txt"
    path.write_text(LOG)
    return str(path)


@pytest.mark.parametrize(
    ("after", "trails", "cells"),
    [
        ([], 4, {"c2": 1, "b3": 1, "d3": 1, "c4": 1}),
        (["--after", "2"], 4, {"c2": 1, "b3": 1, "d3": 1, "c4": 1}),
        (
            ["--after", "6"],
            104,
            dict.fromkeys(("c2", "b3", "d3", "c4"), 6)
            | dict.fromkeys(("b1", "d1", "a2", "e2", "a4", "e4", "b5", "d5"), 10),
        ),
    ],
)
def test_document_has_trails_and_cells(
    cli: Cli, log: str, after: list[str], trails: int, cells: dict[str, int]
) -> None:
    code, _, err = outcome = cli(*BELIEF, log, *after, "--json")
    assert (code, err) == (0, "")
    assert outcome.document["trails"] == trails
    assert outcome.document["cells"] == cells
    assert outcome.document["round"] == int((after or ["", "2"])[1])


def test_lines_after_the_round_are_left_out(cli: Cli, log: str) -> None:
    document = cli(*BELIEF, log, "--after", "1", "--json").document
    assert document["trails"] == 22
    assert not {"b2", "d2", "c4"} & set(document["cells"])


def test_document_has_what_each_search_would_find(cli: Cli, log: str) -> None:
    searches = cli(*BELIEF, log, "--after", "3", "--json").document["searches"]
    assert len(searches) == 25
    assert searches["c2"] == {"nothing": 9, "yellow": 0, "red": 0, "blue": 3, "car": 0}
    assert searches["c1"] == {"nothing": 11, "yellow": 0, "red": 0, "blue": 0, "car": 1}
    assert searches["c3"] == {"nothing": 12, "yellow": 0, "red": 0, "blue": 0, "car": 0}


def test_plain_output_is_a_grid_and_the_best_searches(cli: Cli, log: str) -> None:
    code, out, _ = cli(*BELIEF, log)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "after round 2: 4 trails fit, the car is under one of 4 buildings"
    assert lines[2].split() == ["a", "b", "c", "d", "e"]
    assert [line.split() for line in lines[4:6]] == [
        ["2", ".", ".", "25.0%", ".", "."],
        ["3", ".", "25.0%", ".", "25.0%", "."],
    ]
    assert "  b3  car 25.0%, nothing 75.0%" in lines


def test_only_possible_cell_is_named(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("3 b1 yellow\n4 b2 blue\n4 a2 blue\n4 a3 nothing")
    out = cli(*BELIEF, str(path)).out
    assert out.startswith("after round 4: 1 trail fits, the car is under a1\n")
    assert "  a1  car 100.0%\n" in out


def test_log_comes_from_stdin(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LOG.encode())))
    assert cli(*BELIEF, "-", "--json").document["trails"] == 4


def test_empty_log_needs_a_round(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("# nothing yet\n")
    code, _, err = cli(*BELIEF, str(path))
    assert code == 1
    assert f"{path} has no searches; give the round with --after" in err
    assert cli(*BELIEF, str(path), "--after", "8", "--json").document["trails"] == 8160


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b"2 c3 yellow\n3 a3 yellow",
            "line 2: a3 yellow, but the yellow token was found under c3",
        ),
        (b"2 c3 yelow", "line 1: got 'yelow', expected nothing, yellow, red or blue"),
        (b"\xff\xfe2\x00", "is not text in UTF-8"),
    ],
)
def test_mistake_in_a_log_is_explained(cli: Cli, tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "log"
    path.write_bytes(data)
    code, out, err = cli(*BELIEF, str(path))
    assert (code, out) == (1, "")
    assert f"{path}" in err and said in err
    assert said in cli(*BELIEF, str(path), "--json").document["error"]


def test_missing_file_and_impossible_round_are_explained(cli: Cli, log: str) -> None:
    code, _, err = cli(*BELIEF, f"{log}x")
    assert code == 1
    assert f"{log}x: No such file" in err
    code, _, err = cli(*BELIEF, log, "--after", "12")
    assert code == 2
    assert "--after: got 12, expected a round, 1..11" in err
    assert cli(*BELIEF, log, "--after", "0").code == 2


@pytest.mark.parametrize(
    ("trails", "lines", "stuck"), [("1", 25, 0), ("7", 4152, 56), ("8", 8160, 320)]
)
def test_trails_from_everywhere(cli: Cli, trails: str, lines: int, stuck: int) -> None:
    document = cli(*TRAILS, trails, "--json").document
    assert (document["lines"], document["stuck"]) == (lines, stuck)
    assert document["from"] is None
    assert len(document["cells"]) == 25
    assert sum(cell["lines"] for cell in document["cells"].values()) == lines


def test_trails_from_a_cell(cli: Cli) -> None:
    code, _, _ = outcome = cli(*TRAILS, "8", "--from", "B1", "--json")
    assert code == 0
    assert outcome.document == {
        "game": "car-thief",
        "trails": 8,
        "from": "b1",
        "lines": 341,
        "stuck": 18,
        "cells": {"b1": {"lines": 341, "stuck": 18}},
    }
    said = cli(*TRAILS, "8", "--from", "b1").out
    assert said == "trails of 8 cells from b1: 341, of them stuck: 18\n"


def test_plain_output_is_a_grid_of_first_cells(cli: Cli) -> None:
    lines = cli(*TRAILS, "7").out.splitlines()
    assert lines[0] == "trails of 7 cells: 4,152, of them stuck: 56"
    assert lines[4].split() == ["1", "132", "163", "174", "163", "132"]
    assert lines[-3].split() == ["3", "2", "0", "8", "0", "2"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("26",), 2, "trails have 1..25 cells, not 26"),
        (("3", "--from", "z9"), 2, "no cell 'z9', expected a1..e5"),
        (("0",), 2, "N: got '0', expected a number from 1"),
        ((), 2, "N is missing"),
    ],
)
def test_wrong_use_of_trails_is_explained(
    cli: Cli, arguments: tuple[str, ...], code: int, said: str
) -> None:
    outcome = cli(*TRAILS, *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert said in outcome.err


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_older_spellings_say_the_same(cli: Cli, log: str, options: tuple[str, ...]) -> None:
    now = cli(*BELIEF, log, "--after", "3", *options)
    assert now.code == 0 and cli("belief", log, "--after", "3", *options) == now
    now = cli(*TRAILS, "4", "--from", "b1", *options)
    assert now.code == 0
    for line in (
        ("perft", "car-thief", "--trails", "4", "--from", "b1", *options),
        (*options, "perft", "--from", "b1", "--trails=4", "car-thief"),
    ):
        assert cli(*line) == now

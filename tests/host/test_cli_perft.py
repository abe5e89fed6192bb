"""``heistboard perft``."""

import pytest

from tests.support.command import Cli


def test_lines_of_play(cli: Cli) -> None:
    code, _, err = outcome = cli("perft", "car-thief", "--depth", "3", "--json")
    assert (code, err) == (0, "")
    assert outcome.document == {
        "game": "car-thief",
        "depth": 3,
        "lines": 20160,
        "stuck": 0,
        "depths": [48, 1440, 20160],
    }
    assert cli("perft", "car-thief", "--depth", "3").out == (
        "moves   lines\n    1      48\n    2   1,440\n    3  20,160\n"
    )


@pytest.mark.parametrize(
    ("trails", "lines", "stuck"), [("1", 25, 0), ("7", 4152, 56), ("8", 8160, 320)]
)
def test_trails_from_everywhere(cli: Cli, trails: str, lines: int, stuck: int) -> None:
    document = cli("perft", "car-thief", "--trails", trails, "--json").document
    assert (document["lines"], document["stuck"]) == (lines, stuck)
    assert document["from"] is None
    assert len(document["cells"]) == 25
    assert sum(cell["lines"] for cell in document["cells"].values()) == lines


def test_trails_from_a_cell(cli: Cli) -> None:
    code, _, _ = outcome = cli("perft", "car-thief", "--trails", "8", "--from", "B1", "--json")
    assert code == 0
    assert outcome.document == {
        "game": "car-thief",
        "trails": 8,
        "from": "b1",
        "lines": 341,
        "stuck": 18,
        "cells": {"b1": {"lines": 341, "stuck": 18}},
    }
    said = cli("perft", "car-thief", "--trails", "8", "--from", "b1").out
    assert said == "trails of 8 cells from b1: 341, of them stuck: 18\n"


def test_plain_output_is_a_grid_of_where_trails_begin(cli: Cli) -> None:
    lines = cli("perft", "car-thief", "--trails", "7").out.splitlines()
    assert lines[0] == "trails of 7 cells: 4,152, of them stuck: 56"
    assert lines[4].split() == ["1", "132", "163", "174", "163", "132"]
    assert lines[-3].split() == ["3", "2", "0", "8", "0", "2"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("chess", "--depth", "2"), 1, "there is no game 'chess', expected car-thief"),
        (("car-thief", "--trails", "26"), 1, "trails have 1..25 cells, not 26"),
        (("car-thief", "--trails", "3", "--from", "z9"), 1, "no cell 'z9', expected a1..e5"),
        (
            ("car-thief", "--depth", "3", "--from", "a1"),
            1,
            "--from is where trails begin; say --trails N instead of --depth N",
        ),
        (("car-thief",), 2, "one of the arguments --depth --trails is required"),
        (("car-thief", "--depth", "0"), 2, "--depth: got '0', expected a number from 1"),
        (("car-thief", "--depth", "3", "--trails", "3"), 2, "--trails"),
    ],
)
def test_wrong_use_is_a_sentence(
    cli: Cli, arguments: tuple[str, ...], code: int, said: str
) -> None:
    outcome = cli("perft", *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert said in outcome.err

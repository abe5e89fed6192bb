"""``heistboard games`` and ``simulate``."""

import os
import re
import signal
import time
from itertools import pairwise
from pathlib import Path

import pytest
from heistboard.cli import simulate

from tests.support.command import Cli, Running, is_gone


def test_games_lists_them(cli: Cli) -> None:
    lines = cli("games").out.splitlines()
    assert lines[0] == "burgle-bros  Burgle Bros, 1 to 4 players"
    ends = "good-cop-bad-cop  Good Cop Bad Cop, 3 to 8 players"
    assert lines[lines.index("car-thief  Car Thief, 2 to 4 players") : lines.index(ends)] == [
        "car-thief  Car Thief, 2 to 4 players",
        "    seats: thief, police",
        "    thief-seconds: how many seconds eyes stay closed at least, or nothing for the usual "
        "time; a text like '5' or '10' or '15', else ''",
        "    bots: random, beginner, rim, hunter, patrol, thinker",
        "    hints: off, notes, cells, odds",
        "        notes: Each building shows in which round it was searched, and what was found.",
        "        cells: What was searched, and where the car can be now.",
        "        odds: What was searched, where the car can be now, and how likely that is, if "
        "every trail is as likely.",
        "    has: board, bots, hints, guide, review, pages, commands, rulebook",
    ]
    _, game, _ = cli("games", "--json").document["games"]
    assert game["grades"] == ["off", "notes", "cells", "odds"]
    assert (game["name"], game["players"], game["seats"]) == (
        *("car-thief", [2, 4]),
        ["thief", "police"],
    )


def test_play_explains_each_grade_of_hints(cli: Cli) -> None:
    code, out, _ = cli("play", "--help")
    told = " ".join(out.split())
    assert code == 0 and "--board, by default: auto" in told
    assert "odds: What was searched, where the car can be now, and how likely that is" in told


def test_simulate_counts_all_games_and_their_endings(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "PART", 50)
    document = cli("simulate", "car-thief", "--games", "123", "--seed", "7", "--json").document
    assert document["games"] == sum(document["outcomes"].values()) == 123
    assert set(document["outcomes"]) == {"arrest", "escape", "surrounded"}
    assert document["moves"] > 10 * 123 and document["seconds"] > 0
    for side, rate in document["win_rates"].items():
        assert rate["low"] < rate["rate"] < rate["high"]
        assert rate["rate"] == pytest.approx(document["winners"][side] / 123, abs=1e-4)
    again = cli("simulate", "car-thief", "--games", "123", "--seed", "7", "--json").document
    other = cli("simulate", "car-thief", "--games", "123", "--seed", "8", "--json").document
    assert document["outcomes"] == again["outcomes"] and document["moves"] == again["moves"]
    assert document["moves"] != other["moves"]


def test_the_number_of_cores_does_not_matter(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "PART", 50)
    asked = ("simulate", "car-thief", "--games", "110", "--seed", "1", "--json")
    documents = []
    for cores in ({0}, {0, 1, 2}):
        monkeypatch.setattr("os.sched_getaffinity", lambda pid, cores=cores: cores, raising=False)
        documents.append(cli(*asked).document)
    one, three = documents
    assert (one["moves"], one["outcomes"]) == (three["moves"], three["outcomes"])


def test_simulate_in_words(cli: Cli) -> None:
    lines = cli("simulate", "car-thief", "--games", "50", "--players", "4").out.splitlines()
    assert lines[0].startswith("50 games of Car Thief (thief random, police random; --seed ")
    won = r" won \d+\.\d % \(95 %: \d+\.\d to \d+\.\d\)"
    assert re.fullmatch(f"  thief{won}", lines[-3]) and re.fullmatch(f"  police{won}", lines[-2])
    assert lines[-1].endswith(" a second")


def test_better_police_win_more_often(cli: Cli) -> None:
    escapes = [
        cli("simulate", "car-thief", "--games", "60", "--seed", "1", "--bots", bots, "--json")
        .document["outcomes"]
        .get("escape", 0)
        for bots in ("random", "random,hunter")
    ]
    assert all(worse > 2 * better for worse, better in pairwise(escapes))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("chess", "--games", "1"),
            "there is no game 'chess', expected burgle-bros or car-thief or good-cop-bad-cop; "
            "see `heistboard games`",
        ),
        (
            ("car-thief", "--games", "1", "--bots", "kasparov"),
            "there is no bot 'kasparov', expected random, beginner, rim, hunter, patrol or"
            " thinker",
        ),
        (
            ("car-thief", "--games", "1", "--bots", "random,random,random"),
            "--bots names 3 bots, expected one for all or one for each of thief, police",
        ),
    ],
)
def test_invalid_simulations_are_refused(cli: Cli, arguments: tuple[str, ...], said: str) -> None:
    ended = cli("simulate", *arguments)
    assert (ended.code, ended.err) == (2, f"heistboard: {said}\n")


def test_players_that_are_never_allowed_are_wrong_usage(cli: Cli) -> None:
    ended = cli("simulate", "car-thief", "--games", "1", "--players", "5")
    assert ended[::2] == (2, "heistboard: car-thief: players is 5, expected 2..4\n")


@pytest.mark.parametrize("games", ["0", "-1", "many", "1.5", "\u0661"])
def test_games_is_a_number(cli: Cli, games: str) -> None:
    ended = cli("simulate", "car-thief", f"--games={games}")
    assert ended.code == 2
    assert f"got '{games}', expected 1..100000000" in ended.err


def test_ctrl_c_ends_all_processes_quietly(tmp_path: Path) -> None:
    with Running(tmp_path, "simulate", "car-thief", "--games", "9000000") as running:
        while not (children := running.children()):
            assert running.process.poll() is None
            time.sleep(0.005)
        os.killpg(running.process.pid, signal.SIGINT)
        assert running.wait() == (1, "", "heistboard: interrupted\n")
        assert all(is_gone(child) for child in children)

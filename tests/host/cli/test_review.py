"""``review``, ``journal show --review`` and ``replay --review``."""

from pathlib import Path

import pytest
from heistboard.games.car_thief.review import REVIEWER
from heistboard.journal.game_text import read

from tests.support.command import Cli

GAME = """\
heistboard journal 1
game: car-thief
rules: 1
players: 2

1 place green x11
2 place yellow x12
3 place pink x44
4 hide d3
5 search green a1
6 search yellow a2
7 search pink d4
8 hide e3
9 search green b1
10 search yellow a3
11 search pink e4
12 hide e4
13 fly green x21
14 fly yellow x22
"""
ENDED = f"{GAME}15 search pink e4 -> car\n"


@pytest.fixture
def write(tmp_path: Path) -> Path:
    (tmp_path / "open.txt").write_text(GAME)
    (tmp_path / "ended.txt").write_text(ENDED)
    return tmp_path


def test_review_has_odds_by_round_and_the_best_and_worst_searches(cli: Cli, write: Path) -> None:
    code, out, _ = cli("replay", str(write / "ended.txt"), "--review")
    assert code == 0
    lines = out.splitlines()
    assert lines[:7] == [
        "Car Thief, players 2",
        "chances: if every trail is as likely; beside them, as people drive",
        "round 1: the car is under d3 and leaves yellow",
        "  search green a1 -> nothing (4.0% for the car, 4.0% as people drive)",
        "  search yellow a2 -> nothing (4.2% for the car, 3.6% as people drive)",
        "  search pink d4 -> nothing (4.3% for the car, 3.2% as people drive)",
        "  what the police knew then (* the car): 22 trails fit",
    ]
    assert [line.split() for line in lines[7:11]] == [
        ["a", "b", "c", "d", "e"],
        ["1", ".", "4.5%", "4.5%", "4.5%", "4.5%"],
        ["2", ".", "4.5%", "4.5%", "4.5%", "4.5%"],
        ["3", "4.5%", "4.5%", "4.5%", "*4.5%", "4.5%"],
    ]
    missed = "(2.8% for the car, 2.0% as people drive, 4.2% for a trace, yellow on b3 had 5.6%)"
    assert f"  search green b1 -> nothing {missed}" in lines
    worst = lines.index("worst searches:")
    assert lines[lines.index("best searches:") + 1].startswith("  round 1, search pink d4")
    assert lines[worst + 3] == f"  round 2, search green b1 -> nothing {missed}"
    assert lines[-2:] == [
        "the police were closest after round 1: 4.5% on d3",
        "police by arrest (CT-END-1)",
    ]
    assert out.count("what the police knew") == 2  # then the car was found


def test_review_is_added_to_the_usual_documents(cli: Cli, write: Path) -> None:
    ended = str(write / "ended.txt")
    review = REVIEWER.document(read(ENDED.encode()).state)
    plain = cli("replay", ended, "--json").document
    assert cli("replay", ended, "--review", "--json").document == plain | {"review": review}
    assert cli("journal", "import", ended).code == 0
    shown = cli("journal", "show", "1", "--json").document
    assert cli("journal", "show", "1", "--review", "--json").document == shown | {"review": review}
    replayed = cli("replay", ended, "--review").out.splitlines()
    assert cli("journal", "show", "1", "--review").out.splitlines()[1:] == replayed[1:]
    for options in ((), ("--json",)):
        shown = cli("journal", "show", "1", "--review", *options)
        assert shown.code == 0 and cli("review", "1", *options) == shown


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_unfinished_game_is_not_reviewed(cli: Cli, write: Path, options: tuple[str, ...]) -> None:
    name = str(write / "open.txt")
    assert cli("journal", "import", name).code == 0
    for command in (
        *(("review", "1"), ("journal", "show", "1", "--review")),
        ("journal", "show", "1", "--reveal", "--review"),
    ):
        code, out, err = cli(*command, *options)
        assert (code, "e3" in out + err) == (1, False)
        assert err == (
            "heistboard: the game is not finished; it can be reviewed when it is over\n"
        )
    assert cli("replay", name, "--review", *options).code == 1

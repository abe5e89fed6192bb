"""The outside game on the command line: games, perft, simulate."""

from pathlib import Path

import pytest
from heistboard import games

from tests.support.command import Cli


def test_games_tells_what_can_be_chosen(cli: Cli) -> None:
    out = cli("games").out
    assert "lanterns  Lanterns, 3 to 8 players" in out
    assert "gates: where the flame grows; a text like 'x11 x44' or 'x32'" in out
    *_, game = cli("games", "--json").document["games"]
    assert (game["name"], game["players"], game["seats"][-1]) == ("lanterns", [3, 8], "p8")
    assert set(game["options"]) == {"turns", "carrier-joins", "gates", "tower"}


@pytest.mark.parametrize(
    ("options", "depths"),
    [
        ((), [2, 3, 3, 6, 12, 24, 96, 192, 768]),
        (("-o", "carrier-joins=yes"), [2, 3, 3, 6, 12, 24, 96, 192, 1152]),
        (("--players", "4"), [2, 3, 4, 4, 8, 16, 32, 64, 256]),
    ],
)
def test_perft_counts_the_lines_of_all_movers(
    cli: Cli, options: tuple[str, ...], depths: list[int]
) -> None:
    document = cli("perft", "lanterns", "--depth", "9", *options, "--json").document
    assert document["depths"] == depths


def test_simulate_plays_by_options_and_seed(cli: Cli) -> None:
    asked = (
        *("simulate", "lanterns", "--games", "60", "--players", "5", "--seed", "3"),
        *("-o", "turns=4", "-o", "gates=X32", "--json"),
    )
    first, second = cli(*asked).document, cli(*asked).document
    assert first["outcomes"] == second["outcomes"] and first["moves"] == second["moves"]
    assert sum(first["outcomes"].values()) == 60
    assert set(first["outcomes"]) <= set(games.load("lanterns").endings)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("gates=b3", "expected one to four crossings"),
        ("turns=9", "2..4"),
        ("carrier-joins=perhaps", "expected False or True"),
        ("fog=1", "there is no option 'fog'"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "lanterns", "--games", "1"),
        ("perft", "lanterns", "--depth", "1"),
        ("play", "lanterns", "--board", "sim"),
    ],
)
def test_a_wrong_option_is_named(
    cli: Cli, command: tuple[str, ...], option: str, said: str
) -> None:
    code, _, error = cli(*command, "-o", option)
    assert code == 2 and said in error


def test_a_review_of_no_game_says_so(cli: Cli) -> None:
    code, _, error = cli("review", "1")
    assert code == 1 and "no game 1" in error


def test_its_street_cards_are_printed(cli: Cli, tmp_path: Path) -> None:
    found = cli("print", "lanterns", str(tmp_path), "--lang", "en", "--json").document
    assert (found["faces"], found["labels"], len(found["files"])) == (8, 0, 2)
    assert (tmp_path / "lanterns-faces-1.svg").read_text(encoding="utf-8").count(">wind<") == 4

"""``play --guide``: the guided first game in the terminal, as a process."""

from pathlib import Path

import pytest

from tests.support.command import Cli
from tests.support.terminal import Terminal
from tests.support.typed_play import QUICK

NONE = ("play", "car-thief", "--board", "none", "--no-browser", "--guide", "--lang", "en")


def test_the_terminal_says_what_to_do_and_why(tmp_path: Path) -> None:
    with Terminal(tmp_path, *NONE, constants=QUICK) as terminal:
        terminal.wait("Guide: You are the police.")
        terminal.wait("Type place green x22.")
        terminal.type("place green x22\r")
        terminal.wait("Guide: Put the yellow helicopter on x42.")
        terminal.type("guide off\r")
        terminal.wait("The guide has gone.")
        terminal.type("guide off\r")
        terminal.wait("This game is not guided.")
        terminal.type("quit\r")
        assert terminal.wait_end() == 0


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--bot", "thief=rim"), "--guide chooses for you; leave --bot out"),
        (("--hints", "odds"), "--guide chooses for you; leave --hints out"),
        (
            ("--players", "3", "--hints", "odds"),
            "--guide chooses for you; leave --players and --hints out",
        ),
    ],
)
def test_the_guide_chooses_what_a_first_game_has(
    cli: Cli, more: tuple[str, ...], said: str
) -> None:
    ended = cli(*NONE, *more)
    assert ended[::2] == (2, f"heistboard: {said}\n")


def test_a_guide_needs_a_game_and_a_resumed_one_keeps_its_own(cli: Cli) -> None:
    ended = cli("play", "--guide")
    assert ended.code == 2
    assert "--guide needs a game" in ended.err
    assert cli(*NONE, "--json", "--seconds", "1", "--thief-seconds", "0").code == 0
    ended = cli("play", "--resume", "1", "--board", "none", "--guide")
    assert ended[::2] == (2, "heistboard: --guide chooses for you; leave --resume out\n")

"""``play --bot``: the computer plays a seat, as a process and with its journal."""

from pathlib import Path

from heistboard.journal.store import Store

from tests.support.command import Cli
from tests.support.terminal import Terminal
from tests.support.typed_play import QUICK

NONE = ("play", "car-thief", "--board", "none", "--no-browser")


def test_the_computer_plays_the_police_and_the_screen_says_so(tmp_path: Path) -> None:
    args = (*NONE, "--thief-seconds", "0", "--bot", "police=thinker")
    with Terminal(tmp_path, *args, constants=QUICK) as terminal:
        terminal.wait("Police: computer (thinker).")
        terminal.wait("The thief to act")
        terminal.type("hide c3\r")
        terminal.wait("The police to act")
        terminal.type("quit\r")
        assert terminal.wait_end() == 0
    again = ("play", "--resume", "1", "--board", "none", "--no-browser")
    with Terminal(tmp_path, *again, constants=QUICK) as terminal:
        terminal.wait("Police: computer (thinker).")
        terminal.type("quit\r")
        assert terminal.wait_end() == 0


def test_a_resumed_game_may_get_more_computer_players(cli: Cli) -> None:
    ended = cli(*NONE, "--json", "--seconds", "1", "--bot", "police=rim")
    assert ended.code == 0
    number = ended.document["id"]
    ended = cli(
        *("play", "--resume", str(number), "--board", "none", "--no-browser", "--json"),
        *("--seconds", "1", "--bot", "thief=rim"),
    )
    assert ended.code == 0
    with Store(cli.data / "journal.sqlite") as store:
        notes = [entry.move for entry in store.get(number).entries if entry.kind == "note"]
    assert "bot.police rim" in notes and "bot.thief rim" in notes


def test_wrong_computer_players_are_wrong_usage_when_resuming_too(cli: Cli) -> None:
    cli(*NONE, "--json", "--seconds", "1", "--bot", "police=rim")
    for bot, said in (
        (
            "police=kasparov",
            "there is no bot 'kasparov', expected random, beginner, rim, hunter or thinker",
        ),
        ("cook=rim", "there is no seat 'cook', expected thief or police"),
    ):
        ended = cli("play", "--resume", "1", "--board", "none", "--bot", bot)
        assert ended[::2] == (2, f"heistboard: --bot: {said}\n")

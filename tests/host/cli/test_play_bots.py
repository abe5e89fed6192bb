"""``play --bot``: the computer plays a seat, as a process and with its journal."""

from pathlib import Path

from heistboard.journal.store import Store

from tests.support.command import Cli
from tests.support.terminal import Terminal
from tests.support.typed_play import QUICK

OVER = "for a new game"
ROUNDS = 11
TRAIL = ("a1", "b1", "c1", "d1", "e1", "e2", "d2", "c2", "b2", "a2", "a3")
AT_ONCE = {**QUICK, "heistboard.app.computer_players:PAUSE_MS": [5, 10, 20]}
NONE = ("play", "car-thief", "--board", "none", "--no-browser")


def test_the_computer_plays_the_police_and_the_screen_says_so(tmp_path: Path) -> None:
    args = (*NONE, "--thief-seconds", "0", "--bot", "police=thinker")
    with Terminal(tmp_path, *args, constants=QUICK) as terminal:
        terminal.wait("Police: computer (thinker).")
        terminal.wait("The thief to act")
        terminal.type("hide c3\r")
        terminal.wait("The police to act")
        assert "Type a move" not in terminal.text  # nobody here moves
        terminal.type("quit\r")
        assert terminal.wait_end() == 0
    again = ("play", "--resume", "1", "--board", "none", "--no-browser")
    with Terminal(tmp_path, *again, constants=QUICK) as terminal:
        terminal.wait("Police: computer (thinker).")
        terminal.type("quit\r")
        assert terminal.wait_end() == 0


def test_a_whole_game_alone_as_the_police(tmp_path: Path) -> None:
    args = (*NONE, "--thief-seconds", "0", "--bot", "thief=rim")
    with Terminal(tmp_path, *args, constants=AT_ONCE) as terminal:
        for move in ("green x22", "yellow x44", "pink x11"):
            terminal.type(f"place {move}\r")
        terminal.wait("All helicopters are placed.")
        for number in range(1, ROUNDS + 1):
            terminal.type("done\r")
            until_asked(terminal, "police", number)
            for move in ("green b2", "yellow e5", "pink a1"):
                terminal.type(f"search {move}\r")
            terminal.wait_for(lambda: "Press Done" in terminal.text or OVER in terminal.text)
            if OVER in terminal.text:
                break
        leave(terminal)
    assert ending(tmp_path) in ("arrest", "escape")


def test_a_whole_game_alone_as_the_thief(tmp_path: Path) -> None:
    args = (*NONE, "--thief-seconds", "0", "--bot", "police=hunter")
    with Terminal(tmp_path, *args, constants=AT_ONCE) as terminal:
        for number, cell in enumerate(TRAIL, 1):
            until_asked(terminal, "thief", number)
            if OVER in terminal.text:
                break
            terminal.type(f"hide {cell}\r")
        leave(terminal)
    assert ending(tmp_path) in ("arrest", "escape")


def test_who_plays_alone_sees_the_own_cards_and_plays_by_number(tmp_path: Path) -> None:
    bots = [f"--bot=p{number}=random" for number in (2, 3, 4)]
    args = ("play", "good-cop-bad-cop", "--players", "4", *bots)
    size = (100, 30)
    with Terminal(tmp_path, *args, *NONE[2:], size=size, constants=AT_ONCE) as terminal:
        terminal.wait("Everybody looks at their own three cards")
        terminal.type("look p2\r")
        terminal.wait("Player 2 does not play at this terminal.")
        terminal.type("look d4\r")  # in some games a move
        terminal.wait("That is not a move")
        terminal.type("\r")
        terminal.wait("for your eyes only", "Your moves", "1 Order 1, 2, 3")
        terminal.type("1\r")
        terminal.wait("What happened")
        terminal.type("quit\r")
        assert terminal.wait_end() == 0
    with Store(tmp_path / "heistboard" / "journal.sqlite") as store:
        assert "p1 arrange 123" in store.get(1).state.moves


def test_of_several_at_a_terminal_each_looks_behind_a_cover(tmp_path: Path) -> None:
    args = ("play", "good-cop-bad-cop", "--players", "4", *NONE[2:])
    with Terminal(tmp_path, *args, size=(100, 30), constants=AT_ONCE) as terminal:
        terminal.wait("Everybody looks at their own three cards")
        terminal.type("look\r")
        terminal.wait("Who looks? Type look SEAT: p1, p2, p3, p4.")
        terminal.type("look p2\r")
        terminal.wait("Player 2, make sure that nobody else looks.")
        assert "You are" not in terminal.text
        terminal.type(" ")
        terminal.wait("Player 2: for your eyes only", "You are")
        terminal.type("q")
        terminal.wait("What happened")
        assert "You are" not in terminal.text
        terminal.type("quit\r")
        assert terminal.wait_end() == 0


def until_asked(terminal: Terminal, side: str, number: int) -> None:
    """Waits for the turn of *side* in this round, or for the end."""
    told = f"Round {number} of" if side == "thief" else f"round {number}: the car is hidden"
    asked = (told, f"The {side} to act")
    is_there = terminal.wait_for(
        lambda: OVER in terminal.text or all(part in terminal.text for part in asked)
    )
    assert is_there, "\n".join(terminal.lines)


def leave(terminal: Terminal) -> None:
    terminal.wait(OVER)
    terminal.type("quit\r")
    assert terminal.wait_end() == 0


def ending(data: Path) -> str:
    with Store(data / "heistboard" / "journal.sqlite") as store:
        outcome = store.get(1).state.outcome
    assert outcome is not None
    return outcome.ending


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
            "there is no bot 'kasparov', expected random, beginner, rim, hunter, patrol or"
            " thinker",
        ),
        ("cook=rim", "there is no seat 'cook', expected thief or police"),
    ):
        ended = cli("play", "--resume", "1", "--board", "none", "--bot", bot)
        assert ended[::2] == (2, f"heistboard: --bot: {said}\n")

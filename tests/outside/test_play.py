"""``play lanterns`` in a terminal: a whole game, and one that is killed.

Real time: the simulated board, and a process that is killed.
"""

import signal
from pathlib import Path

from heistboard.journal.store import Store
from heistboard.rules import State

from tests.support.command import Running
from tests.support.terminal import Terminal

PLAY = (
    *("play", "lanterns", "--board", "sim", "--players", "3", "-o", "turns=2"),
    *("--deal", "street=hands", "--no-browser"),
)
SIZE = (100, 40)
QUICK = {"lanterns.gestures:SETTLE_MS": 150}


def kept(data: Path, game: int = 1) -> State:
    with Store(data / "heistboard" / "journal.sqlite") as store:
        return store.get(game).state


def begin(terminal: Terminal) -> None:
    """The lantern is carried to x23, and the window is open."""
    terminal.wait("board: right", "Player 1 carries the lantern.")  # simulated hands put it there
    terminal.type("lantern brass x23\r")
    terminal.wait("Player 1 carries the lantern to x23", "Turn over a street card")
    terminal.type("street wind\r")
    terminal.wait("the street: wind", "Cards may be played.")


def type_in_turn(terminal: Terminal, *lines: tuple[str, str]) -> None:
    for typed, then in lines:
        terminal.type(f"{typed}\r")
        terminal.wait(then)


def test_whole_game_in_a_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY, size=SIZE, constants=QUICK) as terminal:
        begin(terminal)
        type_in_turn(
            terminal,
            ("pass", "That is not a move."),
            ("p3 pass", "Cards may be played."),
            ("p2 pass", "Player 2 carries the lantern."),
            ("carry x22", "Turn over a street card"),
            ("street calm", "Cards may be played."),
            ("p1 pass", "Cards may be played."),
            ("p3 pass", "Player 1 accuses somebody."),
            ("accuse p1", "each accuses another player"),
            ("accuse p2", "Player 2 accuses somebody."),
            ("accuse p1", "Player 3 accuses somebody."),
            ("accuse p1", "The end"),
        )
        assert kept(tmp_path).outcome is not None
        terminal.wait("Player 1 is accused", "The traitor is ")
        type_in_turn(terminal, ("again", "game 2"))
        terminal.type("quit\r")
        assert terminal.wait_end() == 0
    assert kept(tmp_path).options == kept(tmp_path, 2).options
    assert kept(tmp_path, 2).phase == "carry"


def test_private_cards_are_nowhere_in_the_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY, size=SIZE, constants=QUICK) as terminal:
        begin(terminal)
        shown = terminal.bytes.decode(errors="replace")
        assert not [word for word in ("traitor", "watchman", "gust", "cloak") if word in shown]
        assert "Player 2 is dealt a card" in terminal.text


def test_game_killed_in_a_window_resumes_there(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY, size=SIZE, constants=QUICK) as terminal:
        begin(terminal)
        terminal.type("p3 pass\r")
        assert terminal.wait_for(lambda: kept(tmp_path).movers == (1,))
        terminal.process.send_signal(signal.SIGKILL)
        terminal.wait_end()
    again = ("play", "--resume", "1", "--board", "sim", "--no-browser")
    with Terminal(tmp_path, *again, size=SIZE, constants=QUICK) as terminal:
        terminal.wait("board: right", "Cards may be played.")
        type_in_turn(
            terminal,
            ("p3 pass", "That move is secret."),
            ("p2 pass", "Player 2 carries the lantern."),
        )
    assert [str(move) for move in kept(tmp_path).moves[-2:]] == ["p3 pass", "p2 pass"]


def test_in_a_pipe_it_prints_what_everybody_may_know(tmp_path: Path) -> None:
    with Running(tmp_path, *PLAY, "--lang", "ru") as running:
        running.wait_line("Игрок 1 несёт фонарь.")
        code, out, error = running.end()
    assert (code, error) == (0, "")
    assert "Игрок 1 получает роль" in out
    assert not [word for word in ("предатель", "дозорный", "порыв", "плащ") if word in out]

"""The terminal of a game: Help, Ctrl-Z and `fg`, a changed size, and the command to go on.

Real time: signals, a shell and its jobs.
"""

import shutil
import signal
import sys
from argparse import Namespace
from pathlib import Path

import pytest
from heistboard.cli.typed_again import whole_command

from tests.support.command import Running
from tests.support.terminal import Terminal
from tests.support.typed_play import QUICK, SIM, place_all

PLAY = ("play", "car-thief", "--board", "none", "--no-browser")


def test_help_is_answered_until_a_key_is_pressed(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY) as terminal:
        terminal.wait("What happened")
        terminal.type("help\r")
        terminal.wait("What is asked", "place green x11 Put the green helicopter on x11")
        terminal.wait("Where the rules are", "car_thief/README.md", "Any key closes this.")
        terminal.type("p")
        terminal.wait("What happened", "> p")
        terminal.type("\x15help\r")
        terminal.wait("What is asked")
        terminal.type("\x1b[A")
        terminal.wait("What happened")
        terminal.type("quit\r")
        assert terminal.wait_end() == 0


def test_floor_and_legend_are_typed(tmp_path: Path) -> None:
    typed = ("play", "burgle-bros", "--board", "none", "--no-browser")
    with Terminal(tmp_path, *typed) as terminal:
        terminal.wait("F1 a b c d")
        terminal.type("floor 2\r")
        terminal.wait("F2 a b c d")
        terminal.type("floor 3\r")
        terminal.wait("The floors are 1 to 2.", "F2 a b c d")
        terminal.type("entrance a1\r")  # whatever else is typed leads back
        terminal.wait("F1 a b c d", "@1")
        terminal.type("legend\r")
        terminal.wait("What the signs mean", "G guard", "Any key closes this.")
        terminal.type("f")
        terminal.wait("F1 a b c d", "> f")
        terminal.resize(120, 30)
        terminal.wait("F1 a b c d F2 a b c d")
        terminal.type("\x15quit\r")
        assert terminal.wait_end() == 0


def test_help_in_a_pipe_is_printed_each_time(tmp_path: Path) -> None:
    with Running(tmp_path, *PLAY, typed="help\nhelp\nquit\n") as running:
        lines = running.wait().out.splitlines()
    assert lines.count("What you can type") == 2
    assert "  place green x11  Put the green helicopter on x11" in lines
    assert "  … and 41 more" in lines and "  quit: ends the program; the game is kept" in lines


def test_floor_and_legend_in_a_pipe_are_printed(tmp_path: Path) -> None:
    typed = "floor 2\nlegend\nfloor 3\nquit\n"
    burgle = ("play", "burgle-bros", *PLAY[2:])
    with Running(tmp_path, *burgle, typed=typed) as running:
        lines = running.wait().out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("F2    a  "))
    assert lines[start - 1].startswith("Office: turn ") and lines[start + 2].startswith("1 ┃ ?  ")
    assert "There is no such floor. The floors are 1 to 2." in lines
    assert any(line.startswith("@12 players 1 and 2  G guard") for line in lines[start:])


def test_help_typed_while_eyes_are_closed_changes_nothing(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM[:-1], "0.5", constants=QUICK) as terminal:
        terminal.wait("green helicopter")
        place_all(terminal)
        terminal.type("help\r")
        terminal.wait("What is asked")
        terminal.type("done\r")  # its first key closes Help
        terminal.wait("The thief to act")
        before = terminal.bytes
        terminal.type("help\r")
        terminal.type("hide b2\r")
        terminal.wait("The police to act")
        assert b"What is asked" not in terminal.bytes.removeprefix(before)
        assert b"b2" not in terminal.said


def test_screen_is_drawn_again_when_the_program_goes_on(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY) as terminal:
        terminal.wait("What happened")
        terminal.process.send_signal(signal.SIGSTOP)
        terminal.clear()
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait("What happened", "Type a move")


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_stopped_game_leaves_the_terminal_to_the_shell(tmp_path: Path) -> None:
    with Terminal(tmp_path, shell=True) as terminal:
        terminal.wait("$")
        terminal.type(f"{sys.executable} -m heistboard {' '.join(PLAY)}\r")
        terminal.wait("What happened")
        terminal.type("place gr")
        terminal.wait("> place gr")
        terminal.resize(100, 30)
        if not terminal.wait_for(lambda: terminal.lines[29] == "> place gr"):
            raise AssertionError("\n".join(map(repr, terminal.lines)))
        silent = terminal.modes()
        terminal.type("\x1a")
        terminal.wait("Stopped")
        terminal.type("stty -a | tr ' ' '\\n' | grep -x echo | tr a-z A-Z\r")
        terminal.wait("ECHO")
        terminal.type("fg\r")
        assert terminal.wait_for(lambda: terminal.lines[0].startswith("Car Thief"))
        assert terminal.wait_for(lambda: terminal.lines[29] == "> place gr")
        assert terminal.modes() == silent
        terminal.type("een x11\r")
        terminal.wait("green placed on x11")
        terminal.type("quit\r")
        terminal.wait("heistboard play --resume 1")


def test_way_to_go_on_is_a_whole_command(tmp_path: Path) -> None:
    data = tmp_path / "our games"
    play = (*PLAY, "--data", str(data))
    whole = f"heistboard play --resume 1 --data '{data}'"
    with Running(tmp_path, *play, typed="place green x11\nquit\n") as running:
        assert running.wait().out.endswith(f"Continue it with `{whole}`.")
    with Running(tmp_path, *play) as running:
        running.wait_line(f"Game 1 is not finished. Resume it with `{whole}`.")


@pytest.mark.parametrize(
    ("started", "found", "said"),
    [
        ("heistboard", None, "heistboard"),
        ("bin/heistboard", None, "bin/heistboard"),
        ("bin/heistboard", "bin", "heistboard"),
        ("bin/heistboard", "other", "bin/heistboard"),
        ("my folder/heistboard", None, "'my folder/heistboard'"),
        ("somewhere/heistboard/__main__.py", None, "heistboard"),
    ],
)
def test_program_is_named_as_it_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: str, found: str | None, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("bin", "other", "my folder"):
        program = tmp_path / folder / "heistboard"
        program.parent.mkdir()
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    monkeypatch.setattr("sys.argv", [started])
    monkeypatch.setenv("PATH", str(tmp_path / found) if found else "")
    assert whole_command(Namespace(data=None), "play") == f"{said} play"

"""Shell completion: what is offered, and that bash and fish get it.

Real time: shells as processes.
"""

import dataclasses
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from argcomplete.finders import CompletionFinder
from heistboard import games
from heistboard.cli.arguments import parse
from heistboard.journal.store import Store
from heistboard.rules import State

from tests.support import raffle
from tests.support.car_thief import hunted
from tests.support.command import Cli, environment
from tests.support.games import replace_package

AT = "2031-05-04T20:15:00+02:00"
PROGRAM = Path(sys.executable).with_name("heistboard")


@pytest.fixture
def offered(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> "Offered":
    return Offered(monkeypatch)


class Offered:
    """Returns what is offered for a command line that is typed so far."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, typed: str) -> list[str]:
        from heistboard.cli import completion

        line = f"heistboard {typed}"
        output = io.StringIO()
        ask = completion.answer

        def leave(code: int) -> None:
            raise SystemExit(code)

        with self._monkeypatch.context() as patch:
            own = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "COMP_LINE": line}
            for name, value in {**own, "COMP_POINT": str(len(line))}.items():
                patch.setenv(name, value)
            # It would open the descriptor 9, which is pytest's.
            patch.setattr(CompletionFinder, "_init_debug_stream", lambda finder: None)
            patch.setattr(
                completion, "answer", lambda *args: ask(*args, output=output, leave=leave)
            )
            with pytest.raises(SystemExit):
                parse([])
        return [word.strip() for word in output.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("pl", ["play"]),
        ("play ", ["burgle-bros", "car-thief", "good-cop-bad-cop"]),
        ("play c", ["car-thief"]),
        ("perft ", ["burgle-bros", "car-thief", "good-cop-bad-cop"]),
        ("play car-thief --players ", ["2", "3", "4"]),
        ("play car-thief --thief-s", ["--thief-seconds"]),
        ("play car-thief -o ", ["players=", "thief-seconds="]),
        ("play car-thief -o players=", ["players=2", "players=3", "players=4"]),
        ("play car-thief -o nothing=", []),
        ("play --hints ", ["off", "notes", "danger", "odds", "cells"]),
        ("play --lang ", ["en", "ru"]),
        ("play --supply ", ["usb", "own"]),
        ("play --port ", []),
        ("play --resume ", []),
        (
            "simulate car-thief --bots ",
            ["random", "beginner", "rim", "hunter", "patrol", "thinker"],
        ),
        ("car-thief ", ["belief", "trails"]),
        ("umpire set-aside b3", ["b3.cover", "b3.occupant"]),
        (
            "umpire invite ",
            ["p1", "p2", "p3", "p4", "thief", "police", "p5", "p6", "p7", "p8"],
        ),
        ("umpire hints o", ["off", "odds"]),
        ("board assign ", ["1", "2", "3"]),
        ("board test --part ", ["reeds", "lights", "diodes"]),
        ("completion ", ["bash", "zsh", "fish"]),
        ("rules ", ["burgle-bros", "car-thief", "good-cop-bad-cop"]),
        ("rules car-thief se", ["setup", "search", "secrets"]),
        ("rules car-thief search --l", ["--lang"]),
        ("nothing", []),
        ("play 'car", ["car-thief"]),
    ],
)
def test_what_fits_is_offered(offered: Offered, typed: str, words: list[str]) -> None:
    assert [word.strip("'") for word in offered(typed)] == words


def test_every_option_is_offered(offered: Offered) -> None:
    words = offered("play car-thief --")
    assert {"--port", "--voice", "--lan", "--data", "--json", "--seconds"} <= {*words}


def test_games_of_the_journal_are_offered(offered: Offered, cli: Cli) -> None:
    def add(state: State) -> None:
        cli.data.mkdir(exist_ok=True)
        with Store(cli.data / "journal.sqlite", create=True) as store:
            store.add(state, AT)

    add(games.load("car-thief").new())
    add(hunted(1))
    assert offered("journal show ") == ["2", "1"]
    assert offered("play --resume ") == ["1"]
    assert offered(f"--data {cli.data / 'none'} journal show ") == []
    (cli.data / "journal.sqlite").write_bytes(b"no journal")
    assert offered("journal show ") == []  # the command itself says what is wrong


def test_game_of_somebody_else_is_offered_with_its_options(
    offered: Offered, monkeypatch: pytest.MonkeyPatch
) -> None:
    raffle.install(monkeypatch)
    assert "raffle" in offered("play ")
    assert "beat=" in offered("play raffle -o ") and "beat=" not in offered("play car-thief -o ")
    assert offered("play raffle --deal ") == ["urn=host", "urn=hands", "wheel=host"]


def test_broken_part_of_a_game_offers_nothing(
    offered: Offered, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = dataclasses.replace(games.package("car-thief"), bots="heistboard.nothing:BOTS")
    replace_package(monkeypatch, package)
    assert offered("simulate car-thief --bots ") == []


def test_files_are_offered_where_a_file_is_wanted(
    offered: Offered, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.txt").touch()
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)
    assert offered("journal import ga") == ["game.txt", "games/"]
    assert offered("--data ga") == ["games/"]
    assert offered("journal show ga") == []


def test_code_is_printed_for_each_shell(cli: Cli) -> None:
    for shell in ("bash", "zsh", "fish"):
        code, out, _ = cli("completion", shell)
        assert code == 0 and "_ARGCOMPLETE" in out
        document = cli("completion", shell, "--json").document
        assert document["shell"] == shell and document["code"] == out.removesuffix("\n")
    assert "SHELL: got 'tcsh', expected bash, zsh or fish" in cli("completion", "tcsh").err
    assert cli("completion").code == 2


ASK_BASH = """
eval "$({program} completion bash)"
COMP_LINE="heistboard journal sho" COMP_POINT=22 COMP_TYPE=9
_python_argcomplete {program}
echo "<${{COMPREPLY[*]}}>"
"""
ASK_FISH = '{program} completion fish | source; complete -C "heistboard journal sho"'


@pytest.mark.parametrize(
    ("shell", "script", "said"),
    [(("bash", "-c"), ASK_BASH, "<show >"), (("fish", "-N", "-c"), ASK_FISH, "show\tshow one")],
)
def test_shell_gets_the_answer(
    tmp_path: Path, shell: tuple[str, ...], script: str, said: str
) -> None:
    if shutil.which(shell[0]) is None or not PROGRAM.exists():
        pytest.skip(f"no {shell[0]}, or Heistboard is not installed")
    env = environment(tmp_path)
    env["PATH"] = f"{PROGRAM.parent}{os.pathsep}{env['PATH']}"
    done = subprocess.run(
        [*shell, script.format(program=PROGRAM)], env=env, capture_output=True, text=True
    )
    assert said in done.stdout, done.stderr

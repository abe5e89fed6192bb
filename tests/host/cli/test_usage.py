"""Wrong usage, where options may stand, and failures of the output."""

import os
import subprocess
import sys
from pathlib import Path

import heistboard
import pytest

from tests.support.command import Cli, environment


def test_help_and_version(cli: Cli) -> None:
    assert cli("--help").code == 0
    assert cli("board", "watch", "--help").code == 0
    assert cli("--version")[:2] == (0, f"heistboard {heistboard.__version__}\n")


def test_help_loads_neither_screen_nor_serial(tmp_path: Path) -> None:
    program = (
        "import sys; from heistboard.cli import main; main(['--help']); "
        "sys.exit(bool({'rich', 'serial', 'heistboard.sim'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(tmp_path), capture_output=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("arguments", [(), ("board",), ("umpire",)])
def test_no_command_shows_the_help(cli: Cli, arguments: tuple[str, ...]) -> None:
    code, out, err = cli(*arguments)
    assert (code, out) == (2, "")
    assert "COMMAND" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("bord",),
            "there is no command 'bord' in this release, expected play, games, rules, print, "
            "journal, statistics, replay, review, perft, simulate, board, rehearse, umpire, "
            "doctor or completion",
        ),
        (("watch",), "did you mean `heistboard board watch`?"),
        (("board", "fly"), "'fly' in this release, expected list, info, watch, test, bench"),
        (("board", "watch", "--seconds", "-1"), "--seconds: got '-1', expected a number above 0"),
        (("play", "--seconds", "nan"), "--seconds: got 'nan', expected a number above 0"),
        (("play", "--seconds=soon"), "--seconds: got 'soon'"),
        (("play", "car-thief", "--lang", "fr"), "--lang: got 'fr', expected en or ru"),
        (
            ("play", "car-thief", "--hints", "all"),
            "--hints: hints is 'all', expected off, notes, cells or odds",
        ),
        (
            ("play", "--hints", "all"),
            "--hints: hints is 'all', expected off, notes, danger, odds or cells",
        ),
        (
            ("play", "car-thief", "--tls-key", "key.pem"),
            "--tls-key is the key of a certificate; expected --tls-cert FILE, too",
        ),
        (("play", "car-thief", "--players", "9"), "car-thief: players is 9, expected 2..4"),
        (
            ("board", "info", "--bord", "sim"),
            "there is no option or argument --bord; see `heistboard board info --help`",
        ),
        (("board", "info", "extra"), "there is no option or argument extra"),
        (("board", "watch", "--board"), "--board: expected one argument"),
        (("board", "watch", "--record", "a", "--replay", "b"), "--record"),
        (("play", "--players", "2"), "--players needs a game; name one, as in"),
        (("play", "--deal", "deck=host"), "--deal needs a game; name one, as in"),
        (("play", "car-thief", "--deal", "deck"), "expected DECK=host or DECK=hands"),
        (
            ("play", "chess"),
            "there is no game 'chess', expected burgle-bros or car-thief or good-cop-bad-cop; "
            "see `heistboard games`",
        ),
        (("play", "chess", "--resume", "1"), "there is no game 'chess'"),
        (("perft", "chess", "--depth", "1"), "there is no game 'chess'"),
        (("simulate", "chess", "--games", "1"), "there is no game 'chess'"),
        (("play", "--resume", "1", "--players", "2"), "game 1 already has its players"),
        (("play", "--resume", "9" * 5000), "expected at most 18 digits"),
        (("play", "car-thief", "--port", "0"), "--port: got '0', expected 1..65535"),
        (("play", "--port", "99999"), "--port: got '99999', expected 1..65535"),
        (("play", "car-thief", "--thief-seconds", "100000"), "expected seconds, 0..3600"),
        (("play", "--thief-seconds", "100000"), "expected seconds, 0..3600"),
        (
            ("play", "car-thief", "--thief-seconds"),
            "--thief-seconds needs a value, expected",
        ),
        (("play", "car-thief", "--board", ""), "--board: got '', expected auto, sim, none, pi or"),
        (("play", "car-thief", "--data", ""), "--data: got '', expected a folder"),
        (("--data=", "games"), "--data: got '', expected a folder"),
        (("games", "--data", os.devnull), f"got '{os.devnull}', expected a folder"),
        (("perft", "car-thief", "--depth", "9" * 30), "expected 1..1000"),
        (("perft", "car-thief"), "--depth is missing"),
        (("simulate", "car-thief", "--games", "9" * 30), "expected 1..100000000"),
        (("simulate", "car-thief", "--games", "1", "--seed", "x"), "expected a whole number"),
        (
            ("simulate", "car-thief", "--games", "1", "--bots", "x"),
            "expected random, beginner, rim, hunter, patrol or thinker",
        ),
        (("journal", "import", ""), "FILE: got '', expected the name of a file"),
        (("rehearse", ""), "FILE: got '', expected the name of a file"),
        (("board", "test", "--part", "wires"), "--part: got 'wires', expected reeds, lights or"),
        (
            ("board", "test", "--from", "z9"),
            "there is no reed 'z9', expected a name like b3.cover",
        ),
        (("board", "test", "--from", "a1.cover", "--to", "done"), "; exchange them"),
        (("board", "assign", "1", ""), "SERIAL: got '', expected a board's serial number"),
        (("umpire", "set-aside", "b3"), "REED: got 'b3', expected a reed like b3.cover"),
        (("umpire", "restore", "4:b3.cover"), "REED: got '4:b3.cover', expected a reed like"),
        (("umpire", "restore", "x:b3.cover"), "REED: got 'x:b3.cover', expected a reed like"),
        (("umpire", "hints", "all"), "hints is 'all', expected off, notes, danger, odds or cells"),
    ],
)
def test_wrong_usage_ends_with_2_and_a_sentence(
    cli: Cli, arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = cli(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("heistboard: ")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--json", "--board", "sim", "board", "list"),
        ("board", "--json", "--board", "sim", "list"),
        ("board", "list", "--board", "sim", "--json"),
        ("--board", "nonsense", "board", "list", "--json", "--board", "sim"),
    ],
)
def test_options_may_stand_anywhere(cli: Cli, arguments: tuple[str, ...]) -> None:
    code, _, _ = outcome = cli(*arguments)
    assert code == 0
    assert len(outcome.document["boards"]) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "--resume", "7"), "there is no game 7; see `heistboard journal list`"),
    ],
)
def test_command_that_cannot_be_executed_is_answered_with_advice(
    cli: Cli, arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = cli(*arguments)
    assert (code, out) == (1, "")
    assert said in err


def test_bug_is_a_sentence_that_names_the_traceback(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(args: object) -> int:
        raise KeyError("spoon")

    monkeypatch.setattr("heistboard.cli.doctor.doctor", fails)
    code, _, err = cli("doctor")
    assert code == 1
    assert "this is a bug in heistboard: KeyError: 'spoon'" in err
    path = Path(err.split()[-1])
    assert "in fails" in path.read_text()
    path.unlink()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_full_disk_fails_with_a_sentence(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "heistboard", "board", "list", "--json"],
            env=environment(tmp_path),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("heistboard: ")
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


def test_reader_that_leaves_ends_frames_quietly(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "heistboard", "board", "watch", "--frames"],
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b"GREET" in process.stdout.readline()
        process.stdout.close()
        assert process.wait(10) == 0
        assert process.stderr.read() == b""

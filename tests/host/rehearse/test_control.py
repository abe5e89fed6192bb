"""Commands reach the running table, but only with its token."""

import json
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.app import Daemon, Settings
from heistboard.app.control import Client, Control, ControlError, Refused
from heistboard.app.requests import Requests
from heistboard.rehearse.requests import RehearsalRequests

from tests.support.command import Cli, environment

FILE = "table.json"
CHILD = """
import sys
from pathlib import Path
from heistboard.app import Daemon, Settings
from heistboard.app.control import Control
from heistboard.app.requests import Requests
folder = Path(sys.argv[1])
with Daemon(folder / "journal.sqlite", Settings("car-thief"), list) as daemon:
    with Control(Requests(daemon), folder):
        print("runs", flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder, which the CLI of the tests uses too."""
    path = tmp_path / "heistboard"
    path.mkdir()
    return path


@pytest.fixture
def daemon(folder: Path) -> Iterator[Daemon]:
    """A daemon without a board."""
    with Daemon(folder / "journal.sqlite", Settings("car-thief"), list) as made:
        yield made


def test_status_is_what_everybody_may_know(daemon: Daemon, folder: Path) -> None:
    with Control(Requests(daemon), folder), Client(folder) as client:
        status = client.ask("status")
    assert (status["phase"], status["seat"], status["sync"]) == ("setup", "police", "lost")
    assert status["ask"] == {"id": "lost", "words": {}}
    assert status["scene"]["x11"] == ["green", "normal", "pulse", 0]


def test_commands_make_and_correct_moves(daemon: Daemon, folder: Path) -> None:
    with Control(Requests(daemon), folder), Client(folder) as client:
        client.ask("say", seat=1, text="place green x11")
        client.ask("correct", text="place yellow x12")
        assert client.ask("status")["view"]["moves"] == ["place green x11", "place yellow x12"]
        client.ask("correct", text="undo")
        assert client.ask("status")["view"]["moves"] == ["place green x11"]


@pytest.mark.parametrize(
    ("do", "words", "said"),
    [
        ("say", {"seat": 0, "text": "hide a1"}, "it is not your turn"),
        ("say", {"seat": 0, "text": "nonsense"}, "it is not your turn"),
        ("say", {"seat": 1, "text": "place green b3"}, "there is no crossing 'b3'"),
        ("say", {"seat": "police", "text": "place green x11"}, "seat is 'police', expected int"),
        ("say", {"seat": 1}, "text is None, expected str"),
        ("set-aside", {"reed": "b3"}, "no reed is called 'b3'"),
        ("correct", {"text": "undo"}, "no move has been made"),
        ("picture", {}, "the table does not know that"),
        ("busy", {}, "the table does not know that"),
        ("seat", {"seat": "police"}, "the table does not know that"),
        ("open", {}, "the table does not know that"),
    ],
)
def test_refusal_is_a_sentence(
    daemon: Daemon, folder: Path, do: str, words: dict[str, int | str], said: str
) -> None:
    with Control(Requests(daemon), folder), Client(folder) as client:
        with pytest.raises(Refused, match=said):
            client.ask(do, **words)
        assert client.ask("status")["view"]["moves"] == []


def test_rehearsals_may_ask_for_more(daemon: Daemon, folder: Path) -> None:
    with Control(RehearsalRequests(daemon, daemon.hub), folder), Client(folder) as client:
        assert client.ask("picture") == []
        assert client.ask("seat", seat="police")["legal"][0] == "place green x11"
        assert client.ask("seat", seat="thief")["legal"] == []
        assert client.ask("seat", seat="table")["view"]["phase"] == "setup"
        with pytest.raises(Refused, match="there is no seat 'nobody', expected thief or police"):
            client.ask("seat", seat="nobody")
        busy = client.ask("busy")
        assert (busy["busy"], busy["lit"], busy["spoken"]) == (False, None, [])
        client.ask("say", seat=1, text="place green x11")
        assert ["x11", "green"] in client.ask("busy")["shown"]


def test_file_is_private_and_removed_with_the_table(daemon: Daemon, folder: Path) -> None:
    with Control(Requests(daemon), folder):
        assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
        with (
            pytest.raises(ControlError, match="another table is running"),
            Control(Requests(daemon), folder),
        ):
            pass
        assert (folder / FILE).exists()
    assert not (folder / FILE).exists()
    with pytest.raises(ControlError, match="no table is running with"):
        Client(folder)


@pytest.mark.parametrize("line", [b'{"do": "status"}', b"[]", b"\xff", b"[" * 5000])
def test_without_the_token_nothing_is_done(daemon: Daemon, folder: Path, line: bytes) -> None:
    with Control(Requests(daemon), folder):
        port = json.loads((folder / FILE).read_text())["port"]
        with socket.create_connection(("127.0.0.1", port), 5) as other:
            other.sendall(line + b"\n")
            assert json.loads(other.makefile().readline()) == {"error": "that is not a request"}
        with socket.create_connection(("127.0.0.1", port), 5) as other:
            other.sendall(b'{"do": "correct", "text": "place green x11", "token": "guess"}\n')
            lines = other.makefile()
            assert json.loads(lines.readline()) == {"error": "the token is wrong"}
            assert lines.readline() == ""
        assert daemon.status().view["moves"] == []


def test_stale_file_of_a_killed_table_does_no_harm(folder: Path, cli: Cli) -> None:
    killed = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder)],
        env=environment(folder.parent),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with killed:
        assert killed.stdout is not None
        assert killed.stdout.readline() == b"runs\n"
        killed.kill()
    stale = (folder / FILE).read_text()
    code, _, err = cli("umpire", "correct", "undo")
    assert code == 1
    assert "has ended unexpectedly; start it again with `heistboard play" in err

    with (
        Daemon(folder / "journal.sqlite", Settings("car-thief"), list) as daemon,
        Control(Requests(daemon), folder),
    ):
        # Another program may have the old table's port.
        here = json.loads((folder / FILE).read_text())
        (folder / "other").mkdir()
        mixed = json.loads(stale) | {"port": here["port"]}
        (folder / "other" / FILE).write_text(json.dumps(mixed))
        with Client(folder / "other") as client, pytest.raises(ControlError, match="has ended"):
            client.ask("status")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"port": "x", "token": "", "pid": 1}'])
def test_garbled_file_is_named(folder: Path, text: str) -> None:
    (folder / FILE).write_text(text)
    with pytest.raises(ControlError, match=r"table\.json is garbled"):
        Client(folder)


def test_umpire_on_the_command_line(daemon: Daemon, folder: Path, cli: Cli) -> None:
    with Control(Requests(daemon), folder):
        assert cli("umpire", "correct", "place", "green", "x11")[:2] == (
            0,
            "played: place green x11\n",
        )
        assert cli("umpire", "correct", "undo", "--json").document == {"move": "undo"}
        assert daemon.status().view["moves"] == []
        assert cli("umpire", "correct", "undo").err.startswith("heistboard: undo: no move has")
        before = daemon.status()
        assert cli("umpire", "set-aside", "b3.occupant").out == "b3.occupant is set aside\n"
        assert daemon.call(lambda: daemon._table.record.aside) == {"b3.occupant"}
        restored = cli("umpire", "restore", "b3.occupant", "--json")
        assert restored.document == {"reed": "b3.occupant", "is_aside": False}
        assert daemon.call(lambda: daemon._table.record.aside) == frozenset()
        assert daemon.status()._replace(number=before.number) == before
        assert cli("umpire", "set-aside", "b3").code == 2


def test_umpire_without_a_table(cli: Cli) -> None:
    code, _, err = cli("umpire", "set-aside", "b3.occupant")
    assert code == 1
    assert "no table is running with" in err and "start one with `heistboard play`" in err

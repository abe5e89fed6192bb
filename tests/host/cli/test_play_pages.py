"""Pages beside a game in the terminal: invitations, the browser, the port, the umpire."""

import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.support.command import Cli, environment
from tests.support.terminal import Terminal
from tests.support.typed_play import SIM, hide, moves, place_all


def joined(address: str, seat: int = 0) -> None:
    """A phone does what the invitation says."""
    page, _, code = address.partition("seat/#")
    headers = {"Origin": page.rstrip("/")}
    answer = httpx.post(f"{page}seat/join", content=code, headers=headers, trust_env=False)
    assert answer.json() == {"seat": seat}


def test_thief_is_invited_to_a_page_and_then_plays_there(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM[:-1], "0.2") as terminal:
        terminal.wait("Page: http://127.0.0.1:", "green helicopter")
        terminal.type("page\r")
        terminal.wait("Any key ends it.", "█")
        (address,) = [line for line in terminal.lines if "/seat/#" in line]
        terminal.type("xheli green x11\r")  # one key ends it, what is typed on is not lost
        terminal.wait("green placed on x11")
        place_all(terminal)
        joined(address)
        terminal.type("done\r")
        terminal.wait("The thief to act")
        terminal.type("hide b2\r")
        terminal.type("help\r")
        time.sleep(0.3)
        assert moves(tmp_path)[3:] == []
        terminal.type("quit\r")
        assert terminal.process.wait(10) == 0
    code = address.partition("#")[2].encode()
    assert terminal.bytes.count(code) == 1
    for path in (tmp_path / "heistboard").iterdir():
        assert code not in path.read_bytes()


def test_any_seat_is_invited_by_its_name(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM) as terminal:
        terminal.wait("Page: http://127.0.0.1:", "green helicopter")
        terminal.type("page judge\r")
        terminal.wait("There is no such seat. There are thief, police.")
        terminal.type("page Police\r")
        terminal.wait("Police: scan this while nobody else looks.", "Any key ends it.", "█")
        (address,) = [line for line in terminal.lines if "/seat/#" in line]
        joined(address, seat=1)


def test_pipe_gets_the_address_and_no_invitation(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "heistboard", *SIM],
        input="page\nquit\n",
        env=environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Page: http://127.0.0.1:" in done.stdout
    assert "only in a terminal" in done.stdout and "/seat/" not in done.stdout


@pytest.mark.parametrize(
    ("more", "variables", "is_opened"),
    [
        ((), {"DISPLAY": ":0"}, True),
        (("--no-browser",), {"DISPLAY": ":0"}, False),
        ((), {"DISPLAY": ":0", "SSH_CONNECTION": "1"}, False),
        ((), {"DISPLAY": ""}, False),
    ],
)
def test_browser_is_opened_on_a_desktop(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    more: tuple[str, ...],
    variables: dict[str, str],
    is_opened: bool,
) -> None:
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\necho "$1" > "$0.said"\n')
    browser.chmod(0o755)
    for name in ("WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.setenv(name, "")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    said = tmp_path / "browser.said"
    with Terminal(tmp_path, *SIM, *more, BROWSER=str(browser)) as terminal:
        terminal.wait("Page: http://127.0.0.1:")
        if is_opened:
            due = time.monotonic() + 10
            while not (said.exists() and (address := said.read_text().strip())):
                assert time.monotonic() < due
                time.sleep(0.02)
            assert f"Page: {address} " in terminal.text
        else:
            time.sleep(0.3)
            assert not said.exists()


def test_port_that_is_taken_is_a_sentence(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, _, err = cli("play", "car-thief", "--board", "sim", "--port", str(port))
    assert code == 1 and f"cannot serve pages on port {port}" in err


def test_the_umpire_reaches_the_game(tmp_path: Path, cli: Cli) -> None:
    data = str(tmp_path / "heistboard")
    with Terminal(tmp_path, *SIM) as terminal:
        place_all(terminal)
        hide(terminal, "e5")
        terminal.type("search green b1\r")
        terminal.wait("nothing on b1")
        assert cli("umpire", "correct", "undo", "--data", data).code == 0
        assert cli("umpire", "set-aside", "c3.cover", "--data", data).code == 0
        terminal.type("lift c3\r")
        terminal.type("fly pink x34\r")
        terminal.wait("Move the pink helicopter from x44")  # and nothing of c3
        assert moves(tmp_path)[3:] == ["hide e5", "fly pink x34"]
        second = cli("play", "car-thief", "--board", "sim", "--seconds", "1", "--data", data)
        assert second.code == 1 and "Traceback" not in second.err
        terminal.type("quit\r")
        assert terminal.process.wait(10) == 0
    gone = cli("umpire", "correct", "undo", "--data", data)
    assert gone.code == 1 and "no table is running" in gone.err

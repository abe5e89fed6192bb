"""Web pages during a game in the terminal: invitations, the browser, the port, the umpire.

Real time: processes, their servers and the simulated board.
"""

import os
import re
import socket
import ssl
import stat
import time
from pathlib import Path

import httpx
import pytest
from heistboard.app import Lobby
from heistboard.boards.data_folder import DataFolder
from heistboard.cli import play_pages
from heistboard.cli.arguments import parse
from heistboard.cli.play_lobby import GameChosen, LobbyPages
from heistboard.errors import CommandError
from heistboard.web import Devices, encryption

from tests.support.command import WITHIN_S, Cli, Running
from tests.support.terminal import Terminal
from tests.support.typed_play import QUICK, SIM, hide, moves, place_all


def joined(address: str, seat: int = 0) -> None:
    """Joins the seat with a device, as the invitation says."""
    page, _, code = address.partition("#sit=")
    headers = {"Origin": page.rstrip("/")}
    answer = httpx.post(f"{page}seat/join", content=code, headers=headers, trust_env=False)
    assert answer.json() == {"seat": seat}


def test_thief_is_invited_to_a_page_and_then_plays_there(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM[:-1], "0.2", constants=QUICK) as terminal:
        terminal.wait("Page: http://127.0.0.1:", "green helicopter")
        terminal.type("page\r")
        terminal.wait("a phone cannot reach this address", "--lan", "any key to close it.")
        assert "█" not in terminal.text
        (address,) = [line for line in terminal.lines if "/#sit=" in line]
        terminal.type("xheli green x11\r")  # the first key closes it; later keys count
        terminal.wait("green placed on x11")
        place_all(terminal)
        joined(address)
        terminal.type("done\r")
        terminal.wait("The thief to act")
        terminal.type("hide b2\r")
        terminal.type("help\r")
        terminal.type("quit\r")
        assert terminal.wait_end() == 0
    assert moves(tmp_path)[3:] == []
    code = address.partition("#sit=")[2].strip().encode()
    assert terminal.bytes.count(code) == 1
    for path in (tmp_path / "heistboard").iterdir():
        assert code not in path.read_bytes()


def test_any_seat_is_invited_by_its_name(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM, "--lan", constants=QUICK) as terminal:
        terminal.wait("Page: http://127.0.0.1:", "green helicopter")
        terminal.type("page judge\r")
        terminal.wait("There is no such seat. The seats are thief, police.")
        terminal.type("page Police\r")
        terminal.wait(
            "Police: scan this while nobody else is looking.", "any key to close it.", "█"
        )
        (address,) = [line for line in terminal.lines if "/#sit=" in line]
        joined(address, seat=1)


def test_pipe_gets_the_address_and_no_invitation(tmp_path: Path) -> None:
    with Running(tmp_path, *SIM, typed="page\nquit\n") as running:
        code, out, err = running.wait()
    assert (code, err) == (0, "")
    assert "Page: http://127.0.0.1:" in out
    assert "only be shown in a terminal" in out and "#sit=" not in out


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
    opened: list[str] = []
    monkeypatch.setattr(play_pages, "_open", opened.append)
    monkeypatch.setattr(play_pages, "is_screen", lambda: True)
    for name in ("WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.setenv(name, "")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    args = parse(("play", *more))
    lobby = Lobby(tmp_path / "journal.sqlite", {})
    page = tmp_path / f"open-in-browser-{os.getpid()}.html"
    with (
        play_pages.bind(args) as listener,
        play_pages.serve_lobby(args, lobby, tmp_path, listener, Devices(tmp_path)) as server,
    ):
        assert opened == ([page.as_uri()] if is_opened else [])
        assert page.exists() == is_opened
        if is_opened:
            assert server.host_address in page.read_text()
            assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert not page.exists()


@pytest.mark.parametrize("more", [("--tls",), ("--tls-cert", "CERT")])
def test_pages_are_encrypted_if_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(play_pages, "_open", opened.append)
    monkeypatch.setattr(play_pages, "_is_desktop", lambda: True)
    made = encryption.made(tmp_path / "other")
    certificate = tmp_path / "other" / "tls" / "server.pem"
    args = parse(("play", *(str(certificate) if part == "CERT" else part for part in more)))
    lobby = Lobby(tmp_path / "journal.sqlite", {})
    with (
        play_pages.bind(args) as listener,
        play_pages.serve_lobby(args, lobby, tmp_path, listener, Devices(tmp_path)) as server,
    ):
        assert server.local_address == f"https://127.0.0.1:{server.port}/"
        page = tmp_path / f"open-in-browser-{os.getpid()}.html"
        assert f'url={server.host_address}"' in page.read_text()
        assert (server.authority_to_trust is not None) == ("--tls" in more)
        context = ssl.create_default_context()
        context.load_verify_locations(cadata=(server.authority or made.authority or b"").decode())
        with httpx.Client(verify=context, trust_env=False) as device:
            assert device.get(server.local_address).status_code == 200


def test_a_certificate_that_is_not_there_is_said(tmp_path: Path) -> None:
    args = parse(("play", "--tls-cert", str(tmp_path / "cert.pem")))
    lobby = Lobby(tmp_path / "journal.sqlite", {})
    with (
        play_pages.bind(args) as listener,
        pytest.raises(CommandError, match=r"cannot read .*cert\.pem"),
        play_pages.serve_lobby(args, lobby, tmp_path, listener, Devices(tmp_path)),
    ):
        pass


def test_nobody_gets_the_port_between_start_page_and_game(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    said: list[str] = []
    pages = LobbyPages(
        parse(("play", "--port", str(port), "--no-browser")),
        DataFolder(str(tmp_path)),
        said.append,
        {},
    )
    address = f"http://127.0.0.1:{port}"
    with pages:
        while not said:
            pages.check()
        with httpx.Client(headers={"Origin": address}, trust_env=False) as client:
            secret = said[0].partition("#host=")[2]
            assert client.post(f"{address}/host", content=secret).json() == {}
            assert client.post(f"{address}/start", json={"game": "car-thief"}).json() == {}
        assert pages.devices is not None and pages.devices.secret == secret
        with pytest.raises(GameChosen):
            pages.check()
    with pytest.raises(OSError, match="in use"):
        socket.create_server(("127.0.0.1", port)).close()
    assert pages.listener is not None and pages.claim is not None
    pages.listener.close()
    pages.claim.close()
    socket.create_server(("127.0.0.1", port)).close()


def test_browser_opens_a_file_that_leads_to_the_address_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\necho "$1" > "$0.part" && mv "$0.part" "$0.address"\n')
    browser.chmod(0o755)
    address = tmp_path / "browser.address"
    for name, value in (("DISPLAY", ":0"), ("SSH_CONNECTION", ""), ("SSH_TTY", "")):
        monkeypatch.setenv(name, value)
    with Terminal(tmp_path, *SIM, BROWSER=str(browser), constants=QUICK) as terminal:
        terminal.wait("Page: http://127.0.0.1:")
        due = time.monotonic() + WITHIN_S
        while not address.exists():
            assert time.monotonic() < due
            time.sleep(0.01)
        opened = address.read_text().strip()  # all that other users of the machine can see
        assert opened.startswith((tmp_path / "heistboard" / "open-in-browser-").as_uri())
        page = Path(opened.removeprefix("file://")).read_text()
        shown = re.search(r"Page: (\S+)", terminal.text)
        assert shown and f'url={shown[1]}"' in page


def test_port_in_use_fails_with_a_sentence(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, _, err = cli("play", "car-thief", "--board", "sim", "--port", str(port))
    assert code == 1 and f"cannot serve pages on port {port}" in err


def test_the_umpire_reaches_the_game(tmp_path: Path, cli: Cli) -> None:
    data = str(tmp_path / "heistboard")
    with Terminal(tmp_path, *SIM, constants=QUICK) as terminal:
        place_all(terminal)
        hide(terminal, "e5")
        terminal.type("search green b1\r")
        terminal.wait("nothing on b1")
        assert cli("umpire", "correct", "undo", "--data", data).code == 0
        assert cli("umpire", "set-aside", "c3.cover", "--data", data).code == 0
        terminal.type("lift c3\r")
        terminal.type("fly pink x34\r")
        terminal.wait("pink flew to x34", "or search a cell next")  # and nothing about c3
        assert moves(tmp_path)[3:] == ["hide e5", "fly pink x34"]
        second = cli("play", "car-thief", "--board", "sim", "--seconds", "1", "--data", data)
        assert second.code == 1 and "Traceback" not in second.err
        terminal.type("quit\r")
        assert terminal.wait_end() == 0
    gone = cli("umpire", "correct", "undo", "--data", data)
    assert gone.code == 1 and "no table is running" in gone.err

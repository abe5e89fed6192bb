"""The server's ports and addresses, its end, and seats that outlive it."""

import contextlib
import socket
import threading
from pathlib import Path

import httpx
import pytest
from heistboard.app import Daemon, Settings
from heistboard.app.seat_watchers import SeatListener
from heistboard.rules import TABLE
from heistboard.web import Server, WebError
from heistboard.web.connection_limits import LimitedWebSocket
from heistboard.web.listening import PORT
from heistboard.web.sockets import NOT_SEATED

from tests.support.web_evening import POLICE, THIEF, WITHIN_S, Evening, closed, receive


@pytest.fixture
def daemon(tmp_path: Path) -> Daemon:
    return Daemon(tmp_path / "journal.sqlite", Settings("car-thief"), list)


def test_it_says_where_it_is(daemon: Daemon, folder: Path) -> None:
    with daemon, Server(daemon, folder, port=0) as server:
        assert server.address == f"http://127.0.0.1:{server.port}/"
        assert server.port > 0
        assert httpx.get(server.address, trust_env=False).status_code == 200


def test_what_is_sent_goes_at_once(folder: Path) -> None:
    with Evening(folder) as evening, evening.sit(THIEF) as line:
        receive(line)
        served = evening.server._server.server_state.connections
        (web_socket,) = (each for each in served if isinstance(each, LimitedWebSocket))
        connection = web_socket.transport.get_extra_info("socket")
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_taken_ports_are_passed_over(daemon: Daemon, folder: Path) -> None:
    with daemon, Server(daemon, folder) as first, Server(daemon, folder) as second:
        assert PORT <= first.port < second.port


def test_a_port_that_was_asked_for_and_is_taken_is_said(daemon: Daemon, folder: Path) -> None:
    with daemon, Server(daemon, folder, port=0) as first:
        with (
            pytest.raises(WebError, match=rf"port {first.port}: .*; choose another one"),
            Server(daemon, folder, port=first.port),
        ):
            pass
        with (
            pytest.raises(WebError, match=r"expected 0\.\.65535"),
            Server(daemon, folder, port=70000),
        ):
            pass


def test_a_folder_that_is_none_is_said(daemon: Daemon, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        daemon,
        pytest.raises(WebError, match=r"cannot keep the seats in .*--data DIR"),
        Server(daemon, tmp_path / "file"),
    ):
        pass


def test_it_ends_and_leaves_nothing(folder: Path) -> None:
    before = set(threading.enumerate())
    with Evening(folder) as evening, evening.sit(THIEF) as line:
        port = evening.server.port
        receive(line)
        with socket.create_connection(("127.0.0.1", port), timeout=WITHIN_S) as hanging:
            evening.server.__exit__()
            assert closed(line) == 1012
            with contextlib.suppress(ConnectionResetError):
                assert hanging.recv(1) == b""
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        evening.daemon.say(POLICE, "place green x22")  # the table goes on
        with Server(evening.daemon, folder, port=port) as again:  # at once, on the same port
            assert again.port == port
    assert set(threading.enumerate()) <= before


def test_a_seat_is_kept_when_the_same_game_goes_on_later(folder: Path) -> None:
    daemon = Daemon(folder / "journal.sqlite", Settings("car-thief"), list)
    folder.mkdir()
    with daemon, Server(daemon, folder, port=0) as server:
        port = server.port
        daemon.say(POLICE, "place green x22")
        code = server.invite(THIEF).partition("#sit=")[2]
        with httpx.Client(base_url=server.address, trust_env=False) as client:
            origin = {"Origin": server.address.rstrip("/")}
            joined = client.post("/seat/join", content=code, headers=origin)
    cookie = joined.headers["set-cookie"].partition(";")[0]
    with Evening(folder, resume=1) as evening:
        name, _, token = cookie.partition("=")
        assert name == f"heistboard-{port}"
        own = f"heistboard-{evening.server.port}={token}"
        with evening.socket("/seat/0/live", own) as line:
            assert "trail" in receive(line)["seat"]["view"]
    with Evening(folder) as evening:  # another game
        own = f"heistboard-{evening.server.port}={token}"
        with evening.socket("/seat/0/live", own) as line:
            assert closed(line) == NOT_SEATED.code


def test_a_page_that_opens_while_it_ends_does_no_harm(
    daemon: Daemon, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with daemon, Server(daemon, folder, port=0) as server:
        forget = daemon.unwatch

        def opened(watch: SeatListener) -> None:
            forget(watch)
            server.watch(POLICE)

        monkeypatch.setattr(daemon, "unwatch", opened)
        server.watch(THIEF)
    assert not server._thread.is_alive()


def test_only_seats_of_the_game_are_invited_to(daemon: Daemon, folder: Path) -> None:
    with daemon, Server(daemon, folder, port=0) as server:
        for seat in (2, 7, -5, TABLE):
            with pytest.raises(ValueError, match="no seat"):
                server.invite(seat)
        assert server.invite(POLICE).startswith(f"{server.address}#sit=")


def test_seats_of_an_earlier_release_do_no_harm(daemon: Daemon, folder: Path) -> None:
    folder.mkdir()
    (folder / "seats.json").write_text(f'{{"5": "{"x" * 43}"}}')
    with daemon, Server(daemon, folder, port=0) as server:
        assert server.invite(THIEF)

"""Web sockets: what they receive, who is refused, and what abuse does."""

import contextlib
import json
import logging
import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from heistboard.web import Server, connection_limits, device_requests, seat_requests, sockets
from heistboard.web.sockets import MAX_VIEWERS
from heistboard.words import LANGUAGES
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.support.in_process import client as client_of
from tests.support.seats import lead_out, open_invitation
from tests.support.web_evening import (
    POLICE,
    THIEF,
    WITHIN_S,
    Evening,
    closed,
    receive,
    receive_until,
)


def say(evening: Evening, line: ClientConnection, text: str, number: int = 1) -> dict[str, object]:
    line.send(evening.saying(text, number))
    answer = receive_until(line, lambda content: "answer" in content)
    assert answer.pop("answer") == number
    return dict(answer)


def test_a_seat_gets_its_view_and_each_change(evening: Evening) -> None:
    with evening.sit(THIEF) as thief:
        first = receive(thief)
        seen: Any = evening.daemon.seat_view(THIEF)
        told, asked = first["seat"].pop("prompt"), seen.pop("prompt")
        assert first["seat"] == seen
        assert told["number"] == asked["number"] and set(told["ask"]) == set(LANGUAGES)
        assert len(told["moves"]) == 25
        for offered, move in zip(told["moves"], asked["moves"], strict=True):
            assert set(offered.pop("said")) == set(LANGUAGES)
            assert offered == move and move["private"]
        assert first["table"]["phase"] == "eyes-closed" and first["table"]["secret"]
        evening.hands.uncover("b2")
        receive_until(thief, lambda content: content["seat"]["board"]["open"] == ["b2"])
        evening.hands.uncover("b3")  # no light says that, only this page
        receive_until(thief, lambda content: content["seat"]["board"]["open"] == ["b2", "b3"])
        for cell in ("b2", "b3"):
            evening.hands.cover(cell)
        receive_until(thief, lambda content: not content["seat"]["board"]["open"])


def test_the_table_gets_what_is_public(evening: Evening) -> None:
    with evening.socket() as line:
        table = receive(line)["table"]
        status = evening.daemon.status()
    assert table["view"] == status.view
    assert table["lights"].keys() == status.scene.keys()
    assert set(table) == {
        "game", "at", "phase", "seat", "sync", "ask", "wrong", "lifted", "secret", "view",
        "lights", "floors", "said", "spoken", "least_ms", "hints", "grades", "brightness",
        "pieces", "carried", "turn", "names", "prompt", "rules", "advice", "sounds",
        "beat", "windows",
    }  # fmt: skip


def test_refusals_are_for_the_seat_alone_and_carry_no_words(evening: Evening) -> None:
    with evening.sit(THIEF) as thief, evening.sit(POLICE) as police:
        before = receive(police)
        assert say(evening, thief, "hide z9", 3) == {"refused": {"why": "invalid"}}
        assert say(evening, thief, "surrounded") == {
            "refused": {"why": "illegal", "rule": "CT-THIEF-6"}
        }
        assert say(evening, police, "fly green x23") == {"refused": {"why": "turn"}}
        assert say(evening, police, "nonsense") == {"refused": {"why": "turn"}}
        with evening.sit(POLICE) as other:
            assert receive(other) == before


@pytest.mark.parametrize("cookie", ["none", "wrong", "other seat", "revoked", "two"])
def test_who_has_no_token_is_refused_in_the_same_way(evening: Evening, cookie: str) -> None:
    good = evening.join(POLICE)
    name = good.partition("=")[0]
    shown = {
        "none": None,
        "wrong": f"{name}={'x' * 43}",
        "other seat": evening.join(THIEF),
        "revoked": good,
        "two": f"{name}=x; {name}=y",
    }[cookie]
    if cookie == "revoked":
        lead_out(evening.server, POLICE)
    with evening.socket("/seat/1/live", shown) as line:
        assert closed(line) == sockets.NOT_SEATED.code
        assert not line.response or line.response.status_code == 101
        assert line.close_reason == sockets.NOT_SEATED.reason


def test_a_seat_of_no_game_is_refused_in_the_same_way(evening: Evening) -> None:
    for path in ("/seat/5/live", "/seat/x/live", "/seat/00/live", f"/seat/{'1' * 5000}/live"):
        with evening.socket(path, evening.join(THIEF)) as line:
            assert closed(line) == sockets.NOT_SEATED.code


def test_wrong_codes_are_refused_in_the_same_way(evening: Evening) -> None:
    fresh = open_invitation(evening.server, THIEF)
    with evening.http() as client:
        assert client.post("/seat/join", content=fresh).status_code == 200
        shown = [fresh, "", "x" * 22, "\x00", "ж" * 40]
        answers = [client.post("/seat/join", content=code.encode()) for code in shown]
    assert {(each.status_code, each.text, str(each.headers)) for each in answers} == {
        (403, '{"refused":{"why":"code"}}', str(answers[0].headers))
    }


def test_guessing_codes_is_slow(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_requests, "REQUESTS", 10)
    monkeypatch.setattr(device_requests, "POSTS", 10)
    with Server(evening.daemon, evening.folder, port=0) as server, client_of(server) as client:
        for path in ("/seat/join", "/host"):
            codes = [client.post(path, content="x").status_code for _ in range(12)]
            assert codes == [403] * 10 + [429] * 2


def test_the_cookie_is_for_the_device_and_not_for_scripts(evening: Evening) -> None:
    code = open_invitation(evening.server, THIEF)
    for path, content in (
        ("/seat/join", code),
        ("/host", evening.server._devices.secret),
        ("/device", '{"nickname": "Zoe"}'),
    ):
        with evening.http() as client:
            response = client.post(path, content=content)
        parts = response.headers["set-cookie"].split("; ")
        assert {"HttpOnly", "Path=/", "SameSite=strict"} <= set(parts)
        assert not any(part.lower().startswith("domain") for part in parts)
        assert parts[0].partition("=")[2] not in response.text


def test_whoever_is_led_out_hears_nothing_more(evening: Evening) -> None:
    with evening.sit(THIEF) as thief, evening.sit(THIEF) as second, evening.sit(POLICE) as police:
        for line in (thief, second, police):
            receive(line)
        lead_out(evening.server, THIEF)
        assert closed(thief) == closed(second) == sockets.NOT_SEATED.code
        assert say(evening, police, "x") == {"refused": {"why": "turn"}}


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("{", 1008),
        ("[]", 1008),
        ("[" * 1000, 1008),
        ('{"number": 1, "game": 1, "at": 3}', 1008),
        ('{"number": 1, "say": "x"}', 1008),
        ('{"number": 1, "game": 1, "at": 3, "say": 5}', 1008),
        ('{"number": true, "game": 1, "at": 3, "say": "x"}', 1008),
        ('{"number": -1, "game": 1, "at": 3, "say": "x"}', 1008),
        ('{"number": 1e999, "game": 1, "at": 3, "say": "x"}', 1008),
        ('{"number": 1, "game": "1", "at": 3, "say": "x"}', 1008),
        ('{"number": 1, "game": 1, "at": -1, "say": "x"}', 1008),
        ('{"number": 1, "game": 1, "at": 3.0, "say": "x"}', 1008),
        ('{"number": 1, "game": 1, "at": null, "say": "x"}', 1008),
        ('{"number": 1, "game": 1, "at": 3, "say": "x", "seat": 0}', 1008),
        (json.dumps({"number": 1, "game": 1, "at": 3, "say": "x" * 201}), 1008),
        (b"\x00\xff" * 20, 1003),
        ("x" * 1025, 1009),
        ("x" * 10_000_000, 1009),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_not_understood_ends_the_socket(
    evening: Evening, sent: str | bytes, code: int
) -> None:
    with evening.sit(THIEF) as thief, evening.sit(POLICE) as police:
        receive(police)
        try:
            police.send(sent)
        except ConnectionClosed:
            assert len(sent) > 1024
        assert closed(police) in (code, 1006 if len(sent) > 1024 else code)
        assert say(evening, thief, "x") == {"refused": {"why": "invalid"}}


def test_a_move_may_be_long(evening: Evening) -> None:
    with evening.sit(POLICE) as police:
        receive(police)
        assert say(evening, police, "x" * 200) == {"refused": {"why": "turn"}}


def test_who_acts_for_nobody_only_looks_at_the_table(evening: Evening) -> None:
    with evening.socket() as line:
        receive(line)
        for said in ("hide c3", "place green x22", "done", "help"):
            assert say(evening, line, said) == {"refused": {"why": "turn"}}


def test_a_flood_ends_the_socket_and_nothing_else(evening: Evening) -> None:
    with evening.sit(THIEF) as thief, evening.sit(POLICE) as police:
        receive(police)
        said = evening.saying("x")
        try:
            for _ in range(10_000):
                police.send(said)
        except ConnectionClosed:
            pass
        assert closed(police) in (sockets.TOO_FAST.code, 1006)
        assert say(evening, thief, "x") == {"refused": {"why": "invalid"}}


def test_an_audience_has_a_limit(evening: Evening) -> None:
    with contextlib.ExitStack() as lines:
        for _ in range(MAX_VIEWERS):
            receive(lines.enter_context(evening.socket()))
        with evening.socket() as line:
            assert closed(line) == sockets.TOO_MANY.code
        with evening.sit(THIEF) as thief:  # another room
            assert receive(thief)["seat"]


def test_idle_connections_are_bounded_and_dropped(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS_EACH", 20)
    monkeypatch.setattr(connection_limits, "IDLE_S", 0.2)
    lines = [
        socket.create_connection(("127.0.0.1", evening.server.port), timeout=WITHIN_S)
        for _ in range(60)
    ]
    lines[0].sendall(b"GET / HTTP/1.1\r\nHost: ")
    for line in lines:  # all of them are ended by the server
        with contextlib.suppress(ConnectionResetError):
            assert line.recv(1) == b""
        line.close()
    with evening.sit(THIEF) as thief:
        assert receive(thief)["seat"]


def test_a_slow_client_is_dropped_and_holds_up_nobody(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "SLOW_S", 0.3)
    room = evening.server._web_app._audience(THIEF)
    with evening.sit(THIEF) as thief:
        receive(thief)
        slow = RawSocket(evening, evening.join(THIEF))
        until(lambda: len(room._viewers) == 2)
        status, view = evening.daemon.status(), evening.daemon.seat_view(THIEF)
        number = 100
        while len(room._viewers) == 2:  # it reads nothing; the other one all the time
            number += 1
            evening.server._publish(THIEF, status._replace(game=number), view)
            while receive(thief)["table"]["game"] != number:
                pass
        assert number > 110
        slow.close()


def test_a_dead_client_is_dropped(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    config = evening.server._server.config
    monkeypatch.setattr(config, "ws_ping_interval", 0.05)
    monkeypatch.setattr(config, "ws_ping_timeout", 0.1)
    room = evening.server._web_app._audience(THIEF)
    dead = RawSocket(evening, evening.join(THIEF))  # it answers no ping
    until(lambda: len(room._viewers) == 1)
    until(lambda: not room._viewers)
    dead.close()


def test_a_quiet_line_says_that_it_is_alive(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "KEEPALIVE_S", 0.02)
    with evening.socket() as line:
        receive(line, "you")
        assert [line.recv(timeout=WITHIN_S) for _ in range(3)] == ["{}"] * 3


def test_no_log_has_a_secret(
    evening: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("heistboard").info("logs are seen")
    code = open_invitation(evening.server, THIEF)
    with evening.http() as client:
        response = client.post("/seat/join", content=code)
        client.get("/seat/0/", headers={"Cookie": response.headers["set-cookie"]})
    cookie = response.headers["set-cookie"].partition(";")[0]

    def fail(*_: object) -> None:
        raise RuntimeError("the car is in d5")

    with evening.socket("/seat/0/live", cookie) as thief:
        receive(thief)
        say(evening, thief, "hide d6")
        monkeypatch.setattr(evening.daemon, "say", fail)
        assert say(evening, thief, "hide d5") == {"refused": {"why": "trouble"}}
    ours = [
        record.getMessage() + str(record.exc_text)
        for record in caplog.records
        if not record.name.startswith(("websockets.client", "httpcore", "httpx"))
    ]
    said = "\n".join(ours)
    assert "logs are seen" in said and "RuntimeError" in said
    for secret in (code, cookie.partition("=")[2], "d5", "d6"):
        assert secret not in said


class RawSocket:
    """A web socket that reads nothing after the handshake and answers no ping."""

    def __init__(self, evening: Evening, cookie: str) -> None:
        self._line = socket.socket()
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self._line.connect(("127.0.0.1", evening.server.port))
        self._line.sendall(
            f"GET /seat/0/live HTTP/1.1\r\nHost: {evening.host}\r\n"
            f"Origin: http://{evening.host}\r\nCookie: {cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )

    def close(self) -> None:
        self._line.close()


def until(wanted: Callable[[], bool]) -> None:
    end_s = time.monotonic() + WITHIN_S
    while not wanted():
        assert time.monotonic() < end_s
        time.sleep(0.005)

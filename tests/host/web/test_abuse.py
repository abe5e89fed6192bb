"""Attacks on the server are refused, and an honest seat at the same table plays on."""

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.journal.store import Store
from heistboard.web import connection_limits, request_checks
from websockets.sync.client import ClientConnection

from tests.support.attacks import ATTACKS, PING, AttackLine, Target, frame
from tests.support.seats import open_invitation, unlimited
from tests.support.web_evening import (
    POLICE,
    THIEF,
    WITHIN_S,
    Evening,
    receive,
    receive_until,
)

STALE = {"refused": {"why": "stale"}}
NOT_SEATED = {"4003 not in this seat"}
TOO_FAST = {"1008 too fast", "dropped"}
REFUSED = {
    "wrong tokens": NOT_SEATED,
    "stolen tokens": NOT_SEATED,
    "guessed codes": {"403"},
    "foreign origins": {"403"},
    "rebound names": {"403"},
    "paths upwards": {"404"},
    "long message": {"1009", "dropped"},
    "long message in parts": {"1009", "dropped"},
    "empty parts": TOO_FAST,
    "ten thousand messages": TOO_FAST,
    "ten thousand pings": TOO_FAST,
    "idle sockets": {"1013", "dropped"},
    "idle connections": {"dropped"},
    "long heads": {"400", "dropped"},
    "long bodies": {"413", "dropped"},
    "posts": {"404", "405", "413", "dropped"},
    "gets": {"200"},
    "garbage": {"200", "400", "dropped"},
    "garbage in a socket": {"1002", "1003", "1007", "1009", "dropped"},
    "malformed moves": {"1008 malformed"},
    "starts": {"400", "403", "413", "429"},
    "moves out of turn": {"turn"},
    "moves of another time": {"stale"},
    "moves of another game": {"stale"},
    "illegal moves": {"illegal", "invalid"},
}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The car is hidden; the police are to move."""
    with pytest.MonkeyPatch.context() as patch:
        unlimited(patch)
        with Evening(tmp_path_factory.mktemp("evening")) as evening:
            evening.place()
            evening.daemon.say(THIEF, "hide c3")
            evening.until(lambda status: status.phase == "police")
            yield evening


@pytest.fixture(scope="module")
def target(evening: Evening) -> Target:
    return Target(evening.server.port, {seat: evening.join(seat) for seat in (THIEF, POLICE)})


@pytest.fixture
def honest(evening: Evening) -> Iterator[ClientConnection]:
    """A police socket from before the attack, whose move is accepted after it."""
    with evening.sit(POLICE) as line:
        told = receive(line)["seat"]
        yield line
        move = next(move for move in told["legal"] if move.startswith("fly"))
        assert say(evening, line, move) == {}
        assert moves(evening)[-1] == move
        evening.daemon.correct("undo")
    until(lambda: len(connections(evening)) == 0)


@pytest.fixture(autouse=True)
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No attack causes an unexpected exception."""
    yield
    causes = [record.exc_info[1] for record in caplog.records if record.exc_info]
    assert [cause for cause in causes if not isinstance(cause, UnicodeDecodeError)] == []
    assert not [record for record in caplog.records if record.name == "asyncio"]


def say(evening: Evening, line: ClientConnection, text: str) -> dict[str, Any]:
    line.send(evening.saying(text))
    return answer(line)


def answer(line: ClientConnection) -> dict[str, Any]:
    content: dict[str, Any] = receive_until(line, lambda content: "answer" in content)
    del content["answer"]
    return content


def moves(evening: Evening) -> list[str]:
    """The moves in the journal."""
    with Store(evening.folder / "journal.sqlite") as store:
        return [*store.get(1).state.moves]


def connections(evening: Evening) -> list[Any]:
    return list(evening.server._server.server_state.connections)


def until(wanted: Callable[[], bool]) -> None:
    end_s = time.monotonic() + WITHIN_S
    while not wanted():
        assert time.monotonic() < end_s
        time.sleep(0.002)


def test_all_attacks_are_looked_at() -> None:
    assert ATTACKS.keys() == REFUSED.keys()


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_and_the_game_goes_on(
    target: Target, honest: ClientConnection, name: str
) -> None:
    ends = ATTACKS[name](target).ends
    wanted = REFUSED[name]
    assert ends
    assert {end for end in ends if end not in wanted and end.split()[0] not in wanted} == set()


def test_two_hundred_sockets_do_not_fill_the_house(
    evening: Evening, target: Target, honest: ClientConnection
) -> None:
    with contextlib.ExitStack() as lines:
        for _ in range(200):
            lines.enter_context(AttackLine(target)).upgrade()
        assert len(connections(evening)) <= connection_limits.MAX_CONNECTIONS_EACH
        with evening.sit(THIEF) as late:
            assert receive(late)["seat"]


def test_who_comes_late_gets_in_while_others_idle(
    evening: Evening, target: Target, honest: ClientConnection
) -> None:
    with contextlib.ExitStack() as lines:
        for _ in range(2 * connection_limits.MAX_CONNECTIONS_EACH):
            lines.enter_context(AttackLine(target))
        until(lambda: len(connections(evening)) == connection_limits.MAX_CONNECTIONS_EACH)
        with evening.sit(THIEF) as late:
            assert receive(late)["seat"]


# A move belongs to the state that it was made for.


def test_a_move_that_is_said_again_is_stale(evening: Evening, honest: ClientConnection) -> None:
    once = evening.saying("fly green x23")
    answers = []
    for _ in range(2):
        honest.send(once)
        answers.append(answer(honest))
    evening.daemon.correct("undo")  # as many moves as before, but it is another time
    honest.send(once)
    assert [*answers, answer(honest)] == [{}, STALE, STALE]
    assert "fly green x23" not in moves(evening)


def test_whose_turn_it_is_comes_before_whether_it_is_stale_and_that_before_the_move(
    evening: Evening, honest: ClientConnection
) -> None:
    old = evening.saying("nonsense")
    assert say(evening, honest, "fly green x23") == {}
    with evening.sit(THIEF) as thief:
        thief.send(old)
        assert answer(thief) == {"refused": {"why": "turn"}}
    honest.send(old)
    assert answer(honest) == STALE
    evening.daemon.correct("undo")


def test_a_table_that_is_resumed_goes_on_counting(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.daemon.say(POLICE, "place green x22")
        evening.daemon.correct("undo")
        before = evening.daemon.status()
        said = evening.saying("place green x22")
    with Evening(tmp_path, resume=1) as evening:
        status = evening.daemon.status()
        assert status.game == before.game == 1 and status.at > before.at
        with evening.sit(POLICE) as line:
            line.send(said)  # what was asked before the table was gone
            assert receive_until(line, lambda content: "answer" in content)["refused"] == {
                "why": "stale"
            }


# Invitations.


def test_a_code_that_many_use_at_once_lets_one_in(
    evening: Evening, honest: ClientConnection
) -> None:
    code = open_invitation(evening.server, THIEF)
    answers: list[int] = []

    def join() -> None:
        with evening.http() as client:
            answers.append(client.post("/seat/join", content=code).status_code)

    threads = [threading.Thread(target=join) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert Counter(answers) == {200: 1, 403: 7}


# Connections that hang.


def test_a_request_that_stops_half_way_is_dropped_even_when_it_is_not_the_first(
    target: Target, honest: ClientConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "IDLE_S", 0.1)
    with AttackLine(target) as line:
        line.ask("GET /seat/0/", "X: y")
        assert line.status() == "200"
        line.send(b"GET /seat/0/ HTTP/1.1\r\nHost: ")
        assert line.is_ended()


def test_a_body_that_drips_is_not_waited_for(
    target: Target, honest: ClientConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_checks, "BODY_S", 0.1)
    with AttackLine(target) as line:
        line.ask("POST /seat/join", f"Origin: http://{target.host}", "Content-Length: 43")
        line.send(b"x")
        assert line.status() == "413"
        assert line.is_ended()


def test_answers_that_nobody_takes_are_thrown_away(
    evening: Evening, target: Target, honest: ClientConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "SLOW_S", 0.3)
    with AttackLine(target, receives=2048) as line:
        line.send(f"GET /pages/seat.js HTTP/1.1\r\nHost: {target.host}\r\n\r\n".encode() * 200)
        until(lambda: len(connections(evening)) == 2)
        until(lambda: len(connections(evening)) == 1)


def test_the_last_answer_is_not_waited_for_either(
    evening: Evening, target: Target, honest: ClientConnection
) -> None:
    state = evening.server._server.server_state

    def ask(*headers: str) -> None:
        before = state.total_requests
        line.ask("GET /pages/seat.js", *headers)
        until(lambda: state.total_requests > before)

    with AttackLine(target, receives=2048) as line:
        ask()
        (http,) = (
            each
            for each in connections(evening)
            if isinstance(each, connection_limits.LimitedHttp)
        )
        while not http.transport.get_write_buffer_size():
            ask()
        ask("Connection: close")
        until(http.transport.is_closing)
        assert http in connections(evening)
        evening.server._server.loop.call_soon_threadsafe(http._drop_if_idle)  # it has been IDLE_S
        until(lambda: http not in connections(evening))


def test_answers_to_pings_do_not_pile_up(
    evening: Evening, target: Target, honest: ClientConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits.LimitedWebSocket, "receive_limit", (10**9, 10**9))
    with AttackLine(target, receives=2048) as line:
        assert line.upgrade()
        (found,) = (each for each in connections(evening) if each.scope["path"] == "/live")
        line.socket.settimeout(0.1)
        while line.send(frame(PING, b"x" * 125) * 100):
            pass  # until the server takes no more
        assert not found.transport.is_reading()
        assert 0 < found.transport.get_write_buffer_size() < 500_000

"""Shares of connections and sockets: who gives way when there is no room."""

import contextlib
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from heistboard.web import connection_limits, shares, sockets
from heistboard.web.shares import LOOPBACK, Shares, party
from heistboard.web.sockets import MAX_VIEWERS, RESERVED_VIEWERS, Audience, Viewer
from hypothesis import given
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection, connect

from tests.support.web_evening import WITHIN_S, Evening, closed, receive

STRANGER, OTHER, PHONE = "127.0.0.2", "127.0.0.3", "127.0.0.4"
RULES = Shares(most=16, each=16, reserved=8)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """A table for which 127.0.0.1 alone is this machine; 127.0.0.2 and so on are elsewhere."""
    monkeypatch.setattr(shares, "is_loopback", lambda address: address == "127.0.0.1")
    with Evening(tmp_path / "evening", is_lan=True) as evening:
        yield evening


def line(evening: Evening, address: str) -> socket.socket:
    """A connection from *address*."""
    server = ("127.0.0.1", evening.server.port)
    return socket.create_connection(server, WITHIN_S, source_address=(address, 0))


@contextlib.contextmanager
def watching(evening: Evening, address: str) -> Iterator[ClientConnection]:
    """A web socket of the table's page, from *address*."""
    with connect(
        f"ws://{evening.host}/live",
        sock=line(evening, address),
        additional_headers={"Origin": f"http://{evening.host}"},
        proxy=None,
        close_timeout=1,
    ) as opened:
        yield opened


def until(wanted: Callable[[], bool]) -> None:
    end_s = time.monotonic() + WITHIN_S
    while not wanted():
        assert time.monotonic() < end_s
        time.sleep(0.002)


def parties(evening: Evening) -> Counter[str]:
    """How many connections each party has."""
    connections = list(evening.server._server.server_state.connections)
    return Counter(each.party for each in connections if not each.is_dropped)  # type: ignore[union-attr]


# The rules.


def test_all_addresses_of_this_machine_are_one_party() -> None:
    assert {party(each) for each in ("127.0.0.1", "127.3.2.1", "::1")} == {LOOPBACK}
    assert [party(each) for each in ("192.168.1.20", "::2", "", "x")] == [
        "192.168.1.20",
        "::2",
        "",
        "x",
    ]


def test_nobody_gives_way_while_there_is_room() -> None:
    assert RULES.over("a", {"a": 16}) == frozenset()
    assert RULES.over("b", {"a": 15, "b": 1}) == frozenset()


def test_who_holds_most_gives_way_to_who_holds_fewer() -> None:
    assert RULES.over("b", {"a": 16, "b": 1}) == {"a"}
    assert RULES.over("c", {"a": 8, "b": 8, "c": 1}) == {"a", "b"}
    assert RULES.over("a", {"a": 16, "b": 1}) == {"a"}
    assert RULES.over("b", {"a": 8, "b": 9}) == {"b"}


def test_no_party_holds_more_than_it_may_even_where_there_is_room() -> None:
    assert Shares(200, 100, 60).over("a", {"a": 101}) == {"a"}


def test_this_machine_gets_in_whoever_came_before() -> None:
    strangers = {str(number): 1 for number in range(16)}
    for own in range(1, RULES.reserved + 1):
        assert LOOPBACK not in RULES.over(LOOPBACK, strangers | {LOOPBACK: own})
    assert LOOPBACK in RULES.over(LOOPBACK, strangers | {LOOPBACK: RULES.reserved + 1})


def test_this_machine_gives_back_what_is_not_reserved() -> None:
    assert RULES.over("a", {LOOPBACK: 16, "a": 1}) == {LOOPBACK}
    assert RULES.over("a", {LOOPBACK: 8, "a": 9}) == {"a"}


@given(st.lists(st.sampled_from([LOOPBACK, *"abcdefghijklmnopqrstuvwxyz"]), max_size=200))
def test_places_are_bounded_and_reserved_and_nobody_is_displaced_in_turns(
    comers: list[str],
) -> None:
    audience = Audience()
    wanted: Counter[str] = Counter()
    present: list[Viewer] = []
    for comer in comers:
        before = Counter(each.party for each in present)
        viewer = audience.join(comer)
        wanted[comer] += 1
        if viewer is not None:
            present.append(viewer)
        present = [each for each in present if each.is_open]
        held = Counter(each.party for each in present)
        assert len(present) <= MAX_VIEWERS
        assert held[LOOPBACK] >= min(wanted[LOOPBACK], RESERVED_VIEWERS)
        for loser in before - held:
            # Its next attempt would not displace the newcomer: it holds no fewer places.
            reserve = RESERVED_VIEWERS if loser == LOOPBACK else 0
            assert held[loser] - reserve >= max(
                0, held[comer] - (RESERVED_VIEWERS if comer == LOOPBACK else 0)
            )


# Real sockets.


def test_a_stranger_with_all_sockets_does_not_shut_out_the_tables_page(evening: Evening) -> None:
    with contextlib.ExitStack() as lines:
        strangers = [lines.enter_context(watching(evening, STRANGER)) for _ in range(MAX_VIEWERS)]
        for each in strangers:
            assert receive(each)["table"]
        own = [lines.enter_context(watching(evening, "127.0.0.1")) for _ in range(3)]
        for each in own:
            assert receive(each)["table"]
        for each in strangers[-3:]:  # the newest gave way
            assert closed(each) == sockets.TOO_MANY.code
        again = lines.enter_context(watching(evening, STRANGER))  # its page comes back at once
        assert closed(again) == sockets.TOO_MANY.code
        assert receive(lines.enter_context(watching(evening, PHONE)))["table"]


def test_a_stranger_with_many_addresses_does_not_shut_it_out_either(evening: Evening) -> None:
    with contextlib.ExitStack() as lines:
        for number in range(MAX_VIEWERS):
            stranger = lines.enter_context(watching(evening, f"127.0.1.{number + 1}"))
            assert receive(stranger)["table"]
        for _ in range(RESERVED_VIEWERS):
            own = lines.enter_context(watching(evening, "127.0.0.1"))
            assert receive(own)["table"]
        late = lines.enter_context(watching(evening, "127.0.0.1"))
        assert closed(late) == sockets.TOO_MANY.code


def test_idle_connections_of_one_address_give_way_to_another(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS", 20)
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS_EACH", 15)
    with contextlib.ExitStack() as lines:
        for address, count in ((STRANGER, 20), (OTHER, 10), (PHONE, 3)):
            for _ in range(count):
                lines.enter_context(line(evening, address))
            until(lambda address=address: parties(evening)[address] >= 3)  # type: ignore[misc]
        until(lambda: sum(parties(evening).values()) == 20)
        assert parties(evening)[PHONE] == 3
        assert max(parties(evening).values()) <= 10


def test_connections_that_are_busy_give_way_to_this_machine(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS", 10)
    body = (
        f"POST /seat/join HTTP/1.1\r\nHost: {evening.host}\r\n"
        f"Origin: http://{evening.host}\r\nContent-Length: 43\r\n\r\nx"
    )
    with contextlib.ExitStack() as lines:
        for number in range(10):  # requests that do not end, from as many addresses
            stranger = lines.enter_context(line(evening, f"127.0.1.{number + 1}"))
            stranger.sendall(body.encode())
        until(lambda: len(evening.server._server.server_state.tasks) == 10)
        own = lines.enter_context(line(evening, "127.0.0.1"))
        own.sendall(f"GET /seat/0/ HTTP/1.1\r\nHost: {evening.host}\r\n\r\n".encode())
        assert own.recv(12) == b"HTTP/1.1 200"
        assert sum(parties(evening).values()) <= 10

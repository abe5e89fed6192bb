"""Phones join while a game runs: further addresses, who may open them, and what pages are told."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from heistboard.app import Lobby
from heistboard.web import Server, WebError, own_addresses
from heistboard.web.listening import Listening, NoNetwork, listen

from tests.support.seats import a_device, a_host, seated
from tests.support.web_evening import THIEF, Evening, receive, receive_until

# 127.0.0.2 stands for the address on the network: it is there on every machine with Linux.
ON_NETWORK, LATER = "127.0.0.2", "127.0.0.3"
OPEN = {"lan": True}


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of this machine; the list may be changed."""
    addresses = [ON_NETWORK]
    monkeypatch.setattr(own_addresses, "own_addresses", lambda: list(addresses))
    monkeypatch.setattr(own_addresses, "lan_address", lambda: addresses[-1] if addresses else None)
    return addresses


@pytest.fixture
def evening(folder: Path) -> Iterator[Evening]:
    with Evening(folder) as evening:
        yield evening


@pytest.fixture
def listening() -> Iterator[Listening]:
    with listen(0, is_lan=False) as listening:
        yield listening


def answers(address: str, port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as line:
        return line.connect_ex((address, port)) == 0


def get(evening: Evening, host: str) -> int:
    address = f"http://{host}:{evening.server.port}/seat/0/"
    return httpx.get(address, trust_env=False).status_code


def open_to_network(
    evening: Evening,
    source: str = "127.0.0.1",
    cookie: str | None = None,
) -> Any:  # noqa: ANN401 (JSON)
    """What a page on the machine at *source* is answered; by default, a host's."""
    transport = httpx.HTTPTransport(local_address=source)
    address = f"http://{evening.host}"
    cookie = a_host(evening.server) if cookie is None else cookie
    headers = {"Origin": address} | ({"Cookie": cookie} if cookie else {})
    with httpx.Client(transport=transport) as client:
        return client.post(f"{address}/lan", headers=headers).json()


# Sockets.


def test_at_first_only_this_machine_is_listened_to(listening: Listening) -> None:
    assert not listening.is_lan and listening.lan_address is None
    assert answers("127.0.0.1", listening.port) and not answers(ON_NETWORK, listening.port)


def test_further_addresses_get_the_same_port_and_the_first_goes_on(listening: Listening) -> None:
    with socket.create_connection(("127.0.0.1", listening.port)):
        for each in listening.open_to_network():
            each.close()  # duplicates
        assert listening.is_lan and listening.lan_address == ON_NETWORK
        assert answers("127.0.0.1", listening.port) and answers(ON_NETWORK, listening.port)


def test_opened_again_it_takes_what_is_new(listening: Listening, network: list[str]) -> None:
    for number in (1, 0):
        fresh = listening.open_to_network()
        assert len(fresh) == number
        for each in fresh:
            each.close()
    network.append(LATER)
    (fresh_socket,) = listening.open_to_network()
    fresh_socket.close()
    assert listening.lan_address == LATER and answers(LATER, listening.port)


def test_without_a_network_there_is_nothing_to_open(
    listening: Listening, network: list[str]
) -> None:
    network.clear()
    with pytest.raises(NoNetwork, match="there is no network"):
        listening.open_to_network()
    assert not listening.is_lan


def test_a_port_that_another_program_has_there_is_said(listening: Listening) -> None:
    with (
        socket.create_server((ON_NETWORK, listening.port)),
        pytest.raises(NoNetwork, match="in use"),
    ):
        listening.open_to_network()
    assert not listening.is_lan


def test_who_began_on_the_network_has_nothing_to_open() -> None:
    with listen(0, is_lan=True) as listening:
        assert listening.is_lan and listening.open_to_network() == []
        assert listening.lan_address == ON_NETWORK


def test_nothing_is_left_when_it_is_closed(listening: Listening) -> None:
    for each in listening.open_to_network():
        each.close()
    listening.close()
    assert not answers("127.0.0.1", listening.port) and not answers(ON_NETWORK, listening.port)


def test_own_addresses_are_those_of_interfaces_and_not_of_this_machine_alone() -> None:
    assert own_addresses._interface_addresses() == [
        *dict.fromkeys(own_addresses._interface_addresses())
    ]
    assert "127.0.0.1" in own_addresses._interface_addresses()


# The server.


def test_phones_may_join_while_a_game_runs(evening: Evening) -> None:
    with evening.socket() as line:
        assert receive(line)["lan"] is False
        with pytest.raises(httpx.ConnectError):
            get(evening, ON_NETWORK)
        answer = open_to_network(evening)
        address = f"http://{ON_NETWORK}:{evening.server.port}/"
        assert answer["address"] == address == evening.server.address
        assert answer["lan"] is True and set("".join(answer["rows"])) == {"0", "1"}
        assert get(evening, ON_NETWORK) == get(evening, "127.0.0.1") == 200
        receive_until(line, lambda content: content["lan"] is True)  # the same line goes on


def test_host_names_are_checked_as_before(evening: Evening) -> None:
    def ask(host: str) -> int:
        address = f"http://{evening.host}/seat/0/"
        return httpx.get(address, headers={"Host": host}, trust_env=False).status_code

    asked = ["192.168.1.20:8555", "evil.example", "127.0.0.1"]
    assert [ask(host) for host in asked] == [403, 403, 200]
    open_to_network(evening)
    assert [ask(host) for host in asked] == [200, 403, 200]


def test_a_page_from_elsewhere_opens_nothing(evening: Evening) -> None:
    with evening.http(is_host=True, Origin="http://evil.example") as client:
        assert client.post("/lan").status_code == 403
    assert not evening.server.is_lan


def test_only_a_host_opens_it_from_wherever_it_asks(folder: Path) -> None:
    with Evening(folder, is_lan=True) as evening:
        _, guest = a_device(evening.server)
        asking = ["", guest, seated(evening.server, THIEF)]
        for _ in range(2):  # before the game has begun, and then
            for cookie in asking:
                refused = {"refused": {"why": "host"}}
                assert open_to_network(evening, cookie=cookie) == refused
            evening.place()
            asking = asking[-1:]
        assert open_to_network(evening, LATER).items() >= OPEN.items()


def test_without_a_network_a_page_is_told_so(evening: Evening, network: list[str]) -> None:
    network.clear()
    assert open_to_network(evening) == {"refused": {"why": "network"}}
    network.append(ON_NETWORK)
    assert open_to_network(evening).items() >= OPEN.items()


def test_opening_again_and_again_is_slow_and_harmless(evening: Evening) -> None:
    answers = [open_to_network(evening) for _ in range(5)]
    assert answers == [answers[0]] * 5
    with evening.http(is_host=True) as client:
        codes = [client.post("/lan").status_code for _ in range(12)]
    assert codes[0] == 200 and codes[-1] == 429


def test_the_start_page_opens_it_too_and_the_game_stays_open(folder: Path) -> None:
    with listen(0, is_lan=False) as listening:
        with Server(Lobby(folder / "journal.sqlite", {}), folder, listener=listening) as lobby:
            lobby.open_to_network()
        with Server(Lobby(folder / "journal.sqlite", {}), folder, listener=listening) as server:
            assert server.is_lan and server.address == lobby.address
            assert httpx.get(server.address, trust_env=False).status_code == 200


def test_the_end_closes_all(folder: Path) -> None:
    with Evening(folder) as evening:
        port = evening.server.port
        open_to_network(evening)
        with contextlib.closing(socket.create_connection((ON_NETWORK, port))) as line:
            evening.server._server.stop()
            evening.server._thread.join()
            line.settimeout(10)
            assert line.recv(1) == b""
    assert not answers("127.0.0.1", port) and not answers(ON_NETWORK, port)


def test_a_server_that_has_ended_opens_nothing(folder: Path) -> None:
    with Evening(folder) as evening:
        evening.server._server.stop()
        evening.server._thread.join()
        with pytest.raises(WebError, match="has ended"):
            evening.server.open_to_network()

"""Encrypted pages: what is on the wire, who is trusted, cookies, and connections that hang."""

import contextlib
import json
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from heistboard.rules import View
from heistboard.web import Encryption, encryption, own_addresses, page_messages, tls_handshake
from heistboard.web.device_requests import ENCRYPTED
from heistboard.web.encryption import cookie_name
from heistboard.web.page_messages import KEEPALIVE
from heistboard.web.sockets import PADDED_TO
from websockets.sync.client import ClientConnection, connect

from tests.support.encrypted_line import EncryptedLine, trusting
from tests.support.recording_line import RecordingLine
from tests.support.seats import open_invitation
from tests.support.web_evening import THIEF, WITHIN_S, Evening, receive, receive_until

pytestmark = pytest.mark.usefixtures("network")


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Encryption:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own_addresses, "lan_address", lambda: "127.0.0.2")
        return encryption.made(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def evening(folder: Path, tls: Encryption) -> Iterator[Evening]:
    with Evening(folder, tls=tls) as evening:
        yield evening


def client(evening: Evening, tls: Encryption | None, port: int | None = None) -> httpx.Client:
    """A device; without *tls*, of pages that are not encrypted."""
    host = f"127.0.0.1:{port or evening.server.port}"
    address = f"{'https' if tls else 'http'}://{host}"
    return httpx.Client(
        base_url=address,
        headers={"Origin": address},
        verify=trusting(tls) if tls else True,
        trust_env=False,
    )


@contextlib.contextmanager
def line(
    evening: Evening,
    tls: Encryption | None,
    path: str = "/live",
    *,
    port: int | None = None,
    cookie: str = "",
    scheme: str = "",
) -> Iterator[ClientConnection | EncryptedLine]:
    """A web socket of a page."""
    host = f"127.0.0.1:{port or evening.server.port}"
    headers = {"Origin": f"{scheme or ('https' if tls else 'http')}://{host}"}
    headers |= {"Cookie": cookie} if cookie else {}
    if tls is not None:
        with EncryptedLine(f"wss://{host}{path}", headers, trusting(tls)) as encrypted:
            yield encrypted
        return
    address = f"ws://{host}{path}"
    with connect(address, additional_headers=headers, proxy=None, close_timeout=1) as plain:
        yield plain


def join(evening: Evening, tls: Encryption | None, port: int | None = None) -> str:
    """Joins the thief's seat; returns the cookie."""
    with client(evening, tls, port) as device:
        response = device.post("/seat/join", content=open_invitation(evening.server, THIEF))
        assert response.json() == {"seat": THIEF}
        return str(response.headers["set-cookie"])


def you(device: httpx.Client, cookie: str) -> dict[str, Any]:
    """What the server says that a browser with *cookie* is and may do."""
    answer: dict[str, Any] = device.get("/you.json", headers={"Cookie": cookie}).json()["you"]
    return answer


def secret_of(evening: Evening) -> str:
    """What the terminal shows to the host."""
    return evening.server.host_address.partition("#host=")[2]


def until(wanted: Callable[[], bool]) -> None:
    end_s = time.monotonic() + WITHIN_S
    while not wanted():
        assert time.monotonic() < end_s
        time.sleep(0.002)


def connections(evening: Evening) -> list[Any]:
    return list(evening.server._server.server_state.connections)


# On the wire.


@pytest.mark.parametrize("is_encrypted", [True, False])
def test_nothing_is_readable_on_the_wire(
    folder: Path, tls: Encryption, is_encrypted: bool
) -> None:
    used = tls if is_encrypted else None
    with Evening(folder, tls=used) as evening, RecordingLine(evening.server.port) as wire:
        evening.place()
        cookie = join(evening, used, wire.port).partition(";")[0]
        with (
            client(evening, used, wire.port) as device,
            line(evening, used, "/seat/0/live", port=wire.port, cookie=cookie) as thief,
        ):
            assert device.get("/seat/0/").status_code == 200
            receive(thief)
            thief.send(evening.saying("hide c3"))
            assert receive_until(thief, lambda content: "answer" in content)["answer"] == 1
        # Frames that a page sends are masked, but with a key that is beside them; so what the
        # server sends is looked at.
        secrets = [
            cookie.partition("=")[2],
            "heistboard",
            "hide c3",
            '"legal"',
            "HTTP/1.1 200",
            "DOCTYPE",
            "/seat/0/live",
            '"answer"',
        ]
        heard = wire.heard.lower()
        found = [each for each in secrets if each.lower().encode() in heard]
    assert found == ([] if is_encrypted else secrets)
    assert len(heard) > 3000


def test_a_page_that_is_not_encrypted_gets_no_answer(evening: Evening) -> None:
    with pytest.raises(httpx.HTTPError), client(evening, None) as device:
        device.get("/")
    until(lambda: not connections(evening))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_old_versions_of_tls_are_refused(evening: Evening, tls: Encryption) -> None:
    context = trusting(tls)
    context.set_ciphers("DEFAULT:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_1
    with (
        pytest.raises(ssl.SSLError),
        socket.create_connection(("127.0.0.1", evening.server.port)) as raw,
        context.wrap_socket(raw, server_hostname="127.0.0.1"),
    ):
        pass


@pytest.mark.parametrize("is_encrypted", [True, False])
def test_the_length_of_what_is_sent_does_not_tell_what_it_is(
    folder: Path, tls: Encryption, is_encrypted: bool
) -> None:
    used = tls if is_encrypted else None
    with Evening(folder, tls=used) as evening:
        evening.place()
        cookie = join(evening, used).partition(";")[0]
        sent: list[str] = []
        with line(evening, used, "/seat/0/live", cookie=cookie) as thief:
            for number, move in enumerate(("hide z9", "hide c3")):  # one is refused
                thief.send(evening.saying(move, number, seat=THIEF))
                while not sent or json.loads(sent[-1]).get("answer") != number:
                    sent.append(str(thief.recv(timeout=WITHIN_S)))
    lengths = {len(text.encode()) % PADDED_TO for text in sent if text != KEEPALIVE}
    assert len(lengths) > 1 or is_encrypted
    assert lengths == {0} or not is_encrypted


def test_the_length_of_a_seats_message_does_not_tell_how_many_moves_it_has(
    folder: Path, tls: Encryption
) -> None:
    """Wherever the public part of it ends."""
    with Evening(folder, tls=tls) as evening:
        evening.place()
        cookie = join(evening, tls).partition(";")[0]
        with line(evening, tls, "/seat/0/live", cookie=cookie) as thief:
            sent = ""
            while '"seat":{' not in sent:
                sent = str(thief.recv(timeout=WITHIN_S))
        status, view = evening.daemon.status(), evening.daemon.seat_view(THIEF)
    prompt = cast(dict[str, Any], view["prompt"])
    lengths: dict[bool, set[int]] = {False: set(), True: set()}
    for count in range(len(prompt["moves"]) + 1):
        own: View = {**view, "prompt": {**prompt, "moves": prompt["moves"][:count]}}
        for is_encrypted, found in lengths.items():
            message = page_messages.seat(status, own, is_encrypted=is_encrypted)
            found.add(len(message.encode()))
    assert len(lengths[False]) == 26
    (length,) = lengths[True]
    assert len(sent.encode()) == -(-length // PADDED_TO) * PADDED_TO


# Pages.


def test_addresses_say_that_they_are_encrypted(evening: Evening, tls: Encryption) -> None:
    server = evening.server
    assert server.is_tls
    assert server.address == server.local_address == f"https://127.0.0.1:{server.port}/"
    evening.server.open_to_network()
    assert server.address == f"https://127.0.0.2:{server.port}/"
    assert server.host_address.startswith(f"https://127.0.0.1:{server.port}/#host=")
    assert server.invite(THIEF).startswith(f"{server.address}#sit=")
    for address in (server.address, server.local_address):
        with httpx.Client(verify=trusting(tls), trust_env=False) as device:
            assert device.get(address).status_code == 200


def test_a_device_can_fetch_the_authority(evening: Evening, tls: Encryption) -> None:
    with client(evening, tls) as device:
        response = device.get("/authority.crt")
    assert response.headers["content-type"] == "application/x-x509-ca-cert"
    assert response.content == tls.authority and b"PRIVATE" not in response.content
    assert evening.server.authority_to_trust == (
        f"{evening.server.address}authority.crt",
        tls.fingerprint,
    )


def test_there_is_none_where_none_was_made(folder: Path) -> None:
    with Evening(folder) as evening, client(evening, None) as device:
        assert device.get("/authority.crt").status_code == 404
        assert not evening.server.is_tls and evening.server.authority_to_trust is None


def test_only_encrypted_pages_may_speak(evening: Evening, tls: Encryption) -> None:
    with line(evening, tls) as own:
        assert receive(own)["table"]
    with pytest.raises(Exception, match="403"), line(evening, tls, scheme="http"):
        pass
    with client(evening, tls) as device:
        plain = {"Origin": f"http://127.0.0.1:{evening.server.port}"}
        assert device.post("/lan", headers=plain).status_code == 403


def test_large_answers_and_many_in_a_row_arrive(evening: Evening, tls: Encryption) -> None:
    with client(evening, tls) as device:
        sizes = {len(device.get("/pages/words.ru.json").content) for _ in range(20)}
    assert len(sizes) == 1 and sizes.pop() > 10_000


# Cookies.


def test_a_cookie_is_for_encrypted_pages_alone(evening: Evening, tls: Encryption) -> None:
    cookie = join(evening, tls)
    assert cookie.startswith(f"__Host-heistboard-{evening.server.port}=")
    assert "Secure" in cookie.split("; ")


def test_cookies_of_plain_and_of_encrypted_pages_have_different_names() -> None:
    assert cookie_name(8555, is_tls=False) == "heistboard-8555"
    assert cookie_name(8555, is_tls=True) == "__Host-heistboard-8555"


@pytest.mark.parametrize("is_renamed", [False, True])
def test_a_token_taken_over_plain_http_is_nobodys_on_encrypted_pages(
    folder: Path, tls: Encryption, is_renamed: bool
) -> None:
    # Whoever listened may send it under any name.
    with Evening(folder) as evening:
        port = evening.server.port
        plain = join(evening, None).partition(";")[0]
        with client(evening, None) as device:
            headers = {"Cookie": plain}
            assert device.post("/host", content=secret_of(evening), headers=headers).is_success
            assert you(device, plain).items() >= {"host": True, "seats": [THIEF]}.items()
    token = plain.partition("=")[2]
    cookie = f"{cookie_name(port, is_tls=True)}={token}" if is_renamed else plain
    with Evening(folder, tls=tls, port=port, resume=1) as evening:
        with client(evening, tls) as device:
            answer = you(device, cookie)
            assert (answer["id"], answer["host"], answer["seats"]) == (None, False, [])
            sit = device.post(f"/seat/{THIEF}/sit", headers={"Cookie": cookie})
            assert sit.json() == {"refused": {"why": "no-device"}}
        with (
            line(evening, tls, "/seat/0/live", cookie=cookie) as thief,
            pytest.raises(Exception, match="4003"),
        ):
            thief.recv(timeout=WITHIN_S)
    with Evening(folder, port=port, resume=1) as evening, client(evening, None) as device:
        assert you(device, plain)["seats"] == [THIEF]  # it was good for what it was given for


def test_a_device_that_sat_over_plain_http_joins_again(folder: Path, tls: Encryption) -> None:
    with Evening(folder) as evening, client(evening, None) as device:
        port = evening.server.port
        plain = join(evening, None).partition(";")[0]
        old = you(device, plain)["id"]
    with Evening(folder, tls=tls, port=port, resume=1) as evening, client(evening, tls) as device:
        code = open_invitation(evening.server, THIEF)
        joined = device.post("/seat/join", content=code, headers={"Cookie": plain})
        cookie = joined.headers["set-cookie"].partition(";")[0]
        assert cookie.startswith(f"{cookie_name(port, is_tls=True)}={ENCRYPTED}")
        device.cookies.clear()
        answer = you(device, cookie)
        assert answer["seats"] == [THIEF] and answer["id"] not in (None, old)
        with line(evening, tls, "/seat/0/live", cookie=cookie) as thief:
            assert receive(thief)


def test_a_device_of_encrypted_pages_is_known_when_they_are_served_again(
    folder: Path, tls: Encryption
) -> None:
    with Evening(folder, tls=tls) as evening:
        port = evening.server.port
        cookie = join(evening, tls).partition(";")[0]
    with Evening(folder, tls=tls, port=port, resume=1) as evening, client(evening, tls) as device:
        assert you(device, cookie)["seats"] == [THIEF]


def test_the_secret_makes_a_host_of_encrypted_pages(evening: Evening, tls: Encryption) -> None:
    with client(evening, tls) as device:
        assert device.post("/lan").json() == {"refused": {"why": "host"}}
        answer = device.post("/host", content=secret_of(evening))
        assert answer.json() == {} and "__Host-" in answer.headers["set-cookie"]
        assert device.post("/lan").json()["address"] == f"https://127.0.0.2:{evening.server.port}/"


# Connections.


def test_a_handshake_that_never_begins_is_ended(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tls_handshake, "HANDSHAKE_S", 0.2)
    with socket.create_connection(("127.0.0.1", evening.server.port), WITHIN_S) as raw:
        until(lambda: len(connections(evening)) == 1)
        assert raw.recv(1) == b""
    until(lambda: not connections(evening))


def test_a_handshake_with_garbage_is_ended(evening: Evening) -> None:
    with socket.create_connection(("127.0.0.1", evening.server.port), WITHIN_S) as raw:
        raw.sendall(b"\x16\x03\x01" + b"x" * 5000)
        with contextlib.suppress(ConnectionResetError):
            while raw.recv(1000):
                pass
    until(lambda: not connections(evening))


def test_connections_without_a_handshake_are_counted_and_give_way(
    evening: Evening, tls: Encryption, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heistboard.web.connection_limits.MAX_CONNECTIONS_EACH", 20)
    with contextlib.ExitStack() as lines:
        for _ in range(60):
            address = ("127.0.0.1", evening.server.port)
            lines.enter_context(socket.create_connection(address, WITHIN_S))
        with client(evening, tls) as device:
            assert device.get("/seat/0/").status_code == 200
        assert len([each for each in connections(evening) if not each.is_dropped]) <= 20
    until(lambda: not connections(evening))


def test_a_client_that_leaves_in_the_middle_leaves_nothing(evening: Evening) -> None:
    for sent in (b"", b"\x16", b"\x16\x03\x01\x02\x00\x01"):
        with socket.create_connection(("127.0.0.1", evening.server.port)) as raw:
            raw.sendall(sent)
    until(lambda: not connections(evening))


def test_a_request_that_comes_with_the_end_of_the_handshake_is_answered(
    evening: Evening, tls: Encryption
) -> None:
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    device = trusting(tls).wrap_bio(down, up, server_hostname="127.0.0.1")
    with socket.create_connection(("127.0.0.1", evening.server.port), WITHIN_S) as raw:
        while True:
            try:
                device.do_handshake()
                break
            except ssl.SSLWantReadError:
                raw.sendall(up.read())
                down.write(raw.recv(65536))
        host = f"127.0.0.1:{evening.server.port}"
        device.write(f"GET /seat/0/ HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        raw.sendall(up.read())  # the client's last handshake message, and its request
        said = b""
        while not said:
            down.write(raw.recv(65536))
            with contextlib.suppress(ssl.SSLWantReadError):
                said = device.read(65536)
    assert said.startswith(b"HTTP/1.1 200")


def test_it_ends_while_devices_are_connected(folder: Path, tls: Encryption) -> None:
    with contextlib.ExitStack() as lines:
        with Evening(folder, tls=tls) as evening:
            own = lines.enter_context(line(evening, tls))
            receive(own)
            address = ("127.0.0.1", evening.server.port)
            lines.enter_context(socket.create_connection(address))  # in the middle of a handshake
            until(lambda: len(connections(evening)) == 2)
        assert not evening.server._thread.is_alive()

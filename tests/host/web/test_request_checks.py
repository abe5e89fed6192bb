"""Which requests are served, how often, and the headers of answers; over real sockets."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import heistboard.web
import httpx
import pytest
from heistboard.web.assets import TYPES
from heistboard.web.request_checks import DOCUMENT_HEADERS, HEADERS, RateLimit, RateLimits
from heistboard.web.routes import PAGES
from websockets.exceptions import InvalidStatus

from tests.support.seats import open_invitation
from tests.support.web_evening import POLICE, Evening, receive

OURS = ["127.0.0.1", "127.0.0.1:9000", "localhost:8555", "LOCALHOST", "[::1]:8555", "[::1]"]
LAN = ["192.168.1.20:8555", "10.0.0.7", "[fe80::1]:8555"]
FOREIGN = [
    "evil.example",
    "evil.example:8555",
    "127.0.0.1.evil.example",
    "localhost.evil",
    "",
    "::",
]
FOREIGN += ["127.0.0.1:x", "[127.0.0.1", "0x7f.1", "localhost:8555:8555", "ы"]


def ask(evening: Evening, head: str, body: str = "") -> tuple[int, str]:
    """Sends raw bytes; returns the status and the whole answer."""
    with socket.create_connection(("127.0.0.1", evening.server.port), timeout=10) as line:
        line.sendall(f"{head}\r\nConnection: close\r\n\r\n{body}".encode())
        said = b"".join(iter(lambda: line.recv(65536), b"")).decode()
    return int(said.split()[1]), said


def ask_as(evening: Evening, host: str) -> int:
    return ask(evening, f"GET /seat/0/ HTTP/1.1\r\nHost: {host}")[0]


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with Evening(tmp_path_factory.mktemp("lan"), is_lan=True) as evening:
        yield evening


def test_a_name_that_somebody_else_gave_us_is_refused(evening: Evening) -> None:
    # DNS rebinding: the browser believes that evil.example lives here.
    assert {ask_as(evening, host) for host in OURS} == {200}
    assert {ask_as(evening, host) for host in FOREIGN + LAN} <= {400, 403}


def test_on_the_lan_addresses_in_digits_and_our_own_name_are_ours(lan: Evening) -> None:
    own = socket.gethostname()
    assert {ask_as(lan, host) for host in [*OURS, *LAN, own, f"{own}.local:8555"]} == {200}
    assert {ask_as(lan, host) for host in FOREIGN} <= {400, 403}


def test_two_hosts_or_none_are_refused(evening: Evening) -> None:
    twice = "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost"
    assert ask(evening, twice)[0] in (400, 403)
    assert ask(evening, "GET / HTTP/1.0")[0] == 403


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "https://{host}",
        "http://localhost:1",
        "http://{host}.",
    ],
)
def test_pages_from_elsewhere_can_neither_join_nor_look(
    evening: Evening, origin: str | None
) -> None:
    sent = None if origin is None else origin.format(host=evening.host)
    code = open_invitation(evening.server, POLICE)
    cookie = evening.join(POLICE)
    with httpx.Client(trust_env=False) as client:
        address = f"http://{evening.host}/seat/join"
        headers = {} if sent is None else {"Origin": sent}
        assert client.post(address, content=code, headers=headers).status_code == 403
    for path in ("/live", "/seat/1/live"):
        with (
            pytest.raises(InvalidStatus) as refused,
            evening.socket(path, cookie, origin=sent),
        ):
            pass
        assert refused.value.response.status_code == 403
    with evening.http() as client:  # the code is still good: nobody has looked at it
        assert client.post("/seat/join", content=code).status_code == 200


def test_our_own_pages_can_look(evening: Evening) -> None:
    with evening.socket() as line:
        assert receive(line)["table"]["phase"] == "eyes-closed"


def test_a_page_from_elsewhere_gets_no_page(evening: Evening) -> None:
    with evening.http(Origin="http://evil.example") as client:
        assert client.get("/seat/0/").status_code == 403


def test_every_answer_has_its_headers(evening: Evening) -> None:
    with evening.http() as client:
        answers = [
            client.get("/"),
            client.get("/seat/1/"),
            client.head("/seat/0/"),
            client.get("/seat/x/"),
            client.get("/pages/seat.js"),
            client.get("/pages/icon.svg"),
            client.get("/nothing"),
            client.delete("/seat/0/"),
            client.post("/seat/join", content="wrong"),
            client.get("/", headers={"Host": "evil.example"}),
        ]
    assert [answer.status_code for answer in answers] == [
        200, 200, 200, 404, 200, 200, 404, 405, 403, 403,
    ]  # fmt: skip
    for answer in answers:
        kind = answer.headers.get("content-type", "")
        is_part = kind.startswith(("text/javascript", "application/json"))
        wanted = HEADERS if is_part else HEADERS | DOCUMENT_HEADERS
        named = {name: answer.headers.get(name) for name in HEADERS | DOCUMENT_HEADERS}
        assert {name: value for name, value in named.items() if value} == wanted
        assert "server" not in answer.headers
        assert "set-cookie" not in answer.headers


def test_no_script_or_style_may_stand_in_a_page(evening: Evening) -> None:
    policy = DOCUMENT_HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    with evening.http() as client:
        page = client.get("/").text
    assert "style=" not in page and "<style" not in page and " on" not in page
    assert page.count("<script") == page.count('<script type="module" src="/pages/')


def test_files_come_by_a_list_of_names(evening: Evening) -> None:
    with evening.http() as client:
        for name in ("table.js", "table.css", "words.ru.json", "icon.svg", "car-thief/car.svg"):
            answer = client.get(f"/pages/{name}")
            kind = TYPES[Path(name).suffix]
            assert answer.status_code == 200 and answer.headers["content-type"].startswith(kind)
    for path in (
        "/pages/../server.py",
        "/pages/..%2fserver.py",
        "/pages/%2e%2e/%2e%2e/app/daemon.py",
        "/pages//etc/passwd",
        "/pages/..\\server.py",
        "/pages/seat.html",
        "/pages/car-thief",
        "/pages/car-thief/",
        "/pages/car-thief/../view.py",
        "/pages/car_thief/table.js",
        "/pages/seat.js%00.txt",
        "/pages/",
        "//pages/seat.js",
        "/seat/00/",
        "/seat/-1/",
        f"/seat/{'9' * 5000}/",
        "/seat/%D9%A1/",
    ):
        status, said = ask(evening, f"GET {path} HTTP/1.1\r\nHost: localhost")
        assert status == 404 and "not found" in said.lower(), path


def test_a_long_body_or_head_is_refused(evening: Evening) -> None:
    with evening.http() as client:
        assert client.post("/seat/join", content="x" * 257).status_code == 413
    with contextlib.suppress(OSError):  # it may be gone before all was sent
        head = f"GET / HTTP/1.1\r\nHost: localhost\r\nX: {'x' * 10_000_000}"
        assert ask(evening, head)[0] >= 400


def test_garbage_is_refused(evening: Evening) -> None:
    for text in ("\0\1\2", "GET", "GET / HTTP/x\r\nHost: localhost", "\r\n" * 9):
        with socket.create_connection(("127.0.0.1", evening.server.port), timeout=10) as line:
            line.sendall(f"{text}\r\n\r\n".encode())
            line.shutdown(socket.SHUT_WR)
            assert b" 200 " not in line.recv(65536)


def test_nothing_but_this_machine_is_served_unless_asked_for(evening: Evening) -> None:
    own = lan_address()
    if own.startswith("127."):
        own = "127.0.0.2"  # no network here; this would answer if all addresses were bound
    with socket.socket() as line:
        assert line.connect_ex((own, evening.server.port)) != 0


def test_the_lan_is_served_when_asked_for(lan: Evening) -> None:
    assert lan.server.address.startswith("http://")
    own = lan_address()
    with httpx.Client(trust_env=False) as client:
        assert client.get(f"http://{own}:{lan.server.port}/").status_code == 200


def lan_address() -> str:
    try:
        return socket.gethostbyname(socket.gethostname())
    except OSError:
        return "127.0.0.1"


def test_the_package_has_each_page_in_the_list() -> None:
    folder = Path(heistboard.web.__file__).parent / "pages"
    assert {path.name for path in folder.iterdir() if path.suffix not in TYPES} == {
        f"{name}.html" for name in PAGES
    }


# How often.


def test_a_rate_limit_allows_a_burst_and_refills() -> None:
    limit = RateLimit(3, 2.0)
    assert [limit.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [limit.take(0.5) for _ in range(2)] == [True, False]
    assert [limit.take(60.0) for _ in range(4)] == [True, True, True, False]


def test_each_client_has_a_rate_limit_of_its_own() -> None:
    limits = RateLimits(1, 1.0)
    assert [limits.take(who, 0.0) for who in "aba"] == [True, True, False]


def test_rate_limits_of_old_clients_are_dropped() -> None:
    limits = RateLimits(1, 0.0, max_clients=2)
    assert [limits.take(who, 0.0) for who in "aabcbc"] == [True, False, True, True, False, False]
    assert limits.take("a", 0.0)  # forgotten by now

"""The page that assigns floors: its requests in process, then the page in a browser."""

import json
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import pytest
from heistboard.app import Daemon, Lobby, Settings
from heistboard.link.floors import Modules
from heistboard.link.link import Presence
from heistboard.link.module import Event
from heistboard.link.port import now_ms
from heistboard.places import layout
from heistboard.web import Server, boards_page
from heistboard.words import Words
from playwright.sync_api import Browser, Page

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.in_process import client as in_process
from tests.support.pages import PHONE, TABLET
from tests.support.seats import a_host, host_page, seated

FIRST, SECOND, THIRD = "A000000000000001", "A000000000000002", "A000000000000003"
MALFORMED = (
    b"",
    b"[]",
    b"{}",
    b'{"floor": 2}',
    b'{"floor": 0, "serial": null}',
    b'{"floor": 4, "serial": null}',
    b'{"floor": true, "serial": null}',
    b'{"floor": "2", "serial": null}',
    b'{"floor": 2, "serial": ""}',
    b'{"floor": 2, "serial": 5}',
    b'{"floor": 2, "serial": null, "more": 1}',
    json.dumps({"floor": 2, "serial": "a" * 65}).encode(),
    b'{"stop": false}',
    b'{"stop": true, "serial": null}',
)


class Boards:
    """The boards of a table, of which the test says everything."""

    def __init__(self, daemon: Daemon) -> None:
        self.daemon = daemon
        self.saved: dict[str, int] = {}

    def come(self, serial: str) -> None:
        self._feed(serial, Presence(True))

    def go(self, serial: str) -> None:
        self._feed(serial, Presence(False))

    def press_done(self, serial: str) -> None:
        for is_closed in (True, False):
            reed = layout.REEDS.index("done")
            self._feed(serial, Event(None, 0, reed, is_closed, now_ms()))

    def floors(self) -> dict[str, int | None]:
        return {str(each["serial"]): each["floor"] for each in self.daemon.boards()}  # type: ignore[misc]

    def _feed(self, serial: str, notice: Presence | Event) -> None:
        fed: Future[None] = Future()

        def feed() -> None:
            self.daemon.feed(serial, notice, now_ms())
            fed.set_result(None)

        self.daemon._todo.put(feed)
        fed.result(10)


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[Boards]:
    """Two boards have a floor, one of them is connected; so is a third one."""
    modules = Modules({FIRST: 1, SECOND: 2})
    settings = Settings("car-thief")
    with Daemon(tmp_path / "journal.sqlite", settings, list, modules) as daemon:
        boards = Boards(daemon)
        boards.come(FIRST)
        boards.come(THIRD)
        yield boards


@pytest.fixture
def server(boards: Boards, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(boards_page, "POSTS", 1000)
    with Server(boards.daemon, tmp_path, port=0) as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with in_process(server, Cookie=a_host(server)) as client:
        yield client


def why(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["refused"]["why"]


def known(client: httpx.Client) -> Any:  # noqa: ANN401 (whatever JSON says)
    return client.get("/boards.json").json()


def test_a_host_sees_the_boards(client: httpx.Client) -> None:
    found = known(client)
    assert (found["may_host"], found["floors"], found["waits_for"]) == (True, 1, None)
    assert found["boards"] == [
        {"serial": FIRST, "floor": 1, "table_floor": 1, "is_there": True, "number": 1},
        {"serial": SECOND, "floor": 2, "table_floor": None, "is_there": False, "number": 2},
        {"serial": THIRD, "floor": None, "table_floor": None, "is_there": True, "number": None},
    ]
    assert client.get("/boards").headers["content-type"].startswith("text/html")


def test_a_board_is_chosen_by_its_serial_number(client: httpx.Client, boards: Boards) -> None:
    answer = client.post("/boards/assign", json={"floor": 2, "serial": THIRD})
    assert (answer.status_code, answer.json()) == (200, {})
    assert boards.floors() == {FIRST: 1, THIRD: 2}


def test_a_board_is_chosen_by_pressing_done(client: httpx.Client, boards: Boards) -> None:
    client.post("/boards/assign", json={"floor": 2, "serial": None})
    assert known(client)["waits_for"] == 2
    boards.press_done(THIRD)
    assert known(client)["waits_for"] is None
    assert boards.floors()[THIRD] == 2


def test_boards_blink_until_they_are_stopped(client: httpx.Client, boards: Boards) -> None:
    def blinking() -> set[str]:
        return boards.daemon.call(lambda: set(boards.daemon._boards._assigning.numbered))

    assert client.post("/boards/identify", json={"serial": None}).status_code == 200
    assert blinking() == {FIRST, THIRD}
    assert client.post("/boards/identify", json={"stop": True}).status_code == 200
    assert blinking() == set()
    client.post("/boards/identify", json={"serial": THIRD})
    assert blinking() == {THIRD}


def test_what_cannot_be_is_refused(client: httpx.Client, boards: Boards) -> None:
    before = boards.floors()
    for path in ("/boards/assign", "/boards/identify"):
        for body in MALFORMED:
            answer = client.post(path, content=body)
            assert (answer.status_code, answer.text) == (400, "malformed"), body
    assert client.post("/boards/assign", content=b" " * 300).status_code == 413
    unknown = client.post("/boards/assign", json={"floor": 1, "serial": "nobody"})
    assert why(unknown) == (409, "options") and "nobody" not in unknown.text
    away = client.post("/boards/identify", json={"serial": SECOND})
    assert why(away) == (409, "options")
    assert boards.floors() == before


def test_only_a_host_assigns_floors(server: Server, boards: Boards) -> None:
    for cookie in ("", seated(server, 0)):
        with in_process(server, Cookie=cookie) as client:
            told: dict[str, object] = {
                "may_host": False,
                "floors": 1,
                "waits_for": None,
                "boards": [],
            }
            assert known(client) == told
            for path, asked in (
                ("assign", {"floor": 1, "serial": THIRD}),
                ("identify", {"serial": None}),
            ):
                assert why(client.post(f"/boards/{path}", json=asked)) == (403, "host")
    assert boards.floors()[FIRST] == 1


def test_nobody_asks_too_often(boards: Boards, tmp_path: Path) -> None:
    with Server(boards.daemon, tmp_path, port=0) as server:
        asked = in_process(server, Cookie=a_host(server))
        codes = {
            asked.post("/boards/identify", json={"stop": True}).status_code for _ in range(40)
        }
        assert codes == {200, 429}
        assert {asked.get("/boards.json").status_code for _ in range(90)} == {200, 429}
        asked.headers["Origin"] = "http://evil.example"
        assert asked.post("/boards/assign", json={"floor": 1, "serial": None}).status_code == 403


def test_a_lobby_has_no_boards_to_assign(tmp_path: Path) -> None:
    with (
        Server(Lobby(tmp_path / "journal.sqlite"), tmp_path, port=0) as server,
        in_process(server) as asked,
    ):
        assert asked.get("/boards").status_code == 404


# In a browser.


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    with Devices(browser, "status of 409") as devices:
        yield devices


def choice(page: Page, floor: int, serial: str) -> str:
    return f"#floors section:nth-child({floor}) li:has-text('{serial}') button"


def test_the_page_assigns_floors(devices: Devices, server: Server, boards: Boards) -> None:
    page = devices.page(viewport=TABLET)
    page.goto(host_page(page, server))
    boards.go(FIRST)
    boards.go(THIRD)
    page.locator("[data-way=boards]").click()  # the way there from the prompt
    expect(page.locator("#how")).to_have_text(Words("en").of("boards", "how"))
    boards.come(FIRST)
    boards.come(THIRD)
    expect(page.locator(choice(page, 1, FIRST))).to_have_attribute("aria-pressed", "true")
    expect(page.locator(choice(page, 2, THIRD))).to_contain_text("no floor yet")

    # By keyboard, then by pressing Done, also on the board that has the floor already.
    page.locator(choice(page, 2, THIRD)).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#line")).to_have_text(f"Floor 2 is now board {THIRD}.")
    expect(page.locator(choice(page, 2, THIRD))).to_have_attribute("aria-pressed", "true")
    expect(page.locator(choice(page, 2, THIRD))).to_be_focused()
    for said in ("is now", "stays with"):
        page.get_by_role("button", name="Floor 1: Press Done on it").click()
        expect(page.locator("#floors .waiting p")).to_have_text(
            "Press Done on the board that is this floor."
        )
        boards.press_done(THIRD)
        expect(page.locator("#floors .waiting")).to_have_count(0)
        expect(page.locator("#line")).to_have_text(f"Floor 1 {said} board {THIRD}.")
    expect(page.locator(choice(page, 1, THIRD))).to_have_attribute("aria-pressed", "true")
    assert boards.floors() == {THIRD: 1, FIRST: None}

    page.locator("#identify").click()
    expect(page.locator("#identify")).to_have_text("Stop blinking")
    for scheme, size in (("light", PHONE), ("dark", TABLET)):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert violations(page) == []


def test_the_page_is_polite_to_others(devices: Devices, server: Server) -> None:
    page = devices.page(viewport=PHONE, locale="ru-RU")
    page.goto(f"{server.address}boards")
    expect(page.locator("#line")).to_have_text(Words("ru").of("boards", "only-here"))
    expect(page.locator("main")).to_be_hidden()
    page.get_by_role("link", name=Words("ru").of("navigation", "table")).click()
    expect(page.locator("#ask")).not_to_be_empty()

"""The page of the simulated boards: pieces follow moves made elsewhere, and nothing is told."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from heistboard.app import Lobby
from heistboard.web import Server
from heistboard.words import LANGUAGES, Words
from playwright.sync_api import Browser
from websockets.sync.client import ClientConnection

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import BOARD_SEEN, PHONE, SIZES, TABLET
from tests.support.seats import a_host, host_page
from tests.support.web_evening import POLICE, THIEF, Evening, receive, receive_until

PLACED = {"green": "x22", "yellow": "x23", "pink": "x44"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path / "evening", is_followed=True) as evening:
        yield evening


def say(evening: Evening, *moves: str) -> None:
    """Says moves for whoever may make them."""
    for move in moves:
        seat = THIEF if move.startswith("hide") else POLICE
        evening.daemon.say(seat, move)


def hide(evening: Evening) -> None:
    """Places the helicopters and closes eyes."""
    say(evening, *(f"place {colour} {place}" for colour, place in PLACED.items()))
    evening.until(lambda status: status.sync == "synced")  # hands have carried all
    evening.daemon.press("done")
    assert evening.daemon.status().is_secret


def act(line: ClientConnection, text: str) -> Any:  # noqa: ANN401 (whatever JSON says)
    """A hand's act; returns its answer."""
    line.send(json.dumps({"number": 7, "say": text}))
    return receive_until(line, lambda content: content.get("answer") == 7)


def board_socket(
    evening: Evening, cookie: str | None = None
) -> AbstractContextManager[ClientConnection]:
    """The socket of a host's page of the simulated boards."""
    return evening.socket("/board/live", cookie or a_host(evening.server))


def is_lifted(content: dict[str, Any], cell: str) -> bool:
    """Whether a message says that *cell* alone is not covered."""
    return bool(content.get("hands", {}).get("lifted") == [cell])


def cars(content: dict[str, Any]) -> dict[str, str]:
    """The place of the car in a message, if it is told."""
    found: dict[str, str] = content["hands"]["pieces"]["car"]
    return found


def test_pieces_follow_moves_made_elsewhere(evening: Evening, browser: Browser) -> None:
    with Devices(browser, "WebSocket") as devices:
        page = devices.page(locale="en-GB", viewport=TABLET)
        page.goto(host_page(page, evening.server, "board"))
        expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
        expect(page.locator("#why")).to_contain_text("you need not move anything here")
        expect(page.locator("#ask")).to_have_text(
            "Choose any free crossing for the green helicopter."
        )
        say(evening, "place green x22")
        expect(page.get_by_role("button", name="green helicopter on x22")).to_be_visible()
        # A click in the moment in which a computer that wakes opens a new line.
        page.evaluate("""() => {
          dispatchEvent(new Event("online"));
          document.getElementById("cable").click();
        }""")
        evening.until(lambda status: status.sync == "lost")
        expect(page.locator("#cable")).to_have_text("Plug in the cable")
        page.locator("#cable").click()
        evening.until(lambda status: status.sync == "synced")
        say(evening, "place yellow x23")
        evening.daemon.press("undo")
        expect(page.get_by_role("button", name="yellow helicopter", exact=True)).to_be_visible()
        page.locator("#navigation a").first.click()
        expect(page.locator("#turn")).to_have_text("The police to act")


def test_the_whole_board_is_seen_and_its_names_can_be_read(
    evening: Evening, browser: Browser
) -> None:
    with Devices(browser, "WebSocket") as devices:
        for locale in ("en-GB", "ru-RU"):
            page = devices.page(locale=locale, viewport=SIZES[0])
            page.goto(host_page(page, evening.server, "board"))
            expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
            for size in SIZES:
                page.set_viewport_size(size)
                is_whole, name_px = page.evaluate(BOARD_SEEN)
                assert is_whole and name_px >= 12, (size, name_px)


def test_hidden_piece_is_told_only_while_a_hand_may_move_it(evening: Evening) -> None:
    with board_socket(evening) as line:
        act(line, "lift c3")
        act(line, "car c3")
        seen = receive_until(line, lambda content: is_lifted(content, "c3"))
        assert cars(seen) == {}
        act(line, "put c3")
        hide(evening)
        act(line, "lift c3")
        receive_until(line, lambda content: "hands" in content and cars(content) == {"": "c3"})
        act(line, "put c3")
        receive_until(line, lambda content: "hands" in content and cars(content) == {})
        act(line, "lift c3")
        receive_until(line, lambda content: "hands" in content and cars(content) == {"": "c3"})
    with board_socket(evening) as line:  # the hand has gone, and come back
        first = receive(line)
        assert first["hands"]["lifted"] == ["c3"]
        act(line, "put c3")
        say(evening, "hide d4")
        evening.until(lambda status: status.phase == "police")
        act(line, "lift c3")
        seen = receive_until(line, lambda content: is_lifted(content, "c3"))
        assert cars(seen) == {}
    with board_socket(evening) as line:
        assert cars(receive(line)) == {}  # nor is what the page before was sent last


def test_page_that_is_closed_puts_down_what_its_hand_held(evening: Evening) -> None:
    hide(evening)
    say(evening, "hide d4")
    evening.until(lambda status: status.phase == "police")
    host = a_host(evening.server)
    with board_socket(evening, host) as line, board_socket(evening, host) as other:
        act(line, "heli green off")
        act(line, "down help")
        evening.until(lambda _: "help" in evening.daemon.picture())
        other.close()
        evening.until(lambda _: "x22.occupant" not in evening.daemon.picture())
        say(evening, "fly green x21")
    evening.until(lambda _: "x21.occupant" in evening.daemon.picture())
    evening.until(lambda _: "help" not in evening.daemon.picture())
    evening.until(lambda status: status.sync == "synced")


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_simulated_board_the_page_says_when_there_is_one(
    tmp_path: Path, browser: Browser, language: str
) -> None:
    words = Words(language)
    lobby = Lobby(tmp_path / "journal.sqlite", {})
    with Server(lobby, tmp_path, port=0) as server, Devices(browser, "404") as devices:
        page = devices.page(locale=language, viewport=PHONE)
        answer = page.goto(f"http://127.0.0.1:{server.port}/board")
        assert answer is not None and answer.status == 404
        expect(page.locator("#title")).to_have_text(words.of("page", "hands"))
        expect(page.locator("#why")).to_have_text(words.of("explanation", "no-game-board"))
        assert violations(page) == []
        page.locator("#ways a").click()
        expect(page.locator("#title")).to_have_text(words.of("start", "title"))

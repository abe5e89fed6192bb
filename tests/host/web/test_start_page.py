"""The start page, and the list of seats on the table's page, in a real browser."""

import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import heistboard.web
import pytest
from heistboard import games
from heistboard.journal.store import Store
from heistboard.words import LANGUAGES, Words
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.chromium import Devices
from tests.support.command import Running
from tests.support.expectation import expect
from tests.support.reviewed import add_arrest
from tests.support.web_evening import Evening

PHONE: ViewportSize = {"width": 360, "height": 640}
PAGES = Path(heistboard.web.__file__).parent / "pages"
with socket.create_server(("127.0.0.1", 0)) as free:
    # Not 8555: between lobby and game nobody has the port, and another test may take it.
    PORT = free.getsockname()[1]
LOBBY = ("play", "--board", "sim", "--no-browser", "--thief-seconds", "12", "--port", str(PORT))

SEATS = ("seat_list.js", "seat_notices.js")
START = ("start.js", "earlier_games.js", "players.js", "install.js")
RUSSIAN = Words("ru").all()["start"]

Open = Callable[..., Page]


@pytest.fixture
def look(browser: Browser) -> Iterator[Open]:
    """Opens a page on a phone of its own."""
    # Between the lobby and the game nobody serves the port. A refusal is logged, too.
    with Devices(browser, "ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket|status of 403") as devices:

        def open_page(address: str, locale: str = "en-GB") -> Page:
            page = devices.page(locale=locale, viewport=PHONE)
            page.goto(address)
            return page

        yield open_page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_game_begins_in_the_lobby(look: Open, tmp_path: Path) -> None:
    folder = tmp_path / "heistboard"
    folder.mkdir()
    with Store(folder / "journal.sqlite", create=True):
        review = add_arrest(folder)
    with Running(tmp_path, *LOBBY) as running:
        address = running.wait_line("games: ").split()[1]
        page, other = look(address), look(address, "ru-RU")
        address = address.partition("#")[0]
        expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
        expect(other.get_by_role("heading", name=RUSSIAN["title"])).to_be_visible()
        assert fits(page) and fits(other)
        past = page.locator("#earlier li")
        expect(past).to_contain_text("the car was found")
        expect(past).to_contain_text("4 May 2031")
        link = page.get_by_role("link", name=f"Review game {review}")
        expect(link).to_have_attribute("href", f"/review/{review}")
        page.get_by_role("radio", name="Car Thief").check()
        expect(page.locator("#thief-seconds")).to_have_value("12 seconds")
        how = page.get_by_role("link", name="How it is played")
        expect(how).to_have_attribute("href", "/rules/car-thief")
        expect(page.locator("#options .tells[role=status]")).to_have_text(
            "No help: everybody thinks alone."
        )
        # By keyboard alone.
        page.get_by_role("combobox", name="Police").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        expect(page.locator("#seat-1")).to_have_value("the computer: Hunter (medium)")
        expect(page.locator("#seat-1-tells")).to_have_text("Searches where most trails end.")
        page.keyboard.press("Home")
        expect(page.locator("#seat-1-tells")).to_have_text("")
        page.get_by_role("radio", name="2", exact=True).focus()
        page.keyboard.press("ArrowRight")
        page.get_by_role("radio", name="Notes").focus()
        page.keyboard.press("Space")
        expect(page.locator("#options .tells[role=status]")).to_contain_text(
            "in which round it was searched"
        )
        page.keyboard.press("Enter")
        expect(page.locator("#ask")).to_have_text(
            "Choose any free crossing for the green helicopter."
        )
        assert page.url == address
        expect(page.locator("#hints")).to_have_value("notes")
        expect(other.locator("#ask")).to_contain_text("там будет зелёный вертолёт")
        assert running.end().code == 0
    with Store(folder / "journal.sqlite") as store:
        begun = store.games()[0]
        assert (begun.options, begun.length) == ({"players": 3}, 0)


def test_games_are_left_resumed_and_begun_again(look: Open, evening: Evening) -> None:
    page = look(evening.server.host_address)
    page.get_by_role("link", name="Games").click()
    expect(page.locator("#running")).to_contain_text("Game 1: Car Thief")
    expect(page.locator("#running")).to_contain_text("moves: 3")
    expect(page.locator("#none")).to_have_text("No games yet.")
    sure = page.get_by_role("dialog")

    # A game that has begun is left only by whoever says so; it is kept.
    page.get_by_role("radio", name="Car Thief").check()
    page.get_by_role("button", name="Begin").click()
    expect(sure).to_contain_text("Game 1 is in progress")
    sure.get_by_role("button", name="Stay with it").click()
    expect(sure).to_be_hidden()
    assert evening.daemon.status().game == 1
    page.get_by_role("button", name="Begin").click()
    sure.get_by_role("button", name="Leave it").click()
    expect(page.locator("#game")).to_contain_text("game 2 · Getting ready")
    page.goto(f"http://{evening.host}/start")
    page.get_by_role("button", name="Resume game 1").click()  # game 2 has not begun
    expect(page.locator("#game")).to_contain_text("game 1")

    # Nobody but a host does that.
    other = look(f"http://{evening.host}/start")
    expect(other.locator("#waiting")).to_contain_text("Only the host can choose another one.")
    expect(other.get_by_role("button", name="Begin")).to_be_hidden()
    other.get_by_role("button", name="Русский").click()
    expect(other.locator("#waiting")).to_contain_text("идёт игра.")

    # When it is over, the way there is plain to see.
    page.get_by_role("button", name="Русский").click()
    evening.daemon.correct("hide c3")
    evening.daemon.correct("search green c3")
    page.goto(f"http://{evening.host}/")
    page.get_by_role("link", name="Другая игра").click()
    expect(page.locator("#running")).to_contain_text(RUSSIAN["table"])
    page.get_by_role("radio", name="Угонщик").check()
    page.get_by_role("button", name="Начать").click()
    for each in (page, other):  # the other one by itself
        expect(each.locator("#game")).to_contain_text("игра 3")


def test_words_of_the_pages_are_all_there_and_all_used() -> None:
    words = Words("en").all()
    for section, names in (("start", START), ("seats", SEATS)):
        script = "".join((PAGES / name).read_text("utf-8") for name in names)
        more = (PAGES / "table.js").read_text("utf-8") if section == "start" else ""
        said = set(
            re.findall(r'(?:say|tell)\(\s*(?:\w+ \? )?"([\w.-]+)"(?: : "([\w-]+)")?', script)
        )
        said = {key for pair in said for key in pair if key}
        assert len(said) > 8 and said <= set(words[section]), said - set(words[section])
        whys = {"hints-off", "hints-off-tells", "deal-host", "deal-hands"}
        whys |= {"bot-random", "bot-random-tells", "level-easy", "level-medium", "level-strong"}
        whys = whys if section == "start" else set()
        whys |= {f"refused.{why}" for why in ("going-on", "missing", "busy", "over", "options")}
        whys |= {f"refused.{why}" for why in ("host", "trouble", "file", "file-hidden", "lost")}
        whys |= {key for key in words["seats"] if key.startswith(("refused.", "event-", "act-"))}
        for key in set(words[section]) - whys - {"players"}:
            key = key.removeprefix("refused.")
            assert f'"{key}"' in script or f'.{key}"' in script or f'"{key}"' in more, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_say_what_these_pages_need(language: str) -> None:
    for name in games.names():
        game = games.load(name)
        play = Words(language, name).all()["play"]
        seats = {f"seat.{seat}" for count in game.players for seat in game.new(count).seats}
        endings = {f"over.{ending}" for ending in game.endings}
        options = {key for key in play if key.startswith(("option.", "side."))}
        assert set(play) - options == {"title", *seats, *endings}
        assert all(play.values())

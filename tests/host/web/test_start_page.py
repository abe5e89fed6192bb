"""The start page, and the list of seats on the table's page, in a real browser."""

import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import heistboard.web
import pytest
from heistboard import games
from heistboard.journal.store import Store
from heistboard.web import hosting, qr, request_checks
from heistboard.words import LANGUAGES, Words
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.chromium import Devices
from tests.support.command import Running
from tests.support.expectation import expect
from tests.support.reviewed import add_arrest
from tests.support.web_evening import THIEF, Evening

PHONE: ViewportSize = {"width": 360, "height": 640}
PAGES = Path(heistboard.web.__file__).parent / "pages"
with socket.create_server(("127.0.0.1", 0)) as free:
    # Not 8555: between lobby and game nobody has the port, and another test may take it.
    PORT = free.getsockname()[1]
LOBBY = ("play", "--board", "sim", "--no-browser", "--thief-seconds", "12", "--port", str(PORT))

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
        expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
        expect(other.get_by_role("heading", name=RUSSIAN["title"])).to_be_visible()
        assert fits(page) and fits(other)
        past = page.locator("#earlier li")
        expect(past).to_contain_text("the car was found")
        expect(past).to_contain_text("4 May 2031")
        link = page.get_by_role("link", name=f"Review game {review}")
        expect(link).to_have_attribute("href", f"/review/{review}")
        expect(page.locator("#thief-seconds")).to_have_value("12 seconds")
        # By keyboard alone.
        page.get_by_role("radio", name="2", exact=True).focus()
        page.keyboard.press("ArrowRight")
        page.get_by_role("radio", name="Notes").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        expect(page.locator("#ask")).to_have_text("Put the green helicopter on any free crossing.")
        assert page.url == address
        expect(page.locator("#hints")).to_have_value("notes")
        expect(other.locator("#ask")).to_contain_text("Поставьте зелёный вертолёт")
        assert running.end().code == 0
    with Store(folder / "journal.sqlite") as store:
        begun = store.games()[0]
        assert (begun.options, begun.length) == ({"players": 3}, 0)


def test_games_are_left_resumed_and_begun_again(
    look: Open, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = look(f"http://{evening.host}/")
    page.get_by_role("link", name="Games").click()
    expect(page.locator("#running")).to_contain_text("Game 1: Car Thief")
    expect(page.locator("#running")).to_contain_text("moves: 3")
    expect(page.locator("#none")).to_have_text("No games yet.")
    sure = page.get_by_role("dialog")

    # A game that has begun is left only by whoever says so; it is kept.
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

    # From the network nobody does that while a game goes on.
    monkeypatch.setattr(request_checks, "is_local", lambda request: False)
    page.goto(f"http://{evening.host}/start")
    expect(page.locator("#line")).to_contain_text("Only the computer that runs the board")
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()
    page.get_by_role("button", name="Русский").click()
    expect(page.locator("#line")).to_contain_text("Идёт игра.")

    # When it is over anybody may, and the way there is plain to see.
    evening.daemon.correct("hide c3")
    evening.daemon.correct("search green c3")
    page.goto(f"http://{evening.host}/")
    page.get_by_role("link", name="Игры").click()
    expect(page.locator("#running")).to_contain_text(RUSSIAN["table"])
    page.get_by_role("button", name="Начать").click()
    expect(page.locator("#game")).to_contain_text("игра 3")


def test_a_seat_is_filled_and_freed_at_the_table(
    look: Open, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "REQUESTS", 1000)
    with Evening(folder, is_lan=True) as evening:
        table = look(f"http://{evening.host}/")
        thief = table.locator("#seats li").first
        expect(thief).to_contain_text("nobody yet")
        dialog = table.get_by_role("dialog")

        def invited(button: str) -> str:
            with table.expect_response("**/invite") as answer:
                table.get_by_role("button", name=button).click()
            content = answer.value.json()
            expect(dialog).to_contain_text("works once, for ten minutes")
            rows = content["rows"]
            assert rows == qr.rows(content["address"])
            drawn = dialog.locator("svg.code path").get_attribute("d") or ""
            runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", drawn)
            dark = {(int(x) + i, int(y)) for x, y, count in runs for i in range(int(count))}
            assert dark == {
                (x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "1"
            }
            return str(content["address"])

        phone = look(invited("Join: Thief"))
        expect(dialog).to_be_hidden()  # by itself
        expect(thief).to_contain_text("devices: 1")
        expect(phone.locator("#turn")).to_have_text("The police to act")

        invited("Join: Thief")
        expect(dialog).to_contain_text("Somebody already sits here.")
        invited("Remove")
        expect(dialog).to_contain_text("They have been removed.")
        expect(phone.locator("#turn")).to_have_text("Scan the code at the table.")
        table.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(table.locator("#invitation")).to_be_empty()  # no code stays behind
        expect(thief).to_contain_text("nobody yet")
        assert not evening.server.is_taken(THIEF) and fits(table)

        # Somebody of the network does not get a seat that knows more than they do.
        evening.place()
        monkeypatch.setattr(request_checks, "is_local", lambda request: False)
        table.get_by_role("button", name="Join: Thief").click()
        expect(dialog).to_contain_text("only the computer that runs the board")


def test_without_a_network_the_way_there_is_a_link(look: Open, evening: Evening) -> None:
    table = look(f"http://{evening.host}/", "ru-RU")
    table.get_by_role("button", name="Сесть: Полиция").click()
    dialog = table.get_by_role("dialog")
    expect(dialog).to_contain_text("--lan")
    with table.expect_popup() as opened:
        dialog.get_by_role("link").click()
    expect(opened.value).to_have_url(re.compile("/seat/1/$"))
    expect(dialog).to_be_hidden()


def test_words_of_the_pages_are_all_there_and_all_used() -> None:
    words = Words("en").all()
    for section, name in (("start", "start.js"), ("seats", "seat_list.js")):
        script = (PAGES / name).read_text("utf-8")
        html = (PAGES / "table.js").read_text("utf-8") if section == "start" else ""
        said = set(
            re.findall(r'(?:say|tell)\(\s*(?:\w+ \? )?"([\w.-]+)"(?: : "([\w-]+)")?', script)
        )
        said = {key for pair in said for key in pair if key}
        assert len(said) > 8 and said <= set(words[section]), said - set(words[section])
        whys = {"hints-off", "deal-host", "deal-hands"} if section == "start" else set()
        whys |= {f"refused.{why}" for why in ("going-on", "missing", "busy", "over", "options")}
        for key in set(words[section]) - whys - {"refused.host", "players"}:
            assert f'"{key}"' in script or key == "refused.trouble" or f'"{key}"' in html, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_say_what_these_pages_need(language: str) -> None:
    for name in games.names():
        game = games.load(name)
        play = Words(language, name).all()["play"]
        seats = {f"seat.{seat}" for count in game.players for seat in game.new(count).seats}
        endings = {f"over.{ending}" for ending in game.endings}
        options = {key for key in play if key.startswith("option.")}
        assert set(play) - options == {"title", *seats, *endings}
        assert all(play.values())

"""The plain pages of a game without pages, in a real browser: by buttons and by keyboard."""

import dataclasses
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from heistboard import games
from heistboard.app import Daemon, Settings
from heistboard.journal.store import Store
from heistboard.places import layout
from heistboard.web import Server, assets
from heistboard.words import Words
from playwright.sync_api import Browser, Locator, Page

from tests.support import small_game
from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, QUICK_MS, TABLET
from tests.support.seats import at_seat, host_page

Sit = Callable[..., Page]
YES = "✓ "  # the answer to a question
TWICE = ["#plain [data-choice=stop]", f"#plain [data-choice='{YES}']"]  # at once, one tap each
SURE_MS = 2 * QUICK_MS  # an answer at once may be a double tap
KEPT = "241"  # what each seat keeps, one after the other


class PlainEvening:
    """The small game at a table without a board."""

    def __init__(self, daemon: Daemon, server: Server) -> None:
        self.daemon = daemon
        self.server = server

    @property
    def moves(self) -> list[str]:
        view: Any = self.daemon.status().view
        return list(view["moves"])

    @property
    def names(self) -> tuple[str, ...]:
        return self.daemon.seats()

    def keep_all(self) -> None:
        for seat in range(len(self.names)):
            self.daemon.say(seat, f"keep {KEPT[seat % 3]}")


@pytest.fixture(params=[3])
def table(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PlainEvening]:
    settings = Settings("numbers", request.param)
    with (
        small_game.small_game_installed(),
        Daemon(tmp_path / "journal.sqlite", settings, list) as daemon,
        Server(daemon, tmp_path, port=0) as server,
    ):
        yield PlainEvening(daemon, server)


@pytest.fixture
def sit(browser: Browser, table: PlainEvening) -> Iterator[Sit]:
    """Opens a page on a phone of its own."""
    with Devices(browser, "403") as devices:

        def open_page(seat: int | None, locale: str = "en-GB") -> Page:
            page = devices.page(locale=locale, viewport=PHONE)
            home = table.server.address
            page.goto(home if seat is None else at_seat(page, table.server, seat))
            expect(page.locator("#plain dt").first).to_be_visible()
            return page

        yield open_page


def choice(page: Page, move: str) -> Locator:
    return page.locator(f'#plain [data-choice="{move}"]')


def hold(page: Page) -> None:
    page.locator("#hold").hover()
    page.mouse.down()
    expect(page.locator("body")).to_have_attribute("data-shown", "true")


def slide(page: Page, move: str) -> None:
    """Presses the hold button, slides to a choice, rests there and lets go."""
    hold(page)
    choice(page, move).hover()
    expect(page.locator("#note")).to_contain_text("Let go to play: ")
    page.mouse.up()


def outline(page: Page) -> str:
    """The whole page with the positions of all that is seen, without the phase of lights.

    What a closed history holds has a position or none, as it suits the browser.
    """
    content: str = page.evaluate(
        """() => document.documentElement.outerHTML +
            JSON.stringify([...document.querySelectorAll("*")].map((each) =>
                each.checkVisibility() && each.getBoundingClientRect()))"""
    )
    return re.sub(r' style="animation-delay: [^"]*"', "", content)


def test_a_game_by_buttons(sit: Sit, table: PlainEvening) -> None:
    pages = [sit(seat) for seat in range(3)]
    shown = sit(None)
    for page, number in zip(pages, KEPT, strict=True):
        expect(page.locator("#plain .own")).to_be_hidden()
        hold(page)
        expect(choice(page, f"keep {number}")).to_be_visible()
        page.mouse.up()
        expect(choice(page, f"keep {number}")).to_have_count(0)
        slide(page, f"keep {number}")
        if number == "4":  # which is asked twice, in secret
            expect(page.locator("#plain .sure")).to_be_hidden()
            assert "keep 4" not in page.locator("body").inner_text()
            slide(page, YES)
        hold(page)
        expect(page.locator("#plain .own dd")).to_have_text(number)
        page.mouse.up()
        expect(page.locator("#plain .own dd")).to_have_count(0)
    assert table.moves == ["keep ?"] * 3
    choice(pages[0], "raise").click()
    expect(pages[0].locator("#plain .choices")).to_be_hidden()
    expect(pages[2].locator("#plain .known")).to_contain_text("p1")

    # What cannot be taken back is asked a second time, by a control of its own.
    stop, sure = choice(pages[1], "stop"), pages[1].locator("#plain .sure")
    pages[1].evaluate("(at) => at.forEach((each) => document.querySelector(each).click())", TWICE)
    expect(sure).to_contain_text("stop")
    sure.get_by_role("button", name="No").click()
    stop.click()
    expect(sure.get_by_role("button", name="No")).to_be_focused()
    sure.get_by_role("button", name="No").click()
    expect(sure).to_be_hidden()
    assert table.moves[3:] == ["raise"]
    stop.click()
    pages[1].wait_for_timeout(SURE_MS)
    sure.get_by_role("button", name="Yes").click()
    expect(pages[1].locator("#game")).to_contain_text("highest · p2")
    assert table.moves == ["keep 2", "keep 4", "keep 1", "raise", "stop"]

    # Then everybody sees all of it, step by step.
    expect(shown.locator("#events li").first).to_have_text("stop")
    shown.locator("[data-way=review]").click()
    expect(shown.locator("#title")).to_have_text("Game 1: highest · p2")
    expect(shown.locator("#rest li")).to_have_text([*table.moves])
    shown.keyboard.press("Home")
    expect(shown.locator("#said")).to_have_text("keep 2")
    shown.locator("#rest button").nth(2).click()
    expect(shown.locator("[aria-current=step]")).to_have_text("keep 1")
    expect(shown.locator("#caption")).to_have_text("Step 3 of 5")


@pytest.mark.parametrize("table", [8], indirect=True)
def test_a_game_by_keyboard(sit: Sit, table: PlainEvening) -> None:
    """Of eight seats the first and the last two play on pages."""
    first, *last_two = [sit(seat) for seat in (0, 6, 7)]
    for page in (first, *last_two):  # the third choice of each
        page.bring_to_front()
        page.locator("#hold").focus()
        page.keyboard.down("Space")
        expect(choice(page, "keep 3")).to_be_visible()
        for _ in range(3):
            page.keyboard.press("ArrowDown")
        expect(choice(page, "keep 3")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#plain .own dd")).to_have_text("3")
        page.keyboard.up("Space")
        expect(page.locator("#hold")).to_be_focused()
        if page is first:
            for seat in range(1, 6):
                table.daemon.say(seat, "keep 3")
    for page in (first, last_two[0]):
        page.bring_to_front()
        expect(choice(page, "raise")).to_be_visible()
        page.keyboard.press("Shift+Tab")  # of the buttons, Undo is before the one to hold
        page.keyboard.press("Shift+Tab")
        expect(choice(page, "raise")).to_be_focused()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")  # there are no more
        expect(choice(page, "stop")).to_be_focused()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        expect(choice(page, "raise")).to_have_count(0)
        expect(
            page.locator("#plain .moves")
        ).to_be_focused()  # and not on the next prompt's button
        if page is first:
            for seat in range(1, 6):
                table.daemon.say(seat, "raise")
    last = last_two[1]
    last.bring_to_front()
    choice(last, "stop").focus()
    last.keyboard.press("Space")
    expect(last.locator("#plain .sure button").first).to_be_focused()
    last.keyboard.press("Tab")
    last.wait_for_timeout(SURE_MS)
    last.keyboard.press("Enter")
    expect(last.locator("#game")).to_contain_text("highest · p1")
    assert table.moves == ["keep 3"] * 8 + ["raise"] * 7 + ["stop"]


def test_a_page_that_is_not_held_is_the_same_for_every_seat(sit: Sit, table: PlainEvening) -> None:
    table.daemon.say(0, "keep 2")
    mover, other = sit(1), sit(2)
    before = outline(mover)
    assert outline(other) == before
    hold(mover)
    expect(choice(mover, "keep 1")).to_be_visible()
    assert outline(mover) != before
    mover.mouse.up()
    expect(choice(mover, "keep 1")).to_have_count(0)
    for page in (mover, other):
        page.locator("#hold").hover()
    assert outline(mover) == outline(other)


def test_an_answer_names_its_prompt(sit: Sit, table: PlainEvening) -> None:
    table.keep_all()
    page = sit(0)
    said: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda line: line.on("framesent", lambda text: said.append(json.loads(str(text)))),
    )
    page.reload()
    expect(choice(page, "raise")).to_be_visible()
    prompt: Any = table.daemon.seat_view(0)["prompt"]
    choice(page, "raise").click()
    expect(choice(page, "raise")).to_have_count(0)
    assert said == [{"number": 1, "game": 1, "at": prompt["number"], "say": "raise"}]


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_it_is_worded_and_fits(sit: Sit, table: PlainEvening, tmp_path: Path, locale: str) -> None:
    seat, shown = sit(0, locale), sit(None, locale)
    seat.locator("#hold").focus()
    seat.keyboard.down("Space")
    expect(choice(seat, "keep 1")).to_be_visible()
    for page in (seat, shown):
        for size in (PHONE, TABLET):
            page.set_viewport_size(size)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"], page.url
        assert violations(page) == []
        text = page.locator("body").inner_text()
        assert not re.search(r"undefined|NaN|\[object|[{}]", text)
        expect(page.locator("#board")).to_be_hidden()
        expect(page.locator("#hints")).not_to_be_visible()
    table.keep_all()
    table.daemon.say(0, "stop")
    with Store(tmp_path / "journal.sqlite") as store:
        assert store.get(1).state.outcome is not None


def test_a_text_is_chosen_on_the_start_page(browser: Browser, table: PlainEvening) -> None:
    with Devices(browser, "409") as devices:
        page = devices.page(viewport=PHONE)
        page.goto(host_page(page, table.server, "start"))
        page.get_by_role("radio", name="Numbers").check()
        expect(page.get_by_text("Hints")).to_have_count(0)
        page.get_by_role("radio", name="4", exact=True).check()
        page.locator("#name").select_option("something else …")
        written = page.get_by_role("textbox")
        expect(written).to_be_focused()
        written.fill("  ")
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_role("alert")).to_have_text("expected a name")
        expect(written).to_have_attribute("aria-invalid", "true")
        written.fill(" our den ")
        written.press("Enter")
        expect(page.locator("#game")).to_contain_text("game 2")
    state: Any = table.daemon.call(lambda: table.daemon._table.state)
    assert state.options == {"players": 4, "name": "our den"}


def test_a_game_whose_files_are_broken_takes_no_pages_from_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = dataclasses.replace(small_game.PACKAGE, has_pages=True)  # there is no such folder
    monkeypatch.setattr(games, "packages", lambda: (games.package("car-thief"), broken))
    names = set(assets.assets())
    assert {"table.js", "car-thief/table.js"} <= names
    assert not [name for name in names if name.startswith("numbers/")]
    assert "the pages of numbers cannot be shown" in caplog.text


def test_a_page_whose_code_is_missing_says_so(browser: Browser, table: PlainEvening) -> None:
    with Devices(browser, "404|Failed to load") as devices:
        for seat in (None, 0):
            page = devices.page(viewport=PHONE)
            page.route("**/plain_*.js", lambda route: route.fulfill(status=404))
            home = table.server.address
            page.goto(home if seat is None else at_seat(page, table.server, seat))
            expect(page.locator("#line")).to_have_text(Words("en").of("page", "trouble"))


def test_hints_are_sentences_and_chances_on_the_board(
    tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints = f"{small_game.__name__}:Hints"
    hinted = dataclasses.replace(small_game.PACKAGE, hints=hints, hint_grades=("notes",))
    monkeypatch.setattr(small_game, "PACKAGE", hinted)
    with (
        small_game.small_game_installed(),
        Daemon(tmp_path / "journal.sqlite", Settings("numbers", 3), list) as daemon,
        Server(daemon, tmp_path, port=0) as server,
        Devices(browser, "403") as devices,
    ):
        page = devices.page(viewport=TABLET)
        page.goto(server.address)
        seat = devices.page(viewport=PHONE)
        seat.goto(at_seat(seat, server, 0))
        for each in (page, seat):
            expect(each.locator("#plain .hints")).to_be_hidden()
        daemon.set_hints("notes")
        for each in (page, seat):
            expect(each.locator("#plain .hints li")).to_have_text("Raised so often")
            expect(each.locator(".shares text")).to_have_text("25%")
        daemon.set_hints("off")
        for each in (page, seat):
            expect(each.locator("#plain .hints")).to_be_hidden()
            expect(each.locator(".shares text")).to_have_count(0)


def test_pages_that_a_game_lacks_are_the_plain_ones(table: PlainEvening) -> None:
    with httpx.Client(base_url=table.server.address, trust_env=False) as client:

        def get(name: str) -> httpx.Response:
            return client.get(f"pages/numbers/{name}")

        for page in ("seat", "table", "review"):
            plain = rf'export \* from "/pages/@\w+/plain_{page}\.js";'
            assert re.fullmatch(plain, get(f"{page}.js").text)
            assert "/plain_" not in client.get(f"pages/car-thief/{page}.js").text
        assert get("pieces.json").json() == {"kinds": [], "drawn": False}
        assert get("words.ru.json").json() == {}
        assert get("hints.js").status_code == 404
        pieces = client.get("pages/car-thief/pieces.json").json()
    assert [kind["name"] for kind in pieces["kinds"]] == ["building", "car", "heli"]
    heli = pieces["kinds"][2]
    assert pieces["drawn"] and heli["looks"]["pink"] == {"colour": "pink", "shape": "square"}
    assert heli["places"] == [*layout.CROSSINGS] and not heli["is_hidden"]

"""A whole game by two phones and a tablet without a board: by taps, with a rematch."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.web import own_addresses, sockets
from playwright.sync_api import Browser, Locator, Page

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET, quick_pages
from tests.support.screens import Screens
from tests.support.seats import host_page, unlimited
from tests.support.web_evening import PLACED, Evening

Table = Screens | Evening


@pytest.fixture(params=["no board", "simulated board"])
def table(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Table]:
    monkeypatch.setattr(own_addresses, "own_addresses", lambda: ["127.0.0.2"])
    monkeypatch.setattr(own_addresses, "lan_address", lambda: "127.0.0.2")
    monkeypatch.setattr(sockets, "COMMANDS", 1000)  # tests are faster than people
    unlimited(monkeypatch)
    with contextlib.ExitStack() as ends:
        ends.enter_context(quick_pages(has_taps=True))
        if request.param == "no board":
            yield ends.enter_context(Screens(tmp_path, "car-thief"))
        else:
            yield ends.enter_context(Evening(tmp_path / "evening", is_followed=True))


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def at(page: Page, name: str) -> Locator:
    """A place on the board, whatever is there."""
    return button(page, re.compile(rf"^{name}\b"))


def tap(page: Page, *names: str) -> None:
    for name in names:
        at(page, name).locator(".spot, .name").first.tap(force=True)


def happened(event: str, *pages: Page) -> None:
    """Waits until *pages* tell it: the one that shows it, and the one that acts next."""
    for page in pages:
        expect(page.locator("#events li").first).to_have_text(event)


def sit(page: Page, seat: str, nickname: str = "") -> None:
    """Takes a free chair on the table's page, and goes to the seat's own page."""
    button(page, f"Sit down: {seat}").tap()
    if nickname:
        page.get_by_role("textbox").fill(nickname)
        button(page, "That is me").tap()
    page.get_by_role("link", name=f"My page: {seat}").tap()
    expect(page.locator("#ask")).not_to_be_empty()


def hide(page: Page, cell: str) -> None:
    """Shows what is secret with one tap, taps the cell, and hides it with another tap."""
    expect(page.locator("#turn")).to_have_text("The thief to act")
    button(page, "Hold to look").tap()
    expect(at(page, cell)).to_have_accessible_name(re.compile("can be chosen"))
    tap(page, cell)
    expect(page.locator("#turn")).to_have_text("The police to act")
    button(page, re.compile("Tap to hide")).tap()
    expect(page.locator("body")).to_have_attribute("data-shown", "false")


def test_two_phones_and_a_tablet(browser: Browser, table: Table) -> None:
    server = table.server
    with Devices(browser, "WebSocket|404") as devices:
        tablet = devices.page(viewport=TABLET, has_touch=True)
        tablet.goto(host_page(tablet, server))
        button(tablet, "Let phones join").tap()
        tablet.locator("dialog .let").tap()
        address = tablet.locator("dialog .address")
        expect(address).to_have_text(f"http://127.0.0.2:{server.port}/")
        joined = address.inner_text()
        button(tablet, "Close").tap()

        # Two phones join by that address and take free chairs; the tablet names them.
        anna, ben = (devices.page(viewport=PHONE, has_touch=True) for _ in range(2))
        for phone, seat, name in ((anna, "Police", "Anna"), (ben, "Thief", "Ben")):
            phone.goto(joined)
            sit(phone, seat, name)
            seats = tablet.locator("#seats > ul > li", has_text=seat)
            expect(seats.first).to_contain_text(name)
        expect(tablet.locator("#acts")).to_be_hidden()  # it only shows

        for colour, crossing in PLACED.items():
            tap(anna, crossing)
            happened(f"{colour} placed on {crossing}", tablet, anna)
        button(anna, "Done").tap()
        expect(tablet.locator("#eyes")).to_be_visible()
        hide(ben, "c3")
        tap(anna, "b3")
        happened("nothing on b3", tablet, anna)
        tap(tablet, "c3")  # which is not the tablet's to do
        tap(anna, "x44", "x43")
        happened("yellow flew to x43", tablet, anna)
        expect(at(tablet, "x43")).to_have_accessible_name("x43, yellow helicopter")
        tap(anna, "a1")
        happened("nothing on a1", tablet, anna)
        button(anna, "Done").tap()
        hide(ben, "c2")
        tap(anna, "c2")
        for page in (tablet, anna, ben):
            expect(page.locator("#ask")).to_have_text("The car is found. The police win!")
            for way in ("review", "again", "another"):
                expect(page.locator(f"[data-way={way}]")).to_be_visible()
            assert violations(page) == []

        # The rematch, with swapped seats: everybody sees who sat where.
        anna.locator("[data-way=again]").tap()
        expect(tablet.locator("#seats > ul > li").first).to_contain_text("free; before: Ben")
        expect(tablet.locator("#ask")).to_contain_text("the green helicopter")
        assert table.daemon.status().game == 2
        expect(anna.locator("#seats > ul > li").last).to_contain_text("free; before: Anna")
        sit(anna, "Thief")
        expect(ben.locator("#turn")).to_have_text("You do not sit here.")
        ben.get_by_role("link", name="Sit down at the table").tap()
        sit(ben, "Police")
        tap(ben, "x33")
        happened("green placed on x33", tablet, ben)
        tap(anna, "x22")
        expect(anna.locator("#note")).to_contain_text("Nothing to choose there now.")

"""A short tap on the hold button shows private things for five seconds, on people's own pages."""

import contextlib
import re
from collections.abc import Iterator

import pytest
from heistboard.web import page_files
from heistboard.web.assets import assets
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.screens import Screens, place, tap
from tests.support.seats import at_seat
from tests.support.web_evening import PLACED, THIEF

SHOWN, HIDDEN = ("data-shown", "true"), ("data-shown", "false")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screens]:
    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as ends:
        patch.setattr(page_files, "assets", assets)  # not the quick pages of other tests
        table = ends.enter_context(Screens(tmp_path_factory.mktemp("screens"), "car-thief"))
        table.at_table(*(f"place {colour} {at}" for colour, at in PLACED.items()), "done")
        yield table


@pytest.fixture(scope="module")
def page(browser: Browser, table: Screens) -> Iterator[Page]:
    """The thief's page, which shows nothing private before each test and after it."""
    with Devices(browser) as devices:
        page = devices.page(is_fresh=True)
        page.clock.install()
        page.goto(at_seat(page, table.server, THIEF))
        expect(page.locator("#turn")).to_have_text("The thief to act")
        yield page


def test_a_tap_shows_for_five_seconds_and_counts_down(page: Page) -> None:
    hold, body = page.locator("#hold"), page.locator("body")
    hold.click()
    for seconds in (5, 4, 3, 2, 1):
        expect(hold).to_have_text(f"Shown for {seconds} s. Tap to hide.")
        expect(body).to_have_attribute(*SHOWN)
        page.clock.run_for(1000)
    expect(body).to_have_attribute(*HIDDEN)
    expect(hold).to_have_text("Hold to look")


def test_another_tap_hides(page: Page) -> None:
    page.locator("#hold").click()
    expect(page.locator("body")).to_have_attribute(*SHOWN)
    page.locator("#hold").click()
    expect(page.locator("body")).to_have_attribute(*HIDDEN)
    page.locator("#hold").focus()
    for shown in (SHOWN, HIDDEN):
        page.keyboard.press("Space")
        expect(page.locator("body")).to_have_attribute(*shown)


def test_holding_ends_when_the_button_is_let_go(page: Page) -> None:
    page.locator("#hold").hover()
    page.mouse.down()
    expect(page.locator("body")).to_have_attribute(*SHOWN)
    page.clock.run_for(400)  # longer than a tap
    page.mouse.up()
    expect(page.locator("body")).to_have_attribute(*HIDDEN)


@pytest.mark.parametrize("end", ["blur", "pagehide"])
def test_it_is_gone_when_the_page_loses_the_focus(page: Page, end: str) -> None:
    page.locator("#hold").click()
    expect(page.locator("body")).to_have_attribute(*SHOWN)
    page.evaluate(f"window.dispatchEvent(new Event('{end}'))")
    assert page.locator("body").get_attribute(HIDDEN[0]) == HIDDEN[1]  # not after five seconds


def test_a_move_is_made_meanwhile(page: Page, table: Screens) -> None:
    tap(page, "c3")
    expect(page.locator("#note")).to_have_text("Nothing to choose there now.")
    page.locator("#hold").click()
    expect(place(page, "c3")).to_have_attribute("data-is", re.compile("legal"))
    tap(page, "c3")
    table.until(lambda status: status.phase == "police")
    assert table.moves[-1] == "hide ?"

"""A whole game of the outside game on one screen, handed from player to player, by mouse alone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices, shared_browser
from tests.support.expectation import expect
from tests.support.pages import TABLET, quick_pages
from tests.support.screens import Screens, place, tap

SEED = 7  # p1 is the traitor and holds a gust, p2 a cloak, p3 a gust
SURE_MS = 100  # an answer at once may be a double tap; quick pages wait half as long


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with quick_pages():
        yield


@pytest.fixture(scope="session")
def browser() -> Browser:
    return shared_browser()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Screens]:
    options = {"players": 3, "turns": 2}
    with Screens(tmp_path, "lanterns", options=options, seed=SEED) as table:
        yield table


def answer(page: Page, seat: int, move: str) -> None:
    """Takes the device for a seat, makes a secret move on its page, and gives the device back."""
    expect(page.locator("#cover")).to_contain_text(f"Player {seat + 1}: take the device.")
    page.locator("#cover .go").click()
    expect(page).to_have_url(re.compile(f"/seat/{seat}/$"))
    name = page.get_by_role("textbox")
    expect(page.locator("#ask")).not_to_be_empty()
    if not page.evaluate("fetch('/you.json').then((each) => each.json())")["you"]["nickname"]:
        name.fill("Anna")
        page.keyboard.press("Enter")
        expect(name).to_have_count(0)
    page.locator("#hold").hover()
    page.mouse.down()
    expect(page.locator("body")).to_have_attribute("data-shown", "true")
    page.locator(f'[data-choice="{move}"]').hover()
    expect(page.locator(f'[data-choice="{move}"]')).to_have_class(re.compile("aimed"))
    page.mouse.up()


def give_back(page: Page) -> None:
    expect(page.locator("#cover")).to_contain_text("Give the device back.")
    page.locator("#cover .go").click()
    expect(page.locator("#seats")).to_contain_text("You are the host.")


def test_a_whole_game_on_one_screen(browser: Browser, table: Screens) -> None:
    with Devices(browser, "WebSocket") as devices:
        page = devices.page(viewport=TABLET)
        table.open_host(page)

        # The board is drawn, though the game draws nothing.
        lantern = page.locator('#board [data-piece="lantern brass"]')
        expect(lantern).to_be_visible()
        expect(place(page, "x22")).to_have_attribute("aria-label", "x22, lantern")
        expect(place(page, "x23")).to_have_attribute("aria-label", "x23, can be chosen")
        tap(page, "a1")
        expect(page.locator("#note")).to_contain_text("That cannot be chosen now.")
        tap(page, "x23")
        expect(page.locator("#turn")).to_have_text("Anybody may act")
        answer(page, 1, "p2 play cloak")

        # That ends the window; it is the same player's turn, who goes on there.
        expect(page.locator("#last")).to_have_text("Player 2 plays a cloak")
        expect(place(page, "x23")).to_have_attribute("aria-label", "x23, lantern")
        page.locator('[data-choice="carry x24"]').click()
        give_back(page)
        for seat in (0, 2):
            answer(page, seat, f"p{seat + 1} pass")
            give_back(page)

        for accused in (2, 1, 1):
            page.locator(f'#choices [data-choice="accuse p{accused}"]').click()
            page.wait_for_timeout(SURE_MS)
            page.locator("#choices .sure").get_by_role("button", name="Yes").click()
            expect(page.locator("#events li").first).to_have_text(f"Player {accused} is accused")
        expect(page.locator("#ask")).to_contain_text("The traitor is found out.")
        expect(page.locator("[data-way=review]")).to_be_visible()

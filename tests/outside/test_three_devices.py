"""A whole game of the outside game by taps: five players on three devices, unchanged."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.support.chromium import Devices, shared_browser
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET, quick_pages
from tests.support.screens import Screens, place

SEED = 7
SURE_MS = 100  # an answer at once may be a double tap; quick pages wait half as long
PLAYERS = {"tablet": (1, 2), "first": (3, 4), "second": (5,)}  # by device


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with quick_pages(has_taps=True):
        yield


@pytest.fixture(scope="session")
def browser() -> Browser:
    return shared_browser()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Screens]:
    options = {"players": 5, "turns": 2}
    with Screens(tmp_path, "lanterns", options=options, seed=SEED) as table:
        yield table


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def sit(page: Page, device: str) -> None:
    """Takes the chairs of all who share this device."""
    for player in PLAYERS[device]:
        button(page, f"Sit down: Player {player}").tap()
        name = page.get_by_role("textbox")
        if player == PLAYERS[device][0]:
            name.fill(device)
            button(page, "That is me").tap()
        seat = page.locator("#seats > ul > li").nth(player - 1)
        expect(seat).to_contain_text(device)


def answer(page: Page, player: int, what: str) -> None:
    """Does *what* for a player on the own page; a shared device is taken and given back for it."""
    expect(page.locator("#cover")).to_contain_text(f"Player {player}: take the device.")
    page.locator("#cover .go").tap()
    expect(page).to_have_url(re.compile(f"/seat/{player - 1}/$"))
    expect(page.locator("#cover[open]")).to_have_count(0)
    assert page.locator("[data-choice]:visible").count() == 0
    button(page, "Hold to look").tap()
    page.locator(f'[data-choice="p{player} {what}"]').tap()
    expect(page.locator("[data-choice]:visible")).to_have_count(0)
    button(page, re.compile("Tap to hide")).tap()
    if player == 5:  # alone on the second phone
        expect(page.locator("body")).to_have_attribute("data-shown", "false")
        expect(page.locator("#cover[open]")).to_have_count(0)
        page.get_by_role("link", name="To the table").tap()
    else:
        expect(page.locator("#cover")).to_contain_text("Give the device back.")
        page.locator("#cover .go").tap()
    expect(page.locator("#seats > ul > li").first).to_be_visible()


def test_five_players_on_three_devices(browser: Browser, table: Screens) -> None:
    with Devices(browser, "WebSocket") as devices:
        pages = {"tablet": devices.page(viewport=TABLET, has_touch=True)}
        pages |= {name: devices.page(viewport=PHONE, has_touch=True) for name in list(PLAYERS)[1:]}
        of = {player: name for name, players in PLAYERS.items() for player in players}
        for name, page in pages.items():
            page.goto(table.server.address)
            sit(page, name)

        # Two turns: the lantern is carried on the table's page; everybody else passes, or a card
        # ends the window.
        passes = dict.fromkeys((2, 3, 4, 5), "pass")
        for carrier, to, answers in ((1, "x23", passes), (2, "x24", {1: "pass", 3: "play cloak"})):
            page = pages[of[carrier]]
            spot = place(page, to)
            expect(spot).to_have_accessible_name(f"{to}, can be chosen")
            spot.locator(".spot").tap(force=True)
            for player, what in answers.items():
                answer(pages[of[player]], player, what)
            expect(place(pages["second"], to)).to_have_accessible_name(re.compile("lantern"))

        for page in pages.values():
            expect(page.locator("#events li").first).to_have_text("Player 3 plays a cloak")

        # Everybody accuses; a device asks the next one of its players by itself.
        for player, accused in ((1, 2), (2, 1), (3, 1), (4, 1), (5, 1)):
            page = pages[of[player]]
            expect(page.locator("#turn")).to_have_text(f"Player {player} to act")
            page.locator(f'#choices [data-choice="accuse p{accused}"]').tap()
            page.wait_for_timeout(SURE_MS)
            button(page, re.compile("^Yes")).tap()
            for other in pages.values():
                told = other.locator("#events li").first
                expect(told).to_have_text(f"Player {accused} is accused")
        for page in pages.values():
            expect(page.locator("#turn")).to_have_text("The end")
            for way in ("review", "again", "another"):
                expect(page.locator(f"[data-way={way}]")).to_be_visible()
        assert [each for each in table.moves if each.startswith(("carry", "accuse"))] == [
            "carry x23", "carry x24",
            "accuse p2", "accuse p1", "accuse p1", "accuse p1", "accuse p1",
        ]  # fmt: skip

"""Guided first games in a real browser, by somebody who has read nothing.

The learner does nothing but what the page points at, until the page says that the game is won.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from heistboard.app import computer_players
from heistboard.games.car_thief import guide
from playwright.sync_api import Browser, Locator, Page

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.screens import Screens, tap
from tests.support.seats import a_host, carry

PAUSES_MS = range(20, 60)  # of the computer player
MOST_STEPS = 80
POINTED = ".pointed"
Do = Callable[[Locator], None]


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    with Devices(browser, "status of 40[39]|WebSocket|ERR_") as devices:
        yield devices


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screens]:
    monkeypatch.setattr(computer_players, "PAUSE_MS", PAUSES_MS)
    quick = guide.GUIDE._replace(table_options={"thief-seconds": "0"})
    monkeypatch.setattr(guide, "GUIDE", quick)
    with Screens(tmp_path, "car-thief") as table:
        yield table


def learn(page: Page, table: Screens, name: str) -> None:
    """Opens the start page and begins the guided game."""
    carry(page, table.server, a_host(table.server, "Hanna"))
    page.goto(f"{table.server.address}start")
    page.get_by_role("radio", name=re.compile("Car Thief|Угонщик")).check()
    page.get_by_role("button", name=name).click()
    page.wait_for_url("**/seat/1/")


def follow(page: Page, do: Do, is_over: Locator) -> list[str]:
    """Does what the page points at until the end; returns what the guide said."""
    told: list[str] = []
    for _ in range(MOST_STEPS):
        expect(is_over.or_(page.locator(POINTED)).first).to_be_visible()
        if is_over.is_visible():
            return told
        # One look, so that what is pointed at and what is said belong together.
        news = "() => [document.querySelector('.pointed'), document.querySelector('#guide .said')]"
        seen = f"({news})().map((e) => e?.dataset?.place ?? e?.textContent).join('|')"
        before = page.evaluate(seen)
        told.append(page.locator("#guide .said").inner_text())
        do(page.locator(POINTED).first)
        page.wait_for_function(f"(was) => {seen} !== was", arg=before)
    raise AssertionError(told)


def spot(pointed: Locator) -> Locator:
    """The part of what is pointed at that is under a finger."""
    return pointed.locator(".spot, .name").or_(pointed).last


def test_a_newcomer_wins_the_guided_game_with_the_mouse_alone(
    devices: Devices, table: Screens
) -> None:
    page = devices.page(locale="en-GB", viewport={"width": 1280, "height": 800})
    learn(page, table, "Learn it by playing")
    expect(page.locator("#guide .said")).to_contain_text("You are the police.")
    expect(page.locator("#ask")).to_be_hidden()
    assert violations(page) == []
    won = page.get_by_text("You win your first game.")
    told = follow(page, lambda pointed: spot(pointed).click(force=True), won)
    assert len(told) > 15 and any("flies to the next crossing" in each for each in told)
    assert table.daemon.status().view["outcome"] is not None
    assert violations(page) == []
    guide = page.locator("#guide")
    expect(page.get_by_role("link", name="Review")).to_be_visible()
    expect(guide.get_by_role("link", name="Rules")).to_have_attribute("href", "/rules/car-thief")
    expect(guide.get_by_role("link", name="Play against the computer")).to_be_visible()
    expect(page.locator("[data-way=again]")).to_be_visible()


def test_a_newcomer_wins_the_guided_game_on_a_phone_in_russian(
    devices: Devices, table: Screens
) -> None:
    page = devices.page(
        locale="ru-RU", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    learn(page, table, "Научиться, играя")
    expect(page.locator("#guide .said")).to_contain_text("Вы играете за полицию.")
    assert violations(page) == []

    def touch(pointed: Locator) -> None:
        fits = "document.documentElement.scrollHeight <= innerHeight"
        assert page.evaluate(fits), "the page has to be scrolled"
        spot(pointed).tap(force=True)

    won = page.get_by_text("выиграли свою первую игру")
    told = follow(page, touch, won)
    assert len(told) > 15 and not any(each.isascii() for each in told)
    expect(page.get_by_role("link", name="Разбор")).to_be_visible()


def test_another_way_is_allowed_and_the_guide_can_be_left(
    devices: Devices, table: Screens
) -> None:
    page = devices.page(locale="en-GB")
    learn(page, table, "Learn it by playing")
    said, pointed = page.locator("#guide .said"), page.locator(POINTED)
    page.get_by_role("button", name="Next").press("Enter")
    expect(said).to_contain_text("three helicopters")
    page.get_by_role("button", name="Next").press("Enter")
    expect(pointed).to_have_attribute("data-place", "x22")
    expect(pointed).to_have_attribute("aria-current", "step")
    expect(pointed).to_be_focused()  # so that the keyboard goes on from there
    tap(page, "x11")
    expect(said).to_contain_text("Put the yellow helicopter on x42.")
    # Who goes to the table's page is guided there, too.
    page.locator("[data-way=table]").click()
    expect(said).to_contain_text("Put the yellow helicopter on x42.")
    expect(pointed).to_have_attribute("data-place", "x42")
    assert violations(page) == []
    tap(page, "x42")
    expect(said).to_contain_text("Put the pink helicopter on")
    page.get_by_role("button", name="Go on without the guide").click()
    expect(page.locator("#guide")).to_be_hidden()
    expect(pointed).to_have_count(0)
    expect(page.locator("#ask")).to_contain_text("pink helicopter")

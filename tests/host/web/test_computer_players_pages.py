"""Computer players on pages, in a real browser: a game against one, and a gone person's seat."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from heistboard.app import computer_players
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.screens import Screens, tap
from tests.support.seats import a_host, at_seat, carry
from tests.support.web_evening import PLACED, POLICE, THIEF

PHONE: ViewportSize = {"width": 360, "height": 740}
AWAY = {"x22": "x32", "x44": "x34", "x11": "x12"}
PAUSES_MS = range(20, 60)  # of computer players
Open = Callable[[], Page]


@pytest.fixture
def look(browser: Browser) -> Iterator[Open]:
    """Opens pages, each on a phone of its own."""
    with Devices(browser, "status of 40[39]|WebSocket|ERR_") as devices:
        yield lambda: devices.page(locale="en-GB", viewport=PHONE)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screens]:
    monkeypatch.setattr(computer_players, "PAUSE_MS", PAUSES_MS)
    with Screens(tmp_path, "car-thief") as table:
        yield table


def test_a_newcomer_plays_against_the_computer_with_the_mouse_alone(
    look: Open, table: Screens
) -> None:
    page, home = look(), table.server.address
    carry(page, table.server, a_host(table.server, "Hanna"))
    page.goto(f"{home}start")
    page.get_by_role("radio", name="Car Thief").check()
    page.get_by_role("radio", name="strong").click()
    tells = page.locator("#quick .tells")
    expect(tells).to_have_text("Thinker (strong): Thinks about how people drive and search.")
    assert violations(page) == []
    page.get_by_role("button", name="Play against the computer as: Police").click()
    page.wait_for_url("**/seat/1/")
    assert table.daemon.bots() == {THIEF: "thinker"}
    last = page.locator("#last")
    for colour, crossing in PLACED.items():
        expect(page.locator("#ask")).to_contain_text(f"{colour} helicopter")
        tap(page, crossing)
        expect(last).to_have_text(f"{colour} placed on {crossing}")
    page.locator("#done").click()
    for ways in (AWAY, {away: home for home, away in AWAY.items()}):
        expect(last).to_have_text(re.compile(r"round \d: the car is hidden"))
        expect(page.locator("#turn")).to_have_text("The police to act")
        for home, away in ways.items():
            tap(page, home)
            tap(page, away)
            expect(last).to_have_text(re.compile(f"flew to {away}"))
        page.locator("#done").click()
    table.until(lambda _: table.moves.count("hide ?") == 3)


def test_the_seat_of_somebody_who_has_gone_goes_to_the_computer_and_back(
    look: Open, table: Screens
) -> None:
    host, anna, paula = look(), look(), look()
    anna.goto(at_seat(anna, table.server, THIEF))
    paula.goto(at_seat(paula, table.server, POLICE))
    table.open_host(host)
    for colour, crossing in (("green", "x22"), ("yellow", "x44"), ("pink", "x11")):
        table.daemon.say(POLICE, f"place {colour} {crossing}")
    table.daemon.press_for(POLICE, "done")
    table.daemon.say(THIEF, "hide c3")
    host.locator("#seat-0-more").click()
    give = host.get_by_role("button", name="Give Thief to the computer: Thinker (strong)")
    expect(give).to_have_count(0)  # she is there
    anna.goto("about:blank")
    give.click()
    expect(paula.locator("#notices")).to_contain_text("Thief: the computer takes over.")
    expect(host.locator("#seats")).to_contain_text("the computer: Thinker (strong)")
    expect(host.locator("#seats .news")).to_have_text(
        re.compile(r"Thief: the computer plays here instead of Guest \d+\.$")
    )
    assert table.daemon.bots() == {THIEF: "thinker"} and violations(host) == []
    for move in ("fly green x32", "fly yellow x34", "fly pink x12"):
        table.daemon.say(POLICE, move)
    table.daemon.press_for(POLICE, "done")
    table.until(lambda _: table.moves.count("hide ?") == 2)  # the computer's
    anna.goto(table.server.address)
    anna.get_by_role("button", name="Play on myself: Thief").click()
    expect(anna.locator("[data-way=seat-0]")).to_be_visible()
    assert table.daemon.bots() == {}
    anna.locator("[data-way=seat-0]").click()
    expect(anna.locator("#turn")).to_have_text("The police to act")


def test_a_team_is_joined_by_one_tap_and_rare_choices_are_folded(
    look: Open, tmp_path: Path
) -> None:
    with Screens(tmp_path, "burgle-bros", 1) as table:
        page = look()
        carry(page, table.server, a_host(table.server, "Hanna"))
        page.goto(f"{table.server.address}start")
        expect(page.get_by_role("radio", name="Burgle Bros")).to_be_checked()  # it is on the table
        more = page.locator("#more")
        expect(more).not_to_have_attribute("open", "")
        more.locator("summary").click()
        expect(more.get_by_text("Lost Visual", exact=False).first).to_be_visible()
        page.locator("#players-2").check()  # it is drawn again
        expect(more).to_have_attribute("open", "")
        page.locator("#players-0").check()
        page.get_by_role("button", name="Play with the computer as: Player 2").click()
        page.locator("#yes").click()  # cards have been dealt in the game on the table
        page.wait_for_url("**/seat/1/")
        assert table.daemon.seats() == ("p1", "p2")
        assert table.daemon.bots() == {0: "careful"}

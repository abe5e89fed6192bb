"""Alone against the computer, whole games on pages: by mouse, on a phone, by keyboard."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.app import computer_players
from playwright.sync_api import Browser, Locator, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, quick_pages
from tests.support.screens import Screens
from tests.support.seats import a_host, carry
from tests.support.web_evening import PLACED, POLICE, THIEF, helicopters

PAUSES_MS = range(5, 20)  # of computer players
NAMES = {THIEF: "Thief", POLICE: "Police"}
Choose = Callable[[Page, str], None]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screens]:
    monkeypatch.setattr(computer_players, "PAUSE_MS", PAUSES_MS)
    with quick_pages(has_taps=True), Screens(tmp_path, "car-thief") as table:
        yield table


def at(page: Page, name: str) -> Locator:
    """A place on the board by what a screen reader calls it."""
    return page.get_by_role("button", name=re.compile(rf"^{name}\b"))


def by_mouse(page: Page, name: str) -> None:
    at(page, name).locator(".spot, .name").first.click(force=True)


def by_touch(page: Page, name: str) -> None:
    at(page, name).locator(".spot, .name").first.tap(force=True)


def by_key(page: Page, name: str) -> None:
    at(page, name).focus()
    page.keyboard.press("Enter")


def press(page: Page, name: str | re.Pattern[str], choose: Choose) -> None:
    button = page.get_by_role("button", name=name, exact=True)
    if choose is by_key:
        button.focus()
        page.keyboard.press("Space")
    else:
        button.click()


def begin(page: Page, table: Screens, seat: int, choose: Choose) -> None:
    """Begins at the start page, with the computer player that is offered first."""
    carry(page, table.server, a_host(table.server, "Hanna"))
    page.goto(f"{table.server.address}start")
    page.get_by_role("radio", name="Car Thief").check()
    page.get_by_role("radio", name="medium").check()
    press(page, f"Play against the computer as: {NAMES[seat]}", choose)
    page.wait_for_url(f"**/seat/{seat}/")
    expect(page.locator("#ask")).not_to_be_empty()


def until_turn(page: Page, table: Screens, seat: int) -> bool:
    """Waits until the page of *seat* asks for a move; returns False once the game is over."""
    names = (NAMES[seat].lower(),)
    status = table.until(lambda status: status.phase == "over" or status.turn == names)
    if status.phase == "over":
        return False
    expect(page.locator("#turn")).to_have_text(f"The {NAMES[seat].lower()} to act")
    return True


def happened(page: Page, event: str) -> None:
    expect(page.locator("#last")).to_have_text(re.compile(event))


def nearest(table: Screens, colour: str) -> tuple[str, str]:
    """Where a helicopter is, and the place to choose next to it: where the car is, or nearer."""
    car = trail(table)[-1]
    asked: Any = table.daemon.seat_view(POLICE)["prompt"]
    moves = [each["parts"] for each in asked["moves"] if each["parts"]["helicopter"] == colour]
    cells = [parts["cell"] for parts in moves if "cell" in parts]
    crossings = [parts["crossing"] for parts in moves if "crossing" in parts]
    to = min(crossings, key=lambda each: cells_off(each, car), default=cells[0])
    return helicopters(table.daemon.status())[colour], car if car in cells else to


def cells_off(crossing: str, cell: str) -> int:
    """How far a cell is from the four around a crossing."""
    wanted = ("abcde".index(cell[0]) + 1, int(cell[1]))
    pairs = zip(map(int, crossing[1:]), wanted, strict=True)
    return max(max(first - to, to - first - 1, 0) for first, to in pairs)


def play_police(page: Page, table: Screens, choose: Choose) -> None:
    """Chases the car, whose trail these police know, so that the game is short."""
    for colour, crossing in PLACED.items():
        expect(page.locator("#ask")).to_contain_text(f"{colour} helicopter")
        choose(page, crossing)
        happened(page, f"{colour} placed on {crossing}")
    press(page, "Done", choose)
    for number in range(1, 12):
        happened(page, f"round {number}: the car is hidden|surrounded|car was on")
        if not until_turn(page, table, POLICE):
            return
        for colour in PLACED:
            start, to = nearest(table, colour)
            choose(page, start)
            expect(at(page, to)).to_have_accessible_name(re.compile("can be chosen"))
            choose(page, to)
            happened(page, f" {to}$|car was on")
            if table.daemon.status().phase == "over":
                return
        expect(page.locator("#ask")).to_contain_text("Press Done")
        press(page, "Done", choose)


def play_thief(page: Page, table: Screens, choose: Choose) -> None:
    """Hides where most helicopters can search, so that the game is short."""
    hidden: list[str] = []
    while until_turn(page, table, THIEF):
        asked: Any = table.daemon.seat_view(THIEF)["prompt"]
        press(page, "Hold to look", choose)
        if asked["moves"][0]["verb"] == "surrounded":
            press(page, "Announce that you are surrounded", choose)
            return
        over = helicopters(table.daemon.status()).values()
        cells = [move["parts"]["cell"] for move in asked["moves"]]
        cell = min(cells, key=lambda to: sum(cells_off(each, to) for each in over))
        expect(at(page, cell)).to_have_accessible_name(re.compile("can be chosen"))
        choose(page, cell)
        hidden.append(cell)
        table.until(lambda _: len(trail(table)) == len(hidden))
        press(page, re.compile("Tap to hide"), choose)
        expect(page.locator("body")).to_have_attribute("data-shown", "false")
        table.until(lambda status: status.phase == "over" or status.turn == ("thief",))
    assert trail(table) == hidden


def trail(table: Screens) -> list[str]:
    view: Any = table.daemon.seat_view(THIEF)["view"]
    return list(view["trail"])


def ended(page: Page, table: Screens) -> None:
    expect(page.locator("#ask")).to_have_text(
        re.compile("arrest|escaped|surrounded|win", re.IGNORECASE)
    )
    expect(page.locator("[data-way=review]")).to_be_visible()
    assert table.daemon.status().phase == "over"


def test_police_by_mouse_and_a_rematch_without_sitting_down_again(
    browser: Browser, table: Screens
) -> None:
    with Devices(browser, "status of 40[39]|WebSocket|ERR_") as devices:
        page = devices.page()
        begin(page, table, POLICE, by_mouse)
        play_police(page, table, by_mouse)
        ended(page, table)
        number = table.daemon.status().game
        page.get_by_role("button", name="Rematch").click()
        table.until(lambda status: status.game > number)
        expect(page.locator("#ask")).to_contain_text("green helicopter")
        page.wait_for_url(f"**/seat/{POLICE}/")
        by_mouse(page, "x22")
        expect(page.locator("#last")).to_have_text("green placed on x22")
        assert table.daemon.bots() == {THIEF: "rim"}


@pytest.mark.parametrize("how", ["touch", "keyboard"])
def test_police(browser: Browser, table: Screens, how: str) -> None:
    with Devices(browser, "status of 40[39]|WebSocket|ERR_") as devices:
        page, choose = device(devices, how)
        begin(page, table, POLICE, choose)
        play_police(page, table, choose)
        ended(page, table)


@pytest.mark.parametrize("how", ["mouse", "touch", "keyboard"])
def test_thief(browser: Browser, table: Screens, how: str) -> None:
    with Devices(browser, "status of 40[39]|WebSocket|ERR_") as devices:
        page, choose = device(devices, how)
        begin(page, table, THIEF, choose)
        play_thief(page, table, choose)
        ended(page, table)


def device(devices: Devices, how: str) -> tuple[Page, Choose]:
    if how == "touch":
        return devices.page(viewport=PHONE, has_touch=True), by_touch
    return devices.page(), {"mouse": by_mouse, "keyboard": by_key}[how]

"""Beats and Stop on pages: countdown, names on a shared device, a bluff, wishes, settings."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.support import in_process
from tests.support.axe import violations
from tests.support.chromium import Devices, shared_browser
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET, quick_pages
from tests.support.screens import Screens

HOUR_MS = 3_600_000  # no beat ends by itself while a page is slow
SEED = 7  # p1 is the traitor and holds a gust, p2 a cloak, p3 a gust


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with quick_pages():
        yield


@pytest.fixture(scope="session")
def browser() -> Browser:
    return shared_browser()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screens]:
    def beat_ms(options: Mapping[str, object], kind: str) -> int:
        return 0 if options[f"beat-{kind}"] == "0" else HOUR_MS

    monkeypatch.setattr("heistboard.app.window_notes.beat_ms", beat_ms)
    monkeypatch.setattr("heistboard.table.beat.STOP_MS", HOUR_MS)
    with Screens(tmp_path, "lanterns", options={"players": 3, "turns": 2}, seed=SEED) as table:
        for kind in ("calm", "wind"):
            table.daemon.set_window_option(f"beat-{kind}", "30")
        yield table


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def sit(page: Page, name: str, *players: int) -> None:
    for player in players:
        button(page, f"Sit down: Player {player}").click()
        if player == players[0]:
            page.get_by_role("textbox").fill(name)
            button(page, "That is me").click()
        expect(page.locator("#seats > ul > li").nth(player - 1)).to_contain_text(name)


def is_counting(page: Page) -> None:
    """Everybody sees how long there is, and a screen reader is told once."""
    expect(page.locator("#beat")).to_have_attribute("data-beat", "runs")
    expect(page.locator("#beat .left")).to_have_text(re.compile(r"3,[56]\d\d s"))
    expect(page.locator("#beat .left")).to_have_attribute("aria-hidden", "true")


def look(page: Page) -> None:
    """Holds the button that shows what is private."""
    page.locator("#hold").hover()
    page.mouse.down()
    expect(page.locator("body")).to_have_attribute("data-shown", "true")


def test_windows_with_a_beat(browser: Browser, table: Screens) -> None:
    with Devices(browser, "WebSocket") as devices:
        host = devices.page(viewport=TABLET)
        phone = devices.page(viewport=PHONE, reduced_motion="reduce")
        table.open_host(host)
        sit(host, "Anna", 1, 2)
        phone.goto(table.server.address)
        sit(phone, "Boris", 3)
        phone.goto(f"{table.server.address}seat/2/")
        expect(phone.locator("#ask")).to_contain_text("carries the lantern")
        expect(phone.locator("#beat")).to_have_attribute("data-beat", "none")
        table.at_table("carry x23")
        for page in (host, phone):
            is_counting(page)
            expect(page.locator("#beat .news")).to_have_text(re.compile(r"3,600\."))
        assert not violations(phone)

        with in_process.client(table.server) as guest:
            assert guest.post("/windows", content="beat-calm 0").status_code == 403

        # Several play on the tablet: Stop has a row of names, and nobody is handed the device.
        for player in (1, 2):
            expect(button(host, f"Stop: Player {player}")).to_be_enabled()
        expect(host.locator("#cover[open]")).to_have_count(0)
        button(host, "Stop: Player 1").click()  # a bluff: p1 carries, and is not asked
        for page in (host, phone):
            expect(page.locator("#beat .told")).to_have_text("Stop was said by Player 1.")
            expect(page.locator("#beat .news")).to_have_text("Player 1 says Stop: 3,600 seconds.")
        spent = button(host, "Stop: Player 1")
        expect(spent).to_have_attribute("aria-disabled", "true")
        expect(button(host, "Stop: Player 2")).to_have_attribute("aria-disabled", "false")
        expect(host.locator("#cover[open]")).to_have_count(0)

        # Whoever said it may take the device, on wish.
        button(host, "Stop: Player 2").click()
        expect(host.locator("#give")).to_have_text(re.compile("Player [12]: go on here"))

        # A pass is seen on its own page alone, while that is shown.
        look(phone)
        phone.locator('[data-choice="p3 pass"]').hover()
        expect(phone.locator('[data-choice="p3 pass"]')).to_have_class(re.compile("aimed"))
        phone.mouse.up()
        table.until(lambda _: table.daemon.seat_view(2).get("passed") is True)
        look(phone)
        expect(phone.locator("#beat .own")).to_have_text("You have passed.")
        phone.mouse.up()
        expect(phone.locator("#beat .own")).to_have_text("")
        assert table.daemon.status().phase == "window"
        expect(host.locator("body")).not_to_contain_text("passe")

        # A card ends the window.
        table.daemon.say(1, "p2 play cloak")
        for page in (host, phone):
            expect(page.locator("#beat")).to_have_attribute("data-beat", "none")

        # The host changes times; a wish stays on its own device.
        host.locator("#windows summary").click()
        for kind in ("calm", "wind"):
            choice = host.locator("#windows").get_by_label(re.compile(kind))
            choice.select_option("0")
            expect(choice).to_have_value("0")
        phone.locator("#wishes summary").click()
        phone.get_by_label("In every window").uncheck()
        expect(phone.get_by_label("In my own turn")).to_be_checked()
        table.until(lambda _: table.daemon.seat_view(2).get("wish") == "own")
        table.at_table("carry x33")
        table.until(lambda status: status.phase == "accuse")
        expect(phone.locator("#ask")).to_contain_text("accus")

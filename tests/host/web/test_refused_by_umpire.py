"""What only a seat may know of the umpire's refusal: on its page, with the way to the rule."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import quick_pages
from tests.support.screens import Screens
from tests.support.seats import at_seat
from tests.support.web_evening import PLACED, POLICE, THIEF


def test_a_private_refusal_leads_to_its_rule_while_it_is_shown(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        quick_pages(has_taps=True),
        Screens(tmp_path, "car-thief") as table,
        Devices(browser, "WebSocket|ERR_") as devices,
    ):
        page = devices.page()
        page.goto(at_seat(page, table.server, THIEF))
        for colour, crossing in PLACED.items():
            table.daemon.say(POLICE, f"place {colour} {crossing}")
        table.daemon.press_for(POLICE, "done")
        table.daemon.say(THIEF, "hide c3")
        for move in ("fly green x21", "fly yellow x43", "fly pink x12"):
            table.daemon.say(POLICE, move)
        expect(page.locator("#last")).to_have_text("pink flew to x12")
        table.daemon.correct("hide a1")
        why = page.get_by_role("link", name="Why? See the rules")
        expect(why).to_be_hidden()
        page.get_by_role("button", name="Hold to look").click()
        expect(page.locator("#note")).to_contain_text("can only go to a marked cell")
        expect(why).to_have_attribute("href", "/rules/car-thief#CT-THIEF-3")

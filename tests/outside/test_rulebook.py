"""The outside game has a rulebook by the same means as ours."""

import re
from pathlib import Path

import httpx
import pytest
from heistboard import games
from heistboard.games.rulebook import rulebook
from heistboard.words import LANGUAGES
from playwright.sync_api import Browser

from tests.support.axe import violations
from tests.support.chromium import Devices, shared_browser
from tests.support.command import Cli
from tests.support.expectation import expect
from tests.support.pages import PHONE, quick_pages
from tests.support.screens import Screens


@pytest.fixture(scope="module")
def browser() -> Browser:
    return shared_browser()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_and_every_prompt_opens_a_section(language: str) -> None:
    package = games.package("lanterns")
    book = rulebook("lanterns", language)
    assert book is not None
    rules = re.findall(
        r"^\| (LN-[A-Z]+-\d) \|", package.file("README.md").read_text("utf-8"), re.M
    )
    asked = [*rules, "carry.wait", "draw.street", "window.wait", "over.caught", "wrong.bell"]
    assert len(rules) > 12 and [each for each in asked if book.find(each) is None] == []


def test_the_command_prints_it(cli: Cli) -> None:
    assert "lanterns  Lanterns" in cli("rules", "--lang", "en").out.splitlines()
    lines = cli("rules", "lanterns", "LN-WINDOW-2", "--lang", "ru").out.splitlines()
    assert lines[0] == "Улица"


def test_its_page_draws_the_lantern_and_where_it_may_go(browser: Browser, tmp_path: Path) -> None:
    with (
        quick_pages(),
        Screens(tmp_path, "lanterns", players=3) as table,
        Devices(browser) as devices,
    ):
        address = table.server.address
        page = devices.page(is_fresh=True, locale="en-GB", viewport=PHONE)
        page.goto(f"{address}rules/lanterns#carry.wait")
        expect(page.locator("section.asked h2")).to_have_text("Carrying the lantern")
        picture = page.locator('[data-picture="carry"]')
        expect(picture.locator('[data-piece="lantern brass"]')).to_be_visible()
        expect(picture.locator(".target")).to_have_count(4)
        storeys = page.locator('[data-picture="tower"] .floor:visible .storey')
        expect(storeys).to_have_text(["Floor 2"])
        assert violations(page) == []
        told = httpx.get(f"{address}now.json", trust_env=False).json()
        assert told["running"]["rules"] is True

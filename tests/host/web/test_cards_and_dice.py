"""The cards and dice that pages give to games."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from heistboard.app import Lobby
from heistboard.web import Server
from playwright.sync_api import Browser, Page

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE

BEGIN = """async () => {
  const { Hand } = await import("/pages/cards.js");
  const { Dice } = await import("/pages/dice.js");
  const hand = new Hand();
  const dice = new Dice();
  const main = document.querySelector("main");
  main.replaceChildren(hand.root, dice.root);
  Object.assign(window, { hand, dice });
}"""
CROWBAR = {
    "kind": "blue",
    "title": "Tool",
    "name": "Crowbar",
    "tells": "A room never stops you.",
    "choice": "use crowbar",
}
VIRUS = {"name": "Virus", "title": "Tool", "reason": "Not now."}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("cards")
    with Server(Lobby(folder / "journal.sqlite"), folder, port=0) as server:
        yield server


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    with Devices(browser) as devices:
        page = devices.page(viewport=PHONE)
        page.goto(server.address)
        expect(page.locator("#title")).not_to_be_empty()
        page.evaluate(BEGIN)
        yield page


def test_a_card_says_its_name_what_it_does_and_why_not(page: Page) -> None:
    page.evaluate(
        "cards => hand.draw(cards, 'Your hand')",
        [CROWBAR, VIRUS, {"name": "Tiara"}, {"back": "Event"}],
    )
    items = page.get_by_role("list", name="Your hand").get_by_role("listitem")
    expect(items).to_have_count(4)
    usable = items.nth(0).get_by_role("button", name="Tool Crowbar A room never stops you.")
    expect(usable).to_have_attribute("aria-pressed", "false")
    expect(usable).to_have_attribute("data-choice", "use crowbar")
    barred = items.nth(1).get_by_role("button", name="Virus Not now.")
    expect(barred).to_have_attribute("aria-disabled", "true")
    assert barred.get_attribute("data-choice") is None
    expect(items.nth(2).get_by_role("button")).to_have_count(0)  # nothing to be done with it
    expect(items.nth(3).get_by_role("img", name="Event")).to_be_visible()


def test_a_hand_wraps_on_a_phone_and_keeps_the_focus(page: Page) -> None:
    page.evaluate("cards => hand.draw(cards, '')", [CROWBAR, VIRUS, {"name": "Tiara"}])
    boxes = [each.bounding_box() for each in page.locator(".card").all()]
    assert len({box["y"] for box in boxes if box}) > 1
    assert all(box and box["x"] + box["width"] <= PHONE["width"] for box in boxes)
    page.locator("[data-choice]").focus()
    page.evaluate("cards => hand.draw(cards, '')", [{**CROWBAR, "isChosen": True}])
    expect(page.locator("[data-choice]")).to_be_focused()
    expect(page.locator("[data-choice]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_dice_roll_shortly_and_say_the_result(
    page: Page, motion: Literal["reduce", "no-preference"]
) -> None:
    page.emulate_media(reduced_motion=motion)
    page.evaluate("dice.draw([1, 6, 3], 'Rolled: 1, 6, 3', 1)")
    ends = "document.getAnimations().map((each) => each.effect.getComputedTiming().endTime)"
    ends_ms = page.evaluate(ends)
    assert len(ends_ms) == (0 if motion == "reduce" else 3)
    assert all(end_ms < 600 for end_ms in ends_ms)
    dice = page.locator(".die")
    assert [dice.nth(i).locator("circle").count() for i in range(3)] == [1, 6, 3]
    expect(page.get_by_role("status").filter(has_text="Rolled: 1, 6, 3")).to_be_visible()
    page.evaluate("document.getAnimations().forEach((each) => each.cancel())")
    page.evaluate("dice.draw([1, 6, 3], 'Rolled: 1, 6, 3', 1)")
    assert page.evaluate("document.getAnimations().length") == 0  # it is the same roll


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wrong_with_cards_and_dice(
    page: Page, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.evaluate("cards => hand.draw(cards, 'Your hand')", [CROWBAR, VIRUS, {"back": "Event"}])
    page.evaluate("dice.draw([2], 'Rolled: 2', 1)")
    assert violations(page) == []

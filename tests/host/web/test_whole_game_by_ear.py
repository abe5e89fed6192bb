"""A whole game by keyboard and the accessibility tree alone, on two devices.

Everything is found by role and name; what happens is known from what live regions say.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE
from tests.support.screens import Screens
from tests.support.web_evening import PLACED

Role = Literal["button", "link", "textbox", "dialog", "heading"]

# Notes what each live region says, in order; it is what a screen reader reads out.
LISTEN = """() => {
  window.heard = [];
  const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]";
  const last = new Map();
  new MutationObserver((changes) => {
    const nodes = changes.map(({ target }) => target.closest ? target : target.parentElement);
    for (const region of new Set(nodes.map((node) => node?.closest(LIVE)))) {
      if (!region || !region.getClientRects().length) continue;
      const text = region.textContent.trim();
      if (text) window.heard.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""
FOCUSED = "document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()"
TABS = 80  # more than any page has


class Listener:
    """Somebody who neither sees nor points, at one page."""

    def __init__(self, devices: Devices) -> None:
        self.page = devices.page(viewport=PHONE, is_fresh=True)
        self.page.add_init_script(f"({LISTEN})()")

    @property
    def heard(self) -> list[str]:
        """What this page has read out since it was opened."""
        return list(self.page.evaluate("heard"))

    def hears(self, text: str) -> None:
        """Waits until *text* is read out, after everything that was waited for before."""
        self.page.wait_for_function(
            """(text) => {
                const at = heard.indexOf(text, window.from ?? 0);
                if (at >= 0) window.from = at + 1;
                return at >= 0;
            }""",
            arg=text,
        )

    def open(self, address: str, title: str) -> None:
        self.page.goto(address)
        expect(self.page.get_by_role("heading", name=title)).to_be_visible()

    def enter(self, role: Role, name: str) -> None:
        """Goes to an element with Tab and presses Enter there."""
        wanted = self.page.get_by_role(role, name=name, exact=True).first
        expect(wanted).to_be_visible()
        for _ in range(TABS):
            if wanted.evaluate("(each) => each === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {name}")

    def type(self, text: str) -> None:
        expect(self.page.get_by_role("textbox")).to_be_focused()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def choose(self, place: str) -> None:
        """Goes to a place of the board and presses Enter there."""
        self.go(place)
        self.page.keyboard.press("Enter")

    def go(self, place: str) -> None:
        for _ in range(TABS):
            if is_like(self._here(), place):
                break
            self.page.keyboard.press("Tab")
        self.step_to(place)
        assert self._here() == place

    def step_to(self, place: str) -> None:
        """Goes on to a place with arrow keys."""
        here = self._here()
        for steps, keys in (
            (ord(place[-2]) - ord(here[-2]), ("ArrowLeft", "ArrowRight")),
            (int(place[-1]) - int(here[-1]), ("ArrowUp", "ArrowDown")),
        ):
            for _ in range(abs(steps)):
                self.page.keyboard.press(keys[steps > 0])

    def _here(self) -> str:
        return str(self.page.evaluate(FOCUSED)).partition(",")[0]

    def hide(self, cell: str) -> None:
        """Holds the space bar on the button, goes to a cell and presses Enter there."""
        hold = self.page.get_by_role("button", name="Hold to look")
        for _ in range(TABS):
            if hold.evaluate("(each) => each === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.down("Space")
        self.page.keyboard.press("ArrowRight")
        self.step_to(cell)
        expect(
            self.page.get_by_role("button", name=re.compile(f"^{cell},.*can be chosen"))
        ).to_be_focused()
        self.page.keyboard.press("Enter")
        self.page.keyboard.up("Space")


def is_like(one: str, other: str) -> bool:
    """Whether both are cells, or both crossings."""
    return bool(re.fullmatch("[a-e][1-5]|x[1-4][1-4]", one)) and len(one) == len(other)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Screens]:
    with Screens(tmp_path, "car-thief") as table:
        yield table


def test_a_whole_game_is_played_by_ear(browser: Browser, table: Screens) -> None:
    with Devices(browser, "WebSocket") as devices:
        police, thief = Listener(devices), Listener(devices)
        for who, seat, name in ((police, "Police", "Paula"), (thief, "Thief", "Tom")):
            who.open(table.server.address, "The police to act")
            who.enter("button", f"Sit down: {seat}")
            who.type(name)
            who.enter("link", f"My page: {seat}")
            expect(who.page.get_by_role("heading", name="The police to act")).to_be_visible()
            expect(who.page.get_by_role("button", name="x22, can be chosen")).to_be_visible()

        for colour, crossing in PLACED.items():
            police.choose(crossing)
            police.hears(f"{colour} placed on {crossing}")
        police.enter("button", "Done")
        police.hears("Thief: hide the car. All others: look away.")

        thief.hears("Thief: hide the car. All others: look away.")
        thief.hide("c3")
        thief.hears("round 1: the car is hidden")
        police.hears("round 1: the car is hidden")
        for cell in ("b3", "e4", "a1"):
            police.choose(cell)
            police.hears(f"nothing on {cell}")
        police.enter("button", "Done")

        thief.hears("nothing on a1")
        thief.hide("c2")
        police.hears("round 2: the car is hidden")
        police.choose("c3")
        police.hears("yellow token on c3")
        found = police.page.get_by_role("button", name=re.compile("^c3,.*yellow"))
        expect(found).to_be_visible()
        police.choose("x11")
        police.hears("The pink helicopter: tap a marked crossing or building.")
        police.choose("x21")
        police.hears("pink flew to x21")
        police.choose("d5")
        police.hears("nothing on d5")
        police.enter("button", "Done")

        thief.hide("b2")
        police.hears("round 3: the car is hidden")
        police.choose("c2")
        police.choose("x22")  # two helicopters can search there
        police.hears("blue token on c2")
        police.choose("b2")
        for who in (police, thief):
            who.hears("The car is found. The police win!")
            who.enter("link", "Review: what the police knew")
            heading = who.page.get_by_role("heading", name="Game 1: arrest in round 3")
            expect(heading).to_be_visible()

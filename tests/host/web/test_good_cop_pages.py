"""Good Cop Bad Cop on its own pages: the circle for everybody, and what a seat alone may see."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.window_options import ALL, beat_option
from heistboard.rules import CHANCE
from heistboard.rules.autoplay import Dealer
from playwright.sync_api import Browser, Page

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.good_cop import NAME, good_cop_installed
from tests.support.monkey import LISTEN
from tests.support.pages import PHONE, TABLET
from tests.support.screens import Screens
from tests.support.seats import at_seat

PLAYERS = 4
CARD = "planted_evidence"  # that p1 is dealt; it may be played at any time, on anybody
BOXES = """() => [...document.querySelectorAll(".own-row .hand > li")].map(each => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(" ");
})"""

# How long the arrows are where each of eight players aims at the next, in plates.
ARROWS = """async () => {
  const { Circle } = await import("/pages/good-cop-bad-cop/circle.js");
  const words = { language: "en", seat: (name) => name, of: (part, key) => key };
  const names = Array.from({ length: 8 }, (_, i) => `p${i + 1}`);
  const cards = ["?", "?", "?"];
  const seen = (i) => ({ living: true, cards, gun: true, aim: names[(i + 1) % 8], equipment: 1 });
  const team = Object.fromEntries(names.map((name, i) => [name, seen(i)]));
  return [null, "p1"].map((own) => {
    const circle = new Circle(words, own);
    document.body.append(circle.root);
    circle.draw({ names, view: { team, active: "p1", guns: 0, seen: [] } });
    const [plate] = circle.root.querySelectorAll(".plate");
    const wide = plate.getBoundingClientRect().width;
    const lines = [...circle.root.querySelectorAll(".aim-at line")].map((each) => {
      const { width, height } = each.getBoundingClientRect();
      return Math.hypot(width, height) / wide;
    });
    circle.root.remove();
    return lines;
  });
}"""

# Another finger, while one holds.
TAP = """element => {
  element.scrollIntoView({ block: "start" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 9, bubbles: true };
  for (const kind of ["pointerdown", "pointerup"]) {
    element.dispatchEvent(new PointerEvent(kind, at));
  }
}"""


def seed() -> int:
    """A seed with which p1, who begins, is dealt the card."""
    for number in range(500):
        state, dealer = GAME.new(PLAYERS, first=1), Dealer(Random(number))
        while state.phase in ("deal", "arrange"):
            state.push(dealer.choose(state) if state.seat == CHANCE else state.legal()[0])
        if state.view(0)["hand"] == [CARD]:
            return number
    raise AssertionError(f"nobody is dealt {CARD}")


class Evening:
    """A table of four: its page, and the phones of p1 and p2."""

    def __init__(self, screens: Screens, devices: Devices) -> None:
        self.screens = screens
        self.table = devices.page(is_fresh=True, viewport=TABLET)
        self.phones = [devices.page(is_fresh=True, viewport=PHONE) for _ in range(2)]
        for page in (self.table, *self.phones):
            page.add_init_script(LISTEN)
        screens.open_host(self.table)
        for seat, phone in enumerate(self.phones):
            phone.goto(at_seat(phone, screens.server, seat))
            expect(phone.locator(".circle .player")).to_have_count(PLAYERS)
        self.go_on("arrange")

    def prompt(self, seat: int) -> list[str]:
        view: Any = self.screens.daemon.seat_view(seat)
        return [each["move"] for each in view["prompt"]["moves"]]

    def own(self, seat: int) -> Any:  # noqa: ANN401 (a view)
        view: Any = self.screens.daemon.seat_view(seat)
        return view["view"]

    def go_on(self, *phases: str) -> None:
        """Everybody answers with the first move while one of these is asked."""
        while self.screens.daemon.status().phase in phases:
            seat = next(seat for seat in range(PLAYERS) if self.prompt(seat))
            moves = self.prompt(seat)
            passes = [move for move in moves if move.endswith(" pass")]
            self.screens.daemon.say(seat, (passes or moves)[0])
        self.wait()

    def made(self, move: str) -> None:
        """Waits until somebody made a move, here and on the pages."""
        self.screens.until(lambda status: move in self.screens.moves)
        self.wait()

    def wait(self) -> None:
        number = self.screens.daemon.status().prompt
        for page in (self.table, *self.phones):
            page.wait_for_function("number => heard.table?.prompt.number === number", arg=number)


@pytest.fixture(scope="module")
def evening(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("station")
    waits = {beat_option(kind): ALL for kind in GAME.windows}
    dealt: dict[str, Any] = {"options": {"first": 1}, "seed": seed()}
    with (
        good_cop_installed(),
        Screens(folder, NAME, PLAYERS, table_options=waits, **dealt) as screens,
        Devices(browser) as devices,
    ):
        evening = Evening(screens, devices)
        yield evening
        for page in (evening.table, *evening.phones):
            page.goto("about:blank")


def hold(page: Page) -> None:
    page.locator("#hold").hover()
    page.mouse.down()


def test_own_cards_are_there_only_while_held_in_boxes_that_tell_nothing(evening: Evening) -> None:
    phones, shown = evening.phones, []
    for seat, phone in enumerate(phones):
        phone.bring_to_front()
        row = phone.locator(".own-row")
        expect(row.locator(".card.back")).to_have_count(5)
        assert phone.locator(".card-at.up").count() == 0
        hidden = phone.evaluate(BOXES)
        hold(phone)
        expect(row.locator(".card.back")).to_have_count(0)
        for kind in evening.own(seat)["cards"]:
            expect(row).to_contain_text({"agent": "Agent", "kingpin": "Kingpin"}.get(kind, ""))
        expect(row.locator("h2").first).to_contain_text(str(evening.own(seat)["side"]))
        assert phone.evaluate(BOXES) == hidden
        shown.append(hidden)
        if seat == 0:
            assert violations(phone) == []
            expect(row.locator(".equip")).to_contain_text("Planted Evidence")
        phone.mouse.up()
        expect(row.locator(".card.back")).to_have_count(5)
    assert shown[0] == shown[1]


def test_a_card_is_played_by_a_tap_on_it_and_one_on_a_player(evening: Evening) -> None:
    assert evening.screens.daemon.status().phase == "turn-start"
    phone = evening.phones[0]
    phone.bring_to_front()
    hold(phone)
    card = phone.locator(f".own-row [data-choice='? verb play_{CARD}']")
    card.evaluate(TAP)
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(phone.locator(".moves [data-choice^='p1 play']")).to_have_count(PLAYERS)
    phone.locator(".circle .player[data-place='? p3'] .name").evaluate(TAP)
    evening.made(f"p1 play {CARD} p3")
    phone.mouse.up()
    seen = evening.table.locator(".circle .player[aria-label^='Player 3']")
    expect(seen.locator(".evidence")).to_have_count(1)
    expect(seen).to_have_attribute("aria-label", re.compile("planted evidence"))


def test_what_can_be_done_is_in_sight_and_a_gun_is_an_arrow_to_whom_it_aims(
    evening: Evening,
) -> None:
    evening.go_on("turn-start")
    phone = evening.phones[0]
    phone.evaluate("scrollTo(0, 0)")
    first, note = phone.locator(".moves button").first.bounding_box(), phone.locator("#note")
    over = note.bounding_box()
    assert (
        first and over and first["y"] + first["height"] < over["y"]
    )  # in sight without scrolling
    phone.locator("[data-choice='p1 arm']").click()
    evening.made("p1 arm")
    expect(evening.table.locator(".declared")).to_have_text("Player 1 takes a gun")
    evening.go_on("declared")
    assert evening.table.locator(".aim-at").count() == 0
    phone.locator(".circle .player[data-place='? p2']").click()
    evening.made("p1 aim p2")
    expect(evening.table.locator(".aim-at")).to_have_count(1)
    holder = evening.table.locator(".circle .player[aria-label^='Player 1']")
    expect(holder).to_have_attribute("aria-label", re.compile("gun at Player 2"))
    expect(evening.table.locator(".middle .gun")).to_have_count(1)
    assert violations(evening.table) == []


def test_the_arrow_to_a_neighbour_is_seen_among_eight(evening: Evening) -> None:
    for lengths in evening.table.evaluate(ARROWS):
        assert len(lengths) == 8 and min(lengths) > 0.25, lengths

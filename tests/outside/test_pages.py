"""A whole game of the outside game on pages, by buttons and by keyboard; hands on two floors."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.web import sockets
from playwright.sync_api import Browser, Page

from tests.outside.evening import LanternEvening
from tests.support.axe import violations
from tests.support.chromium import Devices, shared_browser
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET, quick_pages
from tests.support.seats import at_seat, host_page

SEED = 7  # p1 is the traitor and holds a gust, p2 a cloak, p3 a gust
CAUGHT = "The traitor is found out. The watchmen win: Player 2 and Player 3!"
SECRET = re.compile("traitor|watchman|gust|cloak", re.I)
YES = "✓ "  # the page's control for a move that is asked twice
SURE_MS = 100  # an answer at once may be a double tap; quick pages wait half as long


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with quick_pages():
        yield


@pytest.fixture(scope="session")
def browser() -> Browser:
    return shared_browser()


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LanternEvening]:
    monkeypatch.setattr(sockets, "COMMANDS", 1000)  # these hands are faster than people's
    with LanternEvening(tmp_path, seed=SEED, has_pages=True, players=3, turns=2) as evening:
        yield evening


@pytest.fixture
def devices(browser: Browser, evening: LanternEvening) -> Iterator[Devices]:
    with Devices(browser, "status of 409") as devices:
        yield devices


class OutsidePages:
    """The table's page, and one for each seat."""

    def __init__(self, devices: Devices, evening: LanternEvening) -> None:
        self.evening = evening
        self.table = devices.page(viewport=TABLET)
        self.table.goto(f"http://127.0.0.1:{evening.server.port}/")
        self.seats = [devices.page(viewport=PHONE) for _ in range(3)]
        for seat, page in enumerate(self.seats):
            page.goto(at_seat(page, evening.server, seat))
            expect(page.locator("#ask")).not_to_be_empty()

    def lantern(self, to: str, off: str) -> None:
        """Moves the lantern as the table asks."""
        expect(self.table.locator("#ask")).to_contain_text(f"from {off} to {to}")
        self.evening.lantern(to, off=off)

    def happened(self, event: str) -> None:
        expect(self.table.locator("#events li").first).to_have_text(event)


def choice(page: Page, move: str) -> str:
    return f'[data-choice="{move}"]'


def click(page: Page, move: str) -> None:
    """Clicks a public choice, and confirms it if it has to be."""
    page.locator(choice(page, move)).click()
    if move.startswith("accuse"):
        expect(page.locator(choice(page, YES))).to_be_visible()
        page.wait_for_timeout(SURE_MS)
        page.locator(choice(page, YES)).click()


def hold(page: Page, move: str) -> None:
    """Presses the hold button, slides to a private choice and lets go there."""
    page.locator("#hold").hover()
    page.mouse.down()
    expect(page.locator("body")).to_have_attribute("data-shown", "true")
    page.locator(choice(page, move)).hover()
    expect(page.locator(choice(page, move))).to_have_class(re.compile("aimed"))
    page.mouse.up()


def tab_to(page: Page, name: str) -> None:
    """Presses Tab until the element has the focus."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate(_AT) == name:
            return
    raise AssertionError(f"Tab does not reach {name}")


def step_to(page: Page, move: str) -> None:
    """Goes to a choice with arrow keys."""
    for _ in range(10):
        if page.evaluate(_AT) == move:
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"arrows do not reach {move}")


_AT = "(() => { const at = document.activeElement; return at.dataset.choice ?? at.id; })()"


def press(page: Page, move: str) -> None:
    """Makes a public choice by keyboard."""
    first = page.locator("#plain .choices button").first
    tab_to(page, str(first.get_attribute("data-choice")))
    step_to(page, move)
    page.keyboard.press("Enter")
    if move.startswith("accuse"):
        expect(page.locator(choice(page, YES))).to_be_visible()
        tab_to(page, YES)
        page.wait_for_timeout(SURE_MS)
        page.keyboard.press("Enter")


def hold_key(page: Page, move: str) -> None:
    """Makes a private choice by keyboard."""
    tab_to(page, "hold")
    page.keyboard.down("Space")
    expect(page.locator("body")).to_have_attribute("data-shown", "true")
    page.keyboard.press("ArrowDown")
    step_to(page, move)
    page.keyboard.press("Enter")
    page.keyboard.up("Space")
    expect(page.locator("body")).to_have_attribute("data-shown", "false")


Act = Callable[[Page, str], None]


@pytest.mark.parametrize(
    ("public", "private"), [(click, hold), (press, hold_key)], ids=["buttons", "keyboard"]
)
def test_a_whole_game_shows_what_is_private_to_nobody_else(
    devices: Devices, evening: LanternEvening, public: Act, private: Act
) -> None:
    pages = OutsidePages(devices, evening)
    p1, p2, p3 = pages.seats
    expect(p1.locator("#ask")).to_have_text("Player 1 carries the lantern.")

    public(p1, "carry x23")
    pages.lantern("x23", off="x22")
    expect(p3.locator("#ask")).to_contain_text("Cards may be played.")
    for said in ("carries the lantern to x23", "the street"):  # one message brings both
        expect(p3.locator("#news")).to_contain_text(said)
    for page in (p1, p2, p3, pages.table):
        expect(page.locator("#ask")).to_contain_text("Cards may be played.")
        assert not SECRET.search(page.locator("body").inner_text())
        assert page.locator("[data-choice]:visible").count() == 0
    own_card_is_shown_while_it_is_held(p2)

    # A pass changes no page but its own.
    lookers = (pages.table, p1, p2)
    for page in lookers:
        page.evaluate(_WATCH)
    private(p3, "p3 pass")
    evening.until(lambda _: evening.seen(2)["has-passed"] is True)
    assert [page.evaluate("changes") for page in lookers] == [0, 0, 0]
    private(p2, "p2 play cloak")
    pages.happened("Player 2 plays a cloak")
    expect(pages.table.locator("#events li").nth(1)).to_have_text("Player 3 passes")

    public(p2, "carry x24")
    pages.lantern("x24", off="x23")
    expect(p1.locator("#ask")).to_contain_text("Cards may be played.")
    private(p1, "p1 pass")
    private(p3, "p3 pass")
    pages.happened("Player 3 passes. The flame shrinks: 2.")

    for page, accused in ((p1, 2), (p2, 1), (p3, 1)):
        public(page, f"accuse p{accused}")
        pages.happened(f"Player {accused} is accused")
    for page in (pages.table, *pages.seats):
        expect(page.locator("#ask")).to_have_text(CAUGHT)

    # Then everybody looks back at what everybody may know.
    pages.table.locator("[data-way=review]").click()
    expect(pages.table.locator("#title")).to_have_text(
        "Game 1: the traitor was found out · Player 2 · Player 3"
    )
    expect(pages.table.locator("#rest ol li").first).to_have_text("Player 1 is the traitor")
    steps = pages.table.locator("#rest").inner_text()
    assert "Player 3 is dealt a card" in steps and "gust" not in steps  # nobody has seen it


def own_card_is_shown_while_it_is_held(p2: Page) -> None:
    p2.locator("#hold").hover()
    p2.mouse.down()
    expect(p2.locator("#plain")).to_contain_text("a cloak")
    expect(p2.locator("#note")).to_contain_text("Play your card, or pass.")
    expect(p2.locator("#plain .choices button")).to_have_text(["Play a cloak", "Pass"])
    p2.mouse.move(0, 0)
    p2.mouse.up()
    expect(p2.locator("body")).to_have_attribute("data-shown", "false")
    assert not SECRET.search(p2.locator("body").inner_text())


_WATCH = """() => {
  globalThis.changes = 0;
  const look = new MutationObserver((all) => (changes += all.length));
  const what = { subtree: true, childList: true, characterData: true, attributes: true };
  look.observe(document.body, what);
}"""


def test_pages_speak_russian(devices: Devices, evening: LanternEvening) -> None:
    page = devices.page(viewport=PHONE, locale="ru-RU")
    page.goto(at_seat(page, evening.server, 0))
    expect(page.locator("#ask")).to_have_text("Игрок 1 несёт фонарь.")
    expect(page.locator(choice(page, "carry x23"))).to_have_text("Перенести фонарь на x23")


def test_a_game_is_begun_with_its_options(devices: Devices, evening: LanternEvening) -> None:
    page = devices.page(viewport=PHONE)
    page.goto(host_page(page, evening.server, "start"))
    page.get_by_label("Lanterns").check()
    page.locator("#players-2").check()  # of 3..8
    group = page.locator("fieldset", has_text="The carrier may play a card too")
    group.get_by_label("yes").check()
    page.locator("#deck-street-1").check()  # hands, not the host
    page.locator("#gates").select_option(index=2)
    page.locator("#gates-other").fill("b3")
    page.locator("#begin").click()
    page.get_by_role("button", name="Leave it").click()
    expect(page.get_by_role("alert")).to_have_text(
        "One to four crossings other than x22, such as x11 x44."
    )
    page.locator("#gates-other").fill("X32 x12")
    page.locator("#begin").click()
    page.get_by_role("button", name="Leave it").click()
    expect(page.locator("#game")).to_contain_text("game 2")
    begun = evening.daemon.status().view
    assert (begun["players"], begun["carrier-joins"], begun["gates"]) == (5, True, "x12 x32")


# The tower is a second floor.


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[LanternEvening]:
    """Nothing stands on the boards yet."""
    with LanternEvening(
        tmp_path, has_pages=True, has_hands=True, players=3, turns=2, tower=True
    ) as evening:
        yield evening


def drag(page: Page, piece: str, place: str) -> None:
    page.locator(f'[data-piece="{piece}"]').last.hover()  # on the board, if it is there
    page.mouse.down()
    page.locator(f'#board [data-place="{place}"] :is(.name, .spot)').hover(force=True)
    page.mouse.up()


@pytest.fixture
def tower_devices(browser: Browser, tower: LanternEvening) -> Iterator[Devices]:
    with Devices(browser) as devices:
        yield devices


def test_hands_play_on_two_floors(tower_devices: Devices, tower: LanternEvening) -> None:
    devices = tower_devices
    said: list[str] = []
    hands, table = devices.page(viewport=TABLET), devices.page(viewport=PHONE)
    hands.on(
        "websocket",
        lambda line: line.on("framesent", lambda text: said.append(json.loads(str(text))["say"])),
    )
    hands.goto(host_page(hands, tower.server, "board"))
    table.goto(host_page(table, tower.server))
    expect(hands.locator("#board")).to_have_attribute("aria-busy", "false")
    expect(table.locator(".storey")).to_have_text(["Floor 1", "Floor 2"])
    drag(hands, "bell", "c3")
    drag(hands, "bell", "2:c3")  # to the other floor
    drag(hands, "lantern brass", "x22")
    expect(table.locator("#ask")).to_have_text("Player 1 carries the lantern.")
    expect(hands.get_by_role("button", name="bell on Floor 2, c3")).to_be_visible()
    lantern = table.locator('.floor:nth-child(1) [data-piece="lantern brass"]')
    expect(lantern).to_have_css("transform", "matrix(1, 0, 0, 1, 109, 109)")
    assert said == ["bell c3", "bell off", "bell 2:c3", "lantern brass x22"]

    assert violations(hands) == violations(table) == []

    # Each board has a cable; the table says which one is gone, and where to look.
    hands.locator("#cable-2").click()
    expect(table.locator("#ask")).to_contain_text("Not connected: floor 2.")
    expect(table.locator("[data-way=boards]")).to_have_attribute("href", "/boards")
    expect(hands.locator("#cable")).to_have_text("Unplug the cable")
    hands.locator("#cable-2").click()
    expect(table.locator("#ask")).to_have_text("Player 1 carries the lantern.")
    hands.locator("#help-2").hover()
    hands.mouse.down()
    tower.until(lambda _: "2:help" in tower.daemon.picture())
    hands.mouse.up()
    tower.until(lambda _: "2:help" not in tower.daemon.picture())

    # The flashlight: a short touch, one that slips, a long one, and the keyboard.
    def taps() -> list[str]:
        hands.evaluate("1")  # what was sent is heard meanwhile
        return [each for each in said if each.startswith("tap")]

    hands.locator("#flashlight").click()
    hands.evaluate(_AT_ONCE, [["pointerdown", "2:c1"], ["pointerup", "2:c1"]])
    hands.evaluate(
        _AT_ONCE, [["pointerdown", "2:c1"], ["pointermove", "2:d1"], ["pointerup", "2:c1"]]
    )
    hands.locator('#board [data-place="2:c1"] .name').hover(force=True)
    hands.mouse.down()
    tower.until(lambda _: len(taps()) == 2)
    hands.mouse.up()
    hands.locator('#board [data-place="x11"]').focus()
    hands.keyboard.press("Enter")
    assert taps()[:2] == ["tap 2:c1", "tap 2:c1 hold"]
    tower.until(lambda _: len(taps()) == 3 and taps()[2].startswith("tap x11"))


# Touches places with no time in between, however busy the machine is.
_AT_ONCE = """(touches) => {
  for (const [kind, place] of touches) {
    const cell = document.querySelector(`#board [data-place="${place}"] .name`);
    cell.scrollIntoView({ block: "center" });
    const { x, y, width, height } = cell.getBoundingClientRect();
    const at = { clientX: x + width / 2, clientY: y + height / 2 };
    const under = document.elementFromPoint(at.clientX, at.clientY);
    under.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0, pointerId: 1, ...at }));
  }
}"""


def test_the_review_shows_both_floors(tower_devices: Devices, tower: LanternEvening) -> None:
    daemon = tower.daemon
    while daemon.status().phase != "over":
        for seat in range(3):
            view: Any = daemon.seat_view(seat)["prompt"]
            if view["moves"] and daemon.status().phase != "over":
                daemon.say(seat, view["moves"][-1]["move"])
                break
    page = tower_devices.page(viewport=PHONE)
    page.goto(f"{tower.server.address}review/1")
    flame = page.locator("#rest ul button", has_text="the flame was").first
    flame.click()
    expect(flame).to_be_focused()
    expect(page.locator("#rest [aria-current]")).to_contain_text("street")
    expect(page.locator("#rest li", has_text="Computer players played on")).to_be_visible()
    steps = page.locator("#rest ol button")
    steps.filter(has_text="bell").first.click()
    expect(page.locator(".storey")).to_have_text(["Floor 1", "Floor 2"])
    carried = steps.filter(has_text="carries the lantern to").first
    place = carried.inner_text().partition(".")[0].split()[-1]
    carried.click()
    light = page.locator(f'[data-place="{place}"] .light')
    expect(light).to_have_class("light white bright steady")
    expect(page.locator("#board")).to_have_attribute("aria-label", f"The board, {place}")

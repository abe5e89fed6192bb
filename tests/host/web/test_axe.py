"""What axe-core says of every page: in each phase, light and dark, small and large.

In each phase the pages are looked at in one language and in one way. All combinations are in
``tests/long/axe_everywhere.py``.
"""

from collections.abc import Callable, Iterator
from itertools import chain, product
from typing import Literal, NamedTuple

import pytest
from heistboard.words import Words
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET
from tests.support.reviewed import add_arrest
from tests.support.seats import a_host, carry, sits_too
from tests.support.web_evening import POLICE, THIEF, Evening

LOCALES = ["en-GB", "ru-RU"]
PHASES = ["setup", "eyes-closed", "police", "desync", "lost", "over"]

WAYS = "[data-way=rules]"
# The same in every phase, each with what is drawn last.
SAME = {"nothing": WAYS, "review/2": WAYS, "start": "#earlier li", "statistics": WAYS}
TOLD = ["", "board"]
SEATED = {"thief": THIEF, "police": POLICE}

Scheme = Literal["light", "dark"]
LookAt = Callable[[str, str], Page]


class Look(NamedTuple):
    """A screen size and a colour scheme."""

    size: ViewportSize
    scheme: Scheme


SCHEMES: list[Scheme] = ["light", "dark"]
LOOKS = [Look(size, scheme) for size, scheme in product((PHONE, TABLET), SCHEMES)]


def looks(turn: int) -> list[tuple[str, Look]]:
    """The languages and ways to look at pages, which take turns."""
    return [(LOCALES[turn % len(LOCALES)], LOOKS[turn % len(LOOKS)])]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("evening")
    with Evening(folder, has_board_page=True) as evening:
        assert add_arrest(evening.folder) == 2
        yield evening


@pytest.fixture(scope="module")
def sitters(evening: Evening) -> dict[str, str]:
    """The cookie of a host that sits in all seats, for each language."""
    found = {}
    for locale in LOCALES:
        found[locale] = a_host(evening.server, f"Guest {locale}")
        for seat in SEATED.values():
            sits_too(evening.server, found[locale], seat)
    return found


@pytest.fixture
def look_at(browser: Browser, evening: Evening, sitters: dict[str, str]) -> Iterator[LookAt]:
    """Opens a page by its name, in a language."""
    with Devices(browser, "404") as devices:
        found: dict[str, Page] = {}

        def open_page(name: str, locale: str) -> Page:
            page = found.get(locale) or devices.page(locale=locale)
            found[locale] = page
            carry(page, evening.server, sitters[locale])
            path = f"seat/{SEATED[name]}/" if name in SEATED else name
            page.goto(f"http://{evening.host}/{path}")
            return page  # not all of it may be there yet

        yield open_page


@pytest.fixture(scope="module")
def game(evening: Evening) -> Iterator[str]:
    """Plays one game from phase to phase."""

    def play() -> Iterator[str]:
        yield "setup"
        evening.place()
        yield "eyes-closed"
        evening.hide("c3")
        evening.daemon.correct("search pink b2")
        evening.until(lambda status: "pink b2" in str(status.view["moves"]))
        evening.hands.take("x22")
        evening.until(lambda status: status.ask.id == "police.hand")
        yield "police"
        evening.hands.put("x23")
        evening.until_at("green", "x23")
        evening.hands.uncover("a5")
        evening.hands.uncover("e1")
        evening.hands.put("x41")
        evening.until(lambda status: len(status.wrong) == 3)
        yield "desync"
        evening.board.pull()
        evening.until(lambda status: status.sync == "lost")
        yield "lost"
        evening.board.plug()
        evening.hands.take("x41")
        for cell in ("a5", "e1"):
            evening.hands.cover(cell)
        evening.until(lambda status: status.sync == "synced")
        evening.daemon.correct("undo")
        evening.daemon.correct("search green c3")
        evening.until(lambda status: status.phase == "over")
        yield "over"

    return play()


def wrong(page: Page, look: Look) -> list[str]:
    """What is wrong with a page, looked at in that way."""
    page.set_viewport_size(look.size)
    page.emulate_media(color_scheme=look.scheme)
    return violations(page)


@pytest.mark.parametrize("name", SAME)
def test_pages_that_are_always_the_same(look_at: LookAt, name: str) -> None:
    turn = [*SAME].index(name)
    for locale, look in chain(looks(turn), looks(turn + 3)):
        page = look_at(name, locale)
        expect(page.locator("h1")).not_to_be_empty()
        expect(page.locator(SAME[name])).to_be_visible()
        assert wrong(page, look) == [], (locale, look)


@pytest.mark.parametrize("phase", PHASES)
def test_pages_in_each_phase(
    look_at: LookAt, game: Iterator[str], evening: Evening, phase: str
) -> None:
    assert phase in game  # plays on to that phase
    status = evening.daemon.status()
    for (locale, look), name in product(looks(PHASES.index(phase)), (*TOLD, *SEATED)):
        page = look_at(name, locale)
        expect(page.locator("#ask")).not_to_be_empty()
        if name in TOLD:
            ask = Words(locale[:2], "car-thief").shown(status.ask, status.view)
            expect(page.locator("#ask")).to_have_text(ask)
        while (summaries := page.locator("details:not([open]) > summary:visible")).count():
            summaries.first.click()
        assert wrong(page, look) == [], (locale, look)
        if name in SEATED:
            page.locator("#hold").hover()
            page.mouse.down()
            expect(page.locator("body")).to_have_attribute("data-shown", "true")
            assert wrong(page, look) == [], (locale, look)
            page.mouse.up()


def test_an_invitation(look_at: LookAt) -> None:
    for locale, look in chain(looks(0), looks(3)):
        page = look_at("", locale)
        page.locator("#phones button").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert wrong(page, look) == [], (locale, look)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()

"""What axe-core says of dialogs, covers and notices, and of pages that explain themselves.

As in ``test_axe.py``, each is looked at in one language and in one way here.
"""

import contextlib
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from heistboard.web import own_addresses
from playwright.sync_api import Browser, Page

from tests.host.web import test_axe
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.screens import Screens
from tests.support.seats import a_host, carry, seated, sits_too
from tests.support.web_evening import PLACED, POLICE, THIEF

Begin = Callable[[], Screens]

PLACE_ALL = [f"place {colour} {crossing}" for colour, crossing in PLACED.items()]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screens]:
    """Without a board: eyes are closed; nobody sits for the thief, somebody for the police."""
    with (
        pytest.MonkeyPatch.context() as patch,
        Screens(tmp_path_factory.mktemp("screens"), "car-thief") as table,
    ):
        patch.setattr(own_addresses, "own_addresses", lambda: ["127.0.0.2"])
        patch.setattr(own_addresses, "lan_address", lambda: "127.0.0.2")
        table.at_table(*PLACE_ALL, "done")
        yield table


@pytest.fixture(scope="module")
def host(table: Screens) -> str:
    """The cookie of a host, who sits for the police."""
    cookie = a_host(table.server, "Anna")
    sits_too(table.server, cookie, POLICE)
    return cookie


def stay(page: Page) -> None:
    page.locator("#cover .stay").click()


def rename(page: Page) -> None:
    stay(page)
    page.locator("#seats-rename").click()
    expect(page.locator("#name")).to_be_visible()


def host_acts(page: Page) -> None:
    stay(page)
    for summary in page.locator("#seats summary").all():
        summary.click()


def invite(page: Page) -> None:
    stay(page)
    page.locator("#seat-1-more").click()
    page.locator("#seat-1-invite").click()
    expect(page.locator("#invitation")).to_be_visible()


def help_at_table(page: Page) -> None:
    stay(page)
    page.locator("#help").click()
    expect(page.locator("#answer")).to_be_visible()


def phones(page: Page) -> None:
    stay(page)
    page.locator("#phones button").click()
    expect(page.locator("dialog.phones")).to_be_visible()


def cover(page: Page) -> None:
    expect(page.locator("#cover .go")).to_be_visible()


def help_at_seat(page: Page) -> None:
    expect(page.locator("#ask")).not_to_be_empty()
    page.locator("#ask-help").click()
    expect(page.locator("#answer")).to_be_visible()


def history(page: Page) -> None:
    expect(page.locator("#last")).not_to_be_empty()
    page.locator("#past summary").click()
    expect(page.locator("#events li").first).to_be_visible()


def unseated(page: Page) -> None:
    expect(page.locator("#back")).to_be_visible()


def explained(page: Page) -> None:
    expect(page.locator("h1")).not_to_be_empty()


SHOWN: list[tuple[str, Callable[[Page], None]]] = [
    ("", cover),
    ("", rename),
    ("", host_acts),
    ("", invite),
    ("", help_at_table),
    ("", phones),
    (f"seat/{POLICE}/", help_at_seat),
    (f"seat/{POLICE}/", history),
    (f"seat/{THIEF}/", unseated),
    ("board", explained),
    ("boards", explained),
    ("seat/10/", explained),
]


@pytest.mark.parametrize(
    ("path", "show"), SHOWN, ids=[f"{show.__name__}-{path}" for path, show in SHOWN]
)
def test_what_is_shown_on_demand(
    browser: Browser, table: Screens, host: str, path: str, show: Callable[[Page], None]
) -> None:
    for locale, look in test_axe.looks(SHOWN.index((path, show))):
        with Devices(browser, "404") as devices:
            page = devices.page(locale=locale)
            carry(page, table.server, host)
            page.goto(f"{table.server.address}{path}")
            show(page)
            assert test_axe.wrong(page, look) == [], (locale, look)


@pytest.fixture
def closed_eyes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Begins games of their own, in which the thief is asked; what is announced stays so."""
    monkeypatch.setattr("tests.support.screens.ANNOUNCED_MS", 600_000)
    with contextlib.ExitStack() as ends:

        def begin() -> Screens:
            folder = Path(tempfile.mkdtemp(dir=tmp_path))
            table = ends.enter_context(Screens(folder, "car-thief"))
            table.at_table(*PLACE_ALL, "done")
            return table

        yield begin


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    with Devices(browser, "WebSocket|40[39]") as devices:
        yield devices


def opened(devices: Devices, table: Screens, cookie: str, locale: str) -> Page:
    page = devices.page(locale=locale)
    carry(page, table.server, cookie)
    page.goto(table.server.address)
    expect(page.locator("#ask")).not_to_be_empty()
    return page


def test_news_about_seats(devices: Devices, closed_eyes: Begin) -> None:
    for locale, look in test_axe.looks(1):
        table = closed_eyes()
        seated(table.server, THIEF, "Tom")
        page = opened(devices, table, a_host(table.server, "Anna"), locale)
        page.locator("#seat-0-more").click()
        page.locator("#seat-0-invite").click()
        expect(page.locator("#invitation")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#notices .left").first).to_have_text(re.compile(r"\d"))
        assert test_axe.wrong(page, look) == [], (locale, look)


def test_the_way_back(devices: Devices, closed_eyes: Begin) -> None:
    for locale, look in test_axe.looks(2):
        table = closed_eyes()
        cookie = a_host(table.server, "Tom")  # another device would be the thief's own
        sits_too(table.server, cookie, THIEF)
        page = opened(devices, table, cookie, locale)
        page.locator("#cover .go").click()
        expect(page.locator("#hold")).to_be_visible()
        expect(page.locator("#ask")).not_to_be_empty()
        table.daemon.say(THIEF, "hide c3")
        expect(page.locator("#cover")).to_be_visible()
        assert test_axe.wrong(page, look) == [], (locale, look)

"""Takes pictures of each page in each phase, to be looked at.

``python -m tests.long.page_pictures FOLDER`` takes them at four sizes, in English and light, in
Russian and dark; ``--all`` in all combinations; ``--only WORD`` only those with WORD in the name.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from heistboard.web import Server, own_addresses
from playwright.sync_api import Page

from tests.outside import wheel
from tests.outside.evening import LanternEvening
from tests.support.chromium import shared_browser
from tests.support.expectation import expect
from tests.support.pages import SIZES, quick_pages
from tests.support.reviewed import add_arrest
from tests.support.screens import Screens, tap
from tests.support.seats import a_host, lead_out, seated, sits_too
from tests.support.web_evening import PLACED, POLICE, THIEF, Evening

Scheme = Literal["light", "dark"]
SCHEMES: list[Scheme] = ["light", "dark"]
LOCALES = ["en-GB", "ru-RU"]

Act = Callable[[Page], None]


def nothing(page: Page) -> None:
    """The default for what is done before a picture is taken."""


def sitter(server: Server, seat: int, nickname: str, *others: int) -> str:
    """The cookie of the only device that sits in *seat*; in the *others* it sits, too."""
    lead_out(server, seat)
    cookie = seated(server, seat, nickname)
    for each in others:
        sits_too(server, cookie, each)
    return cookie


class Camera:
    """Takes pictures of a server's pages into *folder*."""

    def __init__(self, folder: Path, looks: list[tuple[str, Scheme]], only: str) -> None:
        self._folder = folder
        self._looks = looks
        self._only = only

    def take(
        self, name: str, address: str, cookie: str, act: Act = nothing, after: Act = nothing
    ) -> None:
        """Opens *address* on a device with *cookie*, does *act*, and takes its pictures."""
        if self._only not in name:
            return
        for locale, scheme in self._looks:
            browser = shared_browser()
            device = browser.new_context(
                locale=locale, reduced_motion="reduce", color_scheme=scheme
            )
            page = device.new_page()
            page.set_viewport_size(SIZES[2])
            if cookie:
                given, _, token = cookie.partition("=")
                device.add_cookies([{"name": given, "value": token, "url": address}])
            page.goto(address)
            expect(page.locator("h1").first).not_to_be_empty()
            if page.locator("#ask").count() and not name.startswith("explained"):
                expect(page.locator("#ask")).not_to_be_empty()
            act(page)
            for size in SIZES:
                page.set_viewport_size(size)
                page.wait_for_timeout(50)  # the layout follows
                look = f"{size['width']}x{size['height']}-{locale[:2]}-{scheme}"
                path = self._folder / f"{name}-{look}.png"
                page.screenshot(path=path, animations="disabled")
            after(page)
            device.close()
        print(name, flush=True)


def hold(page: Page) -> None:
    page.locator("#hold").focus()
    page.keyboard.down("Space")
    expect(page.locator("body")).to_have_attribute("data-shown", "true")


def press(*selectors: str) -> Act:
    def act(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.click()

    return act


def tapped(*names: str) -> Act:
    def act(page: Page) -> None:
        stay(page)
        for name in names:
            tap(page, name)

    return act


def stay(page: Page) -> None:
    """Leaves the cover, if there is one."""
    page.wait_for_timeout(100)
    if page.locator("#cover[open]").count():
        page.locator("#cover .stay").click()


def car_thief(camera: Camera, folder: Path) -> None:
    """Without a board: the table, both seats, the start page, the review."""
    with Screens(folder, "car-thief") as table:
        number = add_arrest(folder)
        server = table.server
        home, host = server.address, a_host(server, "Anna")
        _everywhere(camera, table, host, "0-setup")
        camera.take("start", f"{home}start", host)
        camera.take("rules", f"{home}rules/car-thief", host)
        camera.take("rules-search", f"{home}rules/car-thief#CT-POLICE-5", host)
        camera.take("start-guest", f"{home}start", seated(server, POLICE, "Gustav"))
        camera.take("review", f"{home}review/{number}#18", host)
        camera.take("explained", f"{home}seat/{THIEF}/", "")
        camera.take("explained-board", f"{home}board", host)
        camera.take("table-name", home, host, press("#seats-rename"))
        camera.take("table-help", home, host, press("#help"))
        camera.take("table-phones", home, host, press("#phones button", "dialog.phones h2"))
        camera.take("table-host", home, host, press("#seat-0-more", "#seat-1-more"))
        table.at_table(*[f"place {colour} {at}" for colour, at in PLACED.items()], "done")
        lead_out(server, THIEF)
        camera.take("1-cover", home, host)
        _everywhere(camera, table, host, "1-eyes")
        camera.take("1-thief-held", f"{home}seat/{THIEF}/", sitter(server, THIEF, "Tom"), hold)
        table.daemon.say(THIEF, "hide c3")
        table.until(lambda status: status.phase == "police")
        _everywhere(camera, table, host, "2-police")
        paula = sitter(server, POLICE, "Paula", THIEF)
        camera.take("2-picked", home, paula, tapped("x22"))
        camera.take("2-seat-picked", f"{home}seat/{POLICE}/", paula, tapped("x22"))
        camera.take("2-seat-help", f"{home}seat/{POLICE}/", paula, press("#ask-help"))
        camera.take("2-seat-past", f"{home}seat/{POLICE}/", paula, press("#past summary"))
        table.at_table("search green b2", "fly yellow x43", "search pink a1")
        table.until(lambda status: status.phase == "police")
        table.at_table("done")
        table.daemon.say(THIEF, "hide c2")
        table.until(lambda status: status.phase == "police")
        _everywhere(camera, table, host, "3-police")
        camera.take("3-thief-held", f"{home}seat/{THIEF}/", seated(server, THIEF, "Tom"), hold)
        table.at_table("search green c2")
        table.until(lambda status: status.phase == "over")
        _everywhere(camera, table, host, "4-over")
        camera.take("4-start", f"{home}start", host)


def _everywhere(camera: Camera, table: Screens, host: str, phase: str) -> None:
    home = table.server.address
    camera.take(f"{phase}-table", home, host, stay)
    camera.take(f"{phase}-guest", home, "")
    for name, seat in (("thief", THIEF), ("police", POLICE)):
        camera.take(f"{phase}-{name}", f"{home}seat/{seat}/", sitter(table.server, seat, name))


def hands(camera: Camera, folder: Path) -> None:
    """With a simulated board."""
    with Evening(folder, has_board_page=True) as evening:
        server = evening.server
        host = a_host(server, "Anna")
        camera.take("hands-setup", f"{server.address}board", host)
        evening.place()
        camera.take("hands-eyes-board", f"{server.address}board", host)
        camera.take("hands-eyes-table", server.address, host)
        evening.hide("c3")
        evening.hands.uncover("e1")
        evening.hands.take("x22")
        evening.until(lambda status: len(status.wrong) >= 1)
        camera.take("hands-desync", server.address, host)
        evening.board.pull()
        evening.until(lambda status: status.sync == "lost")
        camera.take("hands-lost", server.address, host)


def lanterns(camera: Camera, folder: Path) -> None:
    """The outside game, on one floor and on two."""
    (folder / "one").mkdir()
    options = {"players": 5, "turns": 2}
    with Screens(folder / "one", "lanterns", options=options, seed=7) as table:
        server = table.server
        home, host = server.address, a_host(server, "Anna")
        p1 = seated(server, 0, "Bea")
        camera.take("lanterns-table", home, host, stay)
        camera.take("lanterns-rules", f"{home}rules/lanterns#carry", host)
        camera.take("lanterns-seat", f"{home}seat/0/", p1)
        camera.take("lanterns-held", f"{home}seat/0/", p1, hold)
        table.at_table("carry x23")
        camera.take("lanterns-cover", home, host)
        camera.take("lanterns-window", home, host, stay)
        camera.take("lanterns-window-seat", f"{home}seat/1/", seated(server, 1, "Cleo"), hold)
    with LanternEvening(
        folder / "two", has_pages=True, has_hands=True, players=3, turns=2, tower=True
    ) as evening:
        server = evening.server
        host = a_host(server, "Anna")
        camera.take("tower-table", server.address, host, stay)
        camera.take("tower-hands", f"{server.address}board", host)
        camera.take("tower-boards", f"{server.address}boards", host)
        camera.take("tower-seat", f"{server.address}seat/0/", seated(server, 0, "Bea"))


def looks(*, are_all: bool) -> Iterator[tuple[str, Scheme]]:
    """The languages and colour schemes."""
    for locale in LOCALES:
        for scheme in SCHEMES:
            if are_all or LOCALES.index(locale) == SCHEMES.index(scheme):
                yield locale, scheme


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    camera = Camera(args.folder, list(looks(are_all=args.all)), args.only)
    with (
        tempfile.TemporaryDirectory() as name,
        quick_pages(),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(own_addresses, "own_addresses", lambda: ["127.0.0.2"])
        patch.setattr(own_addresses, "lan_address", lambda: "127.0.0.2")
        folder = Path(name)
        for part in (car_thief, hands, lanterns):
            (folder / part.__name__).mkdir()
            if part is lanterns:
                site = wheel.build(folder / "site")
                wheel.install(site)
            part(camera, folder / part.__name__)


if __name__ == "__main__":
    main()

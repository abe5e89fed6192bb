"""How smoothly pages move: the share of late frames while a helicopter flies.

python -m tests.bench.motion [FLIGHTS]

A frame is late if it comes more than one and a half periods after the one before. The same
browser draws an empty page, too: what is late there is the machine's. Then it draws the table's
page at rest, where lights pulse and rotors of helicopters that are to act turn.
"""

import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.bench.figures import machine
from tests.support.chromium import executable, shared_browser
from tests.support.expectation import expect
from tests.support.screens import Screens
from tests.support.seats import a_host
from tests.support.web_evening import PLACED, THIEF

FLIGHTS = 40
FLIGHT_MS = 700  # with the time until the page hears of it
PERIOD_MS = 1000 / 60

BEGIN = """() => {
  window.frames_ms = [];
  const tick = (ms) => { window.frames_ms.push(ms); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""
TAKE = "() => window.frames_ms.splice(0)"


def main() -> None:
    flights = int(sys.argv[1]) if len(sys.argv) > 1 else FLIGHTS
    print(machine())
    if executable() is None:
        print("there is no chromium")
        return
    browser = shared_browser()
    empty = open_page(browser, "about:blank")
    rest(empty, flights)
    print(late("an empty page", empty))
    empty.close()
    with tempfile.TemporaryDirectory() as folder, Screens(Path(folder), "car-thief") as table:
        table.at_table(*[f"place {colour} {at}" for colour, at in PLACED.items()], "done")
        table.daemon.say(THIEF, "hide c3")
        table.until(lambda status: status.phase == "police")
        page = open_page(browser, table.server.address, a_host(table.server))
        expect(page.locator("#board .piece.green")).to_be_visible()
        rest(page, flights)
        print(late("the table at rest", page))
        for number in range(flights):
            table.at_table("undo" if number % 2 else "fly green x23")
            page.wait_for_timeout(FLIGHT_MS)
        print(late(f"the table during {flights} flights", page))
        page.close()


def open_page(browser: Browser, address: str, cookie: str = "") -> Page:
    """Opens a page that moves, and begins to time its frames."""
    device = browser.new_context(reduced_motion="no-preference")
    if cookie:
        name, _, token = cookie.partition("=")
        device.add_cookies([{"name": name, "value": token, "url": address}])
    page = device.new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(address)
    page.evaluate(BEGIN)
    return page


def rest(page: Page, flights: int) -> None:
    """Waits as long as so many flights last, without the first frames of the page."""
    page.wait_for_timeout(FLIGHT_MS)
    page.evaluate(TAKE)
    page.wait_for_timeout(flights * FLIGHT_MS)


def late(name: str, page: Page) -> str:
    """Returns a line about the frames since it was called last."""
    frames_ms = page.evaluate(TAKE)
    gaps_ms = [later - earlier for earlier, later in pairwise(frames_ms)]
    count = sum(gap_ms > 1.5 * PERIOD_MS for gap_ms in gaps_ms)
    return (
        f"{name}: {count} of {len(gaps_ms)} frames late ({100 * count / len(gaps_ms):.1f} %), "
        f"the longest after {max(gaps_ms):.0f} ms"
    )


if __name__ == "__main__":
    main()

"""How pages look and move: the same pieces everywhere, short motion or none, texts to be read."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import pytest
from heistboard.places import layout
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import TABLET
from tests.support.reviewed import add_arrest
from tests.support.screens import Screens
from tests.support.seats import a_host, sits_too, unlimited
from tests.support.web_evening import PLACED, POLICE, THIEF, Evening

SHORT_MS = 600
PAGES = ("", f"seat/{POLICE}/", "board", "review/{arrest}")

# What moves once is remembered; what would last longer than a moment never ends by itself.
WATCH = """
  window.durations_ms = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.durations_ms.push(options.duration);
    const isLong = options.duration > 1000;
    return animate.call(this, frames, isLong ? { ...options, duration: 1e9 } : options);
  };
  addEventListener("transitionrun", ({ target, propertyName }) => {
    for (const each of target.getAnimations()) {
      if (each.transitionProperty === propertyName) {
        window.durations_ms.push(each.effect.getComputedTiming().endTime);
      }
    }
  }, true);
"""


def ready(page: Page) -> None:
    """Waits until the pieces stand on the board."""
    expect(page.locator("#board .piece:not(.away)")).to_have_count(len(PLACED))


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    with Devices(browser) as devices:
        yield devices


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Screens]:
    """A game without a board in which the police are to move; the car is on d4."""
    with Screens(tmp_path, "car-thief") as table:
        table.at_table(*[f"place {colour} {at}" for colour, at in PLACED.items()], "done")
        hide(table, "d4")
        yield table


def hide(table: Screens, cell: str) -> None:
    table.daemon.say(THIEF, f"hide {cell}")
    table.until(lambda status: status.phase == "police")


def open_table(
    devices: Devices, table: Screens, motion: Literal["reduce", "no-preference"]
) -> Page:
    page = devices.page(is_fresh=True, reduced_motion=motion)
    page.add_init_script(WATCH)
    page.goto(table.server.address)
    ready(page)
    return page


def durations_ms(page: Page) -> list[float]:
    found: list[float] = page.evaluate("window.durations_ms")
    return found


def test_flights_and_searches_are_short_and_the_end_is_over_at_a_tap(
    devices: Devices, table: Screens
) -> None:
    page = open_table(devices, table, "no-preference")
    table.at_table("fly green x23")
    expect(page.locator("#board .flight.green")).to_have_count(1)
    table.at_table("search pink b2")
    expect(page.locator("#board .beam.pink")).to_have_count(1)
    page.wait_for_function("window.durations_ms.length >= 4")  # a way, a rotor, a cone, a rotor
    assert max(durations_ms(page)) < SHORT_MS
    table.at_table("search yellow d4")
    expect(page.locator("#board .ending")).to_have_count(1)
    page.keyboard.press("Shift")
    expect(page.locator("#board .ending")).to_have_count(0)


def test_without_motion_nothing_moves_and_nothing_is_lost(
    devices: Devices, table: Screens
) -> None:
    page = open_table(devices, table, "reduce")
    table.at_table("fly green x23")
    expect(page.locator("#board .flight.green")).to_have_count(1)
    table.at_table("search yellow d4")
    expect(page.locator("#board [href$='car.svg']:visible")).to_have_count(1)
    expect(page.locator("#board .ending")).to_have_count(0)
    assert durations_ms(page) == []
    assert page.evaluate("document.getAnimations().length") == 0


def test_nothing_of_the_last_round_is_lit_while_eyes_are_closed(
    devices: Devices, table: Screens
) -> None:
    page = open_table(devices, table, "reduce")
    table.at_table("fly green x23", "fly yellow x43", "search pink b2")
    expect(page.locator("#board .beam")).to_have_count(1)
    table.at_table("done")
    expect(page.locator("#board :is(.beam, .flight)")).to_have_count(0)
    hide(table, "d3")
    expect(page.locator("#turn")).to_have_text("The police to act")
    expect(page.locator("#board :is(.beam, .flight)")).to_have_count(0)


# The same pieces on every page, in both themes.

SCHEMES: list[Literal["light", "dark"]] = ["light", "dark"]
READABLE = 4.5  # WCAG's AA
CELLS = "#board .cell[data-place]"
ROOFS = """(cells) => Object.fromEntries([...document.querySelectorAll(cells)].map(
  (each) => [each.dataset.place, [each.querySelector(".cover").innerHTML,
    [...each.querySelectorAll(".cover g g path")].map((path) => path.getAttribute("d")).join(),
  ]]))"""

LOOKS = """() => [...document.querySelectorAll("#board .piece:not(.away)")].map((each) => {
  const body = each.querySelector(".body");
  const letter = each.querySelector(".letter");
  const { fill } = getComputedStyle(body);
  return [each.dataset.piece, body.getAttribute("d"), letter.textContent, fill,
    getComputedStyle(letter).fill];
}).sort()"""
TEXTS = """() => [[".cell .name", ".plot"], [".round .light.dim ~ .mark", ".round .light.dim"]]
  .map((both) => both.map((each) => document.querySelector(`#board ${each}`)))
  .filter(([text]) => text) // /board has real light, no levels
  .map((both) => both.map((each) => getComputedStyle(each).fill))"""


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as browsers write them, as WCAG defines it."""

    def light(colour: str) -> float:
        parts = [int(each) / 255 for each in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_pieces_are_the_same_on_every_page_and_names_are_readable(
    devices: Devices, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch, Evening(tmp_path, is_followed=True) as evening:
        unlimited(patch)
        arrest = add_arrest(tmp_path)
        for colour, at in PLACED.items():
            evening.daemon.say(POLICE, f"place {colour} {at}")
        evening.done("eyes-closed")
        evening.daemon.say(THIEF, "hide c3")
        evening.until(lambda status: status.phase == "police")
        page = devices.page(viewport=TABLET)
        url, cookie = evening.server.address, a_host(evening.server)
        sits_too(evening.server, cookie, POLICE)
        name, _, token = cookie.partition("=")
        page.context.add_cookies([{"name": name, "value": token, "url": url}])
        seen: list[Any] = []
        for path in PAGES:
            page.goto(url + path.format(arrest=arrest))
            ready(page)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                seen.append(page.evaluate(LOOKS))
                for text, ground in page.evaluate(TEXTS):
                    assert contrast(text, ground) >= READABLE, (path, scheme, text, ground)
    assert len(seen) == len(PAGES) * len(SCHEMES) and all(each == seen[0] for each in seen)
    for *_, shape, letter, fill, ink in seen[0]:
        assert contrast(fill, ink) >= READABLE, fill
        assert sum(shape == other[1] or letter == other[2] for other in seen[0]) == 1


def test_neighbouring_roofs_differ_and_stay(devices: Devices, table: Screens) -> None:
    page = open_table(devices, table, "reduce")
    roofs: dict[str, list[str]] = page.evaluate(ROOFS, CELLS)
    assert sorted(roofs) == sorted(layout.CELLS)
    assert len({building for building, _ in roofs.values()}) == len(roofs)
    for column, other in pairwise("abcde"):
        for row, below in pairwise("12345"):
            one, *near = (roofs[each][1] for each in (column + row, other + row, column + below))
            assert one and one not in near
    page.reload()
    ready(page)
    assert page.evaluate(ROOFS, CELLS) == roofs

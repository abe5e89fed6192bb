"""The police's page: moves by touch and by keyboard, marks, and hints."""

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.words import Words
from playwright.sync_api import Browser, Locator, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE
from tests.support.seats import at_seat, host_page
from tests.support.web_evening import PLACED, POLICE, THIEF, Evening

Sit = Callable[..., Page]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path) as evening:
        yield evening


@pytest.fixture
def sit(browser: Browser, evening: Evening) -> Iterator[Sit]:
    """Opens a page on a phone of its own."""
    with Devices(browser, "403") as devices:

        def open_page(
            seat: int | None = POLICE, locale: str = "en-GB", *, is_host: bool = False
        ) -> Page:
            page = devices.page(locale=locale, viewport=PHONE, has_touch=True, is_mobile=True)
            home = host_page(page, evening.server) if is_host else f"http://{evening.host}/"
            page.goto(home if seat is None else at_seat(page, evening.server, seat))
            expect(page.locator("#ask")).not_to_be_empty()
            return page

        yield open_page


def touch(page: Page, place: str) -> None:
    at(page, place).tap()


def at(page: Page, place: str) -> Locator:
    return page.locator(f'#board [data-place="{place}"]')


def targets(page: Page) -> Locator:
    return page.locator("#board .target")


def ask(page: Page) -> Locator:
    return page.locator("#ask")


def note(page: Page) -> Locator:
    return page.locator("#note")


def hold(page: Page) -> None:
    page.locator("#hold").hover()
    page.mouse.down()


def moves(evening: Evening) -> list[str]:
    view: Any = evening.daemon.status().view
    return list(view["moves"])


def police_act(evening: Evening) -> None:
    """Plays to the first turn of the police: helicopters as in PLACED, the car in c3."""
    evening.place()
    evening.daemon.say(THIEF, "hide c3")
    evening.until(lambda status: status.phase == "police")


def is_outline_in(page: Page) -> bool:
    size: Any = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    return bool(size == [360, 640])


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_a_round_by_touch(sit: Sit, evening: Evening, locale: str) -> None:
    page = sit(locale=locale)
    words = Words(locale[:2], "car-thief")
    for colour, crossing in PLACED.items():
        expect(ask(page)).to_contain_text(words.of("helicopter", colour))
        touch(page, crossing)
        evening.until_at(colour, crossing)
        expect(ask(page)).to_contain_text(crossing)  # that it is to be put there
        evening.hands.put(crossing)
        evening.until(lambda status: status.sync == "synced")
    assert is_outline_in(page)
    expect(ask(page)).to_have_text(words.of("shown", "setup.done"))
    page.locator("#done").tap()
    expect(ask(page)).to_have_text(words.of("shown", "hide"))
    evening.daemon.say(THIEF, "hide c3")
    expect(ask(page)).to_have_text(words.of("shown", "police.act"))

    # Green flies there and back, then away for good; hands follow.
    touch(page, "x22")
    expect(targets(page)).to_have_count(8)  # four crossings, four buildings
    touch(page, "x32")
    expect(ask(page)).to_contain_text("x32")
    expect(targets(page)).to_have_count(0)
    page.locator("#undo").tap()
    expect(ask(page)).to_have_text(words.of("shown", "police.act"))
    touch(page, "x22")
    touch(page, "x23")
    expect(ask(page)).to_contain_text("x23")
    evening.hands.take("x22")
    evening.hands.put("x23")
    expect(ask(page)).to_have_text(words.of("shown", "police.act"))

    # Pink alone can search b1; yellow is touched first, then something out of its reach.
    touch(page, "b1")
    expect(at(page, "x11")).not_to_have_attribute("aria-label", re.compile("(to act|ждёт)"))
    touch(page, "x11")
    expect(targets(page)).to_have_count(0)
    touch(page, "x44")
    expect(targets(page)).to_have_count(6)  # two crossings
    touch(page, "a5")
    expect(note(page)).to_have_text(re.compile("(cannot get there|Туда нельзя)"))
    touch(page, "e5")
    expect(ask(page)).to_have_text(words.of("shown", "police.done"))
    assert moves(evening)[3:] == [
        "hide ?",
        "fly green x23",
        "search pink b1 -> nothing",
        "search yellow e5 -> nothing",
    ]
    page.locator("#done").tap()
    evening.until(lambda status: status.phase == "eyes-closed")
    assert is_outline_in(page)


def test_a_round_by_keyboard(sit: Sit, evening: Evening) -> None:
    page = sit()
    keys = page.keyboard

    def go(place: str) -> None:
        focused = page.locator(":focus").get_attribute("data-place") or ""
        column, row = (ord(a) - ord(b) for a, b in zip(place[-2:], focused[-2:], strict=True))
        for steps, more, less in ((column, "Right", "Left"), (row, "Down", "Up")):
            for _ in range(abs(steps)):
                keys.press(f"Arrow{more if steps > 0 else less}")
        expect(at(page, place)).to_be_focused()

    def tab_to(what: Locator) -> None:
        for _ in range(12):
            if what.evaluate("(each) => each === document.activeElement"):
                return
            keys.press("Tab")
        raise AssertionError("it cannot be reached")

    tab_to(at(page, "x22"))
    for colour, crossing in PLACED.items():
        go(crossing)
        keys.press("Enter")
        evening.until_at(colour, crossing)
        evening.hands.put(crossing)
        evening.until(lambda status: status.sync == "synced")
        named = f"{crossing}, {colour} helicopter"
        expect(at(page, crossing)).to_have_attribute("aria-label", named)
    tab_to(page.locator("#done"))
    keys.press("Enter")
    evening.until(lambda status: status.phase == "eyes-closed")
    evening.daemon.say(THIEF, "hide c3")
    expect(at(page, "x44")).to_have_attribute(
        "aria-label", "x44, yellow helicopter, to act, can be chosen"
    )

    keys.press("Shift+Tab")  # hold
    keys.press("Shift+Tab")  # undo
    keys.press("Shift+Tab")
    go("x22")
    keys.press("Enter")
    expect(note(page)).to_contain_text("The green helicopter: tap a marked")
    go("x23")
    keys.press(" ")
    named = "x23, green helicopter, something is missing here"  # until hands put it there
    expect(at(page, "x23")).to_have_attribute("aria-label", named)
    evening.hands.take("x22")
    evening.hands.put("x23")
    expect(ask(page)).to_have_text(Words("en", "car-thief").of("shown", "police.act"))
    keys.press("Shift+Tab")
    for cell, searcher in (("b1", "x11"), ("e5", "x44")):
        go(cell)
        expect(at(page, searcher)).to_have_attribute("aria-label", re.compile("to act"))
        keys.press("Enter")
        expect(at(page, searcher)).not_to_have_attribute("aria-label", re.compile("to act"))
        assert cell in moves(evening)[-1]
    expect(ask(page)).to_contain_text("Press Done.")
    tab_to(page.locator("#done"))
    keys.press("Enter")
    evening.until(lambda status: status.phase == "eyes-closed")


def test_a_place_that_two_can_reach_asks_which(sit: Sit, evening: Evening) -> None:
    police_act(evening)
    page = sit()
    touch(page, "b2")
    expect(note(page)).to_have_text("More than one can. Tap a helicopter first.")
    expect(targets(page)).to_have_count(2)  # the two helicopters
    touch(page, "x11")
    evening.until(lambda _: moves(evening)[-1] == "search pink b2 -> nothing")


def test_the_thief_touches_nothing_that_is_not_held(sit: Sit, evening: Evening) -> None:
    evening.place()
    page = sit(THIEF)
    touch(page, "c3")
    expect(note(page)).to_have_text("Nothing to choose there now.")
    evening.daemon.say(THIEF, "hide c3")
    expect(page.locator("#turn")).to_have_text("The police to act")
    touch(page, "x22")
    expect(note(page)).to_have_text("Nothing to choose there now.")
    page.locator("#done").tap()  # it is there as on every seat's page
    expect(note(page)).to_have_text("“Done”: It is not your turn.")
    assert evening.daemon.status().phase == "police"


def test_done_and_undo_are_not_shown_when_nobody_can_act(sit: Sit, evening: Evening) -> None:
    police_act(evening)
    thief, police = sit(THIEF), sit()
    for page in (thief, police):
        expect(page.locator("#done")).to_be_visible()
    evening.daemon.say(POLICE, "search green c3")
    for page in (thief, police):
        expect(page.locator("body")).to_have_attribute("data-phase", "over")
        for name in ("#done", "#undo"):
            expect(page.locator(name)).to_be_hidden()


def test_what_is_on_its_way_is_shown_and_a_refusal_is_said(sit: Sit, evening: Evening) -> None:
    police_act(evening)
    page, other = sit(), sit()
    go_on = threading.Event()
    busy = threading.Thread(target=evening.daemon.call, args=(lambda: go_on.wait(10),))
    busy.start()
    touch(page, "b1")
    expect(note(page)).to_have_text("Sent: Search b1 with the pink helicopter")
    expect(page.locator("#board .target.sent")).to_have_count(1)
    touch(other, "a2")
    expect(note(other)).to_have_text("Sent: Search a2 with the pink helicopter")
    go_on.set()
    busy.join()
    expect(page.locator("#board .target.sent")).to_have_count(0)
    expect(note(page)).to_have_text(
        "Your secrets are shown while you hold, or for 5 s after a tap."
    )
    stale = "The game has moved on: nothing on b1. Look again."
    expect(note(other)).to_have_text(f"“Search a2 with the pink helicopter”: {stale}")
    assert moves(evening)[-1] == "search pink b1 -> nothing"
    page.locator("#done").tap()
    expect(note(page)).to_have_text("“Done”: Not yet. See above what to do.")
    page.locator("#undo").tap()
    expect(note(page)).to_have_text("“Undo”: Not yet. See above what to do.")


def test_marks_are_shared_by_the_devices_of_a_seat(sit: Sit, evening: Evening) -> None:
    police_act(evening)
    page, other, thief = sit(), sit(), sit(THIEF)
    for said, mark in (("✕: not here", "no"), (r"\?: maybe", "maybe"), ("erase", "")):
        hold(page)
        at(page, "e5").hover()
        expect(note(page)).to_have_text(re.compile(rf"Let go to .*{said}"))
        page.mouse.up()
        pencil = {"e5": mark} if mark else {}
        evening.until(
            lambda _, is_now=pencil: evening.daemon.seat_view(POLICE)["pencil"] == is_now  # type: ignore[misc]
        )
        hold(other)
        if mark:
            expect(at(other, "e5")).to_have_attribute("data-is", mark)
            expect(at(other, "e5")).to_have_attribute("aria-label", re.compile("your mark: "))
        other.mouse.up()
        expect(other.locator("#board .pencil")).to_have_count(0)
        hold(thief)
        expect(at(thief, "c3")).to_have_attribute("data-is", "trail car")
        expect(thief.locator("#board .pencil")).to_have_count(0)
        thief.mouse.up()


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_hints_are_chosen_at_the_table_and_shown_to_all(
    sit: Sit, evening: Evening, locale: str
) -> None:
    police_act(evening)
    evening.daemon.say(POLICE, "search pink b1")
    words = Words(locale[:2], "car-thief")
    table, police, thief = (
        sit(seat, locale, is_host=seat is None) for seat in (None, POLICE, THIEF)
    )
    shown = {"off": (0, 0, 0), "notes": (1, 0, 0), "cells": (1, 24, 0), "odds": (1, 24, 24)}
    for grade in ("notes", "cells", "odds", "off"):
        table.locator("#hints").select_option(grade)
        for page in (police, thief):
            expect(page.locator("#hints")).to_have_text(words.of("table", f"hints-{grade}"))
        expect(table.locator("#hints")).to_have_value(grade)
        for page in (table, police, thief):
            for kind, count in zip(("searched", "possible", "odds"), shown[grade], strict=True):
                expect(page.locator(f"#board .{kind}")).to_have_count(count)
        if grade == "odds":
            odds = table.locator("#board .odds").all_text_contents()
            assert odds == ["4%"] * 24
            label = re.compile(r"a1 .*4[.,]2\s?%")
            expect(table.locator("#board")).to_have_attribute("aria-label", label)
            expect(at(police, "a1")).to_have_attribute("aria-label", re.compile(r"a1, .*4[.,]2"))
    width: Any = table.evaluate("document.documentElement.scrollWidth")
    assert width == PHONE["width"]


def test_hints_are_not_for_strangers_to_change(sit: Sit, evening: Evening) -> None:
    police_act(evening)
    with evening.http(is_host=True) as client:
        assert client.post("/hints", content="all").status_code == 409
        assert client.post("/hints", content="x" * 300).status_code == 413
        assert client.post("/hints", content="cells").status_code == 204
        assert client.get("/hints").status_code == 405
    with evening.http(Origin="http://elsewhere") as client:
        assert client.post("/hints", content="odds").status_code == 403
    page = sit(None)
    expect(page.locator("#hints")).to_have_value("cells")
    page.locator("#hints").select_option("odds")
    refused = "Only the host can do this: open the address that the terminal shows."
    expect(page.locator("#chosen")).to_have_text(refused)
    expect(page.locator("#hints")).to_have_value("cells")
    assert evening.daemon.status().hints["grade"] == "cells"

"""Announcements and the masking sound of the table's page, in a real browser."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard import games
from heistboard.games.gestures import Ask
from heistboard.rules import TABLE
from heistboard.voice.announcer import DROPS, TextKind
from heistboard.words import Words
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.hearing import heard, listen, until_heard
from tests.support.web_evening import SPEED as FAST
from tests.support.web_evening import Evening

SPEED = 4  # slow enough that a browser hears each step
LEAST_MS = 60_000
COUNT_MS = 5_000  # longer than closing words and count
VIEW = games.load("car-thief").new().view(TABLE)
ENGLISH = Words("en", "car-thief")
IS_ON = "The sound is on."
OPEN = "Open your eyes. It is the police's turn."

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def long_night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A game whose eyes stay closed."""
    with Evening(tmp_path_factory.mktemp("night"), thief_ms=FAST * LEAST_MS) as evening:
        evening.place()
        yield evening


@pytest.fixture
def look(browser: Browser) -> Iterator[Open]:
    """Opens the table's page on a device that can speak."""
    with Devices(browser, "WebSocket") as devices:

        def open_page(evening: Evening, *, is_on: bool = True, locale: str = "en-GB") -> Page:
            page = devices.page(is_fresh=True, locale=locale)
            listen(page.context)
            page.goto(f"http://{evening.host}/")
            expect(page.locator("#ask")).not_to_be_empty()
            if is_on:
                page.locator("#sound").click()
                expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
            return page

        yield open_page


def spoken(id_: str, **words: str) -> str:
    return ENGLISH.spoken(Ask(id_, words), VIEW)


# A whole phase.


def play(evening: Evening, page: Page, cell: str, tried: tuple[str, ...]) -> list[str]:
    """Plays a phase with eyes closed and a search; the thief lifts the cells *tried* first."""
    asks = [spoken("setup.place", helicopter=each) for each in ("yellow", "pink")]
    waits = iter([*asks, spoken("setup.done"), spoken("eyes.close")])
    page.clock.install()
    evening.place(then=lambda: until_heard(page, next(waits)))
    page.clock.run_for(COUNT_MS)
    until_heard(page, "cover on")
    for each in tried:
        evening.hands.uncover(each)
        evening.until_hiding("open", open=[each])
        evening.hands.cover(each)
        evening.until(lambda _: not evening.hiding()["open"])
    evening.hide(cell)
    until_heard(page, OPEN)
    evening.hands.uncover("a1")
    until_heard(page, spoken("found.nothing", cell="a1"))
    return heard(page)


def test_a_game_is_said_and_its_twin_the_same(look: Open, tmp_path: Path) -> None:
    said = []
    for name, cell, tried in (("one", "c3", ()), ("other", "e1", ("d5", "b4", "e5"))):
        with Evening(tmp_path / name, speed=SPEED) as evening:
            said.append(play(evening, look(evening), cell, tried))
    assert said[0] == said[1]
    assert said[0] == [
        IS_ON,
        *(spoken("setup.place", helicopter=each) for each in ("yellow", "pink")),
        spoken("setup.done"),
        spoken("eyes.close"),
        *ENGLISH.count(),
        "cover on",
        "cover off",
        OPEN,
        spoken("found.nothing", cell="a1"),
    ]


# Sound on and off.


def test_the_page_is_silent_until_it_is_asked(look: Open, long_night: Evening) -> None:
    page = look(long_night, is_on=False)
    button = page.get_by_role("button", name="Sound", exact=True)
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#loud")).to_be_hidden()
    expect(page.get_by_text("Eyes closed")).to_be_visible()
    assert heard(page) == []
    button.click()
    until_heard(page, "cover on")
    assert heard(page) == ["cover on"]  # no old news, and no word while eyes are closed
    expect(page.get_by_role("slider", name="Volume of the masking sound")).to_be_visible()
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert heard(page) == ["cover on", "cover off"]


def test_a_reload_waits_for_a_touch(look: Open, long_night: Evening) -> None:
    page = look(long_night)
    until_heard(page, "cover on")
    page.locator("#loud").fill("9")
    with page.expect_websocket():  # whatever asks the page something counts as a touch
        page.reload()
    expect(page.locator("#sound")).to_have_text("Tap for sound")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    assert heard(page) == []
    page.locator("#turn").click()  # anywhere
    until_heard(page, "cover on")
    expect(page.locator("#sound")).to_have_text("Sound")
    expect(page.locator("#loud")).to_have_value("9")
    page.locator("#sound").click()
    page.reload()
    expect(page.locator("#sound")).to_have_text("Sound")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")


def test_without_a_voice_of_the_language_the_button_says_so(
    look: Open, long_night: Evening
) -> None:
    page = look(long_night)
    page.evaluate("voices.splice(1, 1); speechSynthesis.dispatchEvent(new Event('voiceschanged'))")
    expect(page.locator("#sound")).to_have_text("Sound is on, but there is no English voice")
    page.get_by_role("button", name="Русский").click()
    expect(page.locator("#sound")).to_have_text("Звук")


# How long eyes stay closed.


def test_who_comes_later_sees_how_long_is_left(look: Open, long_night: Evening) -> None:
    def seconds() -> int:
        found = re.search(r"at least (\d+) s", page.locator("#eyes").inner_text())
        return int(found[1]) if found else -1

    page = look(long_night, is_on=False)
    first = seconds()
    assert 0 < first < LEAST_MS / 1000
    expect(page.locator("body")).to_have_attribute("data-eyes", "closed")
    left: Any = page.locator("#eyes .left").get_attribute("stroke-dasharray")
    assert 0 < float(left.split()[0]) < 100
    page.reload()
    expect(page.locator("#eyes")).to_contain_text("at least")
    assert 0 < seconds() <= first


# With messages of the test.


class Given:
    """A ``Voice`` of its own on the page, which gets messages from the test."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.evaluate(
            """async () => {
              localStorage.clear();
              const { Voice } = await import("/pages/voice.js");
              const button = document.createElement("button");
              button.append(document.createElement("span"));
              const slider = document.createElement("input");
              Object.assign(slider, { type: "range", max: 10 });
              const { Words } = await import("/pages/words.js");
              window.words = new Words();
              await words.begin(document.createElement("button"), () => {});
              window.given = new Voice(button, slider, words, new AudioContext());
              window.sound = button;
              given.wake();
            }"""
        )
        until_heard(page, IS_ON)
        page.wait_for_function("() => !window.isSaying()")
        page.evaluate("window.heard = []")
        self._number = 0
        self._last: list[dict[str, object]] = []

    def add(self, kind: TextKind, *parts: str) -> None:
        """Adds an announcement to the next message."""
        self._number += 1
        drops = [each.value for each in DROPS[kind]]
        said = {"en": list(parts), "ru": [f"{part} по-русски" for part in parts]}
        self._last.append(
            {"number": self._number, "kind": kind.value, "drops": drops, "parts": said}
        )
        del self._last[:-6]

    def tell(self, *, run: str = "", is_secret: bool = False, after_ms: int = 0) -> None:
        """Hands it a message of the server, the first one on a socket if *run* is given."""
        message: dict[str, object] = {"table": {"spoken": self._last, "secret": is_secret}}
        if run:
            message["entered"] = {"run": run}
        self._page.evaluate(
            """([message, afterMs]) => {
              const now = Date.now;
              window.later = (window.later ?? 0) + afterMs;
              Date.now = () => now() + window.later;
              given.alive();
              given.take(message);
              Date.now = now;
            }""",
            [message, after_ms],
        )

    def restart(self) -> None:
        """Numbers announcements from 1 again, as a restarted server does."""
        self._number, self._last = 0, []


@pytest.fixture(scope="module")
def quiet(browser: Browser) -> Iterator[Page]:
    with browser.new_context(locale="en-GB") as context:
        listen(context)
        yield context.new_page()


@pytest.fixture
def given(quiet: Page, long_night: Evening) -> tuple[Given, Page]:
    quiet.goto(f"http://{long_night.host}/nothing")  # a page of ours where nothing runs yet
    return Given(quiet), quiet


def test_what_was_overtaken_on_the_way_is_said_too(given: tuple[Given, Page]) -> None:
    voice, page = given
    voice.add(TextKind.NEWS, "old")
    voice.tell(run="a")
    for text in ("one", "two", "three"):
        voice.add(TextKind.NEWS, text)
    voice.tell()
    voice.tell()
    until_heard(page, "three")
    voice.tell(run="a")  # a new line to the same server
    voice.add(TextKind.NEWS, "four")
    voice.tell()
    until_heard(page, "four")
    voice.restart()
    voice.add(TextKind.NEWS, "again")
    voice.tell(run="b")
    until_heard(page, "again")
    assert heard(page) == ["one", "two", "three", "four", "again"]


def test_who_was_away_hears_only_that_eyes_are_open(given: tuple[Given, Page]) -> None:
    voice, page = given
    voice.tell(run="a")
    voice.add(TextKind.EYES, "open")
    voice.add(TextKind.NEWS, "found")
    voice.tell(run="a", after_ms=60_000)
    voice.add(TextKind.NEWS, "now")
    voice.tell(after_ms=60_000)  # nothing has happened for long, but the line was there
    until_heard(page, "now")
    assert heard(page) == ["open", "now"]


def test_texts_overtake_each_other_as_the_table_says(given: tuple[Given, Page]) -> None:
    voice, page = given
    voice.tell(run="a")
    page.evaluate("window.isHeld = true")
    voice.add(TextKind.HELP, "asked")
    voice.tell()
    for kind, text in (
        (TextKind.NEWS, "found"),
        (TextKind.HELP, "asked"),
        (TextKind.HELP, "then"),
        (TextKind.HELP, "last"),
    ):
        voice.add(kind, text)
    voice.tell()
    assert heard(page) == ["asked"]
    page.evaluate("window.isHeld = false; window.finish()")
    until_heard(page, "last")
    assert heard(page) == ["asked", "found", "last"]
    # Words about eyes drop all that waits, and break a count off.
    page.evaluate("window.isHeld = true; window.heard = []")
    voice.add(TextKind.NEWS, "found")
    voice.tell()
    until_heard(page, "found")
    voice.add(TextKind.NEWS, "more")
    voice.add(TextKind.EYES, "close", "three", "two")
    voice.tell(is_secret=True)
    page.evaluate("window.finish()")
    until_heard(page, "close")
    voice.add(TextKind.EYES, "open")
    voice.tell()
    page.evaluate("window.isHeld = false; window.finish()")
    until_heard(page, "open")
    assert heard(page) == ["found", "close", "open"]


def test_mute_is_at_once(given: tuple[Given, Page]) -> None:
    voice, page = given
    voice.tell(run="a")
    page.evaluate("window.isHeld = true")
    voice.add(TextKind.NEWS, "one")
    voice.add(TextKind.NEWS, "two")
    voice.tell()
    page.evaluate("sound.click()")
    assert heard(page) == ["one", "cancelled"]
    voice.add(TextKind.NEWS, "three")
    voice.tell()
    page.evaluate("window.isHeld = false; sound.click()")
    until_heard(page, IS_ON)
    voice.add(TextKind.NEWS, "four")
    voice.tell()
    until_heard(page, "four")
    assert heard(page) == ["one", "cancelled", IS_ON, "four"]


def test_the_next_text_is_in_the_language_of_the_page(given: tuple[Given, Page]) -> None:
    voice, page = given
    voice.tell(run="a")
    voice.add(TextKind.NEWS, "one")
    voice.tell()
    until_heard(page, "one")
    assert page.evaluate("window.voice") == "near"
    page.evaluate("words.language = 'ru'")
    voice.add(TextKind.NEWS, "two")
    voice.tell()
    until_heard(page, "two по-русски")
    assert page.evaluate("window.voice") == "рядом"


def test_the_sound_begins_though_the_voice_hangs(given: tuple[Given, Page]) -> None:
    voice, page = given
    page.clock.install()
    voice.tell(run="a")
    page.evaluate("window.isHeld = true")
    voice.add(TextKind.EYES, "close", "three")
    voice.tell(is_secret=True)
    page.clock.run_for(11_000)
    assert heard(page) == ["close"]
    page.clock.run_for(2_000)
    assert heard(page) == ["close", "cover on"]
    voice.tell()
    assert heard(page)[-1] == "cover off"

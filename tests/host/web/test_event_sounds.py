"""Sounds of what happens: which ones a page plays, when, and that the button silences it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.screens import Screens
from tests.support.seats import at_seat

THIEF, POLICE = 0, 1
BEGIN = ("place green x22", "place yellow x44", "place pink x11")

# What pages play, without a loudspeaker.
RECORD = """
window.played = [];
window.contexts = 0;
window.states = [];
window.AudioContext = class extends AudioContext {
  constructor(...options) {
    super(...options);
    window.contexts += 1;
    this.addEventListener("statechange", () => window.states.push(this.state));
  }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) {
  window.played.push(this.frequency.value);
  return start.call(this, when);
};
"""
MOVE, NOTHING, TURN = [220], [330, 247], [660, 880]
CAUGHT = [523, 659, 784, 1047]
ONE = {"game": 1, "sounds": ["move", ""], "names": ["a", "b"], "turn": ["a"]}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Screens]:
    with Screens(tmp_path, "car-thief") as table:
        yield table


@pytest.fixture
def police(browser: Browser, table: Screens) -> Iterator[Page]:
    with Devices(browser, "WebSocket") as devices:
        page = devices.page(is_fresh=True)
        page.add_init_script(RECORD)
        page.goto(at_seat(page, table.server, POLICE))
        expect(page.locator("#ask")).not_to_be_empty()
        yield page


def played(page: Page, count: int) -> list[float]:
    page.wait_for_function("(count) => window.played.length >= count", arg=count)
    notes: list[float] = page.evaluate("window.played.splice(0)")
    return [round(note) for note in notes]


def touch(page: Page) -> None:
    page.locator("#turn").click()
    page.wait_for_function("() => window.contexts")


def rested(page: Page) -> list[str]:
    """What its sound did until nothing sounded."""
    page.wait_for_function("() => window.states.at(-1) === 'suspended'")
    states: list[str] = page.evaluate("window.states.splice(0)")
    return states


def happened(page: Page, event: str) -> None:
    expect(page.locator("#events li").first).to_have_text(event)


def test_nothing_is_made_before_a_touch_and_nothing_sounds_when_it_is_off(
    police: Page, table: Screens
) -> None:
    button = police.get_by_role("button", name="Sounds of what happens")
    expect(button).to_have_attribute("aria-pressed", "true")
    table.daemon.say(POLICE, BEGIN[0])
    happened(police, "green placed on x22")
    assert police.evaluate("[window.contexts, window.played]") == [0, []]
    touch(police)
    table.daemon.say(POLICE, BEGIN[1])
    assert played(police, 1) == MOVE
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    table.daemon.say(POLICE, BEGIN[2])
    happened(police, "pink placed on x11")
    police.reload()
    expect(button).to_have_attribute("aria-pressed", "false")  # it is remembered
    police.locator("#turn").click()
    table.daemon.press_for(POLICE, "done")
    table.daemon.say(THIEF, "hide c3")
    expect(police.locator("#turn")).to_have_text("The police to act")
    assert police.evaluate("[window.contexts, window.played]") == [0, []]
    button.click()
    table.daemon.say(POLICE, "search green b2")
    assert played(police, 2) == NOTHING


def test_events_the_own_turn_and_the_ending_sound_each_in_its_way(
    police: Page, table: Screens
) -> None:
    touch(police)
    assert rested(police)[-1] == "suspended"
    for move in BEGIN:
        table.daemon.say(POLICE, move)
        assert played(police, 1) == MOVE
        assert rested(police) == ["running", "suspended"]  # it sounded, and keeps nothing awake
    expect(police.locator("#turn")).to_have_text("The police to act")
    table.daemon.press_for(POLICE, "done")
    # A page that heard of both at once would know of no other turn in between.
    expect(police.locator("#turn")).not_to_have_text("The police to act")
    table.daemon.say(THIEF, "hide d4")
    assert played(police, 3) == MOVE + TURN
    table.daemon.say(POLICE, "search green b2")
    assert played(police, 2) == NOTHING
    table.daemon.say(POLICE, "search yellow d4")
    assert played(police, 4) == CAUGHT


def test_one_sound_tells_of_what_happened_however_much_it_was(police: Page) -> None:
    def sounding(before: dict[str, Any] | None, own: list[int], **now: Any) -> Any:  # noqa: ANN401
        was = None if before is None else {**ONE, "view": {"moves": ["m"]}, **before}
        script = """async ([was, now, own]) => {
            const { sounding } = await import("/pages/event_sounds.js");
            return sounding(was, now, own);
        }"""
        then = {**ONE, "view": {"moves": ["m", "n", "o"]}, **now}
        return police.evaluate(script, [was, then, own])

    assert sounding({}, []) == ["move"]
    assert sounding({}, [], sounds=["find", "caught"]) == ["caught"]
    assert sounding({"sounds": ["find", ""]}, [], sounds=["find", "caught"]) == ["caught"]
    assert sounding({"sounds": ["find", "caught"]}, [], view={"moves": ["m"]}) == []
    assert sounding({}, [], view={"moves": []}) == []  # taken back
    assert sounding({}, [], sounds=["", ""]) == []
    assert sounding({}, [1], turn=["b"]) == ["move", "turn"]
    assert sounding({}, [0], turn=["b"]) == ["move"]
    assert sounding({}, [0, 1], view={"moves": ["m"]}, turn=["a", "b"]) == ["turn"]
    assert sounding({"game": 2}, [1], turn=["b"]) == []  # another game
    assert sounding(None, [1], turn=["b"]) == []

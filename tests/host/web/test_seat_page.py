"""A seat's page in a real browser."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.games.car_thief.gestures import CarThiefGestures
from heistboard.web import Server
from playwright.sync_api import Browser, Locator, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, catalogue
from tests.support.seats import at_seat, lead_out, open_invitation, unlimited
from tests.support.web_evening import POLICE, THIEF, Evening, helicopters

HIDDEN = "Your secrets are shown while you hold, or for 5 s after a tap."
SECRET = re.compile("")  # any
ENDS = ["blur", "pagehide"]  # of the window


@pytest.fixture(scope="module")
def second_round(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with pytest.MonkeyPatch.context() as patch:
        unlimited(patch)
        with Evening(tmp_path_factory.mktemp("evening")) as evening:
            evening.place()
            evening.hide("c3")
            yield evening


@pytest.fixture
def evening(second_round: Evening) -> Evening:
    """Round 2, eyes closed; the car was in c3."""
    if second_round.daemon.status().phase == "police":
        second_round.fly()
    return second_round


@pytest.fixture
def sit(browser: Browser, evening: Evening) -> Iterator[Callable[..., Page]]:
    """Opens an invitation to a seat on a phone of its own."""
    with Devices(browser, "WebSocket") as devices:

        def open_page(
            seat: int = THIEF,
            locale: str = "en-GB",
            *,
            is_touched: bool = False,
            is_fresh: bool = False,
        ) -> Page:
            page = devices.page(
                locale=locale,
                viewport=PHONE,
                is_fresh=is_fresh,
                has_touch=is_touched,
                is_mobile=is_touched,
            )
            page.goto(at_seat(page, evening.server, seat))
            expect(page.locator("#ask")).to_have_text(re.compile(r"\.$"))
            return page

        yield open_page


def hold(page: Page) -> None:
    page.locator("#hold").hover()
    page.mouse.down()


def cell(page: Page, place: str) -> Locator:
    return page.locator(f'#board [data-place="{place}"]')


def expect_is(page: Page, place: str, kind: str) -> None:
    """Expects that a place is marked as this *kind*, for this seat alone."""
    expect(cell(page, place)).to_have_attribute("data-is", re.compile(rf"\b{kind}\b"))


def expect_nothing(page: Page, place: str) -> None:
    expect(cell(page, place)).not_to_have_attribute("data-is", SECRET)


def note(page: Page) -> Locator:
    return page.locator("#note")


def legal(evening: Evening) -> list[str]:
    moves: Any = evening.daemon.seat_view(THIEF)["legal"]
    return [move.split()[1] for move in moves]


def outline(page: Page) -> str:
    """The whole page with the positions of all that is seen, without the phase of lights."""
    content: str = page.evaluate(
        """() => document.documentElement.outerHTML +
            JSON.stringify([...document.querySelectorAll("*")].map((each) =>
                each.checkVisibility() && each.getBoundingClientRect()))"""
    )
    content = re.sub(r' style="animation-delay: [^"]*"', "", content)
    return content.replace(" flies", "")  # once a helicopter has been drawn twice


def test_the_code_is_gone_from_the_address(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    assert page.url == f"http://{evening.host}/seat/0/"
    page.go_back()
    assert "#" not in page.url


def test_what_is_private_is_shown_while_it_is_held(sit: Callable[..., Page]) -> None:
    page = sit()
    expect(note(page)).to_have_text(HIDDEN)
    hold(page)
    expect_is(page, "c3", "trail")
    expect(cell(page, "c3")).to_have_attribute("aria-label", re.compile("round 1"))
    page.mouse.up()
    expect_nothing(page, "c3")
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3")
    expect(note(page)).to_have_text(HIDDEN)


def test_a_hidden_page_is_the_same_for_every_seat(
    sit: Callable[..., Page], evening: Evening
) -> None:
    thief, police = sit(THIEF), sit(POLICE)
    before = outline(thief)
    assert outline(police) == before
    evening.hands.uncover("a1")
    evening.until_hiding("open", open=["a1"])
    hold(thief)
    expect(note(thief)).to_have_text("Put back every building: a1.")
    shown = outline(thief)
    thief.mouse.up()
    expect(police.locator("#board .cell .light.blink")).to_have_count(25)
    hidden = outline(thief)
    assert hidden not in (before, shown)  # what lights say, everybody sees
    assert outline(police) == hidden
    evening.hands.cover("a1")
    hold(police)
    expect(note(police)).to_contain_text("No secrets here.")
    assert outline(police) != hidden


def test_a_hidden_page_is_the_same_with_hints_and_marks(
    sit: Callable[..., Page], evening: Evening
) -> None:
    """In the police phase, too, where only the police have moves to make."""
    evening.daemon.say(THIEF, f"hide {legal(evening)[0]}")
    evening.until(lambda status: status.phase == "police")
    thief, police = sit(THIEF), sit(POLICE)
    evening.daemon.set_hints("odds")
    for seat, place in ((THIEF, "a1"), (POLICE, "e5")):
        evening.daemon.pencil(seat, place, "no")
    for page, place in ((thief, "a1"), (police, "e5")):
        expect(page.locator("#hints")).to_have_text("hints: odds")
        hold(page)
        expect_is(page, place, "no")
        page.mouse.up()
        page.mouse.move(5, 5)
        page.evaluate("document.activeElement.blur()")
        expect(note(page)).to_have_text(HIDDEN)
    assert outline(thief) == outline(police)
    assert "odds" in outline(police)
    evening.daemon.set_hints("off")


def test_private_things_go_when_the_page_loses_the_focus(sit: Callable[..., Page]) -> None:
    page = sit()
    before = outline(page)
    for end in (*ENDS, "visibilitychange"):
        hold(page)
        expect_is(page, "c3", "trail")
        target = "window" if end in ENDS else "document"
        page.evaluate(f"{target}.dispatchEvent(new Event('{end}'))")
        page.mouse.move(10, 10)
        page.evaluate("document.activeElement.blur()")
        assert outline(page) == before, end  # and it stays so, though the mouse is still down
        page.mouse.up()


def test_only_the_main_button_holds(sit: Callable[..., Page]) -> None:
    page = sit()
    page.locator("#hold").hover()
    page.mouse.down(button="right")
    expect(note(page)).to_have_text(HIDDEN)


def test_what_is_wrong_with_the_hiding_place(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    hold(page)
    for places in (["a1"], ["a1", "e5"]):
        evening.hands.uncover(places[-1])
        expect(note(page)).to_have_text(f"Put back every building: {', '.join(places)}.")
        expect_is(page, places[-1], "open")
    for place in ("a1", "e5"):
        evening.hands.cover(place)
    expect(cell(page, "a1")).not_to_have_attribute("data-is", re.compile("open"))


def test_a_tap_by_another_finger_hides(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit(is_touched=True)
    to = legal(evening)[0]
    touch = page.context.new_cdp_session(page)

    def point(place: Locator, number: int) -> dict[str, float]:
        box = place.bounding_box()
        assert box is not None
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number}

    def send(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    thumb, finger = point(page.locator("#hold"), 1), point(cell(page, to), 2)
    send("touchStart", finger)
    send("touchEnd")
    assert evening.daemon.status().phase == "eyes-closed"  # not while it is hidden
    send("touchStart", thumb)
    expect_is(page, to, "legal")
    send("touchStart", thumb, finger)
    send("touchEnd", finger)
    evening.until(lambda status: status.phase == "police")
    expect_is(page, to, "car")
    send("touchEnd")
    expect_nothing(page, to)
    view: Any = evening.daemon.seat_view(THIEF)["view"]
    assert view["moves"][-1] == f"hide {to}"


def test_sliding_there_and_letting_go_hides(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    to = legal(evening)[0]
    hold(page)
    cell(page, to).hover()
    expect(note(page)).to_have_text(f"Let go to hide on {to}.")
    page.mouse.up()
    evening.until(lambda status: status.phase == "police")
    view: Any = evening.daemon.seat_view(THIEF)["view"]
    assert view["trail"][-1] == to


def test_sliding_past_hides_nothing(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    hold(page)
    cell(page, legal(evening)[0]).hover()
    expect(note(page)).to_contain_text("Let go")
    page.locator("#hold").hover()
    expect(note(page)).not_to_contain_text("Let go")
    page.mouse.up()
    expect(note(page)).to_have_text(HIDDEN)
    assert evening.daemon.status().phase == "eyes-closed"


def test_the_keyboard_hides(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    column, row = "abcde".index((to := legal(evening)[-1])[0]), int(to[1])
    for _ in range(11):  # the header, three links, what happened, a cell, a crossing, Undo
        page.keyboard.press("Tab")
    page.keyboard.down("Space")
    expect_is(page, to, "legal")
    page.keyboard.press("Enter")  # nothing is chosen yet
    for key, steps in (("Right", column - 2), ("Down", row - 3)):
        name = key if steps > 0 else {"Right": "Left", "Down": "Up"}[key]
        for _ in range(abs(steps)):
            page.keyboard.press(f"Arrow{name}")
    expect(cell(page, to)).to_be_focused()
    page.keyboard.press("Enter")
    evening.until(lambda status: status.phase == "police")
    page.keyboard.up("Space")
    expect(page.locator("#hold")).to_be_focused()
    expect(note(page)).to_have_text(HIDDEN)
    view: Any = evening.daemon.seat_view(THIEF)["view"]
    assert view["trail"][-1] == to


def test_the_page_does_not_keep_where_the_arrow_keys_went(sit: Callable[..., Page]) -> None:
    page = sit()
    page.locator("#hold").focus()
    before = outline(page)
    page.keyboard.down("Space")
    expect_is(page, "c3", "trail")
    page.keyboard.press("ArrowRight")
    expect(cell(page, "d3")).to_be_focused()
    page.keyboard.up("Space")
    expect(note(page)).to_have_text(HIDDEN)
    assert outline(page) == before


def test_a_refusal_is_said_to_the_thief_while_held(
    sit: Callable[..., Page], evening: Evening
) -> None:
    page, police = sit(), sit(POLICE)
    expect(police.locator("#ask")).to_contain_text("Close your eyes")
    before = outline(police)
    hold(page)
    cell(page, "c3").hover()
    expect(note(page)).to_have_text("Let go to hide on c3.")
    page.mouse.up()
    hold(page)
    expect(note(page)).to_contain_text(
        "“the car to c3”: Not there: the car can only go to a marked cell."
    )
    expect(note(page).get_by_role("link")).to_have_attribute("href", "/rules/car-thief#CT-THIEF-3")
    page.mouse.up()
    expect(note(page)).to_have_text(HIDDEN)
    assert "CT-THIEF" not in page.content()
    hold(page)
    expect(note(page)).not_to_contain_text("Not there")
    assert outline(police) == before
    assert evening.daemon.status().phase == "eyes-closed"


def test_trouble_of_hidden_hands_is_said_to_the_thief_while_held(
    sit: Callable[..., Page], evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("e1")

    thief, police = sit(THIEF), sit(POLICE)
    with monkeypatch.context() as patch:
        patch.setattr(CarThiefGestures, "_look_closed", fail)
        evening.hands.uncover("e1")
        hold(thief)
        expect(thief.locator("#note")).to_have_text(catalogue("en")["page"]["trouble"])
        expect(police.locator("#ask")).to_have_text(re.compile("Close your eyes"))
    evening.hands.cover("e1")
    expect(thief.locator("#note")).not_to_have_text(catalogue("en")["page"]["trouble"])


def test_a_device_finds_its_seat_again(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    page.goto(f"http://{evening.host}/")
    page.get_by_role("link", name="My page: Thief").click()
    expect(page.locator("#ask")).to_contain_text("Close your eyes")
    hold(page)
    expect_is(page, "c3", "trail")


def test_a_used_code_seats_nobody(evening: Evening, browser: Browser) -> None:
    code = open_invitation(evening.server, THIEF)
    with evening.http() as client:
        assert client.post("/seat/join", content=code).status_code == 200
    with Devices(browser, "status of 40[39]|WebSocket") as devices:
        page = devices.page(locale="en-GB", viewport=PHONE)
        page.goto(f"http://{evening.host}/#sit={code}")
        expect(page.locator("#seats .said")).to_contain_text("was used or is too old")
        assert code not in page.url
        page.goto(f"http://{evening.host}/seat/0/")
        expect(page.locator("#turn")).to_have_text("You do not sit here.")
        page.get_by_role("link", name="Sit down at the table").click()
        expect(page.locator("#seats")).to_contain_text("Thief")


def test_who_is_put_out_sees_nothing_any_more(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    hold(page)
    expect_is(page, "c3", "trail")
    lead_out(evening.server, THIEF)
    expect(page.locator("#turn")).to_have_text("You do not sit here.")
    expect_nothing(page, "c3")


def test_a_lost_line_is_said_and_heals(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    port = evening.server.port
    evening.server.__exit__()
    expect(page.locator("#line")).to_have_text("Connection lost – trying again")
    evening.server = Server(evening.daemon, evening.folder, port=port)
    evening.server.__enter__()
    expect(page.locator("#line")).to_have_text("")
    evening.hands.uncover("a1")
    hold(page)
    expect(note(page)).to_have_text("Put back every building: a1.")
    evening.hands.cover("a1")


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone where nothing is open yet."""
    with Devices(browser, "WebSocket|ERR_") as devices:
        yield devices.page(locale="en-GB", viewport=PHONE)


def test_the_thief_puts_everything_back_after_a_crash(phone: Page, tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.place()
        evening.hide("c3")
        evening.fly()
        evening.hide("c4", "c3")
        phone.goto(at_seat(phone, evening.server, THIEF))
        expect(phone.locator("#turn")).to_have_text("The police to act")
        at = helicopters(evening.daemon.status()).values()
    expect(phone.locator("#line")).to_have_text("Connection lost – trying again")
    port = evening.server.port
    with Evening(tmp_path, port=port, resume=1, off=["c3"]) as again:
        expect(phone.locator("#line")).to_have_text("")
        expect(phone.locator("#ask")).to_contain_text("Put the building back on c3.")
        for crossing in at:
            again.hands.put(crossing)
        again.hands.cover("c3")
        expect(phone.locator("#ask")).to_contain_text("put the car and the tokens back")
        hold(phone)
        expect(note(phone)).to_have_text(
            "Put back: c3 ● yellow · c4 ■ blue + car. Then put back all buildings and press Done."
        )


def test_at_the_end_everybody_sees_the_trail(phone: Page, tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.place()
        evening.hide("b2")
        evening.hands.uncover("b2")
        phone.goto(at_seat(phone, evening.server, POLICE))
        expect(phone.locator("#ask")).to_have_text("The car is found. The police win!")
        hold(phone)
        expect(note(phone)).to_have_text("The game is over. This was the trail.")
        expect_is(phone, "b2", "car")


def filled(text: str, words: dict[str, str]) -> str:
    """Fills *words* into a text, in the grammatical cases it asks for."""
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: words[found[1]], text)


TOO_LONG = """([where, inside, texts, width, height]) => texts.filter((text) => {
    document.getElementById(inside).textContent = text;
    const {scrollWidth, scrollHeight} = document.documentElement;
    const box = document.getElementById(where);
    const fits = box.scrollHeight <= box.clientHeight + 1;
    return scrollWidth !== width || scrollHeight !== height || !fits;
})"""


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_all_of_it_is_on_a_small_phone(sit: Callable[..., Page], locale: str) -> None:
    page = sit(locale=locale, is_touched=True)
    language = locale[:2]
    assert page.locator("html").get_attribute("lang") == language
    words = catalogue(language)
    most = {
        "places": "b3 ● yellow · b4 ■ blue · c4 ■ blue + car",
        "open": "a1, b2",
        "cell": "c3",
        "helicopter": words["helicopter"]["yellow"],
        "cells": "a1, b2, c3",
        "crossing": "x23",
        "place": "x23",
        "piece": words["helicopter"]["yellow"],
        "from": "x22",
        "move": "b3",
        "floors": "1, 2, 3",
        "seat": words["play"]["seat.police"],
        "seconds": "5",
        "said": words["refused"]["CT-POLICE-4"],
        "rule": "CT-POLICE-4",
        "event": "pink flew to x23",
        "reason": words["seat"]["refused-not-now"],
    }
    misplaced = {**most, "places": "x22, x33, x44"}
    asks = [
        text
        for name, text in words["shown"].items()
        if ("." in name or name == "lost") and not name.startswith("assign.")
    ]
    notes = [
        text
        for name, text in words["seat"].items()
        if re.match("note|picked|touch|pencil|refused|hidden|sent|down", name)
    ]
    assert len(asks) > 20 and len(notes) > 30
    asks = [filled(text, misplaced) for text in asks]
    notes = [filled(text, most) for text in notes]
    for where, inside, texts in (("say", "ask", asks), ("note", "note", notes)):
        assert page.evaluate(TOO_LONG, [where, inside, texts, 360, 640]) == []
    for button in ("undo", "hold", "done"):
        box_of = page.locator(f"#{button}")
        assert box_of.evaluate("(each) => each.scrollWidth <= each.clientWidth")
        bounds = box_of.bounding_box()
        assert bounds is not None and bounds["height"] >= 48
        assert bounds["y"] + bounds["height"] <= 640


def test_the_language_is_of_the_device(sit: Callable[..., Page]) -> None:
    page = sit(locale="ru-RU")
    expect(page.locator("#hold")).to_have_text("Держите, чтобы смотреть")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#hold")).to_have_text("Hold to look")
    expect(page.locator("#turn")).to_have_text("The thief to act")
    page.reload()
    expect(page.locator("#hold")).to_have_text("Hold to look")


def test_first_paint_is_small(sit: Callable[..., Page]) -> None:
    page = sit(is_fresh=True)  # others have kept the parts of pages
    sizes = page.evaluate(
        "performance.getEntries().map((each) => each.transferSize ?? 0).reduce((a, b) => a + b)"
    )
    assert 0 < sizes < 82_500, sizes  # with the board, and all that a move by touch needs

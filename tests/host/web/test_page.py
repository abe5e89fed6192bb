"""The private page in a real browser."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import heistboard.web
import pytest
from heistboard.web import Server, app
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.support.chromium import chromium, launch
from tests.support.web_evening import POLICE, THIEF, Evening, helicopters

PHONE: ViewportSize = {"width": 360, "height": 640}
ENDS = ["blur", "pagehide"]  # of the window


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as kind:
        browser = launch(kind)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def second_round(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "JOINS", 1000)
        with Evening(tmp_path_factory.mktemp("evening")) as evening:
            evening.place()
            evening.hide("c3")
            yield evening


@pytest.fixture
def evening(second_round: Evening) -> Evening:
    """Eyes are closed, and the car has been in c3."""
    if second_round.daemon.status().phase == "police":
        second_round.fly()
    return second_round


@pytest.fixture
def sit(browser: Browser, evening: Evening) -> Iterator[Callable[..., Page]]:
    """Opens what a seat's QR says on a phone of its own."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(seat: int = THIEF, locale: str = "en-GB", *, is_touched: bool = False) -> Page:
        contexts.append(
            browser.new_context(
                locale=locale, viewport=PHONE, has_touch=is_touched, is_mobile=is_touched
            )
        )
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(evening.server.invite(seat))
        expect(page.locator("#turn")).to_have_text(re.compile(r"\.$"))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [each for each in complaints if "ERR_CONNECTION_REFUSED" not in each] == []


def hold(page: Page) -> None:
    page.locator("#hold").hover()
    page.mouse.down()


def cell(page: Page, place: str) -> Locator:
    return page.locator(f'[data-place="{place}"]')


def note(page: Page) -> Locator:
    return page.locator("#note")


def legal(evening: Evening) -> list[str]:
    moves: Any = evening.daemon.seat_view(THIEF)["legal"]
    return [move.split()[1] for move in moves]


def outline(page: Page) -> str:
    """All there is on the page, and where."""
    return str(
        page.evaluate(
            """() => document.documentElement.outerHTML +
            JSON.stringify([...document.querySelectorAll("*")].map((each) => each
                .getBoundingClientRect()))"""
        )
    )


def test_the_code_is_gone_from_the_address(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    assert page.url == f"http://{evening.host}/seat/0/"
    page.go_back()
    assert "#" not in page.url


def test_what_is_private_is_shown_while_it_is_held(sit: Callable[..., Page]) -> None:
    page = sit()
    expect(note(page)).to_have_text("Shown only while you hold.")
    hold(page)
    expect(cell(page, "c3")).to_have_class(re.compile("trail"))
    expect(cell(page, "c3")).to_have_attribute("aria-label", re.compile("round 1"))
    page.mouse.up()
    expect(cell(page, "c3")).to_have_class("")
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3")
    expect(note(page)).to_have_text("Shown only while you hold.")


def test_a_hidden_page_is_the_same_for_every_seat(
    sit: Callable[..., Page], evening: Evening
) -> None:
    thief, police = sit(THIEF), sit(POLICE)
    expect(police.locator("#turn")).to_have_text(thief.locator("#turn").inner_text())
    before = outline(thief)
    assert outline(police) == before
    evening.hands.lift_building("a1")
    evening.until_hiding("open", open=["a1"])
    hold(thief)
    expect(note(thief)).to_have_text("Put back every building: a1.")
    assert outline(thief) != before
    thief.mouse.up()
    assert outline(thief) == before
    evening.hands.put_building("a1")
    hold(police)
    expect(note(police)).to_contain_text("Nothing secret")


@pytest.mark.parametrize("end", [*ENDS, "visibilitychange"])
def test_what_is_private_goes_when_the_page_loses_the_eye(
    sit: Callable[..., Page], end: str
) -> None:
    page = sit()
    before = outline(page)
    hold(page)
    expect(cell(page, "c3")).to_have_class(re.compile("trail"))
    target = "window" if end in ENDS else "document"
    page.evaluate(f"{target}.dispatchEvent(new Event('{end}'))")
    page.mouse.move(10, 10)
    page.evaluate("document.activeElement.blur()")
    assert outline(page) == before  # and it stays so, though the mouse is still down


def test_only_the_main_button_holds(sit: Callable[..., Page]) -> None:
    page = sit()
    page.locator("#hold").hover()
    page.mouse.down(button="right")
    expect(note(page)).to_have_text("Shown only while you hold.")


def test_what_is_wrong_with_the_hiding_place(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    hold(page)
    for places in (["a1"], ["a1", "e5"]):
        evening.hands.lift_building(places[-1])
        expect(note(page)).to_have_text(f"Put back every building: {', '.join(places)}.")
        expect(cell(page, places[-1])).to_have_class(re.compile("open"))
    for place in ("a1", "e5"):
        evening.hands.put_building(place)
    expect(cell(page, "a1")).not_to_have_class(re.compile("open"))


def test_a_tap_by_another_finger_hides(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit(is_touched=True)
    to = legal(evening)[0]
    touch = page.context.new_cdp_session(page)

    def point(place: Locator, number: int) -> dict[str, float]:
        box = place.bounding_box()
        assert box is not None
        return {"x": box["x"] + 9, "y": box["y"] + 9, "id": number}

    def send(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    thumb, finger = point(page.locator("#hold"), 1), point(cell(page, to), 2)
    send("touchStart", finger)
    send("touchEnd")
    assert evening.daemon.status().phase == "eyes-closed"  # not while it is hidden
    send("touchStart", thumb)
    expect(cell(page, to)).to_have_class(re.compile("legal"))
    send("touchStart", thumb, finger)
    send("touchEnd", finger)
    evening.until(lambda status: status.phase == "police")
    expect(cell(page, to)).to_have_class(re.compile("car"))
    send("touchEnd")
    expect(cell(page, to)).to_have_class("")
    view: Any = evening.daemon.seat_view(THIEF)["view"]
    assert view["moves"][-1] == f"hide {to}"


def test_sliding_there_and_letting_go_hides(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    to = legal(evening)[0]
    hold(page)
    cell(page, to).hover()
    expect(note(page)).to_have_text(f"Let go to hide in {to}.")
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
    expect(note(page)).to_have_text("Shown only while you hold.")
    assert evening.daemon.status().phase == "eyes-closed"


def test_the_keyboard_hides(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    column, row = "abcde".index((to := legal(evening)[-1])[0]), int(to[1])
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.down("Space")
    expect(cell(page, to)).to_have_class(re.compile("legal"))
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
    expect(note(page)).to_have_text("Shown only while you hold.")
    view: Any = evening.daemon.seat_view(THIEF)["view"]
    assert view["trail"][-1] == to


def test_a_refusal_is_said_to_the_thief_while_held(
    sit: Callable[..., Page], evening: Evening
) -> None:
    page, police = sit(), sit(POLICE)
    expect(police.locator("#turn")).to_contain_text("Eyes closed")
    before = outline(police)
    hold(page)
    cell(page, "c3").hover()
    expect(note(page)).to_have_text("Let go to hide in c3.")
    page.mouse.up()
    hold(page)
    expect(note(page)).to_have_text("Not there: the car goes to a marked cell.")
    page.mouse.up()
    hold(page)
    expect(note(page)).not_to_contain_text("Not there")
    assert outline(police) == before
    assert evening.daemon.status().phase == "eyes-closed"


def test_a_reload_is_back_in_its_seat(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    page.reload()
    expect(page.locator("#turn")).to_contain_text("Eyes closed")
    page.goto(f"http://{evening.host}/")
    page.goto(f"http://{evening.host}/seat/")
    expect(page.locator("#turn")).to_contain_text("Eyes closed")
    hold(page)
    expect(cell(page, "c3")).to_have_class(re.compile("trail"))


def test_a_used_code_seats_nobody(
    sit: Callable[..., Page], evening: Evening, browser: Browser
) -> None:
    code = evening.code(THIEF)
    with evening.http() as client:
        assert client.post("/seat/join", content=code).status_code == 200
    page = browser.new_page(locale="en-GB")
    page.goto(f"http://{evening.host}/seat/#{code}")
    expect(page.locator("#turn")).to_have_text("Scan the code at the table.")
    page.goto(f"http://{evening.host}/seat/0/")
    expect(page.locator("#turn")).to_have_text("Scan the code at the table.")
    page.close()


def test_who_is_put_out_sees_nothing_any_more(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    hold(page)
    expect(cell(page, "c3")).to_have_class(re.compile("trail"))
    evening.server.renew(THIEF)
    expect(page.locator("#turn")).to_have_text("Scan the code at the table.")
    expect(cell(page, "c3")).to_have_class("")


def test_a_lost_line_is_said_and_heals(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    port = evening.server.port
    evening.server.__exit__()
    expect(page.locator("#line")).to_have_text("Connection lost – trying again")
    evening.server = Server(evening.daemon, evening.folder, port=port)
    evening.server.__enter__()
    expect(page.locator("#line")).to_have_text("")
    evening.hands.lift_building("a1")
    hold(page)
    expect(note(page)).to_have_text("Put back every building: a1.")
    evening.hands.put_building("a1")


def test_the_thief_puts_everything_back_after_a_crash(browser: Browser, tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.place()
        evening.hide("c3")
        evening.fly()
        evening.hide("c4", "c3")
        page = browser.new_page(locale="en-GB")
        page.goto(evening.server.invite(THIEF))
        expect(page.locator("#turn")).to_have_text("Police: the helicopters act.")
        at = helicopters(evening.daemon.status()).values()
    expect(page.locator("#line")).to_have_text("Connection lost – trying again")
    port = evening.server.port
    with Evening(tmp_path, port=port, resume=1, off=["c3"]) as again:
        expect(page.locator("#line")).to_have_text("")
        expect(page.locator("#turn")).to_have_text("Put the board right: follow the lights.")
        for crossing in at:
            again.hands.put_helicopter(crossing)
        again.hands.put_building("c3")
        expect(page.locator("#turn")).to_have_text("Eyes closed: the thief puts things back.")
        hold(page)
        expect(note(page)).to_have_text(
            "Put back: c3 ● yellow · c4 ■ blue + car. Then all buildings, then Done."
        )
    page.close()


def test_at_the_end_everybody_sees_the_trail(browser: Browser, tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.place()
        evening.hide("b2")
        evening.hands.lift_building("b2")
        page = browser.new_page(locale="en-GB")
        page.goto(evening.server.invite(POLICE))
        expect(page.locator("#turn")).to_have_text("Arrest! The police win.")
        hold(page)
        expect(note(page)).to_have_text("The game is over. This was the trail.")
        expect(cell(page, "b2")).to_have_class(re.compile("car"))
    page.close()


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_all_of_it_is_on_a_small_phone(sit: Callable[..., Page], locale: str) -> None:
    page = sit(locale=locale, is_touched=True)
    language = locale[:2]
    assert page.locator("html").get_attribute("lang") == language
    catalogue = words(language)
    for turn in (text for name, text in catalogue.items() if name.startswith(("turn.", "scan"))):
        for said in (text for name, text in catalogue.items() if name.startswith("note.")):
            places = "b3 ● yellow · b4 ■ blue · c4 ■ blue + car"
            page.evaluate(
                "([turn, note]) => { document.getElementById('turn').textContent = turn;"
                "document.getElementById('note').textContent = note; }",
                [turn, said.format(places=places, open="a1, b2", cell="c3")],
            )
            assert page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            ) == [360, 640], (turn, said)
            note_box = page.evaluate("[note.scrollHeight <= note.clientHeight, note.clientHeight]")
            assert note_box[0], (said, note_box)
    box = page.locator("#hold").bounding_box()
    assert box is not None and box["height"] >= 48 and box["y"] + box["height"] <= 640


def test_the_language_is_of_the_device(sit: Callable[..., Page]) -> None:
    page = sit(locale="ru-RU")
    expect(page.locator("#hold")).to_have_text("Держите, чтобы смотреть")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#hold")).to_have_text("Hold to look")
    expect(page.locator("#turn")).to_have_text("Eyes closed: the thief hides the car.")
    page.reload()
    expect(page.locator("#hold")).to_have_text("Hold to look")


def words(language: str) -> dict[str, str]:
    path = Path(heistboard.web.__file__).parent / f"pages/seat.{language}.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


def test_both_languages_say_the_same_things() -> None:
    english, russian = words("en"), words("ru")
    assert list(english) == list(russian) == sorted(english)
    for name, text in english.items():
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(
            re.findall(r"\{\w+\}", russian[name])
        ), name
        assert text.isascii() or set(re.sub("[ -~]", "", text)) <= set("…–"), name
        assert not russian[name].isascii(), name


def test_no_words_are_missing_in_the_catalogue() -> None:
    folder = Path(heistboard.web.__file__).parent / "pages"
    scripts = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.js"))
    said = set(re.findall(r'words\((?:[a-zA-Z]+ \? )?"([\w.-]+)"', scripts))
    assert said and said <= set(words("en"))


def test_pages_ask_nobody_else(evening: Evening, browser: Browser, tmp_path: Path) -> None:
    # What the whole browser connected to, from its own log, written when it ends.
    log = tmp_path / "net.json"
    own = launch(browser.browser_type, f"--log-net-log={log}")
    page = own.new_page(locale="en-GB")
    page.goto(evening.server.invite(THIEF))
    expect(page.locator("#turn")).to_contain_text("Eyes closed")
    own.close()
    content = json.loads(log.read_text())
    kind = content["constants"]["logEventTypes"]["TCP_CONNECT_ATTEMPT"]
    events = [each.get("params", {}) for each in content["events"] if each["type"] == kind]
    to = [each["address"] for each in events if "address" in each]
    assert len(to) > 1 and set(to) == {evening.host}


def test_first_paint_is_small(sit: Callable[..., Page], evening: Evening) -> None:
    page = sit()
    sizes = page.evaluate(
        "performance.getEntries().map((each) => each.transferSize ?? 0).reduce((a, b) => a + b)"
    )
    assert 0 < sizes < 30_000

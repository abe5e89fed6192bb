"""Pages in grey, by keyboard, by screen reader, with large text and without motion."""

import base64
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from heistboard.words import Words
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices, launch
from tests.support.expectation import expect
from tests.support.reviewed import add_arrest
from tests.support.seats import at_seat, host_page, unlimited
from tests.support.web_evening import THIEF, Evening

APART = 0.03  # of a picture's pixels that differ in grey from those of any other
GREY = 24  # of 255: a smaller difference is none

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A game in which the police are to move."""
    with pytest.MonkeyPatch.context() as patch:
        unlimited(patch)
        with Evening(tmp_path_factory.mktemp("evening"), has_board_page=True) as evening:
            assert add_arrest(evening.folder) == 2
            evening.place()
            evening.hide("c3")
            yield evening


@pytest.fixture
def look(browser: Browser, evening: Evening) -> Iterator[Open]:
    """Opens a page on a device of its own."""
    with Devices(browser, "willReadFrequently") as devices:

        def open_page(
            path: str | int = "",
            by: Browser = browser,
            **device: Any,  # noqa: ANN401
        ) -> Page:
            page = devices.page(by, **device)
            if isinstance(path, int):
                page.goto(at_seat(page, evening.server, path))
            else:
                page.goto(host_page(page, evening.server, path))
            expect(page.locator("h1")).not_to_be_empty()
            if path == "board":
                expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
            if path in ("", "board"):
                expect(page.locator("#ask")).not_to_be_empty()
            if str(path).startswith("review"):
                expect(page.locator("#ways a")).to_have_count(4)
            return page

        yield open_page


# Without colours.

PIXELS = """async ([png, boxes]) => {
    const bytes = Uint8Array.from(atob(png), (each) => each.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(picture, 0, 0);
    return boxes.map(({x, y, width, height}) => {
        const {data} = pen.getImageData(x, y, width, height);
        const grey = [];
        for (let i = 0; i < data.length; i += 4) {
            grey.push(Math.round(0.21 * data[i] + 0.72 * data[i + 1] + 0.07 * data[i + 2]));
        }
        return grey;
    });
}"""


def test_all_meanings_are_told_apart_in_grey_and_the_legend_opens_by_key(
    look: Open,
) -> None:
    page = look(viewport={"width": 800, "height": 1800})
    page.locator("#legend").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("something is missing here")).to_be_visible()
    assert page.locator("#meanings svg").first.get_attribute("aria-hidden") == "true"
    names = page.locator("#meanings li").all_text_contents()
    boxes: Any = page.evaluate(
        """() => [...document.querySelectorAll("#meanings svg")].map((each) => {
            const {x, y} = each.getBoundingClientRect();
            return {x: Math.round(x), y: Math.round(y + scrollY), width: 44, height: 44};
        })"""
    )
    png = base64.b64encode(page.screenshot(full_page=True)).decode()
    pictures: Any = page.evaluate(PIXELS, [png, boxes])
    assert len(pictures) == len(names) == len(set(names)) > 20
    for i, one in enumerate(pictures):
        for j in range(i):
            apart = sum(abs(a - b) > GREY for a, b in zip(one, pictures[j], strict=True))
            assert apart > APART * len(one), (names[i], names[j], apart / len(one))


def test_the_board_is_drawn_as_the_legend_says(look: Open, evening: Evening) -> None:
    page = look()
    ring = "(each) => getComputedStyle(each).strokeDasharray + getComputedStyle(each).stroke"

    def edge(place: str) -> str:
        found: str = page.locator(place).first.evaluate(ring)
        return found

    waits = edge("#board .crossing[data-place=x22] .light")
    assert waits.startswith("nonergb")  # a whole ring: still to act
    evening.hands.take("x44")
    expect(page.locator("#board .piece.yellow")).to_have_class(re.compile("hand"))
    expect(page.locator("#board .light.yellow.pulse")).to_have_count(2)  # where it may go
    evening.hands.put("x44")
    expect(page.locator("#board .piece.hand")).to_have_count(0)
    tracks = page.locator("#board .round .light").evaluate_all(
        "(all) => all.map((each) => each.getAttribute('d'))"
    )
    assert len(set(tracks)) == 3 and tracks.count(tracks[5]) == 1  # the red one is a triangle


# Without a mouse.

ORDER = {
    "": ["Games", "Rules", "hands", "sound", "event-sounds", "help", "language", "c3", "x22",
         "undo", "done", "Let phones join", "seats-rename", "seats-all", "seat-0-sit",
         "seat-0-more", "seat-1-sit", "seat-1-more", "hints", "brightness", "legend"],
    "board": ["language", "c3", "x22", "car", "heli green", "heli yellow", "heli pink",
              "flashlight", "help", "undo", "done", "cable"],
    "review/2": ["language", "To the table", "Games", "Statistics", "Rules", "slider", "back",
                 "play", "share", "secret"],
}  # fmt: skip
FOCUSED = """() => {
    const {activeElement: at} = document;
    const {outlineStyle, outlineWidth} = getComputedStyle(at);
    const isSeen = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    return [at.dataset.piece ?? at.dataset.place ?? (at.id || at.textContent), isSeen];
}"""


@pytest.mark.parametrize("path", ORDER)
def test_tab_goes_through_a_page_and_is_seen(look: Open, path: str) -> None:
    page = look(path)
    for wanted in ORDER[path]:
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == [wanted, True]


def test_tab_goes_through_a_seat(look: Open, evening: Evening) -> None:
    page = look(THIEF)
    expect(page.locator("[data-way=table]")).to_be_visible()
    ways = ("event-sounds", "ask-help", "language", "To the table", "Games", "Rules")
    for wanted in (*ways, "past-line", "c3", "x22", "undo", "hold", "done"):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == [wanted, True]


# With a screen reader.

LISTEN = """() => {
    window.said = [];
    for (const region of document.querySelectorAll("[aria-live], [role=status]")) {
        new MutationObserver(() => said.push([region.id, region.textContent]))
            .observe(region, {childList: true, characterData: true, subtree: true});
    }
}"""


@pytest.mark.parametrize("path", ["", "board"])
def test_each_thing_is_said_once(look: Open, evening: Evening, path: str) -> None:
    page = look(path)
    before = page.locator("#ask").inner_text()
    page.evaluate(LISTEN)
    evening.daemon.correct("search pink b2")
    expect(page.locator("#news")).to_have_text("nothing on b2")
    evening.hands.uncover("e1")
    expect(page.locator("#ask")).to_have_text("Put the building back on e1.")
    evening.hands.cover("e1")
    expect(page.locator("#ask")).to_have_text(before)
    assert page.evaluate("said") == [
        ["news", "nothing on b2"],
        ["ask", "Put the building back on e1."],
        ["ask", before],
    ]
    evening.daemon.correct("undo")
    expect(page.locator("#news")).not_to_have_text("nothing on b2")


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("", "игра 1 · Раунд 1 из 11 · Heistboard"),
        ("board", Words("ru").of("page", "hands") + " · Heistboard"),
        ("review/2", "Heistboard: Игра 2: арест в раунде 5"),
    ],
    ids=["table", "board", "review"],
)
def test_a_page_says_its_language_and_its_title(look: Open, path: str, title: str) -> None:
    page = look(path, locale="ru-RU")
    expect(page).to_have_title(title)
    assert page.locator("html").get_attribute("lang") == "ru"
    assert page.locator("#language").get_attribute("lang") == "en"


# With large text, high contrast, little motion.


CUT = """() => [...document.querySelectorAll("h1, h2, p:not(#news,.news), li, button, a, label")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth)
    .map((each) => each.id || each.textContent)"""


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    """A browser with text twice as large."""
    browser = launch(browser.browser_type, "--blink-settings=defaultFontSize=32")
    yield browser
    browser.close()


@pytest.mark.parametrize("path", ["", "board", "review/2", "start"])
def test_text_twice_as_large_fits_in_each_language(look: Open, large: Browser, path: str) -> None:
    page = look(path, large, viewport={"width": 360, "height": 640})
    size = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    assert size >= 32
    for language in ("en", "ru"):
        if language == "ru":
            title = page.locator("h1").inner_text()
            page.locator("#language").click()
            expect(page.locator("h1")).not_to_have_text(title)
        assert page.locator("html").get_attribute("lang") == language
        while (summaries := page.locator("details:not([open]) > summary:visible")).count():
            summaries.first.click()
        assert page.evaluate("document.documentElement.scrollWidth") == 360, language
        assert page.evaluate(CUT) == [], language


def test_high_contrast(look: Open) -> None:
    fill = "(each) => getComputedStyle(each).fill"
    texts = ("#board .name", "#board .round .mark")
    page = look("board")
    page.emulate_media(forced_colors="active")
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    forced = [page.locator(text).first.evaluate(fill) for text in texts]
    page.locator("#tray [data-piece=car]").click()
    pressed = page.locator("[aria-pressed=true]")
    expect(pressed).to_have_css("outline-style", "solid")
    page.emulate_media(forced_colors="none", color_scheme="dark" if is_dark else "light")
    assert [page.locator(text).first.evaluate(fill) for text in texts] == forced


MOVES = """() => [...document.querySelectorAll("*")].filter((each) => {
    const {animationName, transitionDuration} = getComputedStyle(each);
    return animationName !== "none" || /[1-9]/.test(transitionDuration);
}).map((each) => each.getAttribute("class") ?? each.id)"""


@pytest.mark.parametrize("path", ["", "board", "review/2", "start"])
def test_nothing_moves_with_reduced_motion_or_sideways_at_320_pixels(
    look: Open, path: str
) -> None:
    page = look(path)
    assert page.evaluate(MOVES) == []
    page.set_viewport_size({"width": 320, "height": 256})  # 1280 x 1024 at 400 %
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_lights_move_otherwise(look: Open) -> None:
    page = look()
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator("#board .light.green.pulse")).not_to_have_count(0)
    assert "light green normal pulse" in page.evaluate(MOVES)

"""The review page in a real browser."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from heistboard.games.car_thief.review import REVIEWER
from heistboard.web import review_page
from playwright.sync_api import Browser, Page

from tests.support.car_thief import car_thief
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE
from tests.support.reviewed import FOUND, add_arrest, add_surrounded
from tests.support.web_evening import Evening

REVIEW: Any = REVIEWER.document(car_thief(FOUND))
LAST = len(REVIEW["steps"])


@pytest.fixture(scope="module", autouse=True)
def many() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review_page, "REQUESTS", 1000)
        yield


@pytest.fixture
def open_review(browser: Browser, evening: Evening) -> Iterator[Callable[..., Page]]:
    """Opens the review of a game on a phone."""
    requests: list[str] = []
    with Devices(browser) as devices:

        def open_page(
            number: int, locale: str = "en-GB", at: int | None = None, *, is_fresh: bool = False
        ) -> Page:
            page = devices.page(is_fresh=is_fresh, locale=locale, viewport=PHONE)
            page.on("request", lambda asked: requests.append(asked.url))
            page.goto(f"http://{evening.host}/review/{number}{'' if at is None else f'#{at}'}")
            expect(page.locator("#said")).not_to_be_empty()
            return page

        yield open_page
    assert requests and all(url.startswith(f"http://{evening.host}/") for url in requests)


@pytest.fixture(scope="module")
def arrest(evening: Evening) -> int:
    return add_arrest(evening.folder)


def at(page: Page) -> int:
    number: int = page.evaluate("Number(location.hash.slice(1))")  # page.url lags behind it
    return number


def heat(page: Page) -> dict[str, float]:
    """How warm each building is."""
    found: dict[str, float] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("#board .cell[data-place]")].map(
            (each) => [each.dataset.place,
                Number(each.querySelector(".heat").getAttribute("fill-opacity"))]))"""
    )
    return found


def test_every_step_shows_the_belief_after_it(
    open_review: Callable[..., Page], arrest: int
) -> None:
    page = open_review(arrest, at=1)
    expect(page.locator("#said")).to_have_text("Green starts on x11.")
    for number, step in enumerate(REVIEW["steps"], 1):
        known = step["known"]
        assert {cell for cell, warmth in heat(page).items() if warmth} == set(known["cells"])
        odds = page.locator("#board .odds").all_text_contents()
        shown = [float(each.rstrip("%").lstrip("<")) for each in odds if each]
        assert len(shown) == len(known["cells"])
        assert not shown or sum(shown) == pytest.approx(100, abs=3)
        expect(page.locator("#board .token.found")).to_have_count(len(step["roofs"]))
        expect(page.locator("#board .piece:not(.away)")).to_have_count(min(number, 3))
        page.keyboard.press("ArrowRight")
    expect(page.locator("#said")).to_have_text("Pink searches d2: the car!")
    expect(page.locator("#odds")).to_contain_text("If every trail is as likely: chance of the car")
    driven = REVIEW["steps"][-1]["search"]["driven"] / 10
    expect(page.locator("#odds")).to_contain_text(
        f"As people drive, the chance on d2 was {driven:.0f}%."
    )
    expect(page.locator("#on")).to_be_disabled()
    assert at(page) == LAST


def test_the_whole_trail_is_shown_first_and_can_be_hidden(
    open_review: Callable[..., Page], arrest: int
) -> None:
    page = open_review(arrest)
    expect(page.locator("#title")).to_have_text(f"Game {arrest}: arrest in round 5")
    expect(page.locator("#board .token")).to_have_count(5 + 1)  # one of them was found
    expect(page.locator("#board .token.yellow")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board .over image")).to_have_count(1)
    expect(page.locator("#known")).to_contain_text("the car's, d2")
    page.locator("#secret").uncheck()
    expect(page.locator("#board .over image")).to_have_count(0)
    expect(page.locator("#board .way")).to_have_count(0)
    assert "the car's" not in page.locator("#now").inner_text()
    page.keyboard.press("End")
    expect(page.locator("#board .over image")).to_have_count(1)  # found before everybody's eyes


def test_best_and_worst_searches_are_marked_and_jumped_to(
    open_review: Callable[..., Page], arrest: int
) -> None:
    page = open_review(arrest)
    for kind in ("best", "worst"):
        expect(page.locator(f"#curve .{kind}")).to_have_count(len(REVIEW[kind]))
        buttons = page.locator(f"#{kind} button")
        expect(buttons).to_have_count(len(REVIEW[kind]))
        for i, number in enumerate(REVIEW[kind]):
            expect(buttons.nth(i)).to_contain_text(
                re.compile(r"\d% if every trail is as likely, [\d.<]+% as people drive\.")
            )
            buttons.nth(i).click()
            assert at(page) == number + 1
            expect(page.locator("[aria-current]")).to_have_count(1)
            expect(buttons.nth(i)).to_have_attribute("aria-current", "step")
            expect(page.locator("#board .better")).to_have_count(int(kind == "worst"))
            expect(page.locator("#board")).to_be_in_viewport()
    page.reload()  # the address says where one was
    expect(page.locator("#slider")).to_have_value(str(REVIEW["worst"][-1]))


def test_keys_and_play_go_through_the_game(open_review: Callable[..., Page], arrest: int) -> None:
    page = open_review(arrest, is_fresh=True)
    page.keyboard.press("Home")
    assert at(page) == 1
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    assert at(page) == 2  # once, not by the page as well
    page.keyboard.press("End")
    assert at(page) == LAST
    page.clock.install()
    page.locator("#play").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#play")).to_have_text("Stop")
    assert at(page) == 1
    page.clock.run_for(60_000)
    assert at(page) == LAST
    expect(page.locator("#play")).to_have_text("Play")


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_all_of_it_fits_a_small_phone_in_both_languages(
    open_review: Callable[..., Page], evening: Evening, arrest: int, locale: str
) -> None:
    for number in (arrest, add_surrounded(evening.folder)):
        page = open_review(number, locale)
        assert page.locator("html").get_attribute("lang") == locale[:2]
        steps: Any = page.evaluate(STEPS)
        assert len(steps) == int(page.locator("#slider").get_attribute("max") or 0) + 1
        for page_width, board_left, board_width, text in steps:
            assert page_width == PHONE["width"]
            assert board_left >= 0 and board_width > 320
            assert not re.search(r"undefined|NaN|[{}]", text)
            latin = set(re.findall("[A-Za-z]{2,}", text))
            assert locale[:2] == "en" or latin == {"EN"}


# From the last step to the first: the width of the page, where the board is, and all text.
STEPS = """() => {
    const back = document.getElementById("back");
    const steps = [];
    for (;;) {
        const {x, width} = document.getElementById("board").getBoundingClientRect();
        steps.push([document.documentElement.scrollWidth, x, width, document.body.innerText]);
        if (back.disabled) return steps;
        back.click();
    }
}"""


def test_the_language_is_switched_in_place(open_review: Callable[..., Page], arrest: int) -> None:
    page = open_review(arrest, "ru-RU")
    expect(page.locator("#play")).to_have_text("Смотреть")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#play")).to_have_text("Play")
    expect(page.locator("#title")).to_contain_text("arrest in round 5")

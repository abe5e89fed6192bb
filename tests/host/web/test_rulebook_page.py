"""Rulebooks on pages: what is served in process, and one look in a browser."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from heistboard import games
from heistboard.games.rulebook import rulebook
from heistboard.web import rulebook_page
from heistboard.words import LANGUAGES
from playwright.sync_api import Browser

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET
from tests.support.screens import Screens
from tests.support.seats import a_host, carry

PLACED = ("place green x22", "place yellow x11", "place pink x44", "done")
BOOK = "rules/car-thief"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screens]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulebook_page, "REQUESTS", 1000)
        with Screens(tmp_path_factory.mktemp("rules"), "car-thief") as table:
            yield table


@pytest.fixture
def get(table: Screens) -> Iterator[Callable[[str], httpx.Response]]:
    with httpx.Client(base_url=table.server.address, trust_env=False) as client:
        yield lambda path: client.get(path, headers={"Accept": "text/html"})


Get = Callable[[str], httpx.Response]


def document(get: Get) -> Any:  # noqa: ANN401 (whatever JSON says)
    return get(f"{BOOK}.json").json()


def test_everybody_gets_the_rulebook_in_each_language(get: Get) -> None:
    told = document(get)
    assert list(told["books"]) == list(LANGUAGES)
    for language, book in told["books"].items():
        known = rulebook("car-thief", language)
        assert known is not None and book["title"] == known.title
        assert [each["id"] for each in book["sections"]] == [each.id for each in known.sections]
        assert [each["rules"] for each in book["sections"]] == [
            list(each.rules) for each in known.sections
        ]


def test_its_pictures_are_drawn_from_the_game(get: Get) -> None:
    told = document(get)
    fly = told["pictures"]["fly"]
    assert (fly["seat"], fly["pick"], fly["floor"]) == ("police", "x22", 0)
    assert fly["table"]["view"]["helicopters"]["yellow"] == "x23"
    offered = {move["move"] for move in fly["table"]["prompt"]["moves"]}
    assert "fly green x12" in offered and "fly green x23" not in offered
    assert told["pictures"]["surrounded"]["table"]["view"]["trail"] == ["a2", "b2", "b1", "a1"]


def test_it_is_the_same_whatever_happens_at_the_table(table: Screens, get: Get) -> None:
    before = get(f"{BOOK}.json").content
    table.at_table("place green x11")
    assert get(f"{BOOK}.json").content == before
    table.at_table("undo")
    assert json.loads(before)["pictures"]["hide"]["table"]["game"] == 0  # none of the journal's


@pytest.mark.parametrize(
    "path", ["rules/chess", "rules/chess.json", "rules/", "rules/car-thief/x"]
)
def test_what_is_no_rulebook_is_not_found(get: Get, path: str) -> None:
    assert get(path).status_code == 404


def test_a_game_without_a_rulebook_offers_none(get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    def offered() -> bool:
        listed = get("start.json").json()["games"]
        return next(bool(each["rules"]) for each in listed if each["name"] == "car-thief")

    assert offered()
    assert get("now.json").json()["running"]["rules"] is True
    monkeypatch.setitem(vars(games.package("car-thief")), "has_rulebook", False)
    assert not offered()
    assert get("now.json").json()["running"]["rules"] is False


def test_a_broken_rulebook_is_not_found_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    def broken(game: str, language: str) -> None:
        raise ValueError("rulebook/en.md: torn")

    monkeypatch.setattr(rulebook_page, "rulebook", broken)
    with Screens(tmp_path, "car-thief") as table:
        assert httpx.get(f"{table.server.address}{BOOK}", trust_env=False).status_code == 404
    assert "the rulebook of car-thief cannot be shown: rulebook/en.md: torn" in caplog.text


# In a browser.


def test_pages_open_the_rulebook_where_it_matters(browser: Browser, table: Screens) -> None:
    with Devices(browser) as devices:
        page = devices.page(is_fresh=True, locale="en-GB", viewport=PHONE)
        carry(page, table.server, a_host(table.server, "Anna"))
        page.goto(table.server.address)
        ways = page.get_by_role("navigation")
        expect(ways.get_by_role("link", name="Rules")).to_have_attribute(
            "href", "/rules/car-thief#setup.place"
        )
        table.at_table(*PLACED)
        table.daemon.say(0, "hide c3")
        table.until(lambda status: status.phase == "police")
        table.daemon.set_hints("odds")
        expect(page.locator("#tells")).to_contain_text("if every trail is as likely")
        page.locator("#help").click()
        expect(page.get_by_role("dialog")).to_contain_text("if every trail is as likely")
        link = page.get_by_role("dialog").get_by_role("link", name="What the rules say")
        expect(link).to_have_attribute("href", "/rules/car-thief#police.act")
        with page.context.expect_page() as opened:
            link.click()
        book = opened.value
        expect(book.locator("section.asked h2")).to_have_text("The police's turn")
        expect(book.locator("section.asked h2")).to_be_focused()
        # By a rule, in the other language, on another screen.
        book.goto(f"{table.server.address}{BOOK}#CT-POLICE-4")
        expect(book.locator("section.asked h2")).to_have_text("Flying")
        book.get_by_role("button", name="Русский").click()
        expect(book.locator("section.asked h2")).to_have_text("Полёт")
        picture = book.locator('[data-picture="fly"]')
        expect(picture.locator('[data-piece="heli yellow"]')).to_be_visible()
        expect(picture.locator(".target")).to_have_count(3 + 4)  # crossings and buildings
        expect(book.locator('[data-picture="district"] .target')).to_have_count(0)
        for size, scheme in ((PHONE, "light"), (TABLET, "dark")):
            book.set_viewport_size(size)
            book.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert violations(book) == [], (size, scheme)
            wide = "document.documentElement.scrollWidth <= innerWidth"
            assert book.evaluate(wide), size
        book.emulate_media(media="print", color_scheme="dark")
        expect(book.locator("#ways")).to_be_hidden()
        expect(book.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
        book.emulate_media(media="screen")
        book.locator("#contents").get_by_role("link", name="Конец игры").click()
        expect(book.locator("section.asked h2")).to_have_text("Конец игры")

"""The table's page and the simulated board's, in a real browser."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.places.scene import Colour, Pattern
from heistboard.web import request_checks, sockets
from heistboard.web.sockets import NOT_SEATED
from heistboard.words import Words
from playwright.sync_api import Browser, Page, ViewportSize
from starlette.requests import Request

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET
from tests.support.seats import a_host, host_page, seated
from tests.support.web_evening import THIEF, Evening, closed, receive_until

SPEED = 4  # slow enough that a browser sees each step

Open = Callable[..., Page]


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(sockets, "COMMANDS", 1000)  # these hands are faster than people's
    with Evening(tmp_path, speed=SPEED, has_board_page=True) as evening:
        yield evening


@pytest.fixture
def look(browser: Browser, evening: Evening) -> Iterator[Open]:
    """Opens a page on a device of its own."""
    with Devices(browser, "WebSocket") as devices:

        def open_page(
            path: str = "",
            locale: str = "en-GB",
            viewport: ViewportSize = TABLET,
            *,
            is_fresh: bool = False,
        ) -> Page:
            page = devices.page(locale=locale, viewport=viewport, is_fresh=is_fresh)
            page.goto(host_page(page, evening.server, path))
            if path == "board":
                expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
            return page

        yield open_page


def drag(page: Page, piece: str, place: str) -> None:
    page.locator(piece).hover()
    page.mouse.down()
    page.locator(place).hover(force=True)
    page.mouse.up()


def crossing(name: str) -> str:
    return f"#board .crossing[data-place={name}] .spot"


def touch(page: Page, cell: str) -> None:
    page.locator(f"#board .cell[data-place={cell}] .name").click(force=True)


def is_outline_in(page: Page) -> bool:
    width: Any = page.evaluate("document.documentElement.scrollWidth")
    return bool(width <= (page.viewport_size or PHONE)["width"])


def light(page: Page, place: str) -> str:
    """The classes of a crossing's light."""
    found = page.locator(f"#board .crossing[data-place={place}] .light")
    return found.get_attribute("class") or ""


def green_cells(page: Page) -> int:
    """How many cells are drawn in green."""
    lights = "[...document.querySelectorAll('#board .cell .light')]"
    is_green = "(each) => /^rgb\\(0, 255/.test(getComputedStyle(each).fill)"
    found: Any = page.evaluate(f"{lights}.filter({is_green}).length")
    return int(found)


def test_what_lies_on_the_board_is_on_the_table_page(look: Open, evening: Evening) -> None:
    table, russian = look(), look(locale="ru-RU", viewport=PHONE)
    hands = look("board")
    ask = table.locator("#ask")
    expect(table.locator("[data-way=review]")).to_be_hidden()
    for colour, place in (("green", "x22"), ("yellow", "x44"), ("pink", "x11")):
        expect(ask).to_have_text(f"Put the {colour} helicopter on any free crossing.")
        drag(hands, f'#tray [data-piece="heli {colour}"]', crossing(place))
        evening.until_at(colour, place)
    expect(russian.locator("#ask")).to_contain_text("нажмите «Готово»")
    hands.locator("#done").click()
    expect(table.locator("#turn")).to_have_text("The thief to act")
    assert is_outline_in(russian) and is_outline_in(table)

    evening.daemon.say(THIEF, "hide c3")
    expect(table.locator("#events li").first).to_have_text("round 1: the car is hidden")
    assert "c3" not in table.locator("#events").inner_text()
    assert "c3" not in (table.locator("#board").get_attribute("aria-label") or "")

    # A helicopter in the hand shows where it may go; then it flies, and another one searches.
    hands.locator('#board [data-piece="heli pink"]').click()
    expect(ask).to_contain_text("Put the pink helicopter on a pulsing")
    assert "pink" in light(table, "x12") and "pulse" in light(table, "x12")
    hands.locator(crossing("x21")).click(force=True)
    expect(table.locator("#events li").first).to_have_text("pink flew to x21")
    touch(hands, "b2")
    expect(ask).to_have_text("Put the building back on b2.")
    expect(table.locator("#board .cell.lifted").first).to_be_attached()
    touch(hands, "b2")
    expect(table.locator("#board .cell.lifted")).to_have_count(0)

    hands.locator("#cable").click()
    expect(ask).to_have_text("The board is not connected. Plug in its cable; the game waits.")
    expect(hands.locator("#cable")).to_have_text("Plug in the cable")
    hands.locator("#cable").click()
    expect(ask).to_contain_text("Fly a pulsing helicopter")
    evening.daemon.correct("undo")  # green's search, so that it may make another
    evening.daemon.correct("search green c3")
    expect(ask).to_have_text("The car is found. The police win!")
    expect(russian.locator("#ask")).to_have_text("Машина найдена. Полиция победила!")
    label = re.compile("round 1: c3")
    expect(table.locator("#board")).to_have_attribute("aria-label", label)
    expect(russian.locator("[data-way=review]")).to_have_text("Разбор: что знала полиция")
    table.locator("[data-way=review]").click()
    expect(table).to_have_url(re.compile(r"/review/1(#|$)"))
    expect(table.locator("svg").first).to_be_visible()


def test_the_car_is_carried_by_hands(look: Open, evening: Evening) -> None:
    evening.place()
    hands = look("board", viewport=PHONE)
    assert is_outline_in(hands)
    drag(hands, "#tray [data-piece=car]", "#board .cell[data-place=d2] .name")
    expect(hands.locator("#line")).to_have_text("Simulated hands cannot do that.")
    touch(hands, "d2")
    evening.until_hiding("open", open=["d2"])
    drag(hands, "#tray [data-piece=car]", "#board .cell[data-place=d2] .name")
    expect(hands.get_by_role("button", name="car on d2")).to_be_visible()
    hands.wait_for_timeout(100)  # shorter would be a knock
    touch(hands, "d2")
    evening.until_hiding("ready", cell="d2")
    # What glows is what the firmware shows: green, on every cell.
    evening.until(lambda _: green_cells(hands) == 25)


def test_the_keyboard_moves_everything(look: Open, evening: Evening) -> None:
    hands = look("board")
    hands.get_by_role("button", name="green helicopter").focus()
    hands.keyboard.press("Enter")
    expect(hands.locator('#tray [data-piece="heli green"]')).to_have_attribute(
        "aria-pressed", "true"
    )
    hands.get_by_role("button", name="crossing x22").focus()
    hands.keyboard.press("ArrowRight")
    expect(hands.get_by_role("button", name="crossing x32")).to_be_focused()
    hands.keyboard.press("Enter")
    evening.until_at("green", "x32")
    green = hands.locator('#board [data-piece="heli green"]')
    expect(green).not_to_have_class(re.compile("away"))  # the page has drawn it there
    hands.locator("#undo").focus()
    expect(hands.locator("#undo")).to_be_focused()
    hands.keyboard.down("Enter")
    evening.until(lambda _: "undo" in evening.daemon.picture())
    hands.keyboard.up("Enter")
    evening.until(lambda _: "undo" not in evening.daemon.picture())
    hands.get_by_role("button", name="building on c3").focus()
    hands.keyboard.press("Enter")
    expect(hands.get_by_role("button", name="no building on c3")).to_be_focused()


def test_a_button_is_held_as_long_as_the_finger(look: Open, evening: Evening) -> None:
    hands = look("board")
    expect(hands.locator("#how")).not_to_be_empty()
    hands.locator("#help").hover()
    hands.mouse.down()
    evening.until(lambda _: "help" in evening.daemon.picture())
    hands.wait_for_timeout(300)
    assert "help" in evening.daemon.picture()
    hands.close()  # whoever goes away holds nothing
    evening.until(lambda _: "help" not in evening.daemon.picture())


def test_the_language_is_of_the_device_on_every_page(look: Open) -> None:
    page = look(locale="ru-RU")
    expect(page.locator("#ask")).to_contain_text("Поставьте зелёный вертолёт")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#ask")).to_have_text("Put the green helicopter on any free crossing.")
    page.get_by_role("link", name="Your hands at the simulated board")
    page.goto(f"{page.url}board")
    expect(page.locator("#done")).to_have_text("Done")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_first_paint_is_small(look: Open) -> None:
    page = look(is_fresh=True)  # others have kept the parts of pages
    expect(page.locator("#ask")).not_to_be_empty()
    sizes: Any = page.evaluate(
        "performance.getEntries().map((each) => each.transferSize ?? 0).reduce((a, b) => a + b)"
    )
    assert 0 < sizes < 93_000, sizes  # each answer counted with 300 bytes of headers


def test_a_lost_line_is_said(look: Open, evening: Evening) -> None:
    page = look()
    expect(page.locator("#ask")).not_to_be_empty()
    evening.server.__exit__()
    expect(page.locator("#line")).to_have_text("Connection lost – trying again")
    evening.server.__enter__()


def test_the_simulated_board_is_for_hosts_at_this_machine_only(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = a_host(evening.server)
    with evening.http() as client:  # another user of this machine
        assert client.get("/board").status_code == 404
        assert b'href="/board" target="hands" hidden>' in client.get("/").content
        with evening.socket("/board/live", seated(evening.server, 0)) as other:
            assert closed(other) == NOT_SEATED.code
    with evening.http(cookie=host) as client, evening.socket("/board/live", host) as line:
        assert client.get("/board").status_code == 200
        assert b'href="/board" target="hands">' in client.get("/").content
        content = receive_until(line, lambda content: "hands" in content)
        assert [len(leds) for leds in content["hands"]["leds"]] == [6 * 52]
        monkeypatch.setattr(
            request_checks, "is_local", lambda request: False
        )  # as from the network
        assert client.get("/board").status_code == 404
        assert b'href="/board" target="hands" hidden>' in client.get("/").content
        with evening.socket("/board/live", host) as other:
            assert closed(other) == NOT_SEATED.code
    with (
        Evening(tmp_path / "real") as real,  # no hands: a real board
        real.http(is_host=True) as client,
    ):
        assert client.get("/board").status_code == 404
        with real.socket("/board/live", a_host(real.server)) as line:
            assert closed(line) == NOT_SEATED.code


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_lights_are_dimmed_on_the_table_page(look: Open, evening: Evening, locale: str) -> None:
    words = Words(locale[:2], "car-thief")
    pages = [look("", locale, PHONE), look("", locale)]
    scene = evening.daemon.status().scene
    lit = {at: each for at, each in scene.items() if each.colour is not Colour.OFF}
    steady = max(
        (at for at in lit if lit[at].pattern is Pattern.STEADY), key=lambda at: lit[at].level
    )
    seen: list[int] = []
    for brightness in ("full", "evening", "night"):
        pages[0].locator("#brightness").select_option(brightness)
        for page in pages:
            shown = page.locator("#brightness")
            expect(shown).to_have_value(brightness)
            expect(shown.locator("option:checked")).to_have_text(
                words.of("table", f"brightness-{brightness}")
            )
        assert evening.board.wait_leds(lambda leds: max(leds[steady]) not in (0, *seen))
        seen.append(max(evening.board.leds[steady]))
    assert sorted(seen, reverse=True) == seen
    with evening.http() as client:
        assert client.post("/brightness", content="full").status_code == 403
    with evening.http(is_host=True) as client:
        assert client.post("/brightness", content="dark").status_code == 409
    assert evening.daemon.status().brightness == "night"
    assert is_outline_in(pages[0])


@pytest.mark.parametrize(
    ("address", "is_local"),
    [("127.0.0.1", True), ("::1", True), ("192.168.1.5", False), ("", False)],
)
def test_who_is_on_this_machine(address: str, is_local: bool) -> None:
    scope = {"type": "http", "client": (address, 1), "headers": []}
    assert request_checks.is_local(Request(scope)) == is_local

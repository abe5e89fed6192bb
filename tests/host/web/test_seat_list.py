"""Devices and seats in a real browser: names, free chairs, questions, what a host does."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from heistboard.app import Settings
from heistboard.web import qr, seating
from heistboard.words import Words
from playwright.sync_api import Browser, Page

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, drawn_rows
from tests.support.seats import at_seat, host_page, lead_out, unlimited
from tests.support.web_evening import POLICE, THIEF, Evening

Open = Callable[..., Page]
EN = Words("en").all()["seats"]
RU = Words("ru", "car-thief")
THIEF_RU = RU.seat("thief")
ASK_RU = f"{RU.of('seats', 'ask')}: {THIEF_RU}"


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    unlimited(monkeypatch)
    with Evening(tmp_path / "data", is_lan=True) as evening:
        yield evening


@pytest.fixture
def look(browser: Browser, evening: Evening) -> Iterator[Open]:
    """Opens the table's page, *address*, or the page of a *seat*, on a phone of its own."""
    with Devices(browser, "status of 40[39]|WebSocket|ERR_") as devices:

        def open_page(
            address: str = "",
            locale: str = "en-GB",
            *,
            is_host: bool = False,
            seat: int | None = None,
        ) -> Page:
            page = devices.page(locale=locale, viewport=PHONE)
            home = f"http://{evening.host}/"
            if seat is not None:
                page.goto(at_seat(page, evening.server, seat))
                expect(page.locator("#ask")).not_to_be_empty()
                return page
            page.goto(host_page(page, evening.server) if is_host else address or home)
            if "#sit=" not in address:
                expect(page.locator("#seats li").first).to_be_visible()
            return page

        yield open_page


def seat(page: Page, name: str) -> str:
    return page.locator("#seats > ul > li", has_text=name).first.inner_text()


def item(page: Page, name: str, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#seats > ul > li", has_text=name).first).to_contain_text(text)


def call(page: Page, name: str) -> None:
    """Says who one is, in the dialog that asks for it."""
    page.get_by_role("textbox").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#name")).to_have_count(0)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_free_chair_is_taken_with_one_tap_and_a_name_the_first_time(
    look: Open, evening: Evening
) -> None:
    anna, other = look(), look(locale="ru-RU")
    item(anna, "Thief", "nobody yet")
    anna.get_by_role("button", name="Sit down: Thief").click()
    assert violations(anna) == []
    call(anna, "Anna")
    item(anna, "Thief", "Anna")
    item(other, THIEF_RU, "Anna")
    told = RU.of("seats", "event-sit", seat=THIEF_RU, nickname="Anna")
    expect(other.locator("#seats .news")).to_have_text(re.compile(rf"^\d\d:\d\d {told}$"))
    anna.get_by_role("button", name="Sit down: Police").click()  # the name is known now
    item(anna, "Police", "Anna")
    anna.get_by_role("button", name="Stand up: Police").click()
    item(anna, "Police", "nobody yet")
    anna.get_by_role("link", name="My page: Thief").click()  # there is one
    expect(anna.locator("#turn")).not_to_be_empty()
    assert anna.url.endswith("/seat/0/") and fits(other)


def test_one_device_plays_all_sides(look: Open, evening: Evening) -> None:
    laptop, other = look(is_host=True), look()
    laptop.get_by_role("button", name="Play all sides on this device").click()
    for name in ("Thief", "Police"):
        item(other, name, re.compile(r"Guest \d+"))
        expect(laptop.get_by_role("link", name=f"My page: {name}")).to_be_visible()
    expect(other.locator("#seats-all")).to_have_count(0)
    laptop.goto(f"http://{evening.host}/statistics")
    expect(laptop.get_by_role("link", name="My page")).to_have_count(1)  # seats have no names here


def test_who_sits_there_lets_others_in_on_every_page(look: Open, evening: Evening) -> None:
    anna, boris, carl = look(seat=THIEF), look(), look(locale="ru-RU")  # on the seat's page
    boris.get_by_role("button", name="Ask to join: Thief").click()
    call(boris, "Boris")
    expect(boris.locator("#seats .said")).to_have_text(EN["waits"])
    question = anna.locator("#notices")
    expect(question).to_contain_text("Boris asks to join you as Thief")
    language = anna.locator("#language")  # the question is in front of it
    language.dispatch_event("click")
    expect(question).not_to_contain_text("asks")
    language.dispatch_event("click")
    expect(question).to_contain_text("Boris asks to join you as Thief")
    assert violations(anna) == [] and fits(anna)
    question.get_by_role("button", name="Let Boris in").click()
    expect(question).to_be_hidden()
    item(boris, "Thief", "Boris")
    carl.get_by_role("button", name=ASK_RU).click()
    call(carl, "Carl")
    anna.goto(f"http://{evening.host}/")  # and on the table's page
    anna.locator("#notices").get_by_role("button", name="No", exact=True).click()
    expect(carl.get_by_role("button", name=ASK_RU)).to_be_visible()
    assert "Carl" not in seat(carl, THIEF_RU)


def test_an_answer_that_is_refused_says_why_and_nothing_moves_under_the_finger(
    look: Open, evening: Evening
) -> None:
    anna, boris, carl = look(seat=THIEF), look(), look()
    boris.get_by_role("button", name="Ask to join: Thief").click()
    call(boris, "Boris")
    let_in = anna.get_by_role("button", name="Let Boris in")
    let_in.focus()
    carl.get_by_role("button", name="Ask to join: Thief").click()
    call(carl, "Carl")
    expect(anna.get_by_role("button", name="Let Carl in")).to_be_visible()
    expect(let_in).to_be_focused()
    anna.route(
        "**/seat/0/answer",
        lambda route: route.fulfill(status=403, json={"refused": {"why": "full"}}),
        times=1,
    )
    let_in.click()
    expect(anna.locator("#notices")).to_contain_text("There is no more room in this seat.")
    assert violations(anna) == []
    let_in.click()
    expect(let_in).to_have_count(0)
    expect(anna.locator("#notices")).not_to_contain_text("There is no more room in this seat.")
    anna.locator("#notices").get_by_role("button", name="No", exact=True).click()
    expect(anna.locator("#notices")).to_be_hidden()


def test_a_host_seats_and_leads_out_and_everybody_counts_down(
    look: Open, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "ANNOUNCED_MS", 3_600_000)
    host, thief, boris = look(is_host=True), look(seat=THIEF), look(locale="ru-RU")
    boris.goto(at_seat(boris, evening.server, POLICE).partition("seat")[0])
    evening.place()
    host.locator("#seat-0-more").click()
    host.get_by_role("button", name=re.compile(r"Seat Guest \d+: Thief")).click()
    expect(host.locator("#seats .said")).to_have_text(EN["waits"])
    for page, words in ((thief, Words("en", "car-thief")), (boris, RU)):
        told = words.of("seats", "act-hand", seat=words.seat("thief"), nickname="@")
        expect(page.locator("#notices")).to_contain_text(told.partition("@")[0])
        expect(page.locator("#notices .left")).to_have_text(re.compile(r"3[56]\d\d"))
        assert violations(page) == [] and fits(page)
    assert host.locator("#seat-0-more").evaluate("(at) => at.parentElement.open")
    host.get_by_role("button", name=re.compile(r"Lead Guest \d+ out: Thief")).click()
    expect(thief.locator("#notices")).to_contain_text("the host leads out")


def test_a_free_chair_with_secrets_is_handed_by_the_host(
    look: Open, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "ANNOUNCED_MS", 1)
    host, boris = look(is_host=True), look()
    evening.place()
    boris.get_by_role("button", name="Sit down: Thief").click()
    call(boris, "Boris")
    notice = host.locator("#notices")
    expect(notice).to_contain_text("Boris would like to sit as Thief.")
    notice.get_by_role("button", name="Seat Boris: Thief").click()
    item(boris, "Thief", "Boris")
    expect(boris.get_by_role("link", name="My page: Thief")).to_be_visible()


def test_a_code_is_drawn_and_seats_one_device(look: Open, evening: Evening) -> None:
    host = look(is_host=True)
    dialog = host.get_by_role("dialog")

    host.locator("#seat-0-more").click()
    with host.expect_response(re.compile("/invite$")) as answer:
        host.locator("#seat-0-invite").click()
    address = str(answer.value.json()["address"])
    rows = qr.rows(address)
    assert answer.value.json()["rows"] == rows == drawn_rows(dialog, len(rows))
    expect(dialog).to_contain_text("works once, for ten minutes")
    assert violations(host) == []
    phone = look(address.replace(evening.server.address, f"http://{evening.host}/"))
    phone.wait_for_url("**/seat/0/")  # the code is not in it any more
    call(phone, "Zoe")
    expect(dialog).to_be_hidden()  # by itself
    expect(host.locator("#invitation")).to_be_empty()  # no code stays behind
    item(host, "Thief", "Zoe")


def test_the_secret_makes_a_host_and_does_not_stay_in_the_address(
    look: Open, evening: Evening
) -> None:
    page = look()
    assert page.locator("#seats .host").count() == 0
    secret = evening.server._devices.secret
    page.evaluate(f"location.hash = 'host={secret}'")  # as if typed into the same window
    expect(page.locator("#seats")).to_contain_text("You are the host.")
    assert secret not in page.url and "#" not in page.url
    page.goto(f"http://{evening.host}/#host=wrong")
    expect(page.locator("#seats")).to_contain_text("You are the host.")  # still
    stranger = look(f"http://{evening.host}/#host=wrong")
    expect(stranger.locator("#seats .said")).to_have_text(EN["refused.host"])


def test_without_a_network_a_host_invites_to_this_computer(
    browser: Browser, tmp_path: Path
) -> None:
    with Evening(tmp_path / "data") as evening, Devices(browser) as devices:
        page = devices.page(viewport=PHONE)
        page.goto(host_page(page, evening.server))
        page.locator("#seat-1-more").click()
        page.locator("#seat-1-invite").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Only this computer can open these pages now.")
        with page.expect_popup() as opened:
            dialog.get_by_role("link").click()
        expect(opened.value).to_have_url(re.compile("/seat/1/$"))


def test_names_are_changed_and_after_a_rematch_everybody_sits_again_with_one_tap(
    look: Open, evening: Evening
) -> None:
    anna, boris = look(), look()
    for page, name, seat_name in ((anna, "Anna", "Thief"), (boris, "Boris", "Police")):
        page.get_by_role("button", name=f"Sit down: {seat_name}").click()
        call(page, name)
        item(anna, seat_name, name)
    boris.get_by_role("button", name="Change name").click()
    boris.get_by_role("textbox").fill("ANNA")
    boris.keyboard.press("Enter")
    expect(boris.locator("#name .refused")).to_have_text(EN["refused.nickname-taken"])
    call(boris, "<b>Bob</b>")
    item(anna, "Police", "<b>Bob</b>")
    expect(anna.locator("#seats .news")).to_contain_text("Boris is called <b>Bob</b> now.")
    anna.locator("#seats-past").click()
    expect(anna.locator("#seats ol li")).to_have_count(3)

    evening.server.begin(Settings("car-thief"), lambda status: None)
    item(anna, "Police", "free; before: <b>Bob</b>")
    expect(anna.get_by_role("button", name="Sit down: Police")).to_be_visible()
    anna.get_by_role("button", name="Sit again: Thief").click()
    item(boris, "Thief", "Anna")
    expect(boris.locator("#seats .news")).to_contain_text("Thief: Anna sits here again.")


def test_a_device_comes_back_by_itself(look: Open, evening: Evening) -> None:
    page = look()
    page.get_by_role("button", name="Sit down: Police").click()
    call(page, "Anna")
    other = look()
    item(other, "Police", "Anna")
    page.goto("about:blank")
    item(other, "Police", "Anna (away)")
    page.goto(f"http://{evening.host}/seat/1/")
    expect(page.locator("#ask")).not_to_be_empty()
    expect(other.locator("#seats > ul > li").nth(1)).not_to_contain_text("away")
    lead_out(evening.server, POLICE)
    expect(page.locator("#turn")).to_have_text("You do not sit here.")
    page.get_by_role("link", name="Sit down at the table").click()
    item(page, "Police", "nobody yet")

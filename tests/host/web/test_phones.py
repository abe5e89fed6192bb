"""The button that lets phones join, in a real browser; and encrypted pages there."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.web import encryption, own_addresses, qr
from heistboard.words import Words
from playwright.sync_api import Browser, Page, Route, ViewportSize

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, drawn_rows
from tests.support.web_evening import Evening

LYING: ViewportSize = {"width": 740, "height": 360}

# The table's page has no such element of itself here.
PUT = """async () => {
  const { Words } = await import("/pages/words.js");
  const { Phones } = await import("/pages/phones.js");
  const words = new Words();
  await words.begin(document.createElement("button"), () => {});
  document.querySelectorAll("#phones, dialog.phones").forEach((each) => each.remove()); // its own
  const root = Object.assign(document.createElement("section"), { id: "phones" });
  document.querySelector("main").append(root);
  window.phones = new Phones(root, words);
}"""
SHOW = "({ lan, host }) => window.phones.show({ lan, host })"
DIALOG = "dialog.phones"

# A page's own socket says these moves.
SAY = """async (moves) => {
  const { LiveSocket } = await import("/pages/live_socket.js");
  await new Promise((then) => {
    const line = new LiveSocket("/live", { message: () => then(), line() {}, refused() {} });
    window.said = line;
  });
  for (const move of moves) window.said.say(move, { game: 1, at: 1 });
}"""

Open = Callable[..., Page]


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    addresses = ["127.0.0.2"]
    monkeypatch.setattr(own_addresses, "own_addresses", lambda: list(addresses))
    monkeypatch.setattr(own_addresses, "lan_address", lambda: addresses[0] if addresses else None)
    return addresses


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path) as evening:
        yield evening


@pytest.fixture
def look(browser: Browser) -> Iterator[Open]:
    """Opens the table's page and puts the button there."""
    with Devices(browser, "WebSocket|403|409|favicon") as devices:

        def open_page(address: str, **options: Any) -> Page:  # noqa: ANN401 (Playwright's)
            page = devices.page(**options)
            page.goto(address)
            expect(page.locator("#turn")).not_to_be_empty()
            page.evaluate(PUT)
            return page

        yield open_page


def show(page: Page, *, lan: bool, host: bool) -> None:
    page.evaluate(SHOW, {"lan": lan, "host": host})


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_a_host_lets_phones_join_and_knows_who_can_listen(
    look: Open, evening: Evening, locale: str
) -> None:
    words = Words(locale[:2])
    page = look(evening.server.host_address, locale=locale, viewport=PHONE)
    show(page, lan=False, host=True)
    begin = page.locator("#phones button")
    expect(begin).to_have_text(words.of("phones", "let"))
    begin.click()
    dialog = page.locator(DIALOG)
    listen = words.of("phones", "listen").replace("`", "")
    expect(dialog).to_contain_text(listen)
    assert not evening.server.is_lan  # nothing has happened yet
    assert violations(page) == []
    dialog.locator(".let").click()
    expect(dialog.locator(".address")).to_have_text(f"http://127.0.0.2:{evening.server.port}/")
    rows = qr.rows(evening.server.address)
    assert drawn_rows(dialog, len(rows)) == rows
    expect(dialog.locator("svg")).to_have_attribute("aria-label", words.of("phones", "picture"))
    expect(dialog).to_contain_text(listen)
    assert evening.server.is_lan
    assert violations(page) == []
    dialog.locator(".close").click()
    expect(dialog).not_to_be_visible()
    expect(dialog).to_be_empty()


def test_who_is_no_host_sees_nothing_until_phones_may_join(look: Open, evening: Evening) -> None:
    page = look(f"http://{evening.host}/")
    show(page, lan=False, host=False)
    expect(page.locator("#phones")).to_be_hidden()

    def answer(route: Route) -> None:
        content = {"address": "http://192.168.1.20:8555/", "rows": ["101", "010"], "lan": True}
        route.fulfill(body=json.dumps(content), content_type="application/json")

    page.route("**/address", answer)
    show(page, lan=True, host=False)
    button = page.locator("#phones button")
    expect(button).to_have_text("Join with a phone")
    button.click()
    expect(page.locator(f"{DIALOG} .address")).to_have_text("http://192.168.1.20:8555/")


def test_everything_fits_a_phone(look: Open, evening: Evening) -> None:
    page = look(evening.server.host_address, viewport=PHONE)
    show(page, lan=False, host=True)
    page.locator("#phones button").click()
    page.locator(f"{DIALOG} .let").click()
    expect(page.locator(f"{DIALOG} .address")).to_be_visible()
    for viewport in (PHONE, LYING):
        page.set_viewport_size(viewport)
        box = page.locator(DIALOG).bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["y"] >= 0
        assert box["x"] + box["width"] <= viewport["width"]
        assert box["y"] + box["height"] <= viewport["height"]
    page.locator(f"{DIALOG} .close").click()  # Playwright scrolls to it, as a finger does
    expect(page.locator(DIALOG)).not_to_be_visible()


def test_without_a_network_it_says_why(look: Open, evening: Evening, network: list[str]) -> None:
    network.clear()
    page = look(evening.server.host_address)
    show(page, lan=False, host=True)
    page.locator("#phones button").click()
    page.locator(f"{DIALOG} .let").click()
    said = Words("en").of("phones", "refused.network")
    expect(page.locator(f"{DIALOG} [role=alert]")).to_have_text(said)


def test_keys_are_enough(look: Open, evening: Evening) -> None:
    page = look(evening.server.host_address)
    show(page, lan=False, host=True)
    page.locator("#phones button").focus()
    page.keyboard.press("Enter")
    page.locator(f"{DIALOG} .let").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"{DIALOG} .address")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(DIALOG)).not_to_be_visible()
    expect(page.locator("#phones button")).to_be_focused()


def test_encrypted_pages_are_live_and_may_keep_the_screen_on(look: Open, tmp_path: Path) -> None:
    with Evening(tmp_path, is_lan=True, tls=encryption.made(tmp_path)) as evening:
        address = evening.server.address
        assert address.startswith("https://127.0.0.2:")
        page = look(evening.server.host_address, ignore_https_errors=True)
        assert page.url == evening.server.local_address == f"https://{evening.host}/"
        expect(page.locator("#line")).to_be_empty()
        expect(page.locator("#game")).not_to_be_empty()  # what only a socket brings
        assert page.evaluate("window.isSecureContext && 'wakeLock' in navigator")
        show(page, lan=False, host=True)
        page.locator("#phones button").click()  # one press: nobody can listen
        expect(page.locator(f"{DIALOG} .address")).to_have_text(address)
        expect(page.locator(f"{DIALOG} .mind")).to_have_count(0)
        (cookie,) = page.context.cookies()
        assert cookie["name"] == f"__Host-heistboard-{evening.server.port}" and cookie["secure"]
        phone = look(address, ignore_https_errors=True)
        expect(phone.locator("#line")).to_be_empty()


@pytest.mark.parametrize("is_encrypted", [True, False])
def test_the_length_of_an_encrypted_command_does_not_tell_the_move(
    look: Open, tmp_path: Path, is_encrypted: bool
) -> None:
    made = encryption.made(tmp_path) if is_encrypted else None
    with Evening(tmp_path, tls=made) as evening:
        page = look(evening.server.address, ignore_https_errors=True)
        sent: list[str | bytes] = []
        page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(text)))
        page.evaluate(SAY, ["hide c3", "drive c3 c4"])
        while len(sent) < 2:
            page.evaluate("0")  # lets Playwright hear the page
    assert len({len(text) for text in sent}) == (1 if is_encrypted else 2)
    assert [json.loads(text)["say"] for text in sent] == ["hide c3", "drive c3 c4"]

"""If a message cannot be made, pages still get one, and no value leaks."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from heistboard.web import page_messages
from heistboard.words import Words
from playwright.sync_api import Browser
from websockets.sync.client import ClientConnection

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.seats import at_seat
from tests.support.web_evening import POLICE, THIEF, WITHIN_S, Evening, receive

SECRET = "c3.occupant"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path) as evening:
        evening.place()
        yield evening


def fail(*_: object, **__: object) -> NoReturn:
    raise KeyError(SECRET)


def until_raw(line: ClientConnection, wanted: str) -> None:
    while str(line.recv(timeout=WITHIN_S)) != wanted:
        pass


def test_all_pages_are_told_and_the_next_good_status_heals(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    lines = []
    with evening.socket() as table, evening.sit(THIEF) as thief, evening.sit(POLICE) as police:
        everybody = (table, thief, police)
        for line in everybody:
            assert "table" in receive(line)
        with caplog.at_level(logging.ERROR), pytest.MonkeyPatch.context() as patch:
            for name in ("table", "seat"):
                patch.setattr(page_messages, name, fail)
            evening.daemon.set_hints("cells")
            for line in everybody:
                until_raw(line, '{"trouble":true}')
            evening.daemon.set_hints("odds")  # and again
            with evening.socket() as late:  # somebody comes then
                until_raw(late, '{"trouble":true}')
            lines = [each for each in caplog.records if each.name == "heistboard.app.trouble_log"]
        evening.daemon.set_hints("notes")
        for line in everybody:
            while (content := receive(line)).get("trouble"):
                pass
            assert content["table"]["hints"]["grade"] == "notes"
    assert len(lines) == len(everybody)  # one for each room, however often
    for record in lines:
        assert record.levelno == logging.ERROR
        assert record.getMessage().startswith("KeyError < test_troubles.py:")
    assert SECRET not in caplog.text and "c3" not in caplog.text


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_pages_say_so_in_one_sentence_until_it_is_over(
    browser: Browser, evening: Evening, locale: str
) -> None:
    said = Words(locale[:2]).of("page", "trouble")
    with Devices(browser) as devices:
        pages = [devices.page(locale=locale) for _ in range(2)]
        seat = at_seat(pages[1], evening.server, THIEF)
        for page, address in zip(pages, (evening.server.address, seat), strict=True):
            page.goto(address)
            expect(page.locator("#ask")).not_to_be_empty()
        with pytest.MonkeyPatch.context() as patch:
            for name in ("table", "seat"):
                patch.setattr(page_messages, name, fail)
            evening.daemon.set_hints("cells")
            for page in pages:
                expect(page.locator("#line")).to_have_text(said)
                expect(page.locator("#ask")).not_to_be_empty()
        evening.daemon.set_hints("notes")
        for page in pages:
            expect(page.locator("#line")).to_be_empty()

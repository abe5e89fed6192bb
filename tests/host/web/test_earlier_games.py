"""The games on the start page, in a browser: who won and when, files, and forgetting."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from heistboard.app import Daemon, Settings
from heistboard.journal.game_text import MOST_BYTES
from heistboard.journal.store import Store
from heistboard.web import Server, game_files, start_page
from heistboard.words import Words
from playwright.sync_api import Browser, FilePayload, Page

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE
from tests.support.reviewed import add_arrest
from tests.support.seats import host_page

RUSSIAN = Words("ru").all()["start"]

Open = Callable[..., Page]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Game 1 is on the table, game 2 over, game 3 not finished."""
    monkeypatch.setattr(game_files, "REQUESTS", 1000)
    monkeypatch.setattr(start_page, "READS", 1000)
    with (
        Daemon(tmp_path / "journal.sqlite", Settings("car-thief"), list) as daemon,
        Server(daemon, tmp_path, port=0) as server,
    ):
        add_arrest(tmp_path)
        daemon.begin(Settings("car-thief"))
        for move in ("place green x22", "place yellow x11", "place pink x44", "hide c3"):
            daemon.correct(move)
        daemon.begin(Settings("", resume=1))
        yield server


@pytest.fixture
def look(browser: Browser, server: Server) -> Iterator[Open]:
    """Opens the start page on a phone."""
    with Devices(browser, "status of 409") as devices:

        def open_page(locale: str = "en-GB") -> Page:
            page = devices.page(locale=locale, viewport=PHONE)
            page.goto(host_page(page, server, "start"))
            expect(page.locator("#earlier li")).to_have_count(2)
            return page

        yield open_page


def numbers(folder: Path) -> set[int]:
    with Store(folder / "journal.sqlite") as store:
        return {each.id for each in store.games()}


def choose(page: Page, text: bytes, name: str = "game.txt") -> None:
    file: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": text}
    page.locator("#import").set_input_files(file)


def saved(page: Page, number: int) -> tuple[str, str]:
    """The name and the text of the file in which a game is saved."""
    page.get_by_label(f"File of game {number}").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=f"Save game {number}").click()
    return download.value.suggested_filename, Path(download.value.path()).read_text("utf-8")


def test_a_list_says_who_won_and_when(look: Open) -> None:
    unfinished, finished = look().locator("#earlier li").all()
    expect(finished).to_contain_text("Winner: Police · the car was found")
    expect(finished).to_contain_text("4 May 2031")
    expect(unfinished).to_contain_text("not finished")
    page = look("ru-RU")
    expect(page.locator("#earlier li").last).to_contain_text("Победа: Полиция")


def test_a_game_is_saved_and_added(look: Open, tmp_path: Path) -> None:
    page = look()
    name, text = saved(page, 2)
    assert name == "heistboard-2-car-thief.txt" and text.startswith("heistboard journal 1\n")
    choose(page, text.encode())
    expect(page.locator("#filed")).to_have_text("Added as game 4.")
    expect(page.locator("#earlier li")).to_have_count(3)
    assert numbers(tmp_path) == {1, 2, 3, 4}


def test_an_unfinished_game_is_saved_without_its_secrets(look: Open, tmp_path: Path) -> None:
    page = look()
    name, text = saved(page, 3)
    assert name == "heistboard-3-car-thief.txt" and "hide ?" in text and "c3" not in text
    choose(page, text.encode())
    expect(page.locator("#filed")).to_contain_text("lacks the secrets")
    assert numbers(tmp_path) == {1, 2, 3}


def test_a_file_that_is_no_game_is_refused_in_words(look: Open, tmp_path: Path) -> None:
    page = look("ru-RU")
    choose(page, b"hello\n")
    expect(page.locator("#filed")).to_contain_text(RUSSIAN["refused.file"])
    expect(page.locator("#filed [lang=en]")).to_contain_text("line 1: 'hello'")
    choose(page, b"x" * (MOST_BYTES + 1))
    expect(page.locator("#filed")).to_have_text(RUSSIAN["refused.file-long"])
    choose(page, b"x" * MOST_BYTES)  # its longest line is refused, not its size
    expect(page.locator("#filed [lang=en]")).to_contain_text("line 1: longer than 200")
    assert violations(page) == []
    assert numbers(tmp_path) == {1, 2, 3}


def test_a_game_is_forgotten_after_asking_twice(look: Open, tmp_path: Path) -> None:
    page = look()
    sure = page.get_by_role("dialog")

    def forget() -> None:
        page.get_by_role("button", name="Forget game 2").click()

    page.get_by_label("File of game 2").click()
    forget()
    expect(sure).to_contain_text("All its moves are deleted.")
    expect(sure.get_by_role("button", name="Keep it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(sure).to_be_hidden()
    forget()
    sure.get_by_role("button", name="Forget it").click()
    expect(sure).to_contain_text("Nobody can bring it back.")
    assert violations(page) == []
    sure.get_by_role("button", name="Keep it").click()
    expect(sure).to_be_hidden()
    assert numbers(tmp_path) == {1, 2, 3}
    forget()
    sure.get_by_role("button", name="Forget it").click()
    sure.get_by_role("button", name="Delete it for good").click()
    expect(page.locator("#filed")).to_have_text("Game 2 is forgotten.")
    expect(page.locator("#earlier li")).to_have_count(1)
    assert numbers(tmp_path) == {1, 3}

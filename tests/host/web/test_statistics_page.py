"""The statistics on a page: what is sent, and to whom; and in a browser."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from heistboard.app import Daemon, Lobby, Settings
from heistboard.journal.store import Store
from heistboard.web import Server
from playwright.sync_api import Browser

from tests.support import in_process
from tests.support.axe import violations
from tests.support.car_thief import car_thief
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET
from tests.support.reviewed import AT, FOUND
from tests.support.seats import a_host


def add(journal: Path, thief: str = "Anna", bot: str = "") -> int:
    """Adds a finished game; returns its number."""
    state = car_thief(FOUND)
    with Store(journal) as store, store.create(state.game.new(), AT) as made:
        made.note("sitters.thief", json.dumps([thief]), AT)
        made.note("bot.police", bot, AT)
        for move in state.moves:
            made.play(move, AT)
        return made.id


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    with Daemon(tmp_path / "journal.sqlite", Settings("car-thief"), list) as daemon:
        yield daemon


@pytest.fixture
def server(daemon: Daemon, tmp_path: Path) -> Iterator[Server]:
    with Server(daemon, tmp_path, port=0) as server:
        yield server


@pytest.fixture
def asked(server: Server) -> Iterator[httpx.Client]:
    with in_process.client(server) as asked:
        yield asked


def counted(asked: httpx.Client) -> Any:  # noqa: ANN401 (whatever JSON says)
    return asked.get("/statistics.json").json()


def test_everybody_sees_the_finished_games_counted(asked: httpx.Client, daemon: Daemon) -> None:
    add(daemon.journal)
    add(daemon.journal, "Boris", "hunter")
    (game,) = counted(asked)["games"]
    assert (game["game"], game["played"]) == ("car-thief", 2)
    assert [each["nickname"] for each in game["people"]["people"]] == ["Anna"]
    assert [each["nickname"] for each in game["computer"]["people"]] == ["Boris"]
    best = game["people"]["best"]
    assert best["game"] == 2 and set(best["text"]) == {"en", "ru"}
    assert best["step"] == len(car_thief(FOUND).moves)


def test_a_game_that_goes_on_changes_nothing(asked: httpx.Client, daemon: Daemon) -> None:
    add(daemon.journal)
    before = asked.get("/statistics.json").content
    for move in car_thief(FOUND).moves[:-1]:
        daemon.correct(str(move))
        assert asked.get("/statistics.json").content == before
    daemon.correct(str(car_thief(FOUND).moves[-1]))
    assert counted(asked)["games"][0]["played"] == 2


def test_a_forgotten_game_is_not_counted(server: Server, daemon: Daemon) -> None:
    number = add(daemon.journal)
    with in_process.client(server, Cookie=a_host(server)) as asked:
        assert "Anna" in asked.get("/statistics.json").text
        assert asked.post("/forget", json={"game": number}).json() == {}
        assert counted(asked) == {"games": [], "left_out": 0}
    assert not any(b"Anna" in file.read_bytes() for file in daemon.journal.parent.glob("*.*"))


def test_a_lobby_without_a_journal_counts_nothing(tmp_path: Path) -> None:
    with (
        Server(Lobby(tmp_path / "none" / "journal.sqlite"), tmp_path, port=0) as server,
        in_process.client(server) as asked,
    ):
        assert counted(asked) == {"games": [], "left_out": 0}
        assert asked.get("/statistics").status_code == 200
    assert not (tmp_path / "none").exists()


def test_nobody_asks_too_often(asked: httpx.Client) -> None:
    assert {asked.get("/statistics.json").status_code for _ in range(60)} == {200, 429}


def test_it_is_found_read_and_leads_to_the_review(
    browser: Browser, server: Server, daemon: Daemon
) -> None:
    add(daemon.journal)
    add(daemon.journal, "Boris", "hunter")
    with Devices(browser) as devices:
        page = devices.page(viewport=PHONE)
        page.goto(f"http://127.0.0.1:{server.port}/start")
        page.get_by_role("link", name="Statistics of all games").click()
        people, computer = (page.locator(".groups .card").nth(each) for each in range(2))
        expect(people).to_contain_text("Policewon 1 of 1 (100%)")
        expect(people).to_contain_text("usually 5, from 5 to 5")
        expect(people.get_by_role("list").last).to_contain_text("Anna")
        expect(computer).to_contain_text("People: won 0 of 1 (0%)")
        for size, scheme in ((PHONE, "dark"), (TABLET, "light")):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert violations(page) == []
            for bar in people.locator(".bar").all():
                box, around = bar.bounding_box(), people.bounding_box()
                assert box and around and box["width"] > 0.8 * around["width"]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("#language").click()
        expect(people).to_contain_text("Полиция")
        people.get_by_role("link", name="Разбор игры 2").click()
        expect(page.locator("#said")).to_contain_text("d2")
        assert page.url.endswith(f"/review/2#{len(car_thief(FOUND).moves)}")

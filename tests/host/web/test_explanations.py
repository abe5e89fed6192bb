"""What is missing or refused is explained: a page for browsers, a line for other programs."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from heistboard.app import Daemon, Lobby, Settings
from heistboard.web import Server
from heistboard.web.request_checks import HEADERS

from tests.support import in_process
from tests.support.hosting import client
from tests.support.reviewed import add_arrest

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
MISSING = ("/nothing", "/review/98", "/review/1", "/review/x", "/seat/10/", "/board", "/export/98")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with (
        Daemon(tmp_path / "journal.sqlite", Settings("car-thief"), list) as daemon,
        Server(daemon, tmp_path, port=0) as server,
    ):
        daemon.say(1, "place green x22")
        yield server


def all_of(answer: httpx.Response) -> tuple[int, str, dict[str, str]]:
    return answer.status_code, answer.text, dict(answer.headers)


def test_browsers_get_a_page_and_others_a_line(server: Server) -> None:
    with client(server) as asked:
        for path in MISSING:
            page, line = asked.get(path, headers=BROWSER), asked.get(path)
            assert page.status_code == line.status_code == 404, path
            assert page.headers["content-type"].startswith("text/html")
            assert 'data-code="404"' in page.text and "explanation.js" in page.text
            assert line.text.lower() == "not found"
            assert HEADERS.items() <= {name: page.headers[name] for name in HEADERS}.items()


def test_the_page_tells_nothing_about_what_is_there(server: Server, tmp_path: Path) -> None:
    # Game 1 goes on, game 98 is not there.
    with client(server) as asked:
        answers = [all_of(asked.get(path, headers=BROWSER)) for path in MISSING]
        assert all(answer == answers[0] for answer in answers)
        assert asked.get(f"/review/{add_arrest(tmp_path)}", headers=BROWSER).status_code == 200


def test_what_is_refused_is_a_page_too(server: Server) -> None:
    with in_process.client(server) as asked:
        refused = asked.get("/export/1", headers=BROWSER)
        assert refused.status_code == 403 and 'data-code="403"' in refused.text
        answers = [asked.get("/review/98", headers=BROWSER) for _ in range(60)]
    assert answers[-1].status_code == 429 and 'data-code="429"' in answers[-1].text


def test_another_name_gets_a_page_without_scripts(server: Server) -> None:
    foreign = {**BROWSER, "Host": "evil.example"}
    with client(server) as asked:
        del asked.headers["Origin"]
        for accepted, said in (
            ("ru-RU,ru;q=0.9", "имени"),
            ("fr, en;q=0.5", "name"),
            ("", "name"),
        ):
            page = asked.get("/", headers={**foreign, "Accept-Language": accepted})
            assert page.status_code == 403 and said in page.text and "script" not in page.text
            assert "evil" not in page.text
        assert asked.get("/", headers={"Host": "evil.example"}).text == "not from here"


def test_pages_of_a_game_are_explained_in_a_lobby(tmp_path: Path) -> None:
    with (
        Server(Lobby(tmp_path / "journal.sqlite"), tmp_path, port=0) as server,
        client(server) as asked,
    ):
        for path in ("/board", "/boards", "/seat/99/"):
            answer = asked.get(path, headers=BROWSER)
            assert answer.status_code == 404 and "explanation.js" in answer.text


def test_it_is_told_which_game_is_on_the_table(server: Server) -> None:
    with client(server) as asked:
        assert asked.get("/now.json").json() == {
            "running": {
                "number": 1, "game": "car-thief", "players": 2, "moves": 1, "over": False,
                "rules": True, "floors": 1, "sync": "lost",
            },
            "you": {"host": True, "seats": []},
        }  # fmt: skip

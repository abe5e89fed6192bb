"""Games as files, by HTTP: saved, added, forgotten; bounded, and by hosts only."""

import gzip
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from heistboard.app import Daemon, Lobby, Settings
from heistboard.journal.game_text import MOST_BYTES, MOST_MOVES, read
from heistboard.journal.store import Store
from heistboard.web import Server, game_files
from heistboard.web.seating_file import SeatingFile

from tests.support import in_process
from tests.support.hosting import client
from tests.support.reviewed import AT, add_arrest
from tests.support.seats import a_device, seated
from tests.support.web_evening import POLICE, THIEF

PLACED = ("place green x22", "place yellow x11", "place pink x44")
SECRET = "hide c3"


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    with Daemon(tmp_path / "journal.sqlite", Settings("car-thief"), list) as daemon:
        yield daemon


@pytest.fixture
def asked(
    daemon: Daemon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[httpx.Client]:
    monkeypatch.setattr(game_files, "REQUESTS", 1000)
    with Server(daemon, tmp_path, port=0) as server, client(server) as asked:
        yield asked


def numbers(journal: Path) -> set[int]:
    with Store(journal) as store:
        return {each.id for each in store.games()}


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["refused"]["why"]


def forget(asked: httpx.Client, number: int) -> httpx.Response:
    return asked.post("/forget", json={"game": number})


# Saved.


def test_a_finished_game_is_saved_whole(asked: httpx.Client, tmp_path: Path) -> None:
    number = add_arrest(tmp_path)
    answer = asked.get(f"/export/{number}")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    name = f'attachment; filename="heistboard-{number}-car-thief.txt"'
    assert answer.headers["content-disposition"] == name
    told = read(answer.content)
    assert told.state.outcome is not None and told.tags == {"date": AT, "ended": AT}


def test_a_game_that_goes_on_keeps_its_secrets(asked: httpx.Client, daemon: Daemon) -> None:
    for move in (*PLACED, SECRET):
        daemon.correct(move)
    answer = asked.get("/export/1")
    assert answer.status_code == 200 and "4 hide ?" in answer.text and "c3" not in answer.text


@pytest.mark.parametrize("number", ["0", "99", "x", "-1", "9" * 19, "9" * 5000, "\u0661"])
def test_a_game_that_is_not_there_is_missing(asked: httpx.Client, number: str) -> None:
    assert asked.get(f"/export/{number}").status_code == 404


# Shared.


def test_everybody_shares_what_everybody_knows(
    daemon: Daemon, asked: httpx.Client, tmp_path: Path
) -> None:
    number = add_arrest(tmp_path)
    answer = asked.get(f"/share/{number}")
    name = 'attachment; filename="heistboard-car-thief.txt"'
    assert answer.headers["content-disposition"] == name
    assert read(answer.content).tags == {"date": AT[:10]}
    assert asked.get(f"/review/{number}.json").json()["open"]
    added = asked.post("/import", content=answer.content).json()["game"]
    reviews = [asked.get(f"/review/{each}.json").json()["review"] for each in (number, added)]
    assert reviews[0] == reviews[1]


def test_a_game_that_goes_on_is_not_shared(asked: httpx.Client, daemon: Daemon) -> None:
    for move in (*PLACED, SECRET):
        daemon.correct(move)
    assert {asked.get(f"/share/{each}").status_code for each in ("1", "99", "x")} == {404}


# Added.


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_saved_game_is_added(
    asked: httpx.Client, daemon: Daemon, tmp_path: Path, *, is_packed: bool
) -> None:
    number = add_arrest(tmp_path)
    text = asked.get(f"/export/{number}").content
    headers = {"Content-Encoding": "gzip"} if is_packed else {}
    answer = asked.post(
        "/import", content=gzip.compress(text) if is_packed else text, headers=headers
    )
    assert answer.json() == {"game": number + 1}
    with Store(daemon.journal) as store:
        before, after = store.get(number), store.get(number + 1)
    assert before.state.moves == after.state.moves
    assert before.summary._replace(id=0) == after.summary._replace(id=0)


def test_what_is_no_game_is_refused_with_a_reason(
    asked: httpx.Client, daemon: Daemon, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = asked.get(f"/export/{add_arrest(tmp_path)}").text
    before = numbers(daemon.journal)
    for content, said in (
        ("", "the text is empty"),
        ("<html>", "line 1: '<html>' does not begin"),
        (text.replace("car-thief", "chess"), "line 2: there is no game 'chess'"),
        (text.replace("hide d4", "hide z9"), "'hide z9'"),
        (text + "24 hide a1\n", "line 32: hide a1: the game is over"),
    ):
        with caplog.at_level(logging.DEBUG):
            answer = asked.post("/import", content=content)
        assert refused(answer) == (409, "file"), said
        assert said in answer.json()["refused"]["text"]
    assert "z9" not in caplog.text  # a file may hold secrets
    assert numbers(daemon.journal) == before


def test_a_file_without_its_secrets_says_so(asked: httpx.Client, daemon: Daemon) -> None:
    for move in (*PLACED, SECRET):
        daemon.correct(move)
    text = asked.get("/export/1").text
    assert refused(asked.post("/import", content=text)) == (409, "file-hidden")


def test_files_are_bounded(asked: httpx.Client, tmp_path: Path) -> None:
    long = b"x" * (MOST_BYTES + 1)
    assert asked.post("/import", content=long).status_code == 413
    # It is small until it is unpacked: no more is unpacked than a game may have.
    packed = asked.post(
        "/import", content=gzip.compress(bytes(50_000_000)), headers={"Content-Encoding": "gzip"}
    )
    assert refused(packed) == (409, "file")
    assert f"at most {MOST_BYTES} bytes" in packed.json()["refused"]["text"]
    text = asked.get(f"/export/{add_arrest(tmp_path)}").text
    for content in (b"x", gzip.compress(text.encode())[:-8]):  # the end with its checksum is gone
        damaged = asked.post("/import", content=content, headers={"Content-Encoding": "gzip"})
        assert refused(damaged) == (409, "file")
        assert "arrived damaged" in damaged.json()["refused"]["text"]
    many = text + "".join(f"{number} hide a1\n" for number in range(24, MOST_MOVES + 2))
    answer = asked.post("/import", content=many)
    assert refused(answer) == (409, "file")
    assert f"at most {MOST_MOVES} moves" in answer.json()["refused"]["text"]


def test_a_reason_is_short(asked: httpx.Client, tmp_path: Path) -> None:
    text = asked.get(f"/export/{add_arrest(tmp_path)}").text
    option = text.replace("players: 2", f'players: "{"x" * 10_000}"')
    assert len(asked.post("/import", content=option).text) < 500


def test_a_lobby_takes_files_too(tmp_path: Path) -> None:
    with (
        Daemon(tmp_path / "journal.sqlite", Settings("car-thief"), list) as daemon,
        Server(daemon, tmp_path, port=0) as server,
        client(server) as asked,
    ):
        text = asked.get(f"/export/{add_arrest(tmp_path)}").text
    folder = tmp_path / "other"
    with (
        Server(Lobby(folder / "journal.sqlite"), folder, port=0) as server,
        client(server) as asked,
    ):
        assert asked.post("/import", content=text).json() == {"game": 1}
        assert asked.get("/start.json").json()["earlier"][0]["number"] == 1
    assert folder.stat().st_mode & 0o777 == 0o700


# Forgotten.


def test_a_game_is_forgotten_for_good(asked: httpx.Client, daemon: Daemon, tmp_path: Path) -> None:
    number = add_arrest(tmp_path)
    assert forget(asked, number).json() == {}
    assert numbers(daemon.journal) == {1}
    assert refused(forget(asked, number)) == (409, "missing")


def names(folder: Path) -> str:
    return (folder / "seats.json").read_text(encoding="utf-8")


def test_who_sat_in_it_is_forgotten_too(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Daemon(journal, Settings("car-thief"), list) as daemon:
        daemon.say(1, PLACED[0])
        with Server(daemon, tmp_path, port=0) as server, client(server) as asked:
            seated(server, THIEF, "Anna")
            assert asked.post("/start", json={"game": "car-thief", "leaves": 1}).status_code == 200
            seated(server, THIEF, "Boris")
            assert "Anna" in names(tmp_path)
            SeatingFile(tmp_path).forget([1])  # as the command does, beside the table
            seated(server, POLICE, "Carl")
            kept = json.loads(names(tmp_path))["games"]
            assert [game["game"] for game in kept] == [2]
            daemon.say(1, PLACED[0])
            assert asked.post("/start", json={"game": "car-thief", "leaves": 2}).status_code == 200
            seated(server, THIEF, "Dora")
            assert forget(asked, 2).json() == {}
            assert [game["game"] for game in json.loads(names(tmp_path))["games"]] == [3]
            daemon.say(1, PLACED[0])
    with Server(Lobby(journal), tmp_path, port=0) as server, client(server) as asked:
        assert forget(asked, 3).json() == {}
        assert "Dora" not in names(tmp_path)


def test_the_game_on_the_table_is_not_forgotten(asked: httpx.Client, daemon: Daemon) -> None:
    assert refused(forget(asked, 1)) == (409, "busy")
    daemon.say(1, PLACED[0])


@pytest.mark.parametrize(
    "body", ["", "{}", "[]", '{"game": true}', '{"game": -1}', '{"game": "1"}', "[" * 60,
             '{"game": 1e999}', '{"game": 1, "more": 1}', '{"game": 9223372036854775808}'],
)  # fmt: skip
def test_what_is_malformed_forgets_nothing(asked: httpx.Client, body: str) -> None:
    assert asked.post("/forget", content=body).status_code == 400


# Who may.


def test_only_hosts_have_files(
    daemon: Daemon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_files, "REQUESTS", 1000)
    number = add_arrest(tmp_path)
    with Server(daemon, tmp_path, port=0) as server:
        for cookie in ("", "heistboard=x", a_device(server)[1], seated(server, THIEF)):
            with in_process.client(server, Cookie=cookie) as asked:
                # Whether it is there or not, and whatever is sent.
                assert {asked.get(f"/export/{each}").status_code for each in (number, 99)} == {403}
                assert refused(asked.post("/import", content="x")) == (403, "host")
                assert refused(forget(asked, number)) == refused(forget(asked, 99))
                assert refused(forget(asked, number)) == (403, "host")
    assert numbers(daemon.journal) == {1, number}


def test_files_come_from_our_own_pages_only(asked: httpx.Client, tmp_path: Path) -> None:
    number = add_arrest(tmp_path)
    asked.headers["Origin"] = "http://evil.example"
    for path, body in (("/import", "x"), ("/forget", json.dumps({"game": number}))):
        assert asked.post(path, content=body).status_code == 403


def test_nobody_asks_too_often(daemon: Daemon, tmp_path: Path) -> None:
    with Server(daemon, tmp_path, port=0) as server, client(server) as asked:
        assert {asked.get("/export/99").status_code for _ in range(40)} == {404, 429}

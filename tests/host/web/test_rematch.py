"""A rematch: by HTTP when a game is over, with the same options, by who may."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from heistboard.app import Daemon, Lobby, Settings, Status
from heistboard.web import Server, current_game
from heistboard.web.hosting import GameUnderWay

from tests.support import in_process
from tests.support.hosting import client
from tests.support.seats import a_device, a_host, seated
from tests.support.web_evening import POLICE

MOVES = ("place green x22", "place yellow x11", "place pink x44", "hide a1", "search yellow a1")


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    settings = Settings(
        "car-thief", 4, table_options={"thief-seconds": "7"}, hints="notes", speed=20
    )
    with Daemon(tmp_path / "journal.sqlite", settings, list) as daemon:
        yield daemon


@pytest.fixture
def asked(
    daemon: Daemon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[httpx.Client]:
    monkeypatch.setattr(current_game, "POSTS", 1000)
    with Server(daemon, tmp_path, port=0) as server, client(server) as asked:
        yield asked


def again(asked: httpx.Client) -> tuple[int, str]:
    answer = asked.post("/again")
    return answer.status_code, answer.json().get("refused", {}).get("why", "")


def play(daemon: Daemon, moves: tuple[str, ...] = MOVES) -> None:
    for move in moves:
        daemon.correct(move)


def test_a_rematch_has_the_same_options(asked: httpx.Client, daemon: Daemon) -> None:
    play(daemon)
    assert daemon.status().phase == "over"
    assert again(asked) == (200, "")
    status = daemon.status()
    assert (status.game, status.view["players"], status.view["moves"]) == (2, 4, [])
    assert status.hints["grade"] == "notes"
    assert daemon.table_options == {"thief-seconds": "7"}


def test_a_rematch_begins_once(asked: httpx.Client, daemon: Daemon) -> None:
    play(daemon)
    assert [again(asked), again(asked)] == [(200, ""), (409, "going-on")]
    assert daemon.status().game == 2


@pytest.mark.parametrize("moves", [(), MOVES[:1], MOVES[:4]])
def test_a_game_that_is_not_over_has_no_rematch(
    asked: httpx.Client, daemon: Daemon, moves: tuple[str, ...]
) -> None:
    play(daemon, moves)
    assert again(asked) == (409, "going-on")
    assert daemon.status().game == 1


def test_who_sits_at_the_table_begins_a_rematch_and_nobody_else(
    daemon: Daemon, tmp_path: Path
) -> None:
    with Server(daemon, tmp_path, port=0) as server:
        guests = ("", "heistboard=x", a_device(server)[1])
        sitter = seated(server, POLICE)
        for is_over in (False, True):  # the right to ask comes before the state of the game
            if is_over:
                play(daemon)
            for cookie in guests:
                with in_process.client(server, Cookie=cookie) as asked:
                    assert again(asked) == (403, "host")
                    assert asked.get("/now.json").json()["you"] == {"host": False, "seats": []}
        with in_process.client(server, Cookie=sitter) as asked:
            assert asked.get("/now.json").json()["you"] == {"host": False, "seats": [POLICE]}
            assert again(asked) == (200, "")
            # Seats end with their game.
            assert asked.get("/now.json").json()["you"] == {"host": False, "seats": []}
            assert again(asked) == (403, "host")
    assert daemon.status().game == 2


@pytest.mark.parametrize(
    ("bots", "sitters", "seat"),
    [
        ({"thief": "random"}, 1, POLICE),
        ({"thief": "random"}, 2, None),  # somebody else sits there, too
        ({}, 1, None),  # the other seat is a person's
        ({"thief": "random", "police": "random"}, 0, None),
    ],
)
def test_who_played_alone_against_the_computer_is_told_the_own_seat(
    tmp_path: Path, bots: dict[str, str], sitters: int, seat: int | None
) -> None:
    settings = Settings("car-thief", bots=bots, speed=20)
    with (
        Daemon(tmp_path / "journal.sqlite", settings, list) as daemon,
        Server(daemon, tmp_path, port=0) as server,
    ):
        host = a_host(server)
        cookies = [seated(server, POLICE) for _ in range(sitters)] or [host]
        play(daemon)
        with in_process.client(server, Cookie=cookies[0]) as asked:
            answer = asked.post("/again")
        assert answer.status_code == 200
        assert answer.json() == ({} if seat is None else {"seat": seat})


def test_a_check_decides_before_anything_ends(daemon: Daemon) -> None:
    def refuse(status: Status) -> None:
        assert status.game == 1
        raise GameUnderWay

    play(daemon)
    with pytest.raises(GameUnderWay):
        daemon.play_again(refuse)
    assert daemon.status().game == 1


def test_a_lobby_has_no_rematch(tmp_path: Path) -> None:
    with (
        Server(Lobby(tmp_path / "journal.sqlite"), tmp_path, port=0) as server,
        client(server) as asked,
    ):
        assert asked.post("/again").status_code == 404

"""Who sits where is noted in the journal of the game, for the statistics."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.app import Daemon, Settings
from heistboard.journal.store import Store
from heistboard.statistics.facts_file import find_finished
from heistboard.statistics.finished_games import nicknames_at
from heistboard.web import Server

from tests.support.car_thief import car_thief
from tests.support.reviewed import FOUND
from tests.support.seats import a_device, lead_out, seated, seats_of
from tests.support.web_evening import POLICE, THIEF


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    with Daemon(tmp_path / "journal.sqlite", Settings("car-thief"), list) as daemon:
        yield daemon


@pytest.fixture
def server(daemon: Daemon, tmp_path: Path) -> Iterator[Server]:
    with Server(daemon, tmp_path, port=0) as server:
        yield server


def noted(daemon: Daemon, game: int = 1) -> dict[str, tuple[str, ...]]:
    with Store(daemon.journal) as store:
        return dict(nicknames_at(10_000, store.notes("sitters").get(game, ())))


def test_sitting_down_and_standing_up_is_noted(daemon: Daemon, server: Server) -> None:
    seated(server, THIEF, "Anna")
    seated(server, POLICE, "Boris, the 1st")
    seated(server, POLICE, "Зоя")
    assert noted(daemon) == {"thief": ("Anna",), "police": ("Boris, the 1st", "Зоя")}
    lead_out(server, POLICE)
    assert noted(daemon) == {"thief": ("Anna",)}


def test_a_new_nickname_is_noted(daemon: Daemon, server: Server) -> None:
    device, _ = a_device(server, "Ann")
    seats_of(server).change(lambda change: change.seating.sitters[THIEF].append(device))
    renamed = device._replace(nickname="Anna")
    seats_of(server).change(lambda change: change.seating.rename(renamed, change.at))
    assert noted(daemon) == {"thief": ("Anna",)}


def test_those_who_played_are_counted_and_the_next_game_begins_empty(
    daemon: Daemon, server: Server
) -> None:
    seated(server, THIEF, "Anna")
    for move in car_thief(FOUND).moves:
        daemon.correct(str(move))
    lead_out(server, THIEF)
    seated(server, POLICE, "Too late")
    daemon.begin(Settings("car-thief"))
    (game,) = find_finished(daemon.journal).games
    assert game.nicknames == (("Anna",), ())
    assert noted(daemon, 2) == {}
    seated(server, POLICE, "Anna")
    assert noted(daemon, 2) == {"police": ("Anna",)}


def test_a_full_disk_keeps_nobody_from_sitting_down(
    daemon: Daemon,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "no space")

    with monkeypatch.context() as patch:
        patch.setattr("heistboard.app.game_notes.GameNotes.set_sitters", fail)
        seated(server, THIEF, "Anna")
    assert seats_of(server)._seating.sitters[THIEF][0].nickname == "Anna"
    assert "not in the journal" in caplog.text and noted(daemon) == {}
    seated(server, THIEF, "Boris")
    assert noted(daemon) == {"thief": ("Anna", "Boris")}

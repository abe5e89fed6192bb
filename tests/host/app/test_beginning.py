"""A table that fails to start leaves nothing behind, and an interrupted start ends cleanly."""

import threading
from concurrent.futures import Future
from pathlib import Path

import pytest
from heistboard.app import Daemon, Settings, Status
from heistboard.games.car_thief.gestures import CarThiefGestures
from heistboard.journal.store import Store, StoreError

POLICE = 1
SETTINGS = Settings("car-thief")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def numbers(path: Path) -> list[int]:
    """Returns the numbers of the games in the journal, which no table uses."""
    with Store(path) as store:
        found = [each.id for each in store.games()]
        for number in found:
            store.resume(number).close()
        assert store.damage == ""
    return found


def fail(*_: object, **__: object) -> None:
    raise KeyError("c3")


def test_game_whose_first_lap_fails_has_never_begun(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CarThiefGestures, "scene", fail)
    with pytest.raises(KeyError), Daemon(path, SETTINGS, list):
        pass
    assert numbers(path) == []


def test_another_game_that_cannot_begin_leaves_the_first_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Daemon(path, SETTINGS, list) as daemon:
        with monkeypatch.context() as patch:
            patch.setattr(CarThiefGestures, "scene", fail)
            with pytest.raises(KeyError):
                daemon.begin(SETTINGS)
        daemon.say(POLICE, "place green x11")
        assert daemon.status().game == 1
    assert numbers(path) == [1]


def test_who_begins_a_game_is_answered_when_everybody_knows_of_it(path: Path) -> None:
    is_answered, heard = threading.Event(), list[tuple[int, bool]]()

    def listen(status: Status) -> None:
        heard.append((status.game, is_answered.wait(0.2)))

    with Daemon(path, SETTINGS, list) as daemon:
        daemon.listeners.append(listen)
        daemon.begin(SETTINGS)
        is_answered.set()
    assert heard == [(2, False)]


@pytest.mark.parametrize("is_resumed", [False, True])
def test_interrupt_while_a_table_begins_ends_it(
    path: Path, monkeypatch: pytest.MonkeyPatch, is_resumed: bool
) -> None:
    settings = SETTINGS
    if is_resumed:
        with Daemon(path, SETTINGS, list):
            pass
        settings = SETTINGS._replace(resume=1)
    daemon = Daemon(path, settings, list)

    def interrupted(begun: "Future[None]", timeout: float | None = None) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Future, "result", interrupted)
        with pytest.raises(KeyboardInterrupt):
            daemon.__enter__()
    assert not daemon._thread.is_alive()
    assert numbers(path) == [1] * is_resumed


def test_failed_start_is_withdrawn_unless_somebody_has_played(path: Path) -> None:
    with Daemon(path, SETTINGS, list) as daemon:
        daemon.withdraw()
    assert numbers(path) == []
    with Daemon(path, SETTINGS, list) as daemon:
        daemon.say(POLICE, "place green x11")
        daemon.withdraw()
    assert numbers(path) == [2]
    with Daemon(path, SETTINGS._replace(resume=2), list) as daemon:
        daemon.withdraw()
    assert numbers(path) == [2]


def test_full_disk_at_the_beginning_leaves_no_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", full)
        with pytest.raises(StoreError), Daemon(path, SETTINGS._replace(hints="cells"), list):
            pass
    assert numbers(path) == []

"""Where computer players choose their moves: in a thread beside the table's."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from heistboard.app import Daemon, Settings, Status
from heistboard.app.thinking_thread import ThinkingThread
from heistboard.games.car_thief import bots
from heistboard.rules import Move, View

WITHIN_S = 20.0


def once(daemon: Daemon, is_it: Callable[[Status], bool]) -> threading.Event:
    """Returns what is set once a status is like that."""
    event = threading.Event()

    def hear(status: Status) -> None:
        if is_it(status):
            event.set()

    daemon.listeners.append(hear)
    return event


def test_thoughts_are_called_one_after_the_other_and_in_order() -> None:
    called: list[int] = []
    thread = ThinkingThread()
    for number in range(50):
        thread.put(partial(called.append, number))
    thread.close()
    assert called == list(range(50))


def test_without_thoughts_there_is_no_thread() -> None:
    before = threading.active_count()
    thread = ThinkingThread()
    assert threading.active_count() == before
    thread.close()


def test_nobody_waits_for_a_bot_that_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on, thinks = threading.Event(), threading.Event()

    class Slow(bots.RimDriver):
        def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
            thinks.set()
            may_go_on.wait(WITHIN_S)
            return super().choose(legal, look)

    monkeypatch.setitem(bots.BOTS, "slow", Slow)
    settings = Settings("car-thief", bots={"police": "slow"}, speed=10)
    daemon = Daemon(tmp_path / "journal.sqlite", settings, list, has_board=False)
    closed = once(daemon, lambda status: status.phase == "eyes-closed")
    with daemon:
        assert thinks.wait(WITHIN_S)
        daemon.set_hints("notes")
        assert daemon.status().hints["grade"] == "notes"
        assert not daemon.status().view["moves"]
        may_go_on.set()
        assert closed.wait(WITHIN_S)


def test_a_daemon_plays_both_seats(tmp_path: Path) -> None:
    settings = Settings("car-thief", bots={"police": "rim", "thief": "rim"}, speed=40, seed=3)
    daemon = Daemon(tmp_path / "journal.sqlite", settings, list, has_board=False)
    second = once(daemon, lambda status: status.view["round"] == 2)
    with daemon:
        assert second.wait(WITHIN_S)
        assert daemon.bots() == {0: "rim", 1: "rim"}

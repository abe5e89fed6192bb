"""Notices wait one by one, and at most so many; what was too much becomes one Resync."""

import threading
from pathlib import Path

import pytest
from heistboard.app import Daemon, Settings
from heistboard.app.inbox import MOST, Inbox
from heistboard.app.picture import ModulePicture, PictureChange, TableNotice
from heistboard.link.link import LinkState, Presence, StateChange
from heistboard.link.module import Event, Module, Resync
from heistboard.places import layout

A, B = "A000000000000001", "B000000000000002"
FLOOD = 500_000
DONE = layout.REEDS.index("done")


def event(reed: int, *, is_closed: bool = True) -> Event:
    return Event(None, 0, reed, is_closed, 0)


def taken(inbox: Inbox) -> list[tuple[str, TableNotice]]:
    found = []
    while (oldest := inbox.take()) is not None:
        found.append((oldest.serial, oldest.notice))
    return found


def test_notices_are_taken_one_by_one_in_the_order_they_were_heard() -> None:
    inbox = Inbox()
    heard: list[tuple[str, TableNotice]] = [
        (A, Presence(True)),
        (B, event(3)),
        *((A, event(reed)) for reed in range(MOST - 1)),
        (B, Presence(False)),
    ]
    for now_ms, (serial, notice) in enumerate(heard):
        inbox.add(serial, notice, now_ms)
    first = inbox.take()
    assert first is not None and (first.serial, first.heard_ms) == (A, 0)
    assert taken(inbox) == heard[1:]


def test_more_than_the_most_of_one_module_become_one_resync() -> None:
    inbox = Inbox()
    inbox.add(B, event(1), 0)
    for number in range(MOST + 1):
        inbox.add(A, event(number % 60, is_closed=number % 2 == 0), number)
    inbox.add(A, event(5, is_closed=False), 999)
    (serial, _), (_, resync), last = taken(inbox)
    assert serial == B and last == (A, event(5, is_closed=False))
    assert isinstance(resync, Resync)
    assert dict(resync.changes) == {reed: reed % 2 == 0 for reed in range(60)}


def test_changes_that_were_merged_are_missed_no_more() -> None:
    inbox, picture = Inbox(), ModulePicture()
    inbox.add(A, Presence(True, 200), 0)
    for number in range(MOST):
        inbox.add(A, event(number % 60), number)
    for _, notice in taken(inbox):
        picture.take(notice)
    assert picture.is_there


def test_merged_notices_leave_the_same_picture_and_no_gesture() -> None:
    for presence in ((), (Presence(False),), (Presence(False), Presence(True, 250))):
        inbox, plain, merged = Inbox(), ModulePicture(), ModulePicture()
        for picture in (plain, merged):
            picture.take(Presence(True))
        notices: list[TableNotice] = [event(number % 70) for number in range(100)]
        notices += [*presence, *(event(n % 70, is_closed=n % 3 > 0) for n in range(200))]
        for notice in notices:
            inbox.add(A, notice, 0)
            plain.take(notice)
        changes = [merged.take(notice) for _, notice in taken(inbox)]
        assert merged.closed == plain.closed
        assert merged.is_there == plain.is_there
        assert changes[0] is PictureChange.JUMP
        assert changes.count(PictureChange.REED) <= len(notices) - MOST - 1


def test_events_that_were_queued_before_the_board_came_are_still_no_gestures() -> None:
    inbox, picture = Inbox(), ModulePicture()
    for number in range(MOST):
        inbox.add(A, event(number % 70), 0)
    inbox.add(A, Presence(True, 3), 0)  # merged; the three follow
    inbox.add(A, event(1, is_closed=False), 0)
    changes = [picture.take(notice) for _, notice in taken(inbox)]
    assert PictureChange.REED not in changes and not picture.is_there
    assert picture.take(event(2, is_closed=False)) is PictureChange.NONE
    assert picture.take(event(3, is_closed=False)) is PictureChange.JUMP
    assert picture.take(event(4, is_closed=False)) is PictureChange.REED


@pytest.fixture
def daemon(tmp_path: Path) -> Daemon:
    return Daemon(tmp_path / "journal.sqlite", Settings("car-thief"), list)


def test_flood_of_a_board_takes_no_memory_and_calls_are_answered(daemon: Daemon) -> None:
    module = Module(A, None)
    goes_on, is_busy = threading.Event(), threading.Event()

    def wait() -> None:
        is_busy.set()
        goes_on.wait()

    with daemon:
        daemon._hear(module, Presence(True))
        busy = threading.Thread(target=daemon.call, args=(wait,))
        busy.start()
        is_busy.wait()
        for number in range(FLOOD):
            daemon._hear(module, event(number % 50, is_closed=number // 50 % 2 == 0))
        waiting = len(daemon._inbox)
        promised = daemon._todo.qsize()
        for reed in (*range(25), DONE):
            daemon._hear(module, event(reed))
        assert waiting <= MOST and promised <= MOST + 1
        answers: list[str] = []
        asking = threading.Thread(target=lambda: answers.append(daemon.status().sync))
        asking.start()
        goes_on.set()
        asking.join()
        busy.join()
        assert answers == ["desync"]
        assert daemon.picture() == {*layout.REEDS[:25], "done"}
        assert daemon._promised == len(daemon._inbox) == 0


def test_button_pressed_in_a_flood_is_no_gesture(daemon: Daemon) -> None:
    module = Module(A, None)
    heard: list[str] = []
    with daemon:
        daemon._hear(module, Presence(True))
        daemon.status()
        daemon.listeners.append(lambda status: heard.extend(ask.id for ask in status.spoken))

        def flood() -> None:
            for number in range(MOST):
                daemon._hear(module, event(number % 20))
            daemon._hear(module, event(layout.REEDS.index("help")))

        daemon.call(flood)
        assert "help" in daemon.picture() and heard == []
        daemon._hear(module, event(layout.REEDS.index("help"), is_closed=False))
        daemon._hear(module, event(layout.REEDS.index("help")))
        daemon.status()
        assert len(heard) == 1


def test_notices_of_unknown_boards_do_not_concern_the_table(daemon: Daemon) -> None:
    greeted = StateChange(None, LinkState.LOST, LinkState.GREETING, "port opened")
    gone = StateChange(None, LinkState.GREETING, LinkState.LOST, "port gone")
    with daemon:
        daemon._hear(Module(A, 1), Presence(True))
        before = daemon.status()
        assert before.sync == "desync"
        for notice in (greeted, gone, Presence(False)):
            daemon._hear(None, notice)
        assert daemon.status() == before

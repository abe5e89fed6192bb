"""A board that bytes lost on the line have muted is greeted again within half a second."""

import pytest
from heist import wire
from heistboard.link.link import LinkState, StateChange
from heistboard.link.messages import Fault
from heistboard.link.module import Event
from heistboard.places import layout

from tests.support.link_rig import WANTED, settled
from tests.support.messages import CLOSED, configured, events, hello, lit, snapshot, stats
from tests.support.virtual import VirtualLine

LOST = 256


class Hole:
    """Loses the next *size* bytes."""

    def __init__(self, size: int) -> None:
        self._size = size

    def __call__(self, data: bytes) -> bytes:
        lost = min(self._size, len(data))
        self._size -= lost
        return data[lost:]


def connected() -> VirtualLine:
    line = VirtualLine()
    line.link.open(line.now_ms)
    line.settle()
    line.notices.clear()
    return line


def tap_steadily(line: VirtualLine, seconds: int) -> None:
    """Changes a reed every 10 ms, each no more often than its debouncing allows."""
    for number in range(seconds * 100):
        reed = layout.REEDS[number % 60]
        is_closed = number // 60 % 2 == 0
        line.drivers.set(reed, is_closed=is_closed)
        line.run(10)


@pytest.mark.parametrize("size", [64, 192, LOST])
def test_a_hole_in_the_line_is_mended_within_a_second(size: int) -> None:
    line = connected()
    line.up = Hole(size)
    for number in range(20):  # as many frames as a board may send without an answer
        line.drivers.set(layout.REEDS[number], is_closed=True)
        line.run(1)
    line.run(980)
    assert [event.reed for event in line.events] == list(range(20))
    assert not any(isinstance(each, StateChange) for each in line.notices)


def test_a_hundred_changes_a_second_do_not_overflow_a_muted_board() -> None:
    line = connected()
    line.up = Hole(LOST)
    tap_steadily(line, 6)
    line.run(100)
    assert [each for each in line.notices if isinstance(each, Fault)] == []
    assert line.board.session.queue.lost == 0
    assert [event.number for event in line.events] == list(range(600))
    assert not any(isinstance(each, StateChange) for each in line.notices)
    assert line.link.is_settled


def test_a_silent_board_is_asked_then_greeted_then_lost() -> None:
    rig = settled()
    sent = ""
    asked_ms: dict[str, list[int]] = {"Q": [], "G": []}
    began_ms = rig.now_ms
    while rig.link.state is LinkState.READY:
        sent = rig.wait(10, every_ms=10)
        for kind, times in asked_ms.items():
            times += [rig.now_ms - began_ms] * sent.count(kind)
    assert asked_ms["Q"][0] == 400
    assert asked_ms["G"] == [500 + 250 * number for number in range(10)]
    assert rig.now_ms - began_ms == 3000


def test_questions_come_at_the_same_times_whatever_the_reeds_do() -> None:
    # What is public must not depend on hidden reeds, and the answers are public.
    asked: list[list[int]] = []
    for reed_ms in (None, 130, 390):
        rig = settled()
        asked.append([])
        for ms in range(0, 900, 10):
            if ms == reed_ms:
                rig.feed(events(0, 1 | CLOSED))
            if "Q" in rig.wait(10, every_ms=10):
                asked[-1].append(ms)
                rig.feed(stats())
    assert asked[0] == asked[1] == asked[2] != []


def test_ready_board_believes_only_hello_after_it_was_greeted_again() -> None:
    rig = settled()
    assert "G" in rig.wait(500)
    rig.link.take_notices()
    assert rig.feed(snapshot(0, (5,)), events(0, 3 | CLOSED), lit(2), stats()) == "A"
    assert rig.link.take_notices() == []
    rig.feed(hello(), snapshot(0), events(0, 3 | CLOSED))
    assert [each.reed for each in rig.link.take_notices() if isinstance(each, Event)] == [3]
    assert rig.link.state is LinkState.READY


def test_board_that_restarted_while_it_was_mute_is_met_anew() -> None:
    rig = settled()
    rig.wait(500)
    rig.link.take_notices()
    assert rig.feed(snapshot(40, (5,)), hello(boot=b"toob")) == "G"
    (notice,) = rig.link.take_notices()
    assert notice == StateChange(None, LinkState.READY, LinkState.GREETING, "board restarted")


def test_settings_and_scene_are_sent_again_after_the_greeting() -> None:
    rig = settled()
    sent = rig.wait(500)
    assert sent.startswith("G")
    assert {"C", "S"} <= set(sent)
    rig.feed(hello(), configured(), lit(2))
    assert rig.link.is_settled
    assert rig.link.module is not None
    assert rig.link.module.intents == WANTED


def test_greeting_again_is_a_block_of_the_same_session() -> None:
    line = connected()
    session = line.board.session.session
    line.up = lambda data: b""
    line.run(600)
    line.up = lambda data: data
    line.settle()
    greets = [data for _, data in line.sent_down if wire.GREETING_ZEROS in data]
    assert len(greets) == 3  # the answer to the second is lost too
    assert line.board.session.session == session

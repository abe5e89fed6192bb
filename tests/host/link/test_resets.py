"""The promises of the link when a board restarts or its queue overflows."""

from random import Random

import pytest
from heist import board, wire
from heistboard.link.link import LinkState, StateChange
from heistboard.link.messages import Fault

from tests.support.faults import FaultyLine, MessageLoss, MessageSpoiler
from tests.support.link_play import FIRST, connected, finish, new_line, play, scramble, snapshots
from tests.support.virtual import untouched

SEEDS = range(6)
RATES = (0.01, 0.05, 0.20)


# Resets.


def test_reset_in_any_millisecond() -> None:
    for ms in range(60):
        line = new_line()
        play(line, {ms: line.restart_board})
        assert line.boots == 2
        assert line.replugs == 0


@pytest.mark.parametrize("kind", [wire.HELLO, wire.SNAPSHOT, wire.EVENTS])
@pytest.mark.parametrize("count", [1, 2])
def test_reset_while_connecting_again(kind: int, count: int) -> None:
    # The host knows the board and the event numbers of its previous boot.
    for ms in range(0, 300, 3):
        line = connected()
        line.flood(1)
        line.settle()
        line.unplug()
        line.up = MessageLoss(kind, count)
        line.replug()
        line.run(ms)
        line.restart_board()
        line.set_reed(8, is_closed=True)
        line.run(20)
        finish(line)


@pytest.mark.parametrize(
    "interpreter", ["MicroPython 1.25.0 rp2", "MicroPython 1.28.0-preview linux"]
)
@pytest.mark.parametrize("count", [1, 2, 3, 5, 7, 8])
def test_messages_of_a_restarted_board_are_lost(
    monkeypatch: pytest.MonkeyPatch, interpreter: str, count: int
) -> None:
    # Without a reader it sends only what the line holds; the host's GREETs free the line again.
    monkeypatch.setattr(board, "_interpreter", lambda: interpreter)
    line = connected()
    line.up = MessageLoss(wire.HELLO, count)
    line.restart_board()
    line.set_reed(8, is_closed=True)
    line.run_until(lambda: line.link.state is not LinkState.READY)
    finish(line)
    assert line.replugs == 0
    restarted = StateChange(None, LinkState.READY, LinkState.GREETING, "board restarted")
    assert restarted in line.notices


# Overflow.


def overflown(*, rounds: int = 3) -> FaultyLine:
    """Returns an unplugged line whose board has dropped events."""
    line = connected()
    line.unplug()
    line.flood(rounds)
    assert line.lost == rounds * 140 - wire.QUEUE
    return line


def judge_overflow(line: FaultyLine, lost: int) -> None:
    line.judge()
    assert line.lost == lost
    faults = [notice for notice in line.notices if isinstance(notice, Fault)]
    assert faults[-1] == Fault(wire.FAULT_OVERFLOW, lost)
    assert snapshots(line)[-1].lost == lost
    # All dropped changes share one number.
    kept = [change.number for change in line.truth if change.number is not None]
    assert line.module.expected == (FIRST + len(kept) + 1) & 0xFFFF


def test_overflow_while_the_host_is_gone() -> None:
    line = overflown()
    line.replug()
    line.settle()
    judge_overflow(line, 3 * 140 - wire.QUEUE)


def test_overflow_is_recovered_without_a_pause() -> None:
    line = overflown()
    line.replug()
    line.run_until(lambda: len(line.resyncs) == 2, 30)
    line.judge()


@pytest.mark.parametrize("ms", [2000, 8000])
def test_overflow_while_the_host_does_not_read(ms: int) -> None:
    line = connected()
    line.is_reading = False
    line.flood(3)
    line.run(ms)
    line.is_reading = True
    line.settle()
    judge_overflow(line, 3 * 140 - wire.QUEUE)


@pytest.mark.parametrize("skip", [0, 1])
@pytest.mark.parametrize("count", [1, 2, 3, 10])
def test_overflow_whose_snapshots_are_lost(count: int, skip: int) -> None:
    line = overflown()
    line.up = drop = MessageLoss(wire.SNAPSHOT, count, skip)
    line.replug()
    line.settle()
    assert drop.dropped == count
    judge_overflow(line, 3 * 140 - wire.QUEUE)
    line.up = untouched
    finish(line)


def test_overflow_whose_snapshot_is_lost_while_events_go_on() -> None:
    line = overflown()
    line.up = MessageLoss(wire.SNAPSHOT, 5, 1)
    line.replug()
    scramble(line, Random(1), 500, every_ms=3)
    finish(line)


def test_changes_of_reeds_that_go_on_in_an_overflow() -> None:
    line = overflown()
    line.replug()
    scramble(line, Random(1), 60, every_ms=2)
    finish(line)


def test_overflow_after_overflow() -> None:
    line = connected()
    for _ in range(4):
        line.unplug()
        line.flood(3)
        line.toggle(5)
        line.run(30)
        line.replug()
        line.settle()
        line.judge()
    finish(line)


def test_overflow_and_pulled_before_the_snapshot() -> None:
    for ms in range(40):
        line = overflown(rounds=2)
        line.toggle(5)
        line.run(30)
        line.replug()
        line.run(ms)
        line.unplug()
        line.toggle(6)
        line.run(30)
        line.replug()
        finish(line)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rate", RATES)
def test_overflow_on_a_bad_line(rate: float, seed: int) -> None:
    line = overflown()
    rates = {"loss": rate, "corruption": rate, "duplication": rate}
    up, down = MessageSpoiler(f"up {seed}", **rates), MessageSpoiler(f"down {seed}", **rates)
    line.up, line.down = up, down
    line.replug()
    scramble(line, Random(seed), 1000)
    line.flood(2)
    up.stop()
    down.stop()
    finish(line)

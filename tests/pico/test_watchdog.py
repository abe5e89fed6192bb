"""A hanging board is restarted by its watchdog, on the emulated Pico.

The seconds of a hang are spent with the CPU standing still, which takes no real time.
"""

from collections.abc import Iterator

import pytest
from heistboard.places import layout

from tests.support.pico import EmulatedPico

TIMEOUT_MS = 5000
CRASHED_TWICE = 0x68656902
REASON = 0x40058008
BY_TIMEOUT = 1


@pytest.fixture(scope="module")
def restarted(booted: EmulatedPico) -> Iterator[EmulatedPico]:
    """A board whose main loop hung until the watchdog fired, after two crashes."""
    booted.connected()
    booted.set_reed("done", is_closed=True)
    booted.run(20)
    starts = booted.starts
    booted.scratch = CRASHED_TWICE
    booted.hang()
    passes = booted.matrix.passes
    booted.run(2)
    assert booted.matrix.passes == passes
    booted.stand(TIMEOUT_MS - 10)
    assert booted.starts == starts
    booted.stand(10)
    assert booted.starts == starts + 1
    yield booted
    booted.set_reed("done", is_closed=False)


def test_board_comes_back_by_itself(restarted: EmulatedPico) -> None:
    assert restarted.read(REASON) == BY_TIMEOUT
    (module,) = restarted.modules.met()
    before = module.hello
    assert before is not None
    # The host greets again while the board starts, and any byte may be an 0x03.
    restarted.run_until(lambda: restarted.device.cdc.dtr, 100)
    for _ in range(20):
        restarted.send(b"\x03")
        restarted.run(10)
    restarted.connected()
    after = module.hello
    assert after is not None
    assert after.boot != before.boot
    assert (after.firmware, after.serial) == (before.firmware, before.serial)
    assert (after.first, after.next) == (0, 0)
    closed = [layout.REEDS[reed] for reed, is_closed in enumerate(module.closed) if is_closed]
    assert closed == ["done"]


def test_hang_is_no_crash(restarted: EmulatedPico) -> None:
    assert restarted.scratch == CRASHED_TWICE


def test_crashes_are_forgotten_after_ten_good_seconds(restarted: EmulatedPico) -> None:
    def feed() -> None:
        # A pass that collects garbage takes longer than others.
        before = restarted.matrix.passes
        restarted.run_until(lambda: restarted.matrix.passes >= before + 2, 50)

    # It has run for less than half a second since its start.
    before = restarted.starts
    for _ in range(3):
        restarted.stand(3100)
        feed()
    assert restarted.scratch == CRASHED_TWICE
    restarted.stand(1000)
    feed()
    assert restarted.scratch == 0
    assert restarted.starts == before
    assert "crash.txt" not in restarted.files()

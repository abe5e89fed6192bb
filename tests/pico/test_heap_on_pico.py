"""Garbage on an emulated Pico: none is left behind, and collecting it loses nothing."""

from pathlib import Path

import pytest
from heistboard.flashing import files
from heistboard.link.messages import Configured, Stats
from heistboard.places import layout

from tests.support.pico import EmulatedPico
from tests.support.pico_flash import MPY

EVENTS = 1400
LONG_US = 5000  # no pass takes so long but one that collects
EDGE_MS = 20  # the longer of the debounce times
STEP_MS = 2400  # less than makes either side believe that the other is gone
COLLECTS_WITHIN = 20  # such steps
PERIOD = b"GC_EVERY_MS = const(300_000)"
SHORT_PERIOD = b"GC_EVERY_MS = const(30_000)"


@pytest.fixture(scope="module")
def board(uf2: Path) -> EmulatedPico:
    """A board that collects every 30 s rather than every 5 minutes."""
    sources = files.sources()
    assert PERIOD in sources["heist/board.py"]
    sources["heist/board.py"] = sources["heist/board.py"].replace(PERIOD, SHORT_PERIOD)
    pico = EmulatedPico(uf2, files.compiled(sources, MPY))
    pico.connected()
    return pico


def collected(board: EmulatedPico) -> Stats:
    # Time passes until the board has collected and said so.
    for _ in range(COLLECTS_WITHIN):
        board.link.stats = None
        board.stand(STEP_MS)
        board.run_until(lambda: board.link.stats is not None, 250)
        stats = board.link.stats
        assert stats is not None
        if stats.gc_max_us:
            return stats
    raise AssertionError(f"no collection in {COLLECTS_WITHIN * STEP_MS / 1000} s")


def move_all(board: EmulatedPico, *, is_closed: bool) -> None:
    wanted = len(board.events) + len(layout.REEDS)
    for name in layout.REEDS:
        board.set_reed(name, is_closed=is_closed)
    board.run_until(lambda: len(board.events) >= wanted, 200)


def collections(board: EmulatedPico) -> list[Stats]:
    told = [notice for _, notice in board.notices if isinstance(notice, Stats)]
    return [stats for stats in told if stats.gc_max_us]


def until_it_collects(board: EmulatedPico) -> None:
    # Time passes until the board is in the middle of a collection.
    for _ in range(COLLECTS_WITHIN):
        board.stand(STEP_MS)
        board.matrix.passes = 0
        board.run_until(lambda: bool(board.matrix.passes), 5)  # the pass it stood in is over
        board.matrix.longest_us = 0.0
        if board.run_until(lambda: board.matrix.silent_us > LONG_US, 7, must=False):
            return
    raise AssertionError(f"no collection in {COLLECTS_WITHIN * STEP_MS / 1000} s")


def test_thousands_of_events_leave_nothing_behind(board: EmulatedPico) -> None:
    board.connected(config=Configured(layout.DEFAULT_BUDGET_MA, 255, 0, 0))
    move_all(board, is_closed=True)
    move_all(board, is_closed=False)
    collected(board)  # what the start had left
    before = collected(board)
    board.notices.clear()
    while len(board.events) < EVENTS:
        move_all(board, is_closed=True)
        move_all(board, is_closed=False)
    after = collected(board)
    assert after.heap_free >= before.heap_free
    assert after.lost == 0


def test_collection_loses_no_edge_longer_than_the_debounce_time(board: EmulatedPico) -> None:
    until_it_collects(board)
    board.notices.clear()
    board.set_reed("b3.cover", is_closed=True)
    board.run(EDGE_MS)
    board.set_reed("b3.cover", is_closed=False)
    board.run_until(lambda: len(board.events) == 2, 2 * EDGE_MS)
    assert [(event.name, event.is_closed) for _, event in board.events] == [
        ("b3.cover", True),
        ("b3.cover", False),
    ]
    board.run_until(lambda: bool(collections(board)), 250)
    (stats,) = collections(board)
    # What is stated is what the scan was held up for, and little of it is not the collection.
    assert LONG_US < stats.gc_max_us <= board.matrix.longest_us < stats.gc_max_us + LONG_US

"""Garbage on an emulated Pico: events leave none, and collecting it loses no event."""

from pathlib import Path

import pytest
from heistboard.flashing import files
from heistboard.link.messages import Configured, Stats
from heistboard.places import layout

from tests.support.pico import EmulatedPico
from tests.support.pico_flash import MPY

EVENTS = 280  # tests/long/pico.py makes more
LONG_US = 5000  # only a pass that collects takes so long
EDGE_MS = 20  # the longer of the debounce times
STEP_MS = 2400  # short enough that neither side takes the other for gone
COLLECTS_WITHIN = 20  # such steps
PERIOD = b"GC_EVERY_MS = const(300_000)"
SHORT_PERIOD = b"GC_EVERY_MS = const(30_000)"


def make_board(uf2: Path) -> EmulatedPico:
    """Returns a connected board that collects every 30 s rather than every 5 minutes."""
    sources = files.sources()
    assert PERIOD in sources["heist/board.py"]
    sources["heist/board.py"] = sources["heist/board.py"].replace(PERIOD, SHORT_PERIOD)
    pico = EmulatedPico(uf2, files.compiled(sources, MPY))
    pico.connected()
    return pico


def collected(board: EmulatedPico) -> Stats:
    # Advances until the board has collected and reported it.
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
    # Advances until the board is in the middle of a collection.
    for _ in range(COLLECTS_WITHIN):
        board.stand(STEP_MS)
        board.matrix.passes = 0
        board.run_until(lambda: bool(board.matrix.passes), 5)  # the interrupted pass is over
        board.matrix.longest_us = 0.0
        if board.run_until(lambda: board.matrix.silent_us > LONG_US, 7, must=False):
            return
    raise AssertionError(f"no collection in {COLLECTS_WITHIN * STEP_MS / 1000} s")


def check_heap(board: EmulatedPico, events: int) -> None:
    """Compares the free memory before and after *events* events."""
    board.connected(config=Configured(layout.DEFAULT_BUDGET_MA, 255, 0, 0))
    move_all(board, is_closed=True)
    move_all(board, is_closed=False)
    collected(board)  # garbage of the start
    before = collected(board)
    board.notices.clear()
    while len(board.events) < events:
        move_all(board, is_closed=True)
        move_all(board, is_closed=False)
    after = collected(board)
    assert after.heap_free >= before.heap_free
    assert after.lost == 0


@pytest.fixture(scope="module")
def board(uf2: Path) -> EmulatedPico:
    return make_board(uf2)


def test_hundreds_of_events_leave_nothing_behind(board: EmulatedPico) -> None:
    check_heap(board, EVENTS)


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
    # The reported time is the scan's delay, almost all of it the collection.
    assert LONG_US < stats.gc_max_us <= board.matrix.longest_us < stats.gc_max_us + LONG_US

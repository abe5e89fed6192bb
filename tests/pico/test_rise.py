"""The self test of an emulated Pico: how long a row line takes to rise."""

from math import inf

import pytest
from heistboard.firmware import COLUMN_PINS, ROW_PINS, wire
from heistboard.link.messages import Rise

from tests.support.pico import EmulatedPico

ROWS = len(ROW_PINS)


def rises(board: EmulatedPico) -> list[Rise]:
    return [notice for _, notice in board.notices if isinstance(notice, Rise)]


def measure(board: EmulatedPico) -> Rise:
    before = len(rises(board))
    board.ask(wire.ASK_SELF_TEST)
    board.run_until(lambda: len(rises(board)) > before, 20)
    return rises(board)[-1]


def close(board: EmulatedPico, column: int, row: int) -> None:
    board.matrix.set(column * ROWS + row, is_closed=True)


@pytest.mark.parametrize("column", [0, len(COLUMN_PINS) - 1])
def test_each_row_says_its_own_time(board: EmulatedPico, column: int) -> None:
    times_us = [2, 10, 0, 200, inf]
    for row in (0, 1, 3, 4):
        close(board, column, row)
    board.matrix.rise_us[:] = times_us
    said = measure(board)
    board.matrix.rise_us[:] = [0] * ROWS
    assert [abs(said[row] - times_us[row]) <= 1 for row in (0, 1, 3)] == [True] * 3, said
    assert said.row2_us == wire.RISE_UNKNOWN
    assert said.row4_us == wire.RISE_NEVER


def test_row_that_rises_at_once_says_one(board: EmulatedPico) -> None:
    for row in range(ROWS):
        close(board, row, row)
    assert measure(board) == (1,) * ROWS


def test_the_scan_goes_on_as_before(board: EmulatedPico) -> None:
    close(board, 3, 1)
    board.run_until(lambda: len(board.events) == 1, 5)
    measure(board)
    board.run(5)
    close(board, 13, 0)
    board.run_until(lambda: len(board.events) == 2, 5)
    assert [event.reed for _, event in board.events] == [3 * ROWS + 1, 13 * ROWS]

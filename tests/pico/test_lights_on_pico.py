"""The current of an emulated Pico's LEDs, decoded from their data pin."""

from math import ceil

import pytest
from heist import layout as board_layout
from heistboard.link.messages import Configured, Lit
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Pattern, pack

from tests.support.pico import EmulatedPico

Picture = list[tuple[int, ...]]

AMPLE_MA = 2000
ROUND_MS = 2048  # of a pulse


def drawn_ma(picture: Picture) -> float:
    assert len(picture) == board_layout.LEDS
    counts = sum(map(sum, picture))
    return counts * board_layout.CHANNEL_MA / 255 + len(picture) * board_layout.IDLE_MA


def white(board: EmulatedPico, budget_ma: int, pattern: Pattern) -> Lit:
    # All white at the highest level; drops the pictures shown before, with another budget.
    board.connected(config=Configured(budget_ma, 255, 5, 20))
    board.run_until(lambda: board.link.is_settled, 100)
    intent = Intent(Colour.WHITE, Level.BRIGHT, pattern)
    board.show(pack(dict.fromkeys(layout.LEDS, intent)))
    board.run_until(lambda: board.link.is_settled, 100)
    board.run(5)
    del board.pictures[:-1]
    return [notice for _, notice in board.notices if isinstance(notice, Lit)][-1]


def draws_ma(board: EmulatedPico) -> list[float]:
    return [drawn_ma(picture) for _, picture in board.pictures]


def test_without_a_limit_all_white_draws_what_is_said(board: EmulatedPico) -> None:
    lit = white(board, AMPLE_MA, Pattern.STEADY)
    (drawn,) = draws_ma(board)
    assert lit.need_ma == lit.shown_ma == ceil(drawn) > 1400


@pytest.mark.parametrize("budget_ma", [60, layout.DEFAULT_BUDGET_MA, 450])
def test_all_white_stays_within_the_budget(board: EmulatedPico, budget_ma: int) -> None:
    need_ma = white(board, AMPLE_MA, Pattern.STEADY).need_ma
    lit = white(board, budget_ma, Pattern.STEADY)
    (drawn,) = draws_ma(board)
    assert drawn <= budget_ma
    assert (lit.need_ma, lit.shown_ma) == (need_ma, ceil(drawn))
    # One more count in each channel would exceed it.
    assert drawn + 3 * board_layout.LEDS * board_layout.CHANNEL_MA / 255 > budget_ma


def test_no_frame_of_a_pulse_exceeds_the_budget(board: EmulatedPico) -> None:
    lit = white(board, layout.DEFAULT_BUDGET_MA, Pattern.PULSE)
    board.run_until(lambda: len(board.pictures) > 1, 45, must=False)
    samples = 24
    for _ in range(samples):
        before = len(board.pictures)
        board.stand(ROUND_MS / samples)
        # In the trough consecutive pictures may be equal.
        board.run_until(lambda before=before: len(board.pictures) > before, 4, must=False)  # type: ignore[misc]
    draws = draws_ma(board)
    assert len(draws) > samples / 2
    assert max(draws) <= lit.shown_ma <= layout.DEFAULT_BUDGET_MA
    idle_ma = board_layout.LEDS * board_layout.IDLE_MA
    assert max(draws) - idle_ma > 0.9 * (lit.shown_ma - idle_ma)
    assert min(draws) - idle_ma < 0.3 * (lit.shown_ma - idle_ma)

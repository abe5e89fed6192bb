"""Win rates and their intervals."""

import doctest
from random import Random

from heistboard.cli import win_rates
from heistboard.cli.win_rates import win_rate


def test_the_documents_example() -> None:
    assert doctest.testmod(win_rates).failed == 0


def test_none_and_all_are_not_certain() -> None:
    none, every = win_rate(0, 20), win_rate(20, 20)
    assert none.low == 0 < none.high < 0.2 and every.high == 1 > every.low > 0.8


def test_the_interval_holds_the_truth_about_nineteen_times_in_twenty() -> None:
    random = Random(1)
    for truth in (0.03, 0.5, 0.93):
        inside = 0
        for _ in range(1000):
            wins = sum(random.random() < truth for _ in range(120))
            rate = win_rate(wins, 120)
            inside += rate.low <= truth <= rate.high
        assert 920 <= inside <= 985

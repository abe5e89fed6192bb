"""What it takes to crack a safe, against every roll and against playing it."""

from collections import Counter
from itertools import product
from math import isclose

import pytest
from heistboard.games.burgle_bros.crack_work import crack_work, hits


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("digits", [1, 2, 4, 6])
def test_hits_are_those_of_every_roll(digits: int, dice: int) -> None:
    shown: Counter[int] = Counter()
    for faces in product(range(6), repeat=dice):
        shown[len({face for face in faces if face < digits})] += 1
    expected = [shown[number] / 6**dice for number in range(min(digits, dice) + 1)]
    assert hits(digits, dice) == pytest.approx(expected)


def test_the_last_digit_takes_as_many_rolls_as_it_takes() -> None:
    for dice in (3, 6):
        assert isclose(crack_work(1, dice), 1 / (1 - (5 / 6) ** dice))
    assert isclose(crack_work(1, 5, more=1), crack_work(1, 6))


def test_two_digits_are_rolled_or_another_die_is_added() -> None:
    for dice in range(1, 6):
        none, one, both = (*hits(2, dice), 0.0)[:3]
        assert isclose(none + one + both, 1)
        rolling = (1 + one * crack_work(1, dice)) / (1 - none)
        assert isclose(crack_work(2, dice), min(rolling, 2 + crack_work(2, dice + 1)))


def test_a_first_die_has_to_lie_there_also_for_who_rolls_more() -> None:
    assert crack_work(3, 0, more=1) == 2 + crack_work(3, 1, more=1)
    assert crack_work(0, 0) == 0

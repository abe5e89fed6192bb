"""Percentiles and histograms."""

import doctest
import math

import pytest
from heistboard.boards import percentiles
from heistboard.boards.percentiles import Spread, histogram, percentile, spread
from hypothesis import given
from hypothesis import strategies as st

VALUES = st.lists(st.floats(0, 1e12), min_size=1)


def test_examples() -> None:
    assert doctest.testmod(percentiles).failed == 0


@pytest.mark.parametrize(
    ("percent", "expected"), [(0, 1), (1, 1), (50, 50), (51, 51), (99, 99), (100, 100)]
)
def test_percentile_of_a_hundred_values(percent: int, expected: int) -> None:
    assert percentile(range(1, 101), percent) == expected


@pytest.mark.parametrize("percent", [0, 50, 99, 100])
def test_every_percentile_of_one_value_is_that_value(percent: int) -> None:
    assert percentile([7.5], percent) == 7.5


def test_p99_of_few_values_is_the_greatest() -> None:
    assert spread([3, 1, 2]) == Spread(3, 2, 3, 3)


@given(VALUES)
def test_percentiles_are_values_in_order(values: list[float]) -> None:
    size, p50, p99, most = spread(values)
    assert size == len(values)
    assert {p50, p99, most} <= set(values)
    assert min(values) <= p50 <= p99 <= most == max(values)


@given(VALUES, st.integers(1, 100))
def test_at_least_that_share_does_not_exceed_a_percentile(
    values: list[float], percent: int
) -> None:
    limit = percentile(sorted(values), percent)
    assert 100 * sum(value <= limit for value in values) >= percent * len(values)
    assert 100 * sum(value < limit for value in values) < percent * len(values)


@pytest.mark.parametrize("percent", [-1, 101])
def test_percent_out_of_range_is_refused(percent: int) -> None:
    with pytest.raises(ValueError, match=r"expected 0\.\.100"):
        percentile([1.0], percent)


def test_no_values_have_no_spread() -> None:
    with pytest.raises(ValueError, match="no values"):
        spread([])


def test_histogram_of_no_values_has_no_lines() -> None:
    assert histogram([], "ms") == []


def test_bound_belongs_to_the_bucket_above_it() -> None:
    assert histogram([0.1, 0.125, 0.125], "ms", width=2) == [
        "  0.1 .. 0.125 ms  # 1",
        "0.125 ..  0.16 ms  ## 2",
    ]


def test_gap_is_one_line_of_dots() -> None:
    assert histogram([1, 1, 90], "s", width=2) == [
        "   1 .. 1.25 s  ## 2",
        " ...",
        "  80 ..  100 s  # 1",
    ]


def test_zero_and_less_than_the_least_share_the_first_bucket() -> None:
    (line,) = histogram([0, 0.0004], "ms", width=3)
    assert line == "    0 .. 0.001 ms  ### 2"


def test_bucket_of_one_among_many_has_a_bar() -> None:
    *_, last = histogram([1.0] * 10_000 + [1.3], "ms")
    assert last.endswith("  # 1")


@pytest.mark.parametrize("wrong", [-0.1, math.inf, math.nan])
def test_values_that_are_no_durations_are_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="finite and not negative"):
        histogram([1.0, wrong], "ms")


@given(VALUES)
def test_counts_of_a_histogram_sum_up(values: list[float]) -> None:
    lines = [line for line in histogram(values, "ms", width=10) if not line.endswith("...")]
    assert sum(int(line.rsplit(" ", 1)[1]) for line in lines) == len(values)
    assert max(line.count("#") for line in lines) == 10


def test_greatest_number_has_a_bucket() -> None:
    (line,) = histogram([1.7e308], "ms", width=1)
    assert line.endswith("# 1")

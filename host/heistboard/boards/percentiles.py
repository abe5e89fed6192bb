"""What many measurements come to: percentiles, and a histogram of characters. Pure."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Spread", "histogram", "percentile", "spread"]

STEPS = (1.0, 1.25, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0, 6.3, 8.0)  # a decade's buckets (R10)
LEAST = 0.001  # what is less than this shares the first bucket
BAR_WIDTH = 40


class Spread(NamedTuple):
    """How values lie: how many, half of them at most *p50*, 99 in 100 at most *p99*."""

    size: int
    p50: float
    p99: float
    most: float


def percentile(ordered: Sequence[float], percent: int) -> float:
    """Returns the least of *ordered* that at least *percent* in a hundred do not exceed.

    It is always one of the values, never between two. Raises :exc:`ValueError` if there are none,
    or for a *percent* outside 0..100.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 50)
    2.0
    """
    if not 0 <= percent <= 100:
        raise ValueError(f"percentile {percent}, expected 0..100")
    if not ordered:
        raise ValueError("percentile of no values")
    return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]


def spread(values: Sequence[float]) -> Spread:
    """Returns the spread of *values*, in any order; raises :exc:`ValueError` if there are none."""
    ordered = sorted(values)
    return Spread(
        len(ordered), percentile(ordered, 50), percentile(ordered, 99), percentile(ordered, 100)
    )


def histogram(values: Sequence[float], unit: str, *, width: int = BAR_WIDTH) -> list[str]:
    """Returns a line for each bucket from the least to the greatest value, with a bar and a count.

    The buckets grow with the values. Several empty ones in a row are one line of dots; a bucket
    that is not empty has a bar however few it holds. Raises :exc:`ValueError` for values that are
    negative or not finite.

    >>> for line in histogram([2.1, 2.2, 2.6, 4.5], "ms", width=4):
    ...     print(line)
      2 .. 2.5 ms  #### 2
    2.5 .. 3.2 ms  ## 1
    3.2 ..   4 ms  0
      4 ..   5 ms  ## 1
    """
    if not values:
        return []
    if not all(math.isfinite(value) and value >= 0 for value in values):
        raise ValueError("histogram: values must be finite and not negative")
    bounds = _bounds(max(values))
    counts = Counter(bisect_right(bounds, value) - 1 for value in values)
    fullest = max(counts.values())
    first, last = min(counts), max(counts)
    labels = [f"{bound:g}" for bound in bounds[first : last + 2]]
    wide = max(map(len, labels))
    lines = []
    for bucket in range(first, last + 1):
        count = counts[bucket]
        if not count and not (counts[bucket - 1] and counts[bucket + 1]):
            if counts[bucket - 1]:
                lines.append("...".rjust(wide))
            continue
        low, high = labels[bucket - first : bucket - first + 2]
        bar = "#" * -(-count * width // fullest)
        lines.append(f"{low:>{wide}} .. {high:>{wide}} {unit}  {f'{bar} {count}'.lstrip()}")
    return lines


def _bounds(most: float) -> list[float]:
    # 0, then the steps of every decade from that of LEAST on, until one is above *most*.
    bounds = [0.0]
    decade = round(math.log10(LEAST))
    while bounds[-1] <= most:
        # From text, so that a bound is the number it is printed as.
        bounds += [float(f"{step}e{decade}") for step in STEPS]
        decade += 1
    return bounds

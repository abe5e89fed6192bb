"""Percentiles of measurements, and a histogram drawn with characters. Pure."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Spread", "histogram", "percentile", "spread"]

STEPS = (1.0, 1.25, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0, 6.3, 8.0)  # a decade's buckets (R10)
LEAST = 0.001  # smaller values share the first bucket
BAR_WIDTH = 40


class Spread(NamedTuple):
    """The number of values, their median, 99th percentile and maximum."""

    size: int
    p50: float
    p99: float
    most: float


def percentile(ordered: Sequence[float], percent: int) -> float:
    """Returns the smallest of *ordered* with at least *percent* % of them at or below it.

    The result is always one of the values, never an interpolation. Raises :exc:`ValueError` if
    there are none, or for a *percent* outside 0..100.

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
    """Returns a line with a bar and a count for each bucket, from the smallest value on.

    Buckets are wider for larger values. A run of empty buckets is one line of dots; a bucket that
    is not empty always has a bar. Raises :exc:`ValueError` for negative or infinite values.

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
    # 0, then the steps of every decade, starting at LEAST, until one exceeds *most*.
    bounds = [0.0]
    decade = round(math.log10(LEAST))
    while bounds[-1] <= most:
        # Parsed from text, so that a bound is exactly the number printed.
        bounds += [float(f"{step}e{decade}") for step in STEPS]
        decade += 1
    return bounds

"""How often somebody won, with an interval for what that says."""

from math import sqrt
from typing import NamedTuple

__all__ = ["WinRate", "win_rate"]

_Z = 1.959964  # of the normal distribution: 95 % lie within so many deviations


class WinRate(NamedTuple):
    """A share of games, and the 95 % interval of the probability behind it."""

    rate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.rate:.1f} % (95 %: {100 * self.low:.1f} to {100 * self.high:.1f})"


def win_rate(wins: int, games: int) -> WinRate:
    """Returns the win rate with Wilson's interval, which is sound for few games too.

    >>> str(win_rate(93, 100))
    '93.0 % (95 %: 86.3 to 96.6)'
    """
    rate, spread = wins / games, _Z**2 / games
    middle = (rate + spread / 2) / (1 + spread)
    half = sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    return WinRate(rate, max(0.0, middle - half), min(1.0, middle + half))

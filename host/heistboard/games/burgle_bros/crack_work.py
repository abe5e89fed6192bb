"""How many actions it takes to crack a safe, on average, by who plays it best."""

from functools import lru_cache
from math import comb, inf
from typing import Final

__all__ = ["crack_work", "hits"]

_FACES: Final = 6
_DIE_COSTS: Final = 2
_MOST_DICE: Final = 6


@lru_cache(1024)
def hits(digits: int, dice: int) -> tuple[float, ...]:
    """Returns how likely a roll shows 0, 1, 2 … different ones of so many wanted digits."""
    return tuple(
        comb(digits, shown)
        * sum(
            (-1) ** left * comb(shown, left) * ((_FACES - digits + shown - left) / _FACES) ** dice
            for left in range(shown + 1)
        )
        for shown in range(min(digits, dice) + 1)
    )


@lru_cache(1024)
def crack_work(digits: int, dice: int, more: int = 0) -> float:
    """Returns the actions still to be spent, for so many wanted digits and dice on the safe.

    *more* dice are rolled than lie there (Steady Hands). At least one has to lie there.
    """
    if not digits:
        return 0.0
    adding = _DIE_COSTS + crack_work(digits, dice + 1, more) if dice < _MOST_DICE else inf
    if not dice:
        return adding
    chances = hits(digits, dice + more)
    left = sum(
        chance * crack_work(digits - shown, dice, more)
        for shown, chance in enumerate(chances)
        if shown
    )
    return min(adding, (1 + left) / (1 - chances[0]))

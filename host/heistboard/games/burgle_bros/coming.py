"""The outlook of guards as hints and plans need it: fast, and kept while nothing changes. Pure."""

from functools import lru_cache
from typing import Final

from heistboard.games.burgle_bros.outlook import Chances, GuardKnowledge, outlook

__all__ = ["MOVEMENTS", "coming"]

MOVEMENTS: Final = 2
"""How many movements of a guard on the board are looked at; of any other, one."""

_SITUATIONS: Final = 200  # kept at a time where they are not all kept; more take longer
_FROM_NOWHERE: Final = 40  # the same for a guard who comes first: the outlook keeps ten times that
_KEPT: Final = 256


@lru_cache(_KEPT)
def coming(known: GuardKnowledge, movements: int = 1) -> tuple[Chances, ...]:
    """Returns the chances of a guard's next *movements*, at least of the first one."""
    if known.guard is None:
        return outlook(known, 1, _FROM_NOWHERE)
    return outlook(known, movements, _SITUATIONS)

"""Computer players for Car Thief."""

from collections.abc import Callable, Sequence
from random import Random

from heistboard.games.car_thief.board import (
    BUILDINGS,
    CELLS,
    CROSSING_NUMBERS,
    THIEF,
)
from heistboard.rules import Move, View
from heistboard.rules.autoplay import BotMaker, RandomBot

__all__ = ["BOTS", "Hunter"]

_FLIGHT = 0.5  # weight of a car in reach after a flight: it moves before the next search


class Hunter:
    """Police that deduce all they can and search where the car is most likely.

    Looks one action ahead. As the thief it hides at random.
    """

    def __init__(self, seat: int, random: Random) -> None:
        # Imported here so that games without this bot do not load numpy.
        from heistboard.games.car_thief.belief import Belief

        self._random = random
        self._belief = None if seat == THIEF else Belief()

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns the most promising of the *legal* moves."""
        if self._belief is None:
            return self._random.choice(legal)
        self._belief.follow(look())
        cells = self._belief.cells()
        best = max(map(_worth, legal, [cells] * len(legal)))
        return self._random.choice([move for move in legal if _worth(move, cells) == best])


def _worth(move: Move, cells: dict[str, int]) -> float:
    if move.verb == "search":
        return cells.get(move.parts["cell"], 0)
    around = [CELLS[cell] for cell in BUILDINGS[CROSSING_NUMBERS[move.parts["crossing"]]]]
    return _FLIGHT * max(cells.get(cell, 0) for cell in around)


BOTS: dict[str, BotMaker] = {"random": RandomBot, "hunter": Hunter}

"""What the statistics tell of a finished game: its rounds, and the search that hit. Pure.

The best search is the one that was most likely to miss: the fewer of the trails that fitted led to
its cell, the better.
"""

from typing import Final

from heistboard.games.car_thief.belief import Belief
from heistboard.games.car_thief.board import SEATS
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.package import BestMoment, GameFacts
from heistboard.rules import TABLE, Ask

__all__ = ["facts"]

_SURE: Final = 1_000_000  # the rank of a search that could not hit


def facts(state: CarThief) -> GameFacts:
    """Returns what is counted of a finished game."""
    return GameFacts(SEATS, len(state.trail), _best(state))


def _best(state: CarThief) -> BestMoment | None:
    searches = state.searches
    if not searches or searches[-1].found != "car":
        return None
    before = state.copy()
    before.pop()
    belief = Belief.from_view(before.view(TABLE))
    found = searches[-1]
    car, trails = belief.cells()[found.cell], belief.trails
    colour, cell = found.helicopter, found.cell
    parts = str(car), str(trails)
    ask = Ask(
        "best.search",
        {"helicopter": colour, "cell": cell, "fitting": parts[0], "trails": parts[1]},
    )
    return BestMoment(_SURE - _SURE * car // trails, ask, len(state.moves))

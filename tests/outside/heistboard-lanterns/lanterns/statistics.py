"""What the statistics tell of a finished game: its turns, and how low the flame was."""

from heistboard.games import BestMoment, GameFacts
from heistboard.rules import Ask

from lanterns.rules import FULL, Lanterns

__all__ = ["facts"]


def facts(state: Lanterns) -> GameFacts:
    """Returns what is counted: the best moment is the traitor found out by the smallest flame."""
    night, best = state.night, None
    if state.outcome is not None and state.outcome.ending == "caught":
        ask = Ask("best.flame", {"flame": str(night.flame)})
        best = BestMoment(FULL - night.flame, ask, len(state.moves))
    return GameFacts(night.roles, night.turns, best)

"""What the statistics tell of a finished game: its turns, and the boldest roll at a safe. Pure.

All players are one side, the team. The less likely a roll was to crack its safe, the better.
"""

from typing import Final

from heistboard.games.burgle_bros.game_record import GameRecord, recorded
from heistboard.games.burgle_bros.notation import PLAYERS
from heistboard.games.package import BestMoment, GameFacts
from heistboard.rules import Ask, State

__all__ = ["TEAM", "facts"]

TEAM: Final = "team"

_SURE: Final = 1_000_000  # the rank of a roll that could not crack a safe


def facts(state: State) -> GameFacts:
    """Returns what is counted of a finished game."""
    record = recorded(state)
    return GameFacts((TEAM,) * len(state.seats), len(record.turns), _best(state, record))


def _best(state: State, record: GameRecord) -> BestMoment | None:
    cracked = [roll for roll in record.rolls if roll.is_cracked]
    if not cracked:
        return None
    best = min(cracked, key=lambda roll: roll.chance)
    words = {
        "player": PLAYERS[best.player],
        "dice": str(best.dice),
        "share": f"{100 * best.chance:.0f}%" if best.chance >= 0.01 else "<1%",
    }
    return BestMoment(_SURE - round(_SURE * best.chance), Ask("best.crack", words), best.step)

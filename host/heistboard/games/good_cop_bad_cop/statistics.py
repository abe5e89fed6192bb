"""What the statistics tell of a finished game: its turns, the teams, the boldest shot. Pure.

The boldest shot hits a leader whose cards the shooter knew least.
"""

from heistboard.games.good_cop_bad_cop.components import ROW
from heistboard.games.good_cop_bad_cop.game_record import GameRecord, recorded
from heistboard.games.package import BestMoment, GameFacts
from heistboard.rules import Ask, State

__all__ = ["facts"]


def facts(state: State) -> GameFacts:
    """Returns what is counted of a finished game."""
    record = recorded(state)
    return GameFacts(record.sides, record.turns, _best(record))


def _best(record: GameRecord) -> BestMoment | None:
    hits = [shot for shot in record.shots if shot.is_leader]
    if not hits:
        return None
    best = min(hits, key=lambda shot: (shot.known, shot.turn))
    words = {"player": best.player, "target": best.target, "known": str(best.known)}
    return BestMoment(ROW - best.known, Ask("best.shot", words), best.step)

"""The guided first game of Lanterns: three play, and the learner is an honest watchman.

What the card in hand is good for, the guide says to its holder alone.
"""

from collections.abc import Sequence

from heistboard.games.gestures import Prompt
from heistboard.games.guide import Advice, Guide, Step
from heistboard.rules import Ask, Move, View

__all__ = ["GUIDE", "advise"]


def advise(view: View, prompt: Prompt) -> Advice | None:
    """Returns what to do and why, for who has this view."""
    if view["outcome"] is not None:
        return Advice((Step((Ask("over"),)),), rules="end")
    if not prompt.moves:
        return None
    moves = prompt.moves
    if moves[0].verb == "carry":
        gates = str(view["gates"]).split()
        best = min(moves, key=lambda move: _roads(move.parts["crossing"], gates))
        return Advice((Step((Ask("carry", best.parts),), (*gates,)),), move=best, rules="carry")
    if moves[0].verb == "accuse":
        lines = view["moves"]
        assert isinstance(lines, list)
        best = max(moves, key=lambda move: lines.count(f"{move.parts['player']} play gust"))
        return Advice((Step((Ask("accuse", best.parts),)),), move=best, rules="end")
    best = _answer(view, moves)
    return Advice((Step((Ask(best.verb),)),), move=best, rules="street")


def _answer(view: View, moves: Sequence[Move]) -> Move:
    is_needed = view["street"] == "wind" and view.get("card") == "cloak"
    return moves[0 if is_needed else -1]


def _roads(place: str, gates: Sequence[str]) -> int:
    return min(abs(int(place[1]) - int(x[1])) + abs(int(place[2]) - int(x[2])) for x in gates)


GUIDE = Guide(
    seat="p1",
    bots={"p2": "partisan", "p3": "partisan"},
    seeds=(0, 9, 23),
    advise=advise,
    options={"players": 3, "turns": 2},
)

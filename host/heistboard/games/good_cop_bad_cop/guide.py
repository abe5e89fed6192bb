"""The guided first game: four play, and the learner is player 1. Pure.

What is advised is what the detective would do in the learner's place; it sees the learner's view
alone. On the table's page nothing is advised: nearly all of it would tell a secret.
"""

from random import Random
from typing import Any, Final

from heistboard.games.gestures import Prompt
from heistboard.games.good_cop_bad_cop.bots import Detective
from heistboard.games.guide import Advice, Guide, Step
from heistboard.rules import Ask, Move, View

__all__ = ["GUIDE", "advise"]

SEAT: Final = 0
OWN: Final = f"p{SEAT + 1}"
RULES: Final = {
    "arrange": "teams",
    "investigate": "investigate",
    "look": "investigate",
    "equip": "equip",
    "turn_up": "equip",
    "arm": "arm",
    "shoot": "shoot",
    "aim": "guns",
    "pass": "windows",
    "discard": "equipment",
    "keep": "equipment",
}
"""The section of the rulebook that explains a move; cards have one of their own."""


def advise(view: View, prompt: Prompt) -> Advice | None:
    """Returns what to do and why, for the learner; nothing for who knows what everybody does."""
    seen: Any = view
    if "cards" not in seen:
        return None
    if seen["outcome"] is not None:
        has_won = OWN in seen["outcome"]["side"].split(", ")
        return Advice((Step((Ask("over.won" if has_won else "over.lost"),)),), rules="end")
    if not prompt.moves:
        return None
    move = Detective(SEAT, Random(len(seen["moves"]))).choose(prompt.moves, lambda: view)
    step = Step((_why(move),))
    is_card = move.verb.startswith("play_")
    rules = "cards" if is_card else RULES.get(move.verb, "turn")
    return Advice((*_first(seen, move), step), move=move, rules=rules)


def _first(seen: Any, move: Move) -> tuple[Step, ...]:  # noqa: ANN401 (a view)
    # What is explained once: the game and the own team, windows, the four actions.
    if move.verb == "arrange" and not seen["round"]:
        is_leader = "leader" in seen["roles"]
        team = f"{'leader' if is_leader else 'team'}.{seen['side']}"
        return (Step((Ask("welcome"),)), Step((Ask(team),)))
    if seen["round"] != 1 or seen["active"] != OWN:
        return ()
    if seen["phase"] == "turn-start":
        return (Step((Ask("first.window"),)),)
    if seen["phase"] == "action":
        return (Step((Ask("first.action"),)),)
    return ()


def _why(move: Move) -> Ask:
    parts = {name: value for name, value in move.parts.items() if name != "player"}
    if move.verb.startswith("play_"):
        return Ask("play", {"equipment": move.verb.removeprefix("play_")})
    return Ask(move.verb, parts)


GUIDE: Final = Guide(
    seat=OWN,
    bots={"p2": "detective", "p3": "detective", "p4": "detective"},
    seeds=(0, 2, 4, 5, 6, 12, 14, 20, 21, 22, 27, 35),
    advise=advise,
    options={"players": 4, "first": 1},
)

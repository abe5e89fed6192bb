"""What is chosen before a game: the scenario, its walls, and one switch for each open rule."""

from collections.abc import Mapping
from typing import Final

from heistboard.games.burgle_bros.cells import GRIDS
from heistboard.games.burgle_bros.components import SCENARIOS
from heistboard.games.burgle_bros.site import PRINTED
from heistboard.rules import Option

__all__ = ["OPTIONS"]


def _walls(text: str) -> str:
    # Whether they fit the scenario is checked when the game begins: see site.plans_of.
    plain = "".join(text.lower().split())
    if plain in PRINTED:
        return plain
    if "|" in plain:
        return plain
    raise ValueError("expected printed, fort_knox_a, fort_knox_b or walls like a1|b1,b1|b2/c1|c2")


OPTIONS: Final[Mapping[str, Option]] = {
    "scenario": Option(tuple(SCENARIOS), "office", "the building: Office, Bank or Fort Knox"),
    "first": Option(range(1, 5), 1, "the number of the player who begins"),
    "advanced": Option((False, True), False, "players may choose advanced sides of characters"),
    "lost-visual": Option((False, True), False, "a Lost Visual card in each patrol deck"),
    "walls": Option(PRINTED, "printed", "the walls: those of the rulebook, or a list", _walls),
    "empty": Option(
        GRIDS[5].names, "c3", "the empty cell of Fort Knox; other than c3 needs a list of walls"
    ),
    "fall-onto-guard": Option(
        ("free", "loses"), "free", "whether who falls onto a guard loses a stealth token"
    ),
    "walkway-down": Option(
        ("landing", "entry"), "landing", "whether going down a walkway counts as entering"
    ),
    "kitty-target": Option(("rulebook", "wide", "alarms"), "rulebook", "what the kitty runs to"),
    "goblet": Option(("safe", "deadly"), "safe", "whether the goblet can lose the game"),
    "event-check": Option(("used", "left"), "used", "events by actions used, or by actions left"),
    "switch-signs": Option(
        ("alarm", "swap"), "alarm", "where Switch Signs sends a guard while an alarm is on"
    ),
    "gymnastics": Option(
        ("above", "below"), "above", "which room Gymnastics joins a walkway with"
    ),
    "chihuahua": Option(("start", "end"), "start", "when the Chihuahua's die is rolled"),
    "idle-steps": Option(
        ("dropped", "counted"), "dropped", "whether a step and back count as two actions"
    ),
    "hack-scope": Option(
        ("own", "any"), "own", "which alarms of a room hack tokens cancel: its own, or any"
    ),
    "landing": Option(
        ("nothing", "seen"), "nothing", "what may happen to who lands in a room without entering"
    ),
}
"""The options by name. The defaults are the rules file's."""

"""What is chosen before a game: the expansion, who begins, and one switch for each open rule."""

from collections.abc import Mapping
from typing import Final

from heistboard.rules import Option

__all__ = ["OPTIONS"]

OPTIONS: Final[Mapping[str, Option]] = {
    "bombers": Option(
        (False, True), False, "Bombers & Traitors; three players always play with it"
    ),
    "first": Option(range(9), 0, "the number of the player who begins; 0 leaves it to chance"),
    "guns": Option(range(5), 0, "how many guns; 0 for as many as the rules say"),
    "wound-follows": Option(
        ("player", "card"), "player", "whether a wound stays with its player or its leader card"
    ),
    "wounded-without-leader": Option(
        ("shot-needed", "eliminated"),
        "shot-needed",
        "what becomes of a wounded player who loses the leader card",
    ),
    "single-icon": Option(
        (False, True), False, "whether one card alone can make a bomber or a traitor"
    ),
    "specials-win": Option(
        (False, True), False, "whether bombers and traitors also win with their team"
    ),
    "revived-wound": Option((False, True), False, "whether a wound outlasts an elimination"),
    "aim-lost": Option(
        (True, False), True, "whether a gun loses its target when that player is eliminated"
    ),
    "memory": Option((True, False), True, "whether pages keep what a player has lawfully seen"),
}
"""The options by name. The defaults are the rules file's."""

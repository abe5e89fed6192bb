"""The rules library: what a game is, for whoever referees, counts, plays or tests one.

Pure: no input or output, no clock, no chance of its own. The games are in ``heistboard.games``;
``contract`` says what each of them keeps to.
"""

from heistboard.rules.contract import (
    CHANCE,
    CONTRACT,
    HIDDEN,
    TABLE,
    UNCOVERS,
    Ask,
    Choice,
    Deck,
    Draw,
    Game,
    Known,
    Move,
    Option,
    Outcome,
    State,
    View,
)
from heistboard.rules.errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError

__all__ = [
    "CHANCE",
    "CONTRACT",
    "HIDDEN",
    "TABLE",
    "UNCOVERS",
    "AmbiguousMove",
    "Ask",
    "Choice",
    "Deck",
    "Draw",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "Known",
    "Move",
    "MoveError",
    "Option",
    "Outcome",
    "State",
    "View",
]

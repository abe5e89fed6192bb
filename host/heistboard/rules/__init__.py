"""The rules library: what a game is, for whoever referees, counts, plays or tests one.

Pure: no input or output, no clock, no chance of its own. The games are in ``heistboard.games``;
``contract`` says what each of them keeps to.
"""

from heistboard.rules.contract import (
    CHANCE,
    HIDDEN,
    TABLE,
    UNCOVERS,
    Choice,
    Game,
    Move,
    Option,
    Outcome,
    State,
    View,
)
from heistboard.rules.errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError

__all__ = [
    "CHANCE",
    "HIDDEN",
    "TABLE",
    "UNCOVERS",
    "AmbiguousMove",
    "Choice",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "Move",
    "MoveError",
    "Option",
    "Outcome",
    "State",
    "View",
]

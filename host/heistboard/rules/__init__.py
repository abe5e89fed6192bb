"""The rules library: what a game is, for programs that referee, count, play or test one. Pure.

| File | Job |
|---|---|
| ``contract`` | the page to read first: what every game keeps to |
| ``moves`` | a move: its notation, with verb and parts |
| ``options`` | what is chosen before a game |
| ``errors`` | what is wrong with a move |
| ``umpire`` | what everybody may be told when an umpire makes a move |
| ``play`` | bots for seats, a dealer for chance |
| ``count`` | how many lines of play there are |
| ``playthrough`` | a game written down with every value, to compare |
| ``testing`` | checks that hold for every game |

There is no input or output here, no clock and no chance. The games are in ``heistboard.games``.
"""

from heistboard.rules.contract import (
    CHANCE,
    CONTRACT,
    HANDS,
    HIDDEN,
    HOST,
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
    "HANDS",
    "HIDDEN",
    "HOST",
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

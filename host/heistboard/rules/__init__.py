"""The rules library: what a game is, for code that referees, counts, plays or tests one. Pure.

| File | Job |
|---|---|
| ``contract`` | read this first: the interface of every game |
| ``moves`` | a move: its notation, verb and parts |
| ``options`` | the options of a game, and how they are checked |
| ``errors`` | why a move is refused |
| ``umpire`` | what the public may be told about an umpire's move |
| ``autoplay`` | bots for seats, a dealer for chance |
| ``perft`` | counts the lines of play |
| ``playthrough`` | a recorded game with every value, to compare against |
| ``testing`` | checks that hold for every game |

Nothing here does I/O, reads a clock or draws random numbers of its own. The games are in
``heistboard.games``.
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
    Window,
    WindowKind,
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
    "Window",
    "WindowKind",
]

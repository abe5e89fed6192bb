"""The installed games, and what a game and the frame agree on.

``installed`` finds games, ``package`` says what a game claims; host/docs/adding_a_game.md shows
how to write one.
"""

from heistboard.games.installed import (
    GROUP,
    BrokenGame,
    broken,
    forget,
    load,
    names,
    package,
    packages,
)
from heistboard.games.package import (
    Alias,
    BestMoment,
    Canvas,
    Command,
    Drawing,
    GameFacts,
    Hinter,
    Package,
    PrintingReviewer,
    Reviewer,
    SitDown,
)

__all__ = [
    "GROUP",
    "Alias",
    "BestMoment",
    "BrokenGame",
    "Canvas",
    "Command",
    "Drawing",
    "GameFacts",
    "Hinter",
    "Package",
    "PrintingReviewer",
    "Reviewer",
    "SitDown",
    "broken",
    "forget",
    "load",
    "names",
    "package",
    "packages",
]

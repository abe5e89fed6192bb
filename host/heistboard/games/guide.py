"""The guided first game of a package: what a game says to somebody who has read nothing.

The frame begins the game with the computer players and options of the :class:`Guide`, and asks
``advise`` at every prompt. It gets what the learner may know and nothing else, so it can give
nothing away. The frame asks it once more with what everybody knows: that is what it says where
everybody looks. If both differ, the learner's page shows its own only while it shows secrets.

The learner may do anything else that is legal. The next advice then follows from where that led.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from heistboard.games.gestures import Prompt
from heistboard.rules.contract import Ask, Choice, View

__all__ = ["Advice", "Guide", "Step"]


class Step(NamedTuple):
    """A few sentences that are read at once, and the places that they are about."""

    say: tuple[Ask, ...]
    """Texts of the section ``guide`` of the game's words; they name no finger and no key."""
    places: tuple[str, ...] = ()


class Advice(NamedTuple):
    """What to do now and why. What pages point at follows from the move or the button.

    With neither, there is only something to read.
    """

    steps: tuple[Step, ...]
    """Read one after another; the last one says what to do."""
    move: str = ""
    """One of the moves of the prompt."""
    button: str = ""
    """``done``, instead of a move."""
    rules: str = ""
    """The section of the rulebook that explains it, by its id."""


class Guide(NamedTuple):
    """The guided first game of a game."""

    seat: str
    """Where the learner sits."""
    bots: Mapping[str, str]
    """The computer players of all other seats."""
    seeds: Sequence[int]
    """It begins with one of these. Who follows the advice wins with each of them."""
    advise: Callable[[View, Prompt], Advice | None]
    """Returns the advice for who has this view and this prompt. Pure; ``None``: no advice now."""
    options: Mapping[str, Choice] = {}
    table_options: Mapping[str, Choice] = {}
    hints: str | None = None
    """The grade of its hints."""

"""A game as a package: one object that claims what the game has.

The entry point of a package leads to its :class:`Package`. What it claims beside the rules is
named as ``module:name`` and loaded when it is first used; what is ``None`` the game does not have,
and the frame does without. README.md beside this file says how to write each of them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

from heistboard.rules.contract import Choice, Game, State, View
from heistboard.rules.options import Option

if TYPE_CHECKING:
    import argparse

    from rich.text import Text

    from heistboard.games.gestures import Gestures, Record
    from heistboard.games.status import Status
    from heistboard.rules.autoplay import BotMaker
    from heistboard.words import Words

__all__ = [
    "Alias",
    "Command",
    "Drawing",
    "Hinter",
    "Package",
    "Part",
    "Reviewer",
    "SitDown",
]

Part: TypeAlias = str
"""Where something is: ``module:name``, or a whole module."""


class SitDown(Protocol):
    """Returns what hands mean in the game of *record*."""

    def __call__(
        self,
        record: "Record",
        now_ms: int,
        *,
        is_resumed: bool = False,
        works: Collection[str] = (),
        options: Mapping[str, Choice],
    ) -> "Gestures":
        """*is_resumed*: the board was out of sight. *works* are reeds known to work. *options*
        are all of ``Package.table_options``.
        """


class Hinter(Protocol):
    """Tells the hints of one table, view after view."""

    def document(self, view: View, grade: str) -> View:
        """Returns what is told of the table's *view* in a *grade* of hints, ready for JSON."""


class Reviewer(Protocol):
    """A finished game seen from above."""

    def document(self, state: State) -> View:
        """Returns the review of a finished game, ready for JSON."""

    def lines(self, state: State) -> Iterator[str]:
        """Returns the same as lines of text."""


class Drawing(Protocol):
    """Draws a game in a terminal, from nothing but the status; a module with these functions.

    Beside it the text table says on its own what is asked, whose turn it is and what happened.
    """

    def board(self, status: "Status", words: "Words", *, is_ascii: bool) -> "Sequence[Text]":
        """Returns the lines of the board, none of which tells a secret of the lights."""

    def track(self, status: "Status", words: "Words", *, is_ascii: bool) -> "Text":
        """Returns the line above the board: how far the game is."""

    def legend(self, words: "Words", *, is_ascii: bool) -> "Sequence[Text]":
        """Returns the lines that say what the signs mean."""

    def after(self, status: "Status", words: "Words") -> str:
        """Returns what is said besides when the game is over; empty if nothing."""

    def lights(self, status: "Status", words: "Words") -> str:
        """Returns what the lights say while eyes are closed, for a board that is simulated."""


class Command(NamedTuple):
    """A command of the game's own: ``heistboard GAME NAME …``.

    *run* gets what was read, ``json`` among it, prints through ``heistboard.terminal.output`` and
    returns the exit code.
    """

    help: str
    arguments: "Callable[[argparse.ArgumentParser], object]"
    """Adds what may follow the name."""
    run: "Callable[[argparse.Namespace], int]"


class Alias(NamedTuple):
    """An older way to write a command of the game.

    A line that begins with the first of *words* and has all of them is read as ``heistboard GAME
    COMMAND`` and its other words. Where the first is a command of the frame, the game's name must
    be among them.
    """

    words: tuple[str, ...]
    command: str


@dataclass(frozen=True)
class Package:
    """What a game has."""

    game: Game
    contract: int
    """The ``heistboard.rules.CONTRACT`` that it was written for."""
    module: str
    """The name of the Python package, where its files lie."""
    gestures: Part | None = None
    """A :class:`SitDown`; without it the game is played on screens alone."""
    table_options: Mapping[str, Option] = field(default_factory=dict)
    """What is chosen for an evening and changes no rule, such as how long eyes stay closed."""
    rehearsal: Mapping[str, Choice] = field(default_factory=dict)
    """Table options that rehearsals have unless a script says otherwise."""
    rehearsal_aliases: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    """Older numbers in a script's first line: the table option each means, and times how much."""
    table_phases: Mapping[str, str] = field(default_factory=dict)
    """Phases that only the gestures have, and the game's phase that each passes for as well."""
    traces: str = ""
    """The key of the table's view that has, by cell, what was found there and stays lit."""
    bots: Part | None = None
    """By name, a :class:`~heistboard.rules.autoplay.BotMaker`."""
    hints: Part | None = None
    """Makes a :class:`Hinter`."""
    hint_grades: tuple[str, ...] = ()
    """The grades of its hints, from the least to the most, without ``off``; each tells what those
    before it tell, and has the texts ``hints-GRADE``. Claimed together with ``hints``.
    """
    review: Part | None = None
    """A :class:`Reviewer`."""
    drawing: Part | None = None
    """A module that is a :class:`Drawing`; without it the text table lists what all see."""
    commands: Part | None = None
    """By name, each :class:`Command`. Loaded for these commands alone, not for the game."""
    aliases: tuple[Alias, ...] = ()
    has_pieces: bool = False
    """There is a ``pieces.toml``."""
    has_pages: bool = False
    """There is a folder ``pages``."""

    def claim(self, what: str) -> Any:  # noqa: ANN401 (each part has a type of its own)
        """Returns the part that is claimed by the field *what*; ``None`` if there is none."""
        part = getattr(self, what)
        return None if part is None else resolve_name(part)

    def file(self, *path: str) -> Traversable:
        """Returns a file or folder of the package."""
        return files(self.module).joinpath(*path)

    def bot_makers(self) -> "dict[str, BotMaker]":
        """Returns who can play a seat, by name; random play is always among them."""
        from heistboard.rules.autoplay import RandomBot

        return {"random": RandomBot, **cast("dict[str, BotMaker]", self.claim("bots") or {})}

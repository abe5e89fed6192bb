"""A game as a package: one object that lists the parts the game has.

A package's entry point refers to its :class:`Package`. Every part beside the rules is named as
``module:name`` and loaded on first use; ``None`` means that the game does not have it and the
frame does without. host/docs/adding_a_game.md shows how to write them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pkgutil import resolve_name
from typing import (
    TYPE_CHECKING,
    Any,
    NamedTuple,
    Protocol,
    TypeAlias,
    cast,
    runtime_checkable,
)

from heistboard.games.window_options import window_options
from heistboard.rules.contract import Ask, Choice, Game, State, View
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
    "BestMoment",
    "Canvas",
    "Command",
    "Drawing",
    "GameFacts",
    "Hinter",
    "OwnDrawing",
    "Package",
    "Part",
    "Reviewer",
    "SitDown",
]

Part: TypeAlias = str
"""The location of a part: ``module:name``, or a module."""


class SitDown(Protocol):
    """Makes the gestures for the game of *record*."""

    def __call__(
        self,
        record: "Record",
        now_ms: int,
        *,
        is_resumed: bool = False,
        works: Collection[str] = (),
        options: Mapping[str, Choice],
    ) -> "Gestures":
        """*is_resumed*: nobody watched the board since the last move. *works* are the reeds known
        to work. *options* has a value for each of ``Package.table_options``.
        """


class Hinter(Protocol):
    """Makes the hints of one table, view after view."""

    def document(self, view: View, grade: str) -> View:
        """Returns the hints of a *grade* for the table's *view*, ready for JSON.

        The content is the game's. Two keys are shown by the terminal and the plain pages:
        ``facts``, sentences as a list of ``{"id": …, "words": {…}}`` with texts of the section
        ``hints``; ``shares``, the chance of each place in thousandths, by the place's name.
        """


class Reviewer(Protocol):
    """Reviews a finished game."""

    def document(self, state: State) -> View:
        """Returns the review of a finished game, ready for JSON.

        The content is the game's. The plain page shows ``facts``: see :class:`Hinter`. Their texts
        are in the section ``review``; a fact may have a ``step``, the number of its move.
        """


@runtime_checkable
class PrintingReviewer(Reviewer, Protocol):
    """A reviewer whose facts do not say all: it prints the review itself."""

    def lines(self, state: State) -> Iterator[str]:
        """Returns the review as lines of text."""


class BestMoment(NamedTuple):
    """The moment of a finished game that is worth remembering; everybody may know it.

    The statistics show the one with the highest *rank* of all games.
    """

    rank: int
    ask: Ask
    """Its text, in the section ``statistics`` of the words."""
    step: int
    """Where the review opens: the number of the move that led there, from 1."""


class GameFacts(NamedTuple):
    """What the statistics count of a finished game; everybody may know it."""

    sides: tuple[str, ...]
    """The side of each seat. Its name is the text ``side.NAME`` of the section ``play``, or that
    of the seat with this name.
    """
    length: int
    """How long it was, in the unit of the text ``length`` in the section ``statistics``."""
    best: BestMoment | None = None


class Canvas(NamedTuple):
    """What a game is drawn on."""

    width: int
    """In characters; what does not fit is cut off."""
    is_ascii: bool = False
    floor: int = 0
    """The floor that somebody wants to see, counted from 1; 0 leaves it to the game."""


class Drawing(Protocol):
    """Draws a game in a terminal from the public status; a module with these functions.

    The game screen itself shows the prompt, whose turn it is and what happened.
    """

    def board(self, status: "Status", words: "Words", canvas: Canvas) -> "Sequence[Text]":
        """Returns the lines of the board, without secrets that the lights show.

        A small screen cuts them off at the bottom.
        """

    def notes(self, status: "Status", words: "Words", canvas: Canvas) -> "Sequence[Text]":
        """Returns lines below the board that a small screen goes without."""

    def track(self, status: "Status", words: "Words", canvas: Canvas) -> "Text":
        """Returns the line above the board: the progress of the game."""

    def legend(self, status: "Status", words: "Words", canvas: Canvas) -> "Sequence[Text]":
        """Returns the lines that explain the symbols, or at least those on the board now."""

    def after(self, status: "Status", words: "Words") -> str:
        """Returns an extra line for a finished game; empty if there is none."""

    def lights(self, status: "Status", words: "Words") -> str:
        """Returns what the lights show while eyes are closed, for a simulated board."""


class OwnDrawing(Protocol):
    """A function that draws in a terminal what one seat alone sees."""

    def __call__(self, view: View, words: "Words", canvas: Canvas) -> "Sequence[Text]":
        """Returns the lines for the seat whose *view* this is."""


class Command(NamedTuple):
    """A command of the game: ``heistboard GAME NAME …``.

    *run* gets the parsed arguments, ``json`` among them, prints with
    ``heistboard.terminal.output`` and returns the exit code.
    """

    help: str
    arguments: "Callable[[argparse.ArgumentParser], object]"
    """Adds the command's arguments to the parser."""
    run: "Callable[[argparse.Namespace], int]"


class Alias(NamedTuple):
    """An older spelling of a command of the game.

    A command line that starts with the first of *words* and contains all of them means
    ``heistboard GAME COMMAND`` with the remaining words. If the first word is a command of the
    frame, the game's name must be one of *words*.
    """

    words: tuple[str, ...]
    command: str


@dataclass(frozen=True)
class Package:
    """The parts of a game."""

    game: Game
    contract: int
    """The ``heistboard.rules.CONTRACT`` it was written for."""
    module: str
    """The name of the Python package that contains its files."""
    gestures: Part | None = None
    """A :class:`SitDown`; without it the game is played on screens only."""
    table_options: Mapping[str, Option] = field(default_factory=dict)
    """Options of the table that change no rule, such as how long eyes stay closed.

    Those for windows are added: see :mod:`heistboard.games.window_options`.
    """
    rehearsal: Mapping[str, Choice] = field(default_factory=dict)
    """Default table options for rehearsals."""
    rehearsal_aliases: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    """Older options in a script's first line: the table option each stands for, and its factor."""
    table_phases: Mapping[str, str] = field(default_factory=dict)
    """Phases that only the gestures have, each with the phase of the rules it belongs to."""
    traces: str = ""
    """The key in the table's view of the finds that stay lit, by cell."""
    bots: Part | None = None
    """A dict of :class:`~heistboard.rules.autoplay.BotMaker` by name, the weakest first.

    Each has the texts ``bot-NAME`` and ``bot-NAME-tells``.
    """
    bot_seats: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The seats for which pages offer a bot; without an entry, all seats."""
    hints: Part | None = None
    """Makes a :class:`Hinter`."""
    hint_grades: tuple[str, ...] = ()
    """The grades of its hints from least to most, without ``off``. Each includes the one before
    and has the texts ``hints-GRADE``. Required with ``hints``.
    """
    review: Part | None = None
    """A :class:`Reviewer`."""
    review_bot: str = ""
    """The bot that plays on from positions of a finished game, to find where it was decided: see
    :mod:`heistboard.games.turning_points`. Without it nothing is said of that.
    """
    guide: Part | None = None
    """A :class:`~heistboard.games.guide.Guide`: the guided first game."""
    statistics: Part | None = None
    """A function that returns the :class:`GameFacts` of a finished state. Without it every seat is
    a side of its own, and the length is the number of moves.
    """
    news: Part | None = None
    """A :data:`~heistboard.games.news.Teller`: from TABLE's view before and after one move it
    tells what the move has caused beside what its own line says.
    """
    sounds: Mapping[str, str] = field(default_factory=dict)
    """The sound of an event, one of ``heistboard.games.sounds.SOUNDS`` or ``""`` for none.

    By its key in the section ``event`` of the words, and by ``over.ENDING``. Other events sound
    like a move, other endings not at all.
    """
    drawing: Part | None = None
    """A module that is a :class:`Drawing`; without it the game screen lists the public view."""
    own_drawing: Part | None = None
    """An :class:`OwnDrawing`; without it the terminal lists what the public view has not."""
    commands: Part | None = None
    """A dict of :class:`Command` by name, loaded only to run a command."""
    aliases: tuple[Alias, ...] = ()
    sheets: Part | None = None
    """A function that takes the reader's words and returns the
    :class:`~heistboard.games.sheets.Sheets` to print: faces of tiles, labels of places.
    """
    has_pieces: bool = False
    """Whether there is a ``pieces.toml``."""
    has_pages: bool = False
    """Whether there is a folder ``pages``."""
    has_rulebook: bool = False
    """Whether there is a folder ``rulebook``; see :mod:`heistboard.games.rulebook`."""

    def __post_init__(self) -> None:
        """Adds the table options for the game's windows."""
        options = {**window_options(self.game), **self.table_options}
        object.__setattr__(self, "table_options", options)

    def claim(self, what: str) -> Any:  # noqa: ANN401 (each part has a type of its own)
        """Loads and returns the part named in the field *what*; ``None`` if there is none."""
        part = getattr(self, what)
        return None if part is None else resolve_name(part)

    def file(self, *path: str) -> Traversable:
        """Returns a file or folder of the package."""
        return files(self.module).joinpath(*path)

    def bot_makers(self) -> "dict[str, BotMaker]":
        """Returns the bots by name; ``random`` is always among them."""
        from heistboard.rules.autoplay import RandomBot

        return {"random": RandomBot, **cast("dict[str, BotMaker]", self.claim("bots") or {})}

    def bots_for(self, seat: str) -> list[str]:
        """Returns the bots that pages offer for *seat*, if the game has any; the weakest first."""
        if self.bots is None:
            return []
        return [name for name in self.bot_makers() if seat in self.bot_seats.get(name, [seat])]

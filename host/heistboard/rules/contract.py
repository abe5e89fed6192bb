"""What every game keeps to, so that referee, journal, pages and tests need to know none of them.

A game is two objects: the :class:`Game` (names, options, how to start) and the :class:`State` of
one game being played. A move is its own notation: a string that ``legal()`` gives and ``push()``
takes. Chance is a seat like any other: whoever deals, or looks at the cards that people drew,
pushes its moves.

The library knows no people. Whoever lets people in checks the seat before the legality, because
a refusal may tell what only the seat to move knows.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

__all__ = [
    "CHANCE",
    "HIDDEN",
    "RESERVED",
    "TABLE",
    "UNCOVERS",
    "Choice",
    "Game",
    "Json",
    "Move",
    "Option",
    "Outcome",
    "State",
    "View",
]

CHANCE: Final = -1
"""The seat of dice, decks and everything that nobody chooses."""

TABLE: Final = -2
"""Who looks at what everybody may see; it never moves."""

HIDDEN: Final = "?"
"""In a move that is told: what the seat may not know."""

UNCOVERS: Final = " -> "
"""In a move that is told: between the move and what it uncovered."""

RESERVED: Final = ("game", "rules", "date", "ended", "outcome")
"""Names that no option may have: a journal's header has them."""

Move: TypeAlias = str
Choice: TypeAlias = int | str | bool
Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
View: TypeAlias = dict[str, Json]


class Outcome(NamedTuple):
    """How a game ended: which side won, how, and by which rule."""

    side: str
    ending: str
    rule: str


@dataclass(frozen=True)
class Option:
    """A choice made before the game: one of *values*, else *default*."""

    values: Sequence[Choice]
    default: Choice
    help: str

    @property
    def range(self) -> str:
        """What is allowed, as text."""
        if isinstance(self.values, range):
            return f"{self.values[0]}..{self.values[-1]}"
        return " or ".join(str(value) for value in self.values)


class State(ABC):
    """One game being played, from its first move to its last.

    ``seat`` is whose move it is (0 and up, or :data:`CHANCE`; ``None`` when the game is over),
    ``outcome`` is ``None`` until then. ``moves`` is the journal, and with the options the whole
    truth: pushing the same moves gives the same state. All of them are for reading only.
    """

    __slots__ = ("game", "moves", "options", "outcome", "seat")

    game: "Game"
    options: Mapping[str, Choice]
    seat: int | None
    outcome: Outcome | None
    moves: list[Move]

    @property
    @abstractmethod
    def phase(self) -> str:
        """The name of the phase the game is in; everybody may know it."""

    @abstractmethod
    def legal(self) -> tuple[Move, ...]:
        """Returns every legal move of the seat to move, in a fixed order; none when over."""

    @abstractmethod
    def push(self, move: Move) -> None:
        """Plays *move*.

        Raises :exc:`IllegalMove` or :exc:`InvalidMove` that says why not; nothing has changed
        then. Takes the exact notation: what people type goes through :meth:`parse` first.
        """

    @abstractmethod
    def pop(self) -> Move:
        """Takes the last move back, exactly, and returns it; :exc:`IndexError` without one."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """Returns the move that *text* means, legal or not.

        Raises :exc:`InvalidMove` if it means none. A part that follows from the rest may be left
        out; what fits several moves then raises :exc:`AmbiguousMove`, and what fits none
        :exc:`IllegalMove`.
        """

    @abstractmethod
    def view(self, seat: int) -> View:
        """Returns all that *seat*, or :data:`TABLE`, may know now, ready for JSON."""

    @abstractmethod
    def told(self, seat: int | None) -> list[str]:
        """Returns the moves as *seat*, or :data:`TABLE`, knows them; to ``None`` all is told.

        What is not for the seat is :data:`HIDDEN`; what a move uncovered follows it behind
        :data:`UNCOVERS`.
        """

    def odds(self) -> tuple[int, ...]:
        """Returns the weight of each legal move of :data:`CHANCE`."""
        raise ValueError(f"odds: it is the move of seat {self.seat}, and only chance has odds")

    @abstractmethod
    def copy(self) -> "State":
        """Returns the same state, to be played on by itself."""


@dataclass(frozen=True)
class Game:
    """A game that can be played.

    ``rules`` counts up when the same moves would mean another game; journals name it.
    """

    name: str
    title: str
    edition: str
    rules: int
    players: range
    seats: Callable[[int], tuple[str, ...]]
    """The names of the seats, from 0, for that many players."""
    endings: tuple[str, ...]
    """How a game can end: what ``Outcome.ending`` may say."""
    start: Callable[[], State]
    options: Mapping[str, Option] = field(default_factory=dict)

    @property
    def choices(self) -> Mapping[str, Option]:
        """All that is chosen before the game: ``players``, then its options."""
        players = Option(self.players, self.players[0], "how many people play")
        return {"players": players, **self.options}

    def new(self, players: Choice | None = None, /, **options: Choice) -> State:
        """Starts a game; raises :exc:`ValueError` that names a bad option and its range."""
        choices = self.choices
        chosen = {name: option.default for name, option in choices.items()}
        if players is not None:
            options["players"] = players
        for name, value in options.items():
            if name not in choices:
                raise ValueError(
                    f"{self.name}: there is no option {name!r}, expected {', '.join(choices)}"
                )
            # True is 1 in Python, and no number of players.
            if not any(
                value == each and type(value) is type(each) for each in choices[name].values
            ):
                raise ValueError(
                    f"{self.name}: {name} is {value!r}, expected {choices[name].range}"
                )
            chosen[name] = value
        state = self.start()
        state.game = self
        state.options = chosen
        return state

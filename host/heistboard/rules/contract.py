"""What every game keeps to, so that referee, journal, pages and tests need to know none of them.

A game is two objects: the :class:`Game` (names, options, how to start) and the :class:`State` of
one game being played. A move is its own notation: a :class:`~heistboard.rules.moves.Move` that
``legal()`` gives and ``push()`` takes. Chance is a seat like any other: a dealer, or the person
who drew a real card, pushes its moves.

The library knows no people. Who lets people in checks the seat before the legality, because a
refusal may tell what only the seat to move knows.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final, NamedTuple, TypeAlias

from heistboard.rules.moves import Move
from heistboard.rules.options import Choice, Option, chosen, read

__all__ = [
    "CHANCE",
    "CONTRACT",
    "HANDS",
    "HIDDEN",
    "HOST",
    "RESERVED",
    "TABLE",
    "UNCOVERS",
    "Ask",
    "Choice",
    "Deck",
    "Draw",
    "Game",
    "Json",
    "Known",
    "Move",
    "Option",
    "Outcome",
    "State",
    "View",
]

CONTRACT: Final = 2
"""The number of this contract. It counts up when a game that kept it would no longer work."""

CHANCE: Final = -1
"""The seat of dice, decks and everything that nobody chooses."""

TABLE: Final = -2
"""The seat of everybody who looks: it sees what all may see, and never moves."""

HOST: Final = "host"
"""Who deals a deck: the host, by chance."""

HANDS: Final = "hands"
"""Who deals a deck: people draw its real cards and say what came up."""

HIDDEN: Final = "?"
"""In a move that is told: what the seat may not know."""

UNCOVERS: Final = " -> "
"""In a move that is told: between the move and what it uncovered."""

RESERVED: Final = ("game", "rules", "date", "ended", "outcome")
"""Names that no option may have: a journal's header has them."""

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
View: TypeAlias = dict[str, Json]
Known: TypeAlias = tuple[Hashable, ...]


class Ask(NamedTuple):
    """What is asked or said: an id in the catalogues of words, and the words to put in."""

    id: str
    words: Mapping[str, str] = {}


class Draw(NamedTuple):
    """What chance decides next: the deck or die, and the seat that draws or rolls.

    ``by`` is :data:`TABLE` when everybody sees what comes up; else only that seat may see it.
    """

    deck: str
    by: int


@dataclass(frozen=True)
class Deck:
    """A deck or die. With *can_be_real* people may draw real cards and say what came up."""

    help: str
    can_be_real: bool = False

    @property
    def dealers(self) -> tuple[str, ...]:
        """Who can deal it: :data:`HOST`, and :data:`HANDS` if it can be real."""
        return (HOST, HANDS) if self.can_be_real else (HOST,)


class Outcome(NamedTuple):
    """How a game ended: who won, how, and by which rule."""

    side: str
    """The winners' names: one seat or side, or several with ``, `` between them."""
    ending: str
    rule: str

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners, one by one; none in a game that nobody won."""
        return tuple(self.side.split(", ")) if self.side else ()


class State(ABC):
    """One game being played, from its first move to its last.

    ``seat`` is the first seat that may move now (0 and up, or :data:`CHANCE`; ``None`` when the
    game is over), ``outcome`` is ``None`` until then. ``moves`` is the journal, and with the
    options the whole truth: pushing the same moves gives the same state. All of them are for
    reading only.
    """

    __slots__ = ("game", "moves", "options", "outcome", "seat")

    CACHES: ClassVar[frozenset[str]] = frozenset()
    """Slots that only remember what follows from the others."""

    game: "Game"
    options: Mapping[str, Choice]
    seat: int | None
    outcome: Outcome | None
    moves: list[Move]

    @property
    @abstractmethod
    def phase(self) -> str:
        """The name of the phase the game is in; everybody may know it."""

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that may move now, in a fixed order; empty when the game is over.

        A game in which several seats may move at once overrides this and names the seat in each
        of their moves. It may be secret who still may: everybody may know :attr:`turn`.
        """
        return () if self.seat is None else (self.seat,)

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that are asked now, as everybody may know.

        While a window is open these are all seats it was opened for, even those that have passed.
        Chance is not among them.
        """
        return tuple(seat for seat in self.movers if seat != CHANCE)

    @property
    def draw(self) -> Draw | None:
        """What chance decides now; ``None`` unless it is the move of :data:`CHANCE`."""
        return None

    @abstractmethod
    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        """Returns every legal move of *seat* in a fixed order, by default of :attr:`seat`.

        Empty for a seat that may not move; never more than 200.
        """

    @abstractmethod
    def push(self, move: str) -> None:
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

        Raises :exc:`InvalidMove`, which depends on the text alone, if it means none. A part that
        follows from the rest may be left out; what fits several moves then raises
        :exc:`AmbiguousMove`, and what fits none :exc:`IllegalMove`.
        """

    @abstractmethod
    def view(self, seat: int) -> View:
        """Returns all that *seat*, or :data:`TABLE`, may know now, ready for JSON."""

    @abstractmethod
    def known(self, seat: int) -> Known:
        """Returns all that *seat*, or :data:`TABLE`, has ever lawfully learned, in order.

        Flat, hashable, and equal in every process.
        """

    @abstractmethod
    def told(self, seat: int | None) -> list[str]:
        """Returns the moves as *seat*, or :data:`TABLE`, knows them; to ``None`` all is told.

        What is not for the seat is :data:`HIDDEN`; what a move uncovered follows it behind
        :data:`UNCOVERS`. Moves in a window are told to other seats when it has closed.
        """

    def asked(self, seat: int) -> Ask:
        """Returns what *seat*, or :data:`TABLE`, is asked now.

        By default the phase's name, and how the game ended: ``over.ENDING``, with the winners.
        """
        if self.outcome is None:
            return Ask(self.phase)
        return Ask(f"over.{self.outcome.ending}", {"winners": self.outcome.side})

    def default(self, seat: int) -> Move:
        """Returns the move for a *seat* that is absent or whose time is over.

        By default the first that is legal; a game gives the one that changes least: a pass.
        """
        return self.legal(seat)[0]

    def odds(self) -> tuple[int, ...]:
        """Returns the weight of each legal move of :data:`CHANCE`."""
        raise ValueError(f"odds: it is the move of seat {self.seat}, and only chance has odds")

    @abstractmethod
    def copy(self) -> "State":
        """Returns the same state, to be played on by itself."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, from 0."""
        return self.game.seats(self.options)


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
    seats: Callable[[Mapping[str, Choice]], tuple[str, ...]]
    """The names of the seats, from 0, for these options."""
    endings: tuple[str, ...]
    """How a game can end: what ``Outcome.ending`` may say."""
    phases: tuple[str, ...]
    """All that ``State.phase`` may say."""
    start: Callable[[Mapping[str, Choice]], State]
    """Makes the first state for options that were checked."""
    read: Callable[[str], Move]
    """Reads one move as it is written or told, legal or not; raises :exc:`InvalidMove`."""
    options: Mapping[str, Option] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)
    """What chance decides: every ``Draw.deck``, by name."""
    floors: Callable[[Mapping[str, Choice]], int] = lambda options: 1
    """How many modules the board has, for these options."""
    has_windows: bool = False
    """Several seats may be movers at once."""

    @cached_property
    def choices(self) -> Mapping[str, Option]:
        """All that is chosen before the game: ``players``, then its options."""
        players = Option(self.players, self.players[0], "how many people play")
        return {"players": players, **self.options}

    def read_options(self, texts: Mapping[str, str]) -> dict[str, Choice]:
        """Returns the options that *texts* mean, as people write them.

        Raises :exc:`ValueError` that names a bad one and its range.
        """
        return {
            name: read(f"{self.name}: ", name, text, self.choices) for name, text in texts.items()
        }

    def check_deal(self, deal: Mapping[str, str]) -> None:
        """Raises :exc:`ValueError` unless *deal* names, by deck, somebody who can deal it."""
        for name, dealer in deal.items():
            if name not in self.decks:
                expected = f"expected {', '.join(self.decks)}" if self.decks else "it has none"
                raise ValueError(f"{self.name}: there is no deck {name!r}, {expected}")
            if dealer not in (dealers := self.decks[name].dealers):
                raise ValueError(
                    f"{self.name}: {name} is dealt by {dealer!r}, expected {' or '.join(dealers)}"
                )

    def new(self, players: Choice | None = None, /, **options: Choice) -> State:
        """Starts a game; raises :exc:`ValueError` that names a bad option and its range."""
        if players is not None:
            options["players"] = players
        known = chosen(f"{self.name}: ", options, self.choices)
        state = self.start(known)
        state.game = self
        state.options = known
        return state

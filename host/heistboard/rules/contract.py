"""The interface of every game: referee, journal, pages and tests use nothing else.

A game is two objects: the :class:`Game` (names, options, how to start) and the :class:`State` of
one game in play. A move is its own notation: a :class:`~heistboard.rules.moves.Move`, returned by
``legal()`` and passed to ``push()``. Chance is a seat like any other: a dealer, or the person who
drew a real card, pushes its moves.

The library does not know who is asking. Its callers must check the seat before the legality,
because a refusal may contain what only the seat to move knows.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final, NamedTuple, TypeAlias

from heistboard.rules.moves import Move
from heistboard.rules.options import Choice, Option, chosen, read

__all__ = [
    "BEATS",
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
    "Window",
    "WindowKind",
]

CONTRACT: Final = 2
"""The version of this contract, increased when a game written for the old one would break.

``Gestures.standing`` did not increase it: a game that lacks it plays as before, and on simulated
boards people move its pieces by hand. Nor did ``State.window``: a window that it does not name
waits for all answers.
"""

CHANCE: Final = -1
"""The seat of dice, decks and everything else that no player decides."""

TABLE: Final = -2
"""The seat of the public: it sees what everybody may see, and never moves."""

HOST: Final = "host"
"""The dealer of a deck: the host, at random."""

HANDS: Final = "hands"
"""The dealer of a deck: people, who draw real cards and say what came up."""

HIDDEN: Final = "?"
"""Stands in a told move for what the seat may not know."""

UNCOVERS: Final = " -> "
"""Separates a told move from what it uncovered."""

BEATS: Final = (0, 0.5, 1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30)
"""The lengths that the beat of a window can have, in seconds."""

RESERVED: Final = ("game", "rules", "date", "ended", "outcome")
"""Names no option may have, because a journal's header uses them."""

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
View: TypeAlias = dict[str, Json]
Known: TypeAlias = tuple[Hashable, ...]


class Ask(NamedTuple):
    """A question or announcement: the id of a text in the catalogues, and the words to fill in."""

    id: str
    words: Mapping[str, str] = {}


class Draw(NamedTuple):
    """What chance decides next: the deck or die, and the seat that draws or rolls.

    ``by`` is :data:`TABLE` if everybody sees the result; otherwise only that seat sees it.
    """

    deck: str
    by: int


class Window(NamedTuple):
    """The window that is open: everybody in :attr:`State.turn` may play something or pass.

    Everybody knows it.
    """

    kind: str
    """One of :attr:`Game.windows`."""
    of: int
    """The seat in whose turn it is open."""


@dataclass(frozen=True)
class WindowKind:
    """A kind of window. Its text in the section ``window`` says when it opens."""

    help: str
    beat: float | None = None
    """The suggested beat in seconds, one of :data:`BEATS`; ``None`` to wait for all answers."""


@dataclass(frozen=True)
class Deck:
    """A deck or die. With *can_be_real*, people may draw real cards and say what came up."""

    help: str
    can_be_real: bool = False

    @property
    def dealers(self) -> tuple[str, ...]:
        """The possible dealers: :data:`HOST`, and :data:`HANDS` if real cards can be used."""
        return (HOST, HANDS) if self.can_be_real else (HOST,)


class Outcome(NamedTuple):
    """How a game ended: who won, how, and by which rule."""

    side: str
    """The winners' names, joined by ``, ``: seats or sides."""
    ending: str
    rule: str

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners as a tuple; empty if nobody won."""
        return tuple(self.side.split(", ")) if self.side else ()


class State(ABC):
    """One game in play, from its first move to its last.

    ``seat`` is the first seat that may move now (0 and up, or :data:`CHANCE`; ``None`` when the
    game is over); ``outcome`` is ``None`` until the game is over. ``moves`` and the options define
    the state completely: pushing the same moves gives the same state. Treat all of them as
    read-only.
    """

    __slots__ = ("game", "moves", "options", "outcome", "seat")

    CACHES: ClassVar[frozenset[str]] = frozenset()
    """Slots that only cache what follows from the other slots."""

    game: "Game"
    options: Mapping[str, Choice]
    seat: int | None
    outcome: Outcome | None
    moves: list[Move]

    @property
    @abstractmethod
    def phase(self) -> str:
        """The name of the current phase, which is public."""

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that may move now, in a fixed order; empty when the game is over.

        A game in which several seats may move at once overrides this and names the seat in each
        of their moves. Who has not moved yet may be secret; :attr:`turn` is the public list.
        """
        return () if self.seat is None else (self.seat,)

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that are asked now, as the public knows them.

        While a window is open these are all seats it was opened for, even those that have passed.
        Chance is never among them.
        """
        return tuple(seat for seat in self.movers if seat != CHANCE)

    @property
    def window(self) -> Window | None:
        """The open window; ``None`` if there is none, or if it always waits for all answers.

        The rules have no clock. The table gives each kind of window a beat: when it ends, the
        table plays :meth:`default`, a pass, for each of :attr:`movers`, in their order. So a pass
        must stay legal after the passes of others. At least two seats are asked. Between two
        windows everybody learns of a move: who has passed is told when a window closes, and a
        card that was played when it was.
        """
        return None

    @property
    def draw(self) -> Draw | None:
        """What chance decides now; ``None`` unless it is :data:`CHANCE`'s move."""
        return None

    @abstractmethod
    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        """Returns every legal move of *seat*, by default :attr:`seat`, in a fixed order.

        Empty for a seat that may not move; never more than 200, none longer than 200
        characters.
        """

    @abstractmethod
    def push(self, move: str) -> None:
        """Plays *move*.

        Raises :exc:`IllegalMove` or :exc:`InvalidMove` with the reason, and changes nothing then.
        Accepts exact notation only: pass what people type through :meth:`parse` first.
        """

    @abstractmethod
    def pop(self) -> Move:
        """Takes the last move back and returns it; raises :exc:`IndexError` if there is none."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """Returns the move that *text* means, legal or not.

        Raises :exc:`InvalidMove`, which depends on the text alone, if it is not a move. A part
        that follows from the rest may be left out; a text that then fits several moves raises
        :exc:`AmbiguousMove`, and one that fits none :exc:`IllegalMove`.
        """

    @abstractmethod
    def view(self, seat: int) -> View:
        """Returns everything *seat*, or :data:`TABLE`, may know now, ready for JSON."""

    @abstractmethod
    def known(self, seat: int) -> Known:
        """Returns everything *seat*, or :data:`TABLE`, has lawfully learned so far, in order.

        Flat, hashable, and equal in every process.
        """

    @abstractmethod
    def told(self, seat: int | None) -> list[str]:
        """Returns the moves as *seat*, or :data:`TABLE`, knows them; for ``None``, in full.

        What the seat may not know is :data:`HIDDEN`; what a move uncovered follows it after
        :data:`UNCOVERS`. Moves made in a window are told to other seats once it has closed.
        """

    def asked(self, seat: int) -> Ask:
        """Returns what *seat*, or :data:`TABLE`, is asked now.

        By default the phase's name or, after the end, ``over.ENDING`` with the winners.
        """
        if self.outcome is None:
            return Ask(self.phase)
        return Ask(f"over.{self.outcome.ending}", {"winners": self.outcome.side})

    def default(self, seat: int) -> Move:
        """Returns the move to play for a *seat* that is absent or out of time.

        By default the first legal one; a game returns the one that changes least, such as a pass.
        """
        return self.legal(seat)[0]

    def odds(self) -> tuple[int, ...]:
        """Returns the weight of each legal move of :data:`CHANCE`.

        A card of weight 0 is never dealt by the host. People who draw real cards may say it: to
        leave it out would tell them what another seat has seen of the deck.
        """
        raise ValueError(f"odds: seat {self.seat} is to move, and only chance has odds")

    @abstractmethod
    def copy(self) -> "State":
        """Returns an independent copy of the state."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, from 0."""
        return self.game.seats(self.options)


@dataclass(frozen=True)
class Game:
    """A game that can be played.

    ``rules`` is the version of the rules, increased when the same moves would mean another game;
    journals record it.
    """

    name: str
    title: str
    edition: str
    rules: int
    players: range
    seats: Callable[[Mapping[str, Choice]], tuple[str, ...]]
    """The names of the seats, from 0, for these options."""
    endings: tuple[str, ...]
    """Every value of ``Outcome.ending``."""
    phases: tuple[str, ...]
    """Every value of ``State.phase``."""
    start: Callable[[Mapping[str, Choice]], State]
    """Makes the first state from checked options."""
    read: Callable[[str], Move]
    """Parses one move as written or told, legal or not; raises :exc:`InvalidMove`."""
    options: Mapping[str, Option] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)
    """The decks and dice: every ``Draw.deck``, by name."""
    floors: Callable[[Mapping[str, Choice]], int] = lambda options: 1
    """How many floors the board needs, for these options."""
    has_windows: bool = False
    """Whether several seats may be movers at once."""
    windows: Mapping[str, WindowKind] = field(default_factory=dict)
    """The kinds of windows that the table gives a beat: every ``Window.kind``, by name."""

    @cached_property
    def choices(self) -> Mapping[str, Option]:
        """Everything chosen before the game: ``players``, then its options."""
        players = Option(self.players, self.players[0], "how many people play")
        return {"players": players, **self.options}

    def read_options(self, texts: Mapping[str, str]) -> dict[str, Choice]:
        """Returns the options that *texts*, typed by people, stand for.

        Raises :exc:`ValueError` naming a bad option and its range.
        """
        return {
            name: read(f"{self.name}: ", name, text, self.choices) for name, text in texts.items()
        }

    def check_deal(self, deal: Mapping[str, str]) -> None:
        """Raises :exc:`ValueError` unless *deal* gives each deck a dealer that it can have."""
        for name, dealer in deal.items():
            if name not in self.decks:
                expected = f"expected {', '.join(self.decks)}" if self.decks else "it has none"
                raise ValueError(f"{self.name}: there is no deck {name!r}, {expected}")
            if dealer not in (dealers := self.decks[name].dealers):
                expected = " or ".join(dealers)
                raise ValueError(
                    f"{self.name}: {name} is dealt by {dealer!r}, expected {expected}"
                )

    def new(self, players: Choice | None = None, /, **options: Choice) -> State:
        """Starts a game; raises :exc:`ValueError` naming a bad option and its range."""
        if players is not None:
            options["players"] = players
        known = chosen(f"{self.name}: ", options, self.choices)
        state = self.start(known)
        state.game = self
        state.options = known
        return state

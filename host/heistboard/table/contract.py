"""What the table and a game's gestures ask of each other."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from heistboard.rules import Move, State, View
from heistboard.scene import Scene

__all__ = ["Ask", "Gestures", "Record", "Span", "Sync", "Wrong"]


class Sync(Enum):
    """Whether the board is as the game says."""

    SYNCED = "synced"
    DESYNC = "desync"
    LOST = "lost"


class Ask(NamedTuple):
    """What the table waits for, for everybody: an id of the message catalogues, and its words."""

    id: str
    words: Mapping[str, str] = {}


class Span(NamedTuple):
    """How long something lasts at least, and since when."""

    since_ms: int
    least_ms: int


class Wrong(Enum):
    """What is wrong with a place."""

    MISSING = "missing"
    EXTRA = "extra"


class Record(Protocol):
    """The journal of the game at the table: what is written is on disk before anybody sees it."""

    state: State

    @property
    def mark(self) -> str:
        """What the table has noted since the last move; empty if nothing."""

    @property
    def aside(self) -> frozenset[str]:
        """Reeds that the umpire has set aside."""

    def write(
        self,
        moves: Sequence[Move] = (),
        *,
        undo: int = 0,
        mark: str = "",
        is_umpire: bool = False,
    ) -> None:
        """Takes moves back, plays *moves*, notes *mark*: all of it or nothing, when it raises."""

    def set_aside(self, reeds: frozenset[str]) -> None:
        """From now on *reeds*, and no others, are set aside."""


class Gestures(ABC):
    """What hands mean in one game. *picture* is the reeds that are closed, buttons left out.

    Whoever calls looks at :attr:`ask`, :meth:`wrong`, :meth:`scene` and :attr:`wake_ms` after
    each call, and calls :meth:`look` again at ``wake_ms``.
    """

    ask: Ask
    wake_ms: int | None
    spoken: list[Ask]
    """What is to be said aloud, in order; whoever says it takes it out."""
    reports: list[str]
    """Reeds that said something else than the journal; whoever keeps them takes them out."""

    @abstractmethod
    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Takes what the reeds say now; after a *jump* nobody saw how it came about."""

    @abstractmethod
    def wrong(self) -> Mapping[str, Wrong]:
        """Returns the places, cells or crossings, that are not as the game says, if any."""

    @abstractmethod
    def done(self, now_ms: int, held_ms: int = 0) -> bool:
        """Somebody pressed Done; says whether that meant something."""

    @abstractmethod
    def undo(self, now_ms: int) -> bool:
        """Somebody pressed Undo; says whether something was taken back."""

    @abstractmethod
    def say(self, seat: int, move: Move, now_ms: int) -> None:
        """A seat makes a move without hands; raises :exc:`~heistboard.rules.MoveError`."""

    @abstractmethod
    def corrected(self, now_ms: int) -> None:
        """The umpire has changed the game."""

    @abstractmethod
    def expected(self) -> Mapping[str, bool]:
        """Returns what the reeds of the public picture must say."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """The phase at the table, which ends by Done."""

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """Whose phase it is at the table."""

    @property
    @abstractmethod
    def is_secret(self) -> bool:
        """Whether eyes are closed: lights then say the same everywhere, and speech nothing."""

    @property
    @abstractmethod
    def eyes_closed(self) -> Span | None:
        """How long eyes stay closed, of which everybody may know; None if they are open."""

    @property
    @abstractmethod
    def is_settling(self) -> bool:
        """Whether what the board shows now would be a move if it stayed so."""

    @property
    @abstractmethod
    def wants_new_game(self) -> bool:
        """Whether somebody asked for another game after this one."""

    @abstractmethod
    def scene(self, now_ms: int) -> Scene:
        """Returns what the lights say."""

    @abstractmethod
    def private(self, seat: int) -> View:
        """Returns what only *seat* may know of the board; empty if nothing."""

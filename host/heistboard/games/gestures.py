"""What the table and a game's gestures ask of each other."""

import copy
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple, Protocol, Self

from heistboard.places.scene import Scene
from heistboard.rules import Ask, Move, State, View

__all__ = ["Ask", "Gestures", "Prompt", "Record", "Span", "Sync", "Wrong"]


class Sync(Enum):
    """Whether the board is as the game says."""

    SYNCED = "synced"
    DESYNC = "desync"
    LOST = "lost"


class Prompt(NamedTuple):
    """What a seat is asked now, and every move it may make.

    ``number`` counts up with each change of this seat's prompt: an answer to an older one is
    refused.
    """

    number: int
    ask: Ask
    moves: tuple[Move, ...] = ()


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

    @property
    def state(self) -> State:
        """The game; another object after each move."""

    @property
    def mark(self) -> str:
        """What the table has noted since the last move; empty if nothing."""

    @property
    def aside(self) -> frozenset[str]:
        """Reeds that the umpire has set aside."""

    def write(
        self,
        moves: Sequence[str] = (),
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

    The caller looks at :attr:`ask`, :meth:`wrong`, :meth:`scene` and :attr:`wake_ms` after each
    call, and calls :meth:`look` again at ``wake_ms``. A move is made by ``Record.write``; the
    table may still refuse it afterwards, and goes on with a :meth:`copy` from before.
    """

    ask: Ask
    wake_ms: int | None
    spoken: list[Ask]
    """What is to be said aloud, in order; the caller drains this list.

    Two beginnings of ids mean something to every voice (``voice/announcer.py``): ``over.`` is the
    end of the game, and ``eyes.`` closes or opens eyes. After ``eyes.close`` a count is said;
    until eyes open again only the answer to Help is said.
    """
    reports: list[str]
    """Reeds that said something else than the journal; the caller drains this list."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The game, as the record has it."""

    def copy(self) -> Self:
        """Returns the same gestures, to go on with if what is being done is refused.

        Lists, dictionaries and sets are copied; a game that keeps other things that change
        overrides this.
        """
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict | set):
                setattr(other, name, value.copy())
        return other

    def asked(self, seat: int) -> Ask:
        """Returns what *seat* is asked; by default what everybody is."""
        return self.ask

    def moves(self, seat: int) -> tuple[Move, ...]:
        """Returns every move that *seat* may make now by :meth:`say`.

        By default its legal moves while it is its turn at the table.
        """
        return self.state.legal(seat) if seat in self.turn else ()

    def belongs(self, place: str) -> str:
        """Returns the piece that is missing on *place*: ``KIND`` or ``KIND ID`` of the pieces."""
        return ""

    @abstractmethod
    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Takes what the reeds say now; after a *jump* nobody saw how it came about."""

    @abstractmethod
    def wrong(self) -> Mapping[str, Wrong]:
        """Returns the places, cells or crossings, that are not as the game says, if any.

        It must be as cheap as looking up a value: it is asked several times for one event.
        """

    @abstractmethod
    def done(self, now_ms: int, held_ms: int = 0) -> bool:
        """Somebody pressed Done; says whether that meant something."""

    @abstractmethod
    def undo(self, now_ms: int) -> bool:
        """Somebody pressed Undo; says whether something was taken back.

        The table has called :meth:`settle`, and never asks to take back what reveals, nor while
        several seats are asked.
        """

    @abstractmethod
    def say(self, seat: int, move: Move, now_ms: int) -> None:
        """Makes a move for *seat* without hands; raises :exc:`~heistboard.rules.MoveError`."""

    @abstractmethod
    def corrected(self, now_ms: int) -> None:
        """The umpire has changed the game."""

    def dealt(self, now_ms: int) -> None:  # noqa: B027 (most games need not know)
        """The host has dealt; :meth:`look` follows."""

    def doubt(self, reeds: frozenset[str]) -> None:  # noqa: B027
        """Reeds that were set aside while eyes are closed; :meth:`look` follows.

        They are in the picture all the same. What lights say must not tell whether they see
        something: a game leaves them out only where with them nothing can be told.
        """

    def settle(self, now_ms: int) -> None:  # noqa: B027
        """Counts what stands long enough, before a button is taken."""

    @abstractmethod
    def expected(self) -> Mapping[str, bool]:
        """Returns what the reeds of the public picture must say; as cheap as :meth:`wrong`."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """The phase at the table, which ends by Done."""

    @property
    @abstractmethod
    def turn(self) -> tuple[int, ...]:
        """The seats whose phase it is at the table, as everybody may know."""

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

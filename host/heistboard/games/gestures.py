"""The interface between the table and a game's gestures."""

import copy
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import NamedTuple, Protocol, Self

from heistboard.places.scene import Scene
from heistboard.rules import Ask, Move, State, View

__all__ = ["Ask", "Gestures", "Prompt", "Record", "Span", "Sync", "Wrong"]


class Sync(Enum):
    """Whether the board agrees with the game."""

    SYNCED = "synced"
    DESYNC = "desync"
    LOST = "lost"


class Prompt(NamedTuple):
    """What a seat is asked now, and every move it may make.

    ``number`` increases with each change of the seat's prompt; an answer to an older prompt is
    refused.
    """

    number: int
    ask: Ask
    moves: tuple[Move, ...] = ()


class Span(NamedTuple):
    """A period: when it began, and its shortest length."""

    since_ms: int
    least_ms: int


class Wrong(Enum):
    """What is wrong with a place."""

    MISSING = "missing"
    EXTRA = "extra"


class Record(Protocol):
    """The journal of the game at the table; writes reach the disk before anybody sees them."""

    @property
    def state(self) -> State:
        """The game's state; a new object after each move."""

    @property
    def mark(self) -> str:
        """The table's mark since the last move; empty if there is none."""

    @property
    def aside(self) -> frozenset[str]:
        """Reeds that the umpire has set aside, to be ignored."""

    def write(
        self,
        moves: Sequence[str] = (),
        *,
        undo: int = 0,
        mark: str = "",
        is_umpire: bool = False,
    ) -> None:
        """Takes *undo* moves back, plays *moves* and sets *mark*: all of it, or none on error."""

    def set_aside(self, reeds: frozenset[str]) -> None:
        """Sets aside these *reeds* and no others."""

    @property
    def kept(self) -> Mapping[str, str]:
        """What :meth:`keep` stored with this game, by name."""

    def keep(self, name: str, value: str) -> None:
        """Stores *value*, which is no move and outlasts moves and restarts; empty deletes it.

        Where people sit around the board, for instance. *name* is one word. Everybody may know it.
        """


class Gestures(ABC):
    """Turns what hands do on the board into the moves of one game.

    A *picture* is the set of closed reeds, buttons left out. Names of reeds, places and LEDs have
    their floor, as in ``2:b3.cover``; on floor 1 they have none. The caller reads :attr:`ask`,
    :meth:`wrong`, :meth:`scene` and :attr:`wake_ms` after each call, and calls :meth:`look` again
    at ``wake_ms``. Moves are made by ``Record.write``; the table may still refuse one afterwards,
    and then continues with a :meth:`copy` made before.
    """

    ask: Ask
    wake_ms: int | None
    computers: Collection[int] = frozenset()
    """The seats that the computer plays without hands or a board: nobody sees or hears them act.

    The caller sets it, at any time. Everybody knows it.
    """
    bots: Collection[int] = frozenset()
    """The seats that the computer plays, also where people move its pieces: no hand decides there.

    The caller sets it, at any time. Everybody knows it.
    """
    beat: Span | None = None
    """Since when the beat of the open window runs, and for how long; ``None`` if none does.

    The caller sets it after each move, before :meth:`scene`. Everybody knows it: a game may have
    its rim breathe.
    """
    stop: int | None = None
    """The seat for which a hand has just said Stop; the caller then sets it back to ``None``.

    Set it only while a :attr:`beat` runs. Everybody is told who has said it.
    """
    spoken: list[Ask]
    """What to say aloud, in order; the caller drains this list.

    The voice (``voice/announcer.py``) knows two prefixes of ids: ``over.`` ends the game, and
    ``eyes.`` closes or opens eyes. After ``eyes.close`` it counts, after ``eyes.close.…``, where
    nobody has to close them, it does not; until eyes open again it only speaks to answer Help.
    """
    reports: list[str]
    """Reeds that contradicted the journal; the caller drains this list."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The state of the record."""

    def copy(self) -> Self:
        """Returns a copy to continue with if the current step is refused.

        Copies lists, dicts and sets. A game with other mutable attributes overrides this.
        """
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict | set):
                setattr(other, name, value.copy())
        return other

    def asked(self, seat: int) -> Ask:
        """Returns the prompt of *seat*; by default everybody's."""
        return self.ask

    def moves(self, seat: int) -> tuple[Move, ...]:
        """Returns every move that *seat* may make now by :meth:`say`.

        By default its legal moves, if it is in :attr:`turn`.
        """
        return self.state.legal(seat) if seat in self.turn else ()

    def missing_piece(self, place: str) -> str:
        """Returns the piece that is missing on *place*, as ``KIND`` or ``KIND ID``."""
        return ""

    @abstractmethod
    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Reads the board; with *is_jump*, nobody saw how it got from the last picture to this."""

    @property
    def taps(self) -> Collection[str]:
        """The places where a tap with the flashlight counts now; by default none.

        No other place is examined. They must be public, lit by :meth:`scene`, and cells or
        crossings whose occupant reed can never hide anything. While eyes are closed none counts.
        """
        return ()

    def tapped(self, place: str, now_ms: int, *, is_hold: bool) -> None:  # noqa: B027
        """Handles a tap on one of :attr:`taps`; with *is_hold*, the flashlight stayed there.

        :meth:`look` has been called before, and was never shown the flashlight.
        """

    @abstractmethod
    def wrong(self) -> Mapping[str, Wrong]:
        """Returns the cells and crossings that differ from the game.

        Must be as cheap as an attribute: it is called several times per event.
        """

    @property
    def is_due(self) -> bool:
        """Whether hands have to carry what the game has moved, though nothing is wrong; public.

        Where nobody carries pieces the board is then shown as the game has it, as after a mistake.
        """
        return False

    @abstractmethod
    def done(self, now_ms: int, held_ms: int = 0) -> bool:
        """Handles the Done button; returns whether it did something."""

    @abstractmethod
    def undo(self, now_ms: int) -> bool:
        """Handles the Undo button; returns whether something was taken back.

        The table has called :meth:`settle` before. It never asks to take back a move that
        reveals, nor while several seats are asked.
        """

    def help(self, now_ms: int) -> bool:
        """Handles the Help button; returns whether it did something.

        If not, the table says its question. A game may speak a menu, for instance: see
        :mod:`heistboard.games.spoken_moves`.
        """
        return False

    def back(self, now_ms: int) -> bool:
        """Handles the Undo button before any move is taken back; returns whether that was all.

        For what is no move yet, such as an open menu.
        """
        return False

    @abstractmethod
    def say(self, seat: int, move: Move, now_ms: int) -> None:
        """Plays a typed or tapped move of *seat*; raises :exc:`~heistboard.rules.MoveError`."""

    @abstractmethod
    def corrected(self, now_ms: int) -> None:
        """Called when the umpire has changed the game."""

    def dealt(self, now_ms: int) -> None:  # noqa: B027 (most games need not know)
        """Called when the host has dealt, or silence has passed; :meth:`look` follows."""

    def doubt(self, reeds: frozenset[str]) -> None:  # noqa: B027
        """Called with the reeds set aside while eyes are closed; :meth:`look` follows.

        They stay in the picture, because the lights must not reveal whether they are closed.
        Ignore them only if the board cannot be read with them.
        """

    def settle(self, now_ms: int) -> None:  # noqa: B027
        """Plays what has stood long enough; called before a button is handled."""

    @abstractmethod
    def expected(self) -> Mapping[str, bool]:
        """Returns whether each public reed must be closed; as cheap as :meth:`wrong`."""

    def standing(self) -> Mapping[str, Mapping[str, str]]:
        """Returns where the game has the public pieces: the place of each, by kind and id.

        Kinds and ids are those of ``pieces.toml``; alike pieces are numbered from ``"1"``, the
        only one of its kind is ``""``. A piece that is not named is beside the board; a kind that
        is not named at all is left to people. It must agree with :meth:`expected`, be as cheap as
        that, and follow from the table's view: simulated hands carry the pieces there, and pages
        draw them. Hidden kinds are never named. By default none is.
        """
        return {}

    @property
    @abstractmethod
    def phase(self) -> str:
        """The phase at the table, which ends with Done."""

    @property
    @abstractmethod
    def turn(self) -> tuple[int, ...]:
        """The seats that act in this phase; public."""

    @property
    @abstractmethod
    def is_secret(self) -> bool:
        """Whether eyes are closed; all lights then look alike and nothing is spoken."""

    @property
    @abstractmethod
    def eyes_closed(self) -> Span | None:
        """How long eyes stay closed, which is public; ``None`` if they are open."""

    @property
    @abstractmethod
    def is_settling(self) -> bool:
        """Whether the board shows something that will be a move if it stays."""

    @property
    @abstractmethod
    def wants_new_game(self) -> bool:
        """Whether another game was asked for after this one."""

    def hinted(self, hints: View) -> bool:
        """Called with the table's hints, which everybody may know; returns whether lights change.

        They are computed beside the lap and come after it, so the lights of a new state are first
        shown without them. A game may light chances of places, for instance.
        """
        return False

    @abstractmethod
    def scene(self, now_ms: int) -> Scene:
        """Returns what the lights show."""

    @abstractmethod
    def private(self, seat: int) -> View:
        """Returns what only *seat* may know of the board; empty if there is nothing."""

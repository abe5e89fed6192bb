"""What callers may ask a running table about its seats. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from heistboard.app.referee import LapResult, Referee
from heistboard.app.seat_watchers import SeatListener, SeatWatchers
from heistboard.rules import TABLE, State, View

__all__ = ["SeatCalls", "SeatFacts"]

_T = TypeVar("_T")


class SeatFacts(NamedTuple):
    """What decides who may sit down in which seat; all of it is public."""

    game: int  # its number in the journal
    created: str  # when the game was; no other game has the same number and time
    kind: str  # the game's name
    seats: tuple[str, ...]
    has_begun: bool  # there is a public move; what is dealt first is none
    private: tuple[bool, ...]  # by seat: whether it has something that the table does not know
    bots: tuple[str, ...] = ()  # by seat: the computer player, or an empty text
    bots_wait: bool = False  # they begin when people have taken all other seats


class SeatCalls(ABC):
    """The part of a running table that is about its seats."""

    _bots: Mapping[int, str]
    _waits_in: Referee | None
    _referee: Referee
    _shown: LapResult
    _watchers: SeatWatchers
    _known: tuple[State, tuple[bool, ...]] | None = None  # which seats knew more in that state

    @abstractmethod
    def call(self, do: Callable[[], _T]) -> _T:
        """Calls *do* in the table's turn and returns its result or raises its error."""

    @abstractmethod
    def _call_lap(self, do: Callable[[], _T]) -> _T:
        # Calls *do* as one lap and returns its result or raises its error.
        ...

    @abstractmethod
    def _seats_shown(self) -> Mapping[int, View]:
        # What each seat may see.
        ...

    def seats(self) -> tuple[str, ...]:
        """Returns the names of the game's seats, in order."""
        return self.call(lambda: self._referee.state.seats)

    def with_seats(self, do: Callable[[SeatFacts], _T]) -> _T:
        """Returns what *do* does with the facts about the seats; no move is made meanwhile."""
        return self.call(lambda: do(self.seat_facts()))

    def seat_facts(self) -> SeatFacts:
        """Returns the facts about the seats; only for listeners, in the table's thread.

        Pencil marks do not count: whether a seat has made some is its own.
        """
        journal = self._referee.journal
        views = self._seats_shown()
        state = self._referee.state
        return SeatFacts(
            journal.id,
            journal.created,
            state.game.name,
            state.seats,
            self._referee.has_begun,
            tuple(self._is_private(seat, views[seat]) for seat in range(len(state.seats))),
            tuple(self._bots.get(seat, "") for seat in range(len(state.seats))),
            self.bots_wait,
        )

    @property
    def bots_wait(self) -> bool:
        """Whether computer players wait until people have sat down; in the table's thread."""
        has_people = 0 < len(self._bots) < len(self._referee.state.seats)
        return self._waits_in is self._referee and has_people and not self._referee.has_begun

    def note_sitters(self, game: int, nicknames: Sequence[Sequence[str]]) -> None:
        """Notes in the journal of *game* who sits in its seats.

        Does nothing if that game is over, or another one is on the table.
        """

        def note() -> None:
            referee = self._referee
            if referee.journal.id == game and referee.state.outcome is None:
                referee.notes.set_sitters(nicknames)

        self._call_lap(note)

    def seat_view(self, seat: int) -> View:
        """Returns what *seat* may see: its view and what it may know about the board."""
        return self.call(lambda: self._seat_view(seat))

    def watch(self, seat: int, listener: SeatListener) -> None:
        """Calls *listener* with what *seat* may see, now and after every change.

        Like the other listeners, it also gets the status. Raises :exc:`ValueError` if there
        is no such seat.
        """

        def begin() -> None:
            self._seat_view(seat)
            self._watchers.add(seat, listener)

        self.call(begin)

    def unwatch(self, listener: SeatListener) -> None:
        """Removes *listener*."""
        self.call(lambda: self._watchers.remove(listener))

    def _seat_view(self, seat: int) -> View:
        seats = self._seats_shown()
        if seat not in seats:
            raise ValueError(f"there is no seat {seat!r}, expected 0..{max(seats)}")
        return seats[seat]

    def _is_private(self, seat: int, view: View) -> bool:
        # True for every seat that an open window asks: otherwise it would tell who has answered.
        turn = self._referee.state.turn
        is_in_window = len(turn) > 1 and seat in turn
        has_more = bool(view["board"]) or is_in_window or _has_private_move(view)
        return has_more or self._knowing_more()[seat]

    def _knowing_more(self) -> tuple[bool, ...]:
        # Cached per state, as views are.
        state = self._referee.state
        if self._known is None or self._known[0] is not state:
            public = state.known(TABLE)
            more = tuple(state.known(seat) != public for seat in range(len(state.seats)))
            self._known = state, more
        return self._known[1]


def _has_private_move(view: View) -> bool:
    prompt = view["prompt"]
    assert isinstance(prompt, dict) and isinstance(prompt["moves"], list)
    return any(isinstance(move, dict) and bool(move["private"]) for move in prompt["moves"])

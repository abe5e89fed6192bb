"""Who sits at the running table: follows its games, and keeps their seats on disk.

Seats are changed in the table's thread alone. So no move is made between the look at a seat's
secrets and sitting down there.
"""

import logging
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple, TypeVar

from heistboard import games
from heistboard.app import Daemon
from heistboard.app.seat_calls import SeatFacts
from heistboard.app.trouble_log import Trouble
from heistboard.journal.game_text import JournalError
from heistboard.link.port import now_ms
from heistboard.web.devices import Device
from heistboard.web.seating import Act, Chairs, Event, Seating
from heistboard.web.seating_file import SeatingFile

__all__ = ["Change", "SeatsShown", "TableSeats"]

MAX_EVENTS_SHOWN = 30

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class SeatsShown(NamedTuple):
    """Who sits where, as it is shown; it does not change any more."""

    game: int = 0
    names: tuple[str, ...] = ()
    sitters: tuple[tuple[Device, ...], ...] = ()
    asks: tuple[tuple[Device, ...], ...] = ()
    before: tuple[tuple[Device, ...], ...] = ()
    private: tuple[bool, ...] = ()
    events: tuple[Event, ...] = ()
    acts: tuple[Act, ...] = ()
    bots: tuple[str, ...] = ()  # by seat: the computer player, or an empty text
    bots_wait: bool = False  # they begin when people have taken all other seats
    offered: tuple[tuple[str, ...], ...] = ()  # by seat: the computer players that may take it
    former: tuple[tuple[str, ...], ...] = ()  # by seat: who may take it back from the computer

    def seats_of(self, id_: str | None) -> list[int]:
        """Returns the seats in which the device *id_* sits."""
        return _those_with(self.sitters, id_)

    def bot(self, seat: int) -> str:
        """Returns the computer player of *seat*, or an empty text."""
        return self.bots[seat] if seat < len(self.bots) else ""

    def alone(self, id_: str) -> int | None:
        """Returns the seat of the device *id_* if it plays alone against the computer."""
        people = [seat for seat in range(len(self.sitters)) if not self.bot(seat)]
        is_alone = len(people) == 1 < len(self.sitters)
        sitters = [each.id for each in self.sitters[people[0]]] if is_alone else []
        return people[0] if sitters == [id_] else None

    def seats_before(self, id_: str | None) -> list[int]:
        """Returns the seats in which the device *id_* sat in the game before."""
        return _those_with(self.before, id_)

    def seats_back(self, id_: str | None) -> list[int]:
        """Returns the seats that the device *id_* may take back from the computer."""
        played = zip(self.former, self.bots, strict=False)
        return [seat for seat, (former, bot) in enumerate(played) if bot and id_ in former]

    def acts_for(self, id_: str | None, *, is_host: bool) -> list[int]:
        """Returns the seats whose public moves the device *id_* may make at the table.

        These are the seats in which it sits and, for a host, those in which nobody sits and that
        the computer does not play.
        """
        free = [
            seat
            for seat, devices in enumerate(self.sitters)
            if is_host and not devices and not self.bot(seat)
        ]
        return sorted({*self.seats_of(id_), *free})


class Change(NamedTuple):
    """What a change of the seats is made with."""

    seating: Seating
    chairs: Chairs
    now_ms: int
    at: int  # seconds since 1970


class TableSeats:
    """The seats of *daemon*'s game, kept in the data *folder*.

    *on_change* is called in the table's thread with what is shown from now on.
    """

    def __init__(
        self, daemon: Daemon, folder: Path, on_change: Callable[[SeatsShown], None]
    ) -> None:
        """Raises :exc:`OSError` if the file of seats cannot be read."""
        self._daemon = daemon
        self._file = SeatingFile(folder)
        self._on_change = on_change
        self._facts: SeatFacts | None = None
        self._noted: tuple[int, list[list[str]]] | None = None  # game, nicknames by seat
        self._seating = Seating([])

    def follow(self, facts: SeatFacts) -> None:
        """Follows the table to another game, or notes what has changed; in its thread."""
        if facts == self._facts:
            return
        if self._facts is None or facts[:4] != self._facts[:4]:
            kept = self._file.find(facts)
            empty: list[list[Device]] = [[] for _ in facts.seats]
            self._seating = kept or Seating(empty, self._file.last(facts))
        self._facts = facts
        was = self._seating.begun
        self._seating.note(_chairs(facts))
        if self._seating.begun != was and self._seating.events:
            try:
                self._file.save(facts, self._seating)
            except OSError as error:
                _log.warning("the seats cannot be saved: %s", error)
        self._on_change(self._shown(facts))

    def lose(self) -> None:
        """Shows nobody in any seat, until it is known again which game is played; likewise."""
        self._facts = None
        self._on_change(SeatsShown())

    def change(self, do: Callable[[Change], _T]) -> _T:
        """Lets *do* change the seats, and saves them, in the table's thread.

        Raises what *do* raises, or :exc:`OSError`; nothing has changed then. Then the computer
        plays the seats that it was given, and those no longer in which somebody has sat down.
        """
        result = self._daemon.with_seats(lambda facts: self._change_all(facts, do))
        self._note_sitters()
        return result

    def _note_sitters(self) -> None:
        # The seats' own file forgets games; the journal keeps who played them.
        facts, sitters = self._facts, self._seating.sitters
        if facts is None or len(sitters) != len(facts.seats):
            return  # the table has gone on to another game
        names = [[each.nickname for each in devices if each.nickname] for devices in sitters]
        if self._noted != (facts.game, names):
            try:
                self._daemon.note_sitters(facts.game, names)
            except (JournalError, Trouble) as error:
                _log.warning("who sits where is not in the journal: %s", error)
                return
            self._noted = facts.game, names

    def forget(self, numbers: Collection[int]) -> None:
        """Deletes who sat in earlier games, in the table's thread; raises :exc:`OSError`."""
        self._daemon.call(lambda: self._file.forget(numbers))

    def let_bots_begin(self) -> None:
        """Lets computer players begin before all other seats are taken."""
        self._daemon.let_bots_begin()
        self._daemon.with_seats(self.follow)

    def tick(self, here: Collection[str] = frozenset()) -> None:
        """Does the announced acts that are due; *here* are the ids of connected devices."""
        self.change(lambda change: change.seating.tick(change.now_ms, change.at, here))

    def _change_all(self, facts: SeatFacts, do: Callable[[Change], _T]) -> _T:
        result = self._change(facts, do)
        given, self._seating.given = self._seating.given, {}
        try:
            for seat, bot in given.items():
                self._daemon.set_bot(seat, bot)
            for seat in self._daemon.bots():
                if self._seating.sitters[seat]:
                    self._daemon.set_bot(seat, None)
            if self._is_complete(self._daemon.seat_facts()):
                self._daemon.let_bots_begin()
        finally:
            self._facts = self._daemon.seat_facts()
            self._on_change(self._shown(self._facts))
        return result

    def _change(self, facts: SeatFacts, do: Callable[[Change], _T]) -> _T:
        self.follow(facts)
        seating = self._seating.copy()
        result = do(Change(seating, _chairs(facts), now_ms(), int(time.time())))
        if (seating.events, seating.begun) != (self._seating.events, self._seating.begun):
            self._file.save(facts, seating)
        self._seating = seating
        return result

    def _is_complete(self, facts: SeatFacts) -> bool:
        # Whether computer players wait for nobody any longer.
        seats = zip(self._seating.sitters, facts.bots, strict=True)
        return facts.bots_wait and all(sitters or bot for sitters, bot in seats)

    def _shown(self, facts: SeatFacts) -> SeatsShown:
        seating = self._seating
        return SeatsShown(
            facts.game,
            facts.seats,
            tuple(tuple(each) for each in seating.sitters),
            tuple(tuple(each) for each in seating.asks),
            tuple(seating.before),
            facts.private,
            tuple(seating.recent(MAX_EVENTS_SHOWN)),
            tuple(seating.acts),
            facts.bots,
            facts.bots_wait,
            tuple(tuple(games.package(facts.kind).bots_for(seat)) for seat in facts.seats),
            tuple(tuple(seating.former(seat)) for seat in range(len(facts.seats))),
        )


def _chairs(facts: SeatFacts) -> Chairs:
    return Chairs(facts.has_begun, facts.private, [bool(bot) for bot in facts.bots])


def _those_with(seats: tuple[tuple[Device, ...], ...], id_: str | None) -> list[int]:
    return [seat for seat, devices in enumerate(seats) if any(each.id == id_ for each in devices)]

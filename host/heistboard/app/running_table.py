"""One table as it runs: boards, referee and listeners tied together. No thread, no clock.

Its owner feeds it what boards say and lets it tick when something is due: ``daemon`` does so in a
thread and in real time, rehearsals in virtual time. Nothing reaches a light or a listener before
the journal has it: see ``referee``.
"""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import Protocol, TypeVar

from heistboard.app import trouble_log
from heistboard.app.picture import News, Picture
from heistboard.app.referee import REFUSALS, LapResult, Referee, Stale
from heistboard.app.seat_watchers import SeatListener, Watchers
from heistboard.app.settings import Settings, now, open_journal, open_unfinished, withdraw
from heistboard.games.gestures import Ask, Span
from heistboard.games.hint_grades import OFF
from heistboard.games.status import Status
from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Journal, Store
from heistboard.link.link import Notice, StateChange, configured
from heistboard.link.messages import Configured
from heistboard.link.module import Module
from heistboard.places.lighting import BY_DEFAULT, Lighting
from heistboard.rules import TABLE, Choice, View
from heistboard.rules.autoplay import Dealer
from heistboard.rules.contract import Json
from heistboard.table.table import Table

__all__ = ["FLOOR", "Boards", "RunningTable", "Stale", "Trouble", "is_for_table"]

FLOOR = 1
RETRY_MS = 1_000  # after a lap that failed

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class Trouble(Exception):
    """Something went wrong inside: nothing was done, and the log of the host's user says where."""

    def __init__(self) -> None:
        super().__init__("something went wrong inside heistboard; nothing was done")


class Boards(Protocol):
    """The table's boards, as far as the table needs them; a hub is one."""

    def show(self, floor: int, intents: bytes) -> None:
        """Has the board of *floor* show packed *intents*, now or when it is there."""

    def configure(self, config: Configured) -> None:
        """Has every board work with *config*, those that come later too."""


def is_for_table(module: Module | None, notice: Notice) -> bool:
    """Says whether the table needs *notice*, which the link gave for *module*, if known."""
    return isinstance(notice, StateChange) or (module is not None and module.floor == FLOOR)


class RunningTable:
    """One game after the other at one table; *boards* show its lights.

    *listeners* get every :class:`Status` and must return at once. *on_lighting* is called with a
    new lighting before the call that set it returns.
    """

    def __init__(
        self,
        journal: Path,
        settings: Settings,
        boards: Boards,
        *,
        works: frozenset[str] = frozenset(),
        lighting: Lighting = BY_DEFAULT,
        on_lighting: Callable[[Lighting], None] = lambda lighting: None,
    ) -> None:
        self.listeners: list[Callable[[Status], None]] = []
        self.reports: set[str] = set()  # reeds that said something else than the journal
        self.damage = ""  # of the game as it was opened, as a sentence
        self._path = journal
        self._settings = settings
        self._works = works
        self._boards = boards
        self._lighting = lighting
        self._on_lighting = on_lighting
        boards.configure(configured(lighting))
        self._now_ms = 0  # by the owner's clock
        self._start_ms = 0
        self._picture = Picture()
        self._is_withdrawn = False
        self._steps: int | None = None  # of a game that began here, before anybody played
        self._number = 0
        self._last: Status | None = None
        self._shown: LapResult
        self._watchers = Watchers()
        self._intents = b""
        self._retry_ms: int | None = None
        self._trouble = ""  # why: journal or table
        self._store: Store
        self._referee: Referee

    # For the owner, who says what time it is.

    def open(self, store: Store, now_ms: int) -> None:
        """Begins or resumes the game of its settings; raises :exc:`JournalError`."""
        self._store = store
        self._start_ms = self._now_ms = now_ms
        self._sit_down(open_journal(store, self._settings), self._settings)

    def close(self) -> None:
        """Ends the game; its journal keeps it, unless it was withdrawn."""
        journal = self._referee.journal
        if self._is_withdrawn and journal.steps == self._steps:
            withdraw(self._store, journal)
        journal.close()

    @property
    def due_ms(self) -> int | None:
        """When :meth:`tick` has something to do, or ``None``."""
        # What failed is tried again after a while, and nothing else is due before.
        wake_ms = self._table.wake_ms if self._retry_ms is None else self._retry_ms
        return None if wake_ms is None else self._start_ms - -wake_ms // self._settings.speed

    def tick(self, now_ms: int) -> None:
        """Does what is due."""

        def tick() -> None:
            self._lap(lambda: self._table.tick(self._now()))

        self.run(lambda: self._try(tick), now_ms)

    def feed(self, notice: Notice, missed: int, now_ms: int) -> None:
        """Handles a notice for which :func:`is_for_table` is true; *missed* is the module's."""
        self.run(lambda: self._heard(notice, missed), now_ms)

    def run(self, do: Callable[[], object], now_ms: int) -> None:
        """Does something between two things that happen, then tells what follows from it."""
        self._now_ms = now_ms
        do()
        if self._table.gestures.wants_new_game:
            self._try(self._play_again)
        self._tell()

    def call(self, do: Callable[[], _T]) -> _T:
        """Does something on behalf of a caller, who gets its result or its error."""
        results: list[_T] = []
        errors: list[BaseException] = []

        def attempt() -> None:
            try:
                results.append(do())
            except Exception as error:
                errors.append(error)

        self.run(attempt, self._now_ms)
        if errors:
            raise errors[0]
        return results[0]

    # For callers.

    def withdraw(self) -> None:
        """Has the journal forget the game in the end, if it began here and nobody has played."""
        self._is_withdrawn = True

    @property
    def journal(self) -> Path:
        """Where the games are kept; who reads it opens a store of its own."""
        return self._path

    def status(self) -> Status:
        """Returns how things stand."""
        return self.call(self._status)

    def begin(
        self, settings: Settings, check: Callable[[Status], None] = lambda status: None
    ) -> None:
        """Begins another game, or goes on with one of the journal; this one is kept there.

        *check* gets how things stand, and may raise. Raises :exc:`ValueError` for what cannot be
        played, :exc:`JournalError` for what cannot be opened or written; this game goes on then.
        """

        def do() -> None:
            check(self._status())
            if settings.resume is None or settings.resume != self._referee.journal.id:
                self._change(settings._replace(speed=self._settings.speed))

        self.call(do)

    @property
    def table_options(self) -> Mapping[str, Choice]:
        """The table options of this evening that were chosen."""
        return self._settings.table_options

    def seats(self) -> tuple[str, ...]:
        """Returns the names of the game's seats, from 0."""
        return self.call(lambda: self._referee.state.seats)

    def knows_more(self, seat: int) -> bool:
        """Says whether *seat* knows anything, or sees anything now, that not everybody does.

        So does every seat that a window was opened for: whether it has answered is not told.

        Raises :exc:`ValueError` if there is no such seat.
        """

        def look() -> bool:
            state = self._referee.state
            view = self._seat_view(seat)
            has_own = bool(view["board"] or view["pencil"])
            is_in_window = len(state.turn) > 1 and seat in state.turn
            return has_own or is_in_window or state.known(seat) != state.known(TABLE)

        return self.call(look)

    def say(self, seat: int, text: str, at: tuple[int, int] | None = None) -> None:
        """Makes a move for a seat; the errors are those of ``Table.say`` and are for that seat.

        *at* is ``Status.game`` and the number of the prompt that the seat answers. Raises
        :exc:`Stale` when it is asked something else by now, but only to a seat that may move.
        """

        def make() -> None:
            self._table.require_turn(seat)
            self._referee.require_fresh(seat, at)
            self._table.say(seat, text, self._now())

        self._call_lap(make)

    def draw(self, text: str) -> None:
        """Tells the table what a real card shows that everybody sees."""
        self._call_lap(lambda: self._draw(text))

    def press_for(self, seat: int, button: str, at: tuple[int, int] | None = None) -> None:
        """Presses ``done`` or ``undo`` for a seat whose phase it is; *at* is as for :meth:`say`.

        Raises :exc:`~heistboard.table.table.NotYourTurn`, :exc:`Stale` or, when that means nothing
        now, :exc:`~heistboard.table.table.NotNow`.
        """

        def make() -> None:
            self._table.require_phase(seat)
            self._referee.require_fresh(seat, at)
            self._table.press_for(seat, button, self._now())

        self._call_lap(make)

    def pencil(self, seat: int, place: str, mark: str) -> None:
        """Notes a mark of a seat on a cell, for itself: ``no``, ``maybe`` or nothing."""
        self._call_lap(lambda: self._referee.beside.pencil(seat, place, mark))

    def set_hints(self, grade: str) -> None:
        """From now on hints tell as much as *grade* says, to everybody."""
        self._call_lap(lambda: self._referee.beside.set_grade(grade))

    def set_brightness(self, brightness: str) -> None:
        """From now on the lights are that bright; raises :exc:`ValueError` for no such word."""

        def do() -> Lighting:
            self._lighting = self._lighting._replace(brightness=brightness).checked()
            self._boards.configure(configured(self._lighting))
            return self._lighting

        self._on_lighting(self.call(do))

    def press(self, button: str, *, is_held: bool = False) -> None:
        """Presses a button without hands: ``done``, ``undo`` or ``help``; long if it *is_held*."""
        self._call_lap(lambda: self._table.press(button, self._now(), is_held=is_held))

    def correct(self, text: str) -> str:
        """Lets the umpire play a move, or ``undo`` the last one.

        Returns what everybody may be told of it; raises
        :exc:`~heistboard.table.table.Uncorrected`.
        """
        return self._call_lap(lambda: self._table.correct(text, self._now()))

    def set_aside(self, reed: str, *, is_aside: bool = True) -> None:
        """Lets the umpire have a reed ignored, or believed again."""
        self._call_lap(lambda: self._table.set_aside(reed, self._now(), is_aside=is_aside))

    def seat_view(self, seat: int) -> View:
        """Returns what only *seat* may see: its view, and what it may know of the board."""
        return self.call(lambda: self._seat_view(seat))

    def watch(self, seat: int, listener: SeatListener) -> None:
        """Tells *listener* at once, and whenever it changes, what *seat* may see.

        It is told in the daemon's thread, with the status, and hands it on at once. Raises
        :exc:`ValueError` if there is no such seat.
        """

        def begin() -> None:
            self._seat_view(seat)
            self._watchers.add(seat, listener)

        self.call(begin)

    def unwatch(self, listener: SeatListener) -> None:
        """Stops telling *listener*."""
        self.call(lambda: self._watchers.remove(listener))

    def picture(self) -> frozenset[str]:
        """Returns the reeds that are closed, secret ones too: for tests and rehearsals."""
        return self.call(lambda: frozenset(self._picture.closed))

    def is_busy(self) -> bool:
        """Says whether something is still to come of what hands did; for rehearsals."""
        return self.call(lambda: self._table.gestures.is_settling)

    # Inside.

    @property
    def _table(self) -> Table:
        return self._referee.table

    def _sit_down(self, journal: Journal, settings: Settings) -> None:
        chance = SystemRandom() if settings.seed is None else Random(settings.seed)
        try:
            referee = Referee(
                journal,
                settings,
                self._now(),
                at=now,
                dealer=Dealer(chance),
                works=self._works,
                wall=self._wall,
            )
            _, shown = referee.lap(lambda: None, self._now())
        except BaseException:
            if settings.resume is None:
                withdraw(self._store, journal)
            journal.close()
            raise
        self._steps = journal.steps if settings.resume is None else None
        self.damage = journal.damage
        if journal.damage:
            _log.warning("%s", journal.damage)
        self._referee, self._settings, self._shown = referee, settings, shown

    def _change(self, settings: Settings) -> None:
        journal = open_unfinished(self._store, settings)
        before = self._referee.journal
        self._sit_down(journal, settings)
        before.close()
        self._retry_ms, self._trouble = None, ""
        if self._picture.is_there:
            self._see(is_jump=True)

    def _play_again(self) -> None:
        state = self._referee.state
        again = self._settings._replace(
            game=state.game.name,
            players=None,
            resume=None,
            options=state.options,
            hints=self._referee.beside.grade,
            deal=self._referee.deals,
        )
        self._change(again)

    def _lap(self, do: Callable[[], _T]) -> _T:
        said, self._shown = self._referee.lap(do, self._now())
        return said

    def _call_lap(self, do: Callable[[], _T]) -> _T:
        # What somebody wants done: who asked is told why it was not. Trouble that everybody was
        # told of stays until it is tried again: its end would tell of a secret answer.
        def run() -> _T:
            is_untold = self._trouble == "table" and self._shown.status.is_secret
            try:
                said = self._lap(do)
            except (*REFUSALS, JournalError):
                raise
            except Exception as error:
                trouble_log.report(error)
                raise Trouble from None
            if is_untold and not self._shown.status.is_secret:
                self._trouble = ""
            return said

        return self.call(run)

    def _draw(self, text: str) -> None:
        draw = self._referee.state.draw
        self._table.say(TABLE if draw is None else draw.by, text, self._now())

    def _heard(self, notice: Notice, missed: int) -> None:
        match self._picture.take(notice, missed, FLOOR):
            case News.REED:
                self._see(is_jump=False)
            case News.JUMP:
                self._intents = b""  # what was shown to a board that was not ready is lost
                self._see(is_jump=True)
            case News.LOST:
                self._try(lambda: self._lap(self._table.lose))

    def _see(self, *, is_jump: bool) -> None:
        closed = self._picture.closed
        self._try(lambda: self._lap(lambda: self._table.see(closed, self._now(), is_jump=is_jump)))

    def _try(self, do: Callable[[], None]) -> None:
        # What hands did is not refused to anybody. A move that cannot be written, or shown, is not
        # made; it is tried again as long as it lies there.
        self._retry_ms, self._trouble = None, ""
        try:
            do()
        except JournalError as error:
            _log.error("%s", error)
            self._trouble = "journal"
        except Exception as error:
            trouble_log.report(error)
            self._trouble = "table"
        if self._trouble:
            self._retry_ms = self._now() + RETRY_MS

    def _tell(self) -> None:
        shown = self._shown
        self.reports.update(shown.reports)
        if shown.lights != self._intents:
            self._intents = shown.lights
            self._boards.show(FLOOR, shown.lights)
        status = self._status()
        if self._last is None or status != self._last._replace(number=status.number):
            if self._last is None or status.phase != self._last.phase:
                _log.info("game=%s phase=%s", status.game, status.phase)
            self._last = status
            self._number += 1
            for listener in list(self.listeners):
                listener(status)
        self._watchers.tell(self._last, self._seats_shown())
        # What was said is said once; that it was is no other status.
        self._shown = shown._replace(status=shown.status._replace(spoken=()))
        self._last = self._last._replace(spoken=())

    def _status(self) -> Status:
        status = self._shown.status._replace(
            number=self._number,
            brightness=self._lighting.brightness,
            hints=self._told_hints(),
        )
        # With eyes closed it would tell that hidden hands did something; later it is over.
        is_told = self._trouble and not (self._trouble == "table" and status.is_secret)
        return status._replace(ask=Ask(f"trouble.{self._trouble}")) if is_told else status

    def _told_hints(self) -> Mapping[str, Json]:
        # They follow from what everybody saw, so they may come after the lights; if they cannot be
        # made, the game goes on without.
        try:
            return self._referee.beside.hints(self._shown.status.view)
        except Exception as error:
            trouble_log.report(error)
            return {"grade": OFF}

    def _seat_view(self, seat: int) -> View:
        seats = self._seats_shown()
        if seat not in seats:
            raise ValueError(f"there is no seat {seat!r}, expected 0..{max(seats)}")
        return seats[seat]

    def _seats_shown(self) -> Mapping[int, View]:
        if not self._trouble:
            return self._shown.seats
        turn = self._table.gestures.turn  # to them it may be told at once
        return {
            seat: {**view, "trouble": self._trouble} if seat in turn else view
            for seat, view in self._shown.seats.items()
        }

    def _wall(self, span: Span) -> Span:
        speed = self._settings.speed
        return Span(self._start_ms + span.since_ms // speed, span.least_ms // speed)

    def _now(self) -> int:
        # The table's clock.
        return (self._now_ms - self._start_ms) * self._settings.speed

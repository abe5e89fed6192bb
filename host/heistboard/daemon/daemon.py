"""Ties board, table and journal together, in one thread that everything else sends to.

Nothing reaches a light or a listener before the journal has it: the table writes while it looks,
and only what it shows afterwards goes out.
"""

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from typing import TypeAlias, TypeVar

from heistboard import layout
from heistboard.daemon.beside import Beside
from heistboard.daemon.record import JournalRecord
from heistboard.daemon.settings import Settings, now, open_journal, open_unfinished
from heistboard.daemon.status import Status, status_of
from heistboard.journal.store import Journal, Store
from heistboard.journal.text import JournalError
from heistboard.lighting import BY_DEFAULT, Lighting
from heistboard.link.core import LinkState, Notice, StateChange
from heistboard.link.hub import Hub
from heistboard.link.module import Event, Module, Modules, Resync
from heistboard.link.port import Port, now_ms
from heistboard.rules import TABLE, Choice, View
from heistboard.scene import Scene, pack
from heistboard.table.contract import Ask, Span
from heistboard.table.sit_down import sit_down
from heistboard.table.table import Table

__all__ = ["Daemon", "Stale"]

FLOOR = 1
ALIVE_S = 1.0  # how often whoever waits for the table's thread looks whether it lives
RETRY_MS = 1_000  # after the journal could not be written

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

SeatListener: TypeAlias = Callable[[Status, View], None]


class Stale(ValueError):
    """The game has gone on, or back, since whoever makes the move has looked."""


class _Watcher:
    # Somebody who looks at what a seat may see.

    def __init__(self, seat: int, listener: SeatListener) -> None:
        self.seat = seat
        self.listener = listener
        self._last: tuple[Status, View] | None = None

    def tell(self, status: Status, view: View) -> None:
        if self._last != (status, view):
            self._last = (status, view)
            self.listener(status, view)


class Daemon:
    """One evening at one board. Use it in a ``with`` statement.

    *listeners* get every :class:`Status`, in the daemon's thread; they hand it on at once.
    *on_lighting* gets another lighting in the thread of whoever wanted it, before that is done.
    """

    def __init__(
        self,
        journal: Path,
        settings: Settings,
        ports: Callable[[], list[Port]],
        modules: Modules | None = None,
        works: frozenset[str] = frozenset(),
        lighting: Lighting = BY_DEFAULT,
        on_lighting: Callable[[Lighting], None] = lambda lighting: None,
    ) -> None:
        self.listeners: list[Callable[[Status], None]] = []
        self.reports: set[str] = set()  # reeds that said something else than the journal
        self._path = journal
        self._settings = settings
        self._works = works
        self._todo: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._hub = Hub(self._take, ports, modules)
        self._lighting = lighting
        self._on_lighting = on_lighting
        self._hub.configure(lighting.config)
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._begun: Future[None] = Future()
        self._start_ms = now_ms()
        self._closed: set[str] = set()
        self._is_there = False
        self._missed = 0  # events of a time when nobody looked that are still to come
        self._number = 0
        self._last: Status | None = None
        self._watchers: list[_Watcher] = []
        self._intents = b""
        self._retry_ms: int | None = None
        self._store: Store
        self._journal: Journal
        self._beside: Beside
        self._table: Table

    def __enter__(self) -> "Daemon":
        """Opens the journal, then looks for the board; raises :exc:`JournalError`."""
        self._thread.start()
        try:
            self._begun.result()
        except BaseException:
            self._thread.join()
            raise
        self._hub.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._hub.close()
        self._todo.put(None)
        self._thread.join()

    # For every thread.

    @property
    def hub(self) -> Hub:
        """The connections to the board."""
        return self._hub

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
            if settings.resume is None or settings.resume != self._journal.id:
                self._change(settings._replace(speed=self._settings.speed))

        self.call(do)

    @property
    def table_options(self) -> Mapping[str, Choice]:
        """The table options of this evening that were chosen."""
        return self._settings.table_options

    def seats(self) -> tuple[str, ...]:
        """Returns the names of the game's seats, from 0."""
        return self.call(self._seats)

    def knows_more(self, seat: int) -> bool:
        """Says whether *seat* knows anything, or sees anything now, that not everybody does.

        Raises :exc:`ValueError` if there is no such seat.
        """

        def look() -> bool:
            state = self._table.state
            view = self._seat_view(seat)
            has_own = bool(view["board"] or view["pencil"])
            return has_own or state.told(seat) != state.told(TABLE)

        return self.call(look)

    def say(self, seat: int, text: str, at: tuple[int, int] | None = None) -> None:
        """Makes a move for a seat; the errors are those of ``Table.say`` and are for that seat.

        *at* is ``Status.game`` and ``Status.at`` as the seat has seen them. Raises :exc:`Stale`
        when they are others by now, but only to the seat that is to move.
        """

        def make() -> None:
            self._table.require_turn(seat)
            self._require_fresh(at)
            self._table.say(seat, text, self._now())

        self.call(make)

    def press_for(self, seat: int, button: str, at: tuple[int, int] | None = None) -> None:
        """Presses ``done`` or ``undo`` for a seat whose phase it is; *at* is as for :meth:`say`.

        Raises :exc:`~heistboard.table.table.NotYourTurn`, :exc:`Stale` or, when that means nothing
        now, :exc:`~heistboard.table.table.NotNow`.
        """

        def make() -> None:
            self._table.require_phase(seat)
            self._require_fresh(at)
            self._table.press_for(seat, button, self._now())

        self.call(make)

    def pencil(self, seat: int, place: str, mark: str) -> None:
        """Notes a mark of a seat on a cell, for itself: ``no``, ``maybe`` or nothing."""
        self.call(lambda: self._beside.pencil(seat, place, mark))

    def set_hints(self, grade: str) -> None:
        """From now on hints tell as much as *grade* says, to everybody."""
        self.call(lambda: self._beside.set_grade(grade))

    def set_brightness(self, brightness: str) -> None:
        """From now on the lights are that bright; raises :exc:`ValueError` for no such word."""

        def do() -> Lighting:
            self._lighting = self._lighting._replace(brightness=brightness).checked()
            self._hub.configure(self._lighting.config)
            return self._lighting

        self._on_lighting(self.call(do))

    def press(self, button: str, *, is_held: bool = False) -> None:
        """Presses a button without hands: ``done``, ``undo`` or ``help``; long if it *is_held*."""
        self.call(lambda: self._table.press(button, self._now(), is_held=is_held))

    def correct(self, text: str) -> None:
        """Lets the umpire play a move, or ``undo`` the last one."""
        self.call(lambda: self._table.correct(text, self._now()))

    def set_aside(self, reed: str, *, is_aside: bool = True) -> None:
        """Lets the umpire have a reed ignored, or believed again."""
        self.call(lambda: self._table.set_aside(reed, self._now(), is_aside=is_aside))

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
            self._watchers.append(_Watcher(seat, listener))

        self.call(begin)

    def unwatch(self, listener: SeatListener) -> None:
        """Tells *listener* no more."""

        def end() -> None:
            self._watchers = [each for each in self._watchers if each.listener != listener]

        self.call(end)

    def picture(self) -> frozenset[str]:
        """Returns the reeds that are closed, secret ones too: for tests and rehearsals."""
        return self.call(lambda: frozenset(self._closed))

    def is_busy(self) -> bool:
        """Says whether something is still to come of what hands did; for rehearsals."""
        return self.call(lambda: self._table.gestures.is_settling)

    def call(self, do: Callable[[], _T]) -> _T:
        """Has something done in the daemon's thread, between two things that happen."""
        result: Future[_T] = Future()

        def run() -> None:
            try:
                result.set_result(do())
            except BaseException as error:
                result.set_exception(error)

        self._todo.put(run)
        while True:
            try:
                return result.result(timeout=ALIVE_S)
            except FutureTimeout:
                if not self._thread.is_alive():
                    raise RuntimeError("the table has ended; its log says why") from None

    # In the daemon's thread.

    def _run(self) -> None:
        try:
            with Store(self._path, create=True) as store:
                self._store = store
                self._sit_down(open_journal(store, self._settings), self._settings)
                self._begun.set_result(None)
                self._loop()
                self._journal.close()
        except BaseException as error:
            if self._begun.done():
                _log.exception("the table has ended")
                raise
            self._begun.set_exception(error)

    def _sit_down(self, journal: Journal, settings: Settings) -> None:
        record = JournalRecord(journal, now)
        beside = Beside(journal, now)
        try:
            gestures = sit_down(
                record,
                self._now(),
                is_resumed=settings.resume is not None,
                works=self._works,
                options=settings.table_options,
            )
            if settings.hints is not None:
                beside.set_grade(settings.hints)
        except BaseException:
            journal.close()
            raise
        self._beside = beside
        self._journal, self._settings, self._table = journal, settings, Table(record, gestures)

    def _change(self, settings: Settings) -> None:
        journal = open_unfinished(self._store, settings)
        before = self._journal
        self._sit_down(journal, settings)
        before.close()
        self._retry_ms = None
        if self._is_there:
            self._see(is_jump=True)

    def _loop(self) -> None:
        while True:
            try:
                do = self._todo.get(timeout=self._wait_s())
            except queue.Empty:
                do = self._tick
            if do is None:
                return
            do()
            if self._table.gestures.wants_new_game:
                self._try(self._play_again)
            self._tell()

    def _tick(self) -> None:
        self._try(lambda: self._table.tick(self._now()))

    def _wait_s(self) -> float | None:
        times = [each for each in (self._table.wake_ms, self._retry_ms) if each is not None]
        if not times:
            return None
        return max(0.0, (min(times) - self._now()) / 1000 / self._settings.speed)

    def _play_again(self) -> None:
        state = self._journal.state
        again = self._settings._replace(
            game=state.game.name,
            players=None,
            resume=None,
            options=state.options,
            hints=self._beside.grade,
        )
        self._change(again)

    def _take(self, module: Module | None, notice: Notice) -> None:
        # In a thread of the link.
        if isinstance(notice, StateChange) or (module is not None and module.floor == FLOOR):
            missed = 0 if module is None else module.missed
            self._todo.put(lambda: self._heard(notice, missed))

    def _heard(self, notice: Notice, missed: int) -> None:
        if isinstance(notice, Event):
            (self._closed.add if notice.is_closed else self._closed.discard)(notice.name)
            if self._missed:
                self._missed -= 1
                self._come_back()
            elif self._is_there:
                self._see(is_jump=False)
        elif isinstance(notice, Resync):
            for reed, is_closed in notice.changes:
                name = layout.REEDS[reed]
                (self._closed.add if is_closed else self._closed.discard)(name)
            if self._is_there or self._missed:
                self._missed = 0
                self._come_back()
        elif isinstance(notice, StateChange) and notice.floor in (None, FLOOR):
            self._changed_link(notice.new, missed)

    def _changed_link(self, state: LinkState, missed: int) -> None:
        if state is LinkState.READY:
            self._missed = missed
            self._come_back()
            return
        self._missed = 0
        if self._is_there and state is LinkState.LOST:
            self._is_there = False
            self._table.lose()

    def _come_back(self) -> None:
        # What the board has kept happened while nobody looked, so it is no move.
        if not self._missed:
            self._is_there = True
            self._intents = b""  # what was shown to a board that was not ready is lost
            self._see(is_jump=True)

    def _see(self, *, is_jump: bool) -> None:
        self._try(lambda: self._table.see(self._closed, self._now(), is_jump=is_jump))

    def _try(self, do: Callable[[], None]) -> None:
        # A move that cannot be written is not made; it is tried again as long as it lies there.
        self._retry_ms = None
        try:
            do()
        except JournalError as error:
            _log.error("%s", error)
            self._retry_ms = self._now() + RETRY_MS

    def _tell(self) -> None:
        gestures = self._table.gestures
        self.reports.update(gestures.reports)
        gestures.reports.clear()
        scene = self._table.scene(self._now())
        intents = pack(scene)
        if intents != self._intents:
            self._intents = intents
            self._hub.show(FLOOR, intents)
        status = self._status(scene, tuple(gestures.spoken))  # hints take longer than light may
        gestures.spoken.clear()
        if self._last is None or status != self._last._replace(number=status.number):
            if self._last is None or status.phase != self._last.phase:
                _log.info("game=%s phase=%s", status.game, status.phase)
            self._last = status
            self._number += 1
            for listener in list(self.listeners):
                listener(status)
        seats = len(self._seats())
        for watcher in self._watchers:
            if watcher.seat < seats:  # one may be of a seat that only the game before had
                watcher.tell(self._last, self._seat_view(watcher.seat))

    def _seat_view(self, seat: int) -> View:
        return {
            "view": self._table.state.view(seat),
            "board": self._table.private(seat),
            "legal": list(self._table.gestures.moves(seat)),
            "pencil": dict(self._beside.pencilled(seat)),
        }

    def _seats(self) -> tuple[str, ...]:
        return self._table.state.seats

    def _status(self, scene: Scene | None = None, spoken: tuple[Ask, ...] = ()) -> Status:
        if scene is None:
            scene = self._table.scene(self._now())
        journal = self._journal
        status = status_of(
            self._table,
            journal.id,
            journal.steps,
            self._number,
            scene,
            spoken,
            self._eyes_closed(),
        )
        status = status._replace(
            hints=self._beside.hints(status.view), brightness=self._lighting.brightness
        )
        return status if self._retry_ms is None else status._replace(ask=Ask("trouble.journal"))

    def _eyes_closed(self) -> Span | None:
        span, speed = self._table.gestures.eyes_closed, self._settings.speed
        if span is None:
            return None
        return Span(self._start_ms + span.since_ms // speed, span.least_ms // speed)

    def _require_fresh(self, at: tuple[int, int] | None) -> None:
        if at not in (None, (self._journal.id, self._journal.steps)):
            raise Stale("the game has gone on")

    def _now(self) -> int:
        return (now_ms() - self._start_ms) * self._settings.speed

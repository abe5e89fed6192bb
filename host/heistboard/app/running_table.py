"""A running table: ties boards, referee and listeners together. No thread, no clock.

The owner feeds it notices from the boards and ticks it when something is due: ``daemon`` in a
thread and in real time, rehearsals in virtual time. Nothing is shown before it is in the journal;
see ``referee``.
"""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import TypeVar

from heistboard.app import trouble_log
from heistboard.app.board_calls import BoardCalls
from heistboard.app.bot_calls import BotCalls
from heistboard.app.carried_reeds import TableHands
from heistboard.app.guide_calls import GuideCalls
from heistboard.app.move_calls import MoveCalls
from heistboard.app.picture import PictureChange, TableNotice
from heistboard.app.referee import REFUSALS, LapResult, Referee, StaleAnswer
from heistboard.app.seat_calls import SeatCalls
from heistboard.app.seat_watchers import SeatWatchers
from heistboard.app.settings import Settings, now, open_journal, open_unfinished, withdraw
from heistboard.app.table_boards import TableBoards, TableHub
from heistboard.app.trouble_log import Trouble
from heistboard.games.gestures import Ask, Span
from heistboard.games.hint_grades import OFF
from heistboard.games.pieces import pieces_of
from heistboard.games.status import Status
from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Journal, Store
from heistboard.link.link import config_for
from heistboard.places.lighting import BY_DEFAULT, Lighting
from heistboard.places.place import split_floor
from heistboard.rules import Choice, View
from heistboard.rules.autoplay import Dealer
from heistboard.rules.contract import Json
from heistboard.table.table import Table

__all__ = ["RunningTable", "StaleAnswer", "Trouble"]

RETRY_MS = 1_000  # delay before a failed lap is tried again

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class RunningTable(BoardCalls, MoveCalls, SeatCalls, BotCalls, GuideCalls):
    """One table, playing one game after another on the boards of *hub*.

    Every new :class:`Status` is passed to the *listeners*, which must not block. *on_lighting* is
    called when the lighting has been changed, *on_floors* when people have assigned a floor.
    Without *has_board* there never is a board: the pieces are always where the game expects them.
    On simulated boards *hands* carry the public pieces.
    """

    def __init__(
        self,
        journal: Path,
        settings: Settings,
        hub: TableHub,
        *,
        works: frozenset[str] = frozenset(),
        lighting: Lighting = BY_DEFAULT,
        on_lighting: Callable[[Lighting], None] = lambda lighting: None,
        on_floors: Callable[[dict[str, int]], None] = lambda floors: None,
        has_board: bool = True,
        hands: TableHands | None = None,
    ) -> None:
        self.listeners: list[Callable[[Status], None]] = []
        self.reports: dict[str, set[str]] = {}
        """Reeds that disagreed with the journal, by the serial number of their module."""
        self.damage = ""  # what was wrong with the journal when it was opened; a sentence
        self._path = journal
        self._settings = settings
        self._works = works
        self._configure = hub.configure
        self._boards = TableBoards(hub, on_floors)
        self._lighting = lighting
        self._on_lighting = on_lighting
        self._has_board = has_board
        self._is_carried = hands is not None or not has_board
        self._hands = hands
        hub.configure(config_for(lighting))
        self._now_ms = 0  # by the owner's clock
        self._start_ms = 0
        self._is_withdrawn = False
        self._steps: int | None = (
            None  # journal steps before anybody played, if the game began here
        )
        self._number = 0
        self._last: Status | None = None
        self._shown: LapResult
        self._watchers = SeatWatchers()
        self._retry_ms: int | None = None
        self._trouble = ""  # what failed: ``journal`` or ``table``
        self._store: Store
        self._referee: Referee

    # For the owner, which passes the time in.

    def open(self, store: Store, now_ms: int) -> None:
        """Begins or resumes the game in the settings; raises :exc:`JournalError`."""
        self._store = store
        self._start_ms = self._now_ms = now_ms
        self._set_up(open_journal(store, self._settings), self._settings)
        self._note_bots()
        self._look_for_bots()

    def close(self) -> None:
        """Closes the journal; deletes the game if it was withdrawn."""
        journal = self._referee.journal
        if self._is_withdrawn and journal.steps == self._steps:
            withdraw(self._store, journal)
        journal.close()

    @property
    def due_ms(self) -> int | None:
        """When to call :meth:`tick` next, or ``None``."""
        times = [self._boards.due_ms, self._table_due_ms, self._by_owner(self._bots_due_ms)]
        return min((each for each in times if each is not None), default=None)

    def tick(self, now_ms: int) -> None:
        """Does what is due."""

        def tick() -> None:
            self._take(self._boards.tick(now_ms))
            if self._retry_ms is None or self._now() >= self._retry_ms:
                self._try(lambda: self._lap(lambda: self._referee.tick(self._now())))

        self.run(tick, now_ms)
        self._play_bots()

    def feed(self, serial: str, notice: TableNotice, now_ms: int) -> None:
        """Handles a notice of the module *serial*, heard at *now_ms*.

        An event counts from when it happened, unless the table has gone on since then.
        """
        then_ms = self._boards.time_of(serial, notice, now_ms)
        self.run(lambda: self._take(self._boards.hear(serial, notice, self._now_ms)), then_ms)

    def run(self, do: Callable[[], object], now_ms: int) -> None:
        """Calls *do*, then passes the result on to listeners and boards."""
        self._now_ms = max(self._now_ms, now_ms)  # a notice may have waited
        do()
        if self._table.gestures.wants_new_game:
            self._try(self._play_again)
        self._put_right()
        if self._carry():
            self._see(is_jump=True)
        self._tell()

    def call(self, do: Callable[[], _T]) -> _T:
        """Calls *do* and returns its result or raises its error; then as :meth:`run`."""
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
        """Makes :meth:`close` delete the game if it began here and nobody has played."""
        self._is_withdrawn = True

    @property
    def journal(self) -> Path:
        """The path of the journal; readers open a store of their own."""
        return self._path

    def status(self) -> Status:
        """Returns the public status."""
        return self.call(self._status)

    def begin(
        self, settings: Settings, check: Callable[[Status], None] = lambda status: None
    ) -> None:
        """Begins another game, or resumes one from the journal; the current one stays there.

        *check* gets the current status and may raise. Raises :exc:`ValueError` for settings that
        cannot be played, and :exc:`JournalError`; the current game then goes on.
        """

        def do() -> None:
            check(self._status())
            if settings.resume is None or settings.resume != self._referee.journal.id:
                self._change(settings._replace(speed=self._settings.speed))

        self.call(do)

    def play_again(self, check: Callable[[Status], None]) -> None:
        """Begins the same game anew, with the same options; *check* is as for :meth:`begin`."""

        def do() -> None:
            check(self._status())
            self._play_again()

        self.call(do)

    @property
    def table_options(self) -> Mapping[str, Choice]:
        """The table options that were chosen."""
        return self._settings.table_options

    def set_hints(self, grade: str) -> None:
        """Sets the hint grade for everybody."""
        self._call_lap(lambda: self._referee.notes.set_grade(grade))

    def set_window_option(self, name: str, text: str) -> None:
        """Sets the beat of a kind of window, or how often each may say Stop.

        Raises :exc:`~heistboard.app.game_notes.NoteRefused`.
        """

        def do() -> None:
            value = self._referee.beats.notes.set_option(name, text)
            options = {**self._settings.table_options, name: value}
            self._settings = self._settings._replace(table_options=options)

        self._call_lap(do)

    def set_brightness(self, brightness: str) -> None:
        """Sets the brightness; raises :exc:`ValueError` for an unknown word."""

        def do() -> Lighting:
            self._lighting = self._lighting._replace(brightness=brightness).checked()
            self._configure(config_for(self._lighting))
            return self._lighting

        self._on_lighting(self.call(do))

    def correct(self, text: str) -> str:
        """Lets the umpire play a move, or ``undo`` the last one.

        Returns a message for everybody, or an empty one; raises
        :exc:`~heistboard.table.table.CorrectionRefused`.
        """
        return self._call_lap(lambda: self._table.correct(text, self._now()))

    def set_aside(self, reed: str, *, is_aside: bool = True) -> None:
        """Ignores a reed, or trusts it again."""
        self._call_lap(lambda: self._table.set_aside(reed, self._now(), is_aside=is_aside))

    def is_busy(self) -> bool:
        """Returns whether gestures are still settling; for rehearsals."""
        return self.call(lambda: self._table.gestures.is_settling)

    # Inside.

    @property
    def _table(self) -> Table:
        return self._referee.table

    @property
    def _table_due_ms(self) -> int | None:
        # After a failure the table does nothing before the retry.
        return self._by_owner(self._referee.wake_ms if self._retry_ms is None else self._retry_ms)

    def _by_owner(self, due_ms: int | None) -> int | None:
        # Returns a time of the table's clock by that of the owner.
        return None if due_ms is None else self._start_ms - -due_ms // self._settings.speed

    def _set_up(self, journal: Journal, settings: Settings) -> None:
        seed = settings.guide if settings.seed is None else settings.seed
        chance = SystemRandom() if seed is None else Random(seed)
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
            _, shown = referee.lap(lambda: self._meet(referee), self._now())
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
        self._boards.floors.begin(referee.floors, self._now_ms)
        self._put_right()
        self._carry()

    def _meet(self, referee: Referee) -> None:
        # A table without boards has the picture that its game expects.
        if self._has_board:
            referee.table.lose(self._boards.floors.ask_for(referee.floors))
        else:
            referee.table.see(_right_picture(referee.table), self._now(), is_jump=True)

    def _put_right(self) -> None:
        # Without boards every piece is where the game has it.
        if not self._has_board and (self._table.wrong or self._table.gestures.is_due):
            self._try(lambda: self._lap(lambda: self._meet(self._referee)))

    def _change(self, settings: Settings) -> None:
        journal = open_unfinished(self._store, settings)
        before = self._referee.journal
        self._set_up(journal, settings)
        before.close()
        self._retry_ms, self._trouble = None, ""
        if not self._boards.floors.missing:
            self._see(is_jump=True)

    def _play_again(self) -> None:
        self._change(self._referee.again(self._settings))

    def _lap(self, do: Callable[[], _T]) -> _T:
        said, shown = self._referee.lap(do, self._now())
        self._shown = shown.after(self._shown)
        return said

    def _call_lap(self, do: Callable[[], _T]) -> _T:
        # Refusals go to the caller. A trouble that was reported publicly stays until the retry:
        # clearing it earlier would reveal a secret answer.
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

    def _take(self, change: PictureChange) -> None:
        match change:
            case PictureChange.REED | PictureChange.JUMP:
                self._see(is_jump=change is PictureChange.JUMP)
            case PictureChange.LOST:
                self._try(lambda: self._lap(lambda: self._table.lose(self._boards.floors.ask)))

    def _see(self, *, is_jump: bool) -> None:
        closed = self._boards.seen
        self._try(lambda: self._lap(lambda: self._table.see(closed, self._now(), is_jump=is_jump)))

    def _try(self, do: Callable[[], None]) -> None:
        # A gesture has no caller to refuse. A move that cannot be written or shown is not made; it
        # is tried again while the pieces stay where they are.
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
        self._note_bots()
        self._note_reports(shown.reports)
        self._boards.show(shown.lights)
        status = self._status()
        if self._table.gestures.hinted(dict(status.hints)):
            self._try(lambda: self._lap(lambda: None))
            shown = self._shown
            self._boards.show(shown.lights)
            status = self._status()
        if self._last is None or status != self._last._replace(number=status.number):
            if self._last is None or status.phase != self._last.phase:
                _log.info("game=%s phase=%s", status.game, status.phase)
            self._last = status
            self._number += 1
            for listener in list(self.listeners):
                listener(status)
        self._watchers.tell(self._last, self._seats_shown())
        # Texts are spoken once; clearing them does not make a new status.
        self._shown, self._last = shown.told(), self._last._replace(spoken=())
        self._look_for_bots()

    def _note_reports(self, reeds: tuple[str, ...]) -> None:
        if reeds and not self._bots:  # what they hide is not on the board
            serials = {floor: serial for serial, floor in self._boards.floors.floors.items()}
            for floor, reed in map(split_floor, reeds):
                if floor in serials:
                    self.reports.setdefault(serials[floor], set()).add(reed)

    def _status(self) -> Status:
        status = self._shown.status._replace(
            number=self._number,
            brightness=self._lighting.brightness,
            hints=self._told_hints(),
            advice=self._public_advice(),
            is_carried=self._is_carried,
        )
        # While eyes are closed, trouble of the table would reveal that hidden hands did something.
        is_told = self._trouble and not (self._trouble == "table" and status.is_secret)
        return status._replace(ask=Ask(f"trouble.{self._trouble}")) if is_told else status

    def _told_hints(self) -> Mapping[str, Json]:
        # Hints follow from public facts, so they may come after the lights. If they fail, the game
        # goes on without them.
        try:
            return self._referee.notes.hints(self._shown.status.view)
        except Exception as error:
            trouble_log.report(error)
            return {"grade": OFF}

    def _seats_shown(self) -> Mapping[int, View]:
        seats = self._with_advice(self._shown.seats)
        if not self._trouble:
            return seats
        turn = self._table.gestures.turn  # these seats may know even while eyes are closed
        return {
            seat: {**view, "trouble": self._trouble} if seat in turn else view
            for seat, view in seats.items()
        }

    def _wall(self, span: Span) -> Span:
        speed = self._settings.speed
        return Span(self._start_ms + span.since_ms // speed, span.least_ms // speed)

    def _now(self) -> int:
        # The table's clock.
        return (self._now_ms - self._start_ms) * self._settings.speed


def _right_picture(table: Table) -> frozenset[str]:
    # Every piece is where the game has it, also one that may be off for now.
    kinds = pieces_of(table.state.game.name).kinds
    covers = {
        f"{place}.cover"
        for kind, places in table.gestures.standing().items()
        if kinds[kind].is_cover
        for place in places.values()
    }
    return table.expected | covers

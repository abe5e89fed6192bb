"""Runs the beats of one game's windows, for its referee. Pure: the referee passes the time in.

See ``table/beat`` for what a beat does. Where a window waits for all answers, a pass is played
when it is given; seats that do not want to be asked pass at the instant of the last other answer.
"""

from heistboard.app.staged_journal import StagedRecord
from heistboard.app.window_notes import WindowNotes
from heistboard.games.gestures import Span
from heistboard.games.status import ShownBeat
from heistboard.rules import CHANCE, State
from heistboard.table.beat import Beats
from heistboard.table.table import NotNow, Table

__all__ = ["WindowBeats"]


class WindowBeats:
    """The open window of *table*; windows are numbered after *first*."""

    def __init__(self, table: Table, record: StagedRecord, first: int) -> None:
        self.notes = WindowNotes(record)
        self._table = table
        self._beats = Beats(first)
        self._is_waited_out = False  # only seats that do not want to be asked have not answered

    def checkpoint(self) -> object:
        """Returns what :meth:`restore` restores."""
        return self._beats.checkpoint(), self._is_waited_out

    def restore(self, checkpoint: object) -> None:
        """Restores what :meth:`checkpoint` returned."""
        assert isinstance(checkpoint, tuple)
        self._beats.restore(checkpoint[0])
        self._is_waited_out = checkpoint[1]

    def look(self, told: int, now_ms: int, *, is_begun: bool) -> bool:
        """Looks at the table after a lap; returns whether a beat has begun for a new window.

        *told* counts changes to the publicly known moves. The first window of a game waits for
        all: people may not have sat down.
        """
        state, window = self._state, self._state.window
        before = self._number
        length_ms = self.notes.beat_ms(window) if is_begun else None
        of = None if window is None else (window, told)
        is_right = self._table.is_right
        self._beats.look(of, length_ms, now_ms, is_right=is_right)
        self._is_waited_out = (
            window is not None and is_begun and is_right and self._beats.running is None
        ) and all(self.notes.is_quiet(seat, window) for seat in state.movers)
        return self._number != before

    @property
    def _number(self) -> int | None:
        beat = self._beats.running
        return None if beat is None else beat.window

    @property
    def due_ms(self) -> int | None:
        """When silence passes."""
        return 0 if self._is_waited_out else self._beats.due_ms

    @property
    def part_ms(self) -> int | None:
        """How long the beat that runs lasts; after a Stop, how long that holds it."""
        return None if self._beats.running is None else self._beats.running.part_ms

    def is_due(self, now_ms: int) -> bool:
        """Returns whether silence passes now."""
        return self.due_ms is not None and now_ms >= self.due_ms

    def pass_all(self, now_ms: int) -> None:
        """Plays the passes of all seats that have not answered, in one step."""
        state = self._state
        moves = tuple(state.default(seat) for seat in state.movers if seat != CHANCE)
        self._table.play(moves, now_ms)

    def keeps(self, seat: int, text: str) -> bool:
        """Returns whether *text* was a pass, which is kept until the beat ends."""
        if self._beats.running is None or seat not in self._state.movers:
            return False
        if self._state.parse(text) != self._state.default(seat):
            return False
        self._beats.keep_pass(seat)
        return True

    def has_passed(self, seat: int) -> bool:
        """Returns whether the pass of *seat* is kept."""
        return seat in self._beats.passed

    def stop(self, seat: int, window: int | None, now_ms: int) -> None:
        """Holds the window number *window*, or the open one, for *seat*.

        Whether the seat could answer does not matter. Raises :exc:`NotNow` if no such window has a
        beat that runs, or the seat may say Stop no more.
        """
        beat = self._beats.running
        if beat is None or window not in (None, beat.window):
            raise NotNow("there is no such window to hold")
        if seat in beat.stopped or not self.notes.stops_left(seat):
            raise NotNow("Stop was said often enough")
        self.notes.count_stop(seat)
        self._beats.stop(seat, now_ms)

    def shown(self) -> ShownBeat | None:
        """Returns what everybody may know of the beat that runs, by the table's clock."""
        beat, window = self._beats.running, self._state.window
        if beat is None or window is None:
            return None
        assert beat.since_ms is not None
        seats = self._state.seats
        return ShownBeat(
            beat.window,
            beat.part,
            window.kind,
            Span(beat.since_ms, beat.part_ms),
            tuple(seats[seat] for seat in beat.stopped),
            tuple(self.notes.stops_left(seat) for seat in range(len(seats))),
        )

    @property
    def _state(self) -> State:
        return self._table.state

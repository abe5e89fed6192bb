"""The part of a running table that seats computer players and lets them move.

What they choose is computed by :meth:`BotCalls._think`: at once here, where a table has no thread;
beside the table in ``daemon``. Their moves go the way of a page's, through ``say`` and
``press_for``.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from random import Random, SystemRandom
from typing import TypeVar

from heistboard import games
from heistboard.app import computer_players
from heistboard.app.computer_players import Act, Asked, ComputerPlayers
from heistboard.app.referee import REFUSALS, LapResult, Referee
from heistboard.app.settings import Settings
from heistboard.app.trouble_log import Trouble
from heistboard.games.gestures import Sync
from heistboard.journal.game_text import JournalError

__all__ = ["BotCalls"]

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class BotCalls(ABC):
    """The part of a running table that is about computer players."""

    _referee: Referee
    _settings: Settings
    _shown: LapResult
    _trouble: str
    _computers: ComputerPlayers | None = None
    _computers_of: Referee | None = None  # the game that they play
    _bots: Mapping[int, str] = {}
    _is_carried: bool  # whether no hand moves pieces
    _waits_in: Referee | None = None  # the game in which they wait for people

    @abstractmethod
    def _call_lap(self, do: Callable[[], _T]) -> _T:
        # Calls *do* as one lap and returns its result or raises its error.
        ...

    @abstractmethod
    def call(self, do: Callable[[], _T]) -> _T:
        """Calls *do* in the table's turn and returns its result or raises its error."""

    @abstractmethod
    def _now(self) -> int:
        # Returns the time by the table's clock.
        ...

    @property
    @abstractmethod
    def bots_wait(self) -> bool:
        """Whether computer players wait until people have sat down; in the table's thread."""

    @abstractmethod
    def say(self, seat: int, text: str, at: tuple[int, int] | None = None) -> None:
        """Makes a move for a seat."""

    @abstractmethod
    def press_for(self, seat: int, button: str, at: tuple[int, int] | None = None) -> None:
        """Presses a button for a seat."""

    def bots(self) -> Mapping[int, str]:
        """Returns the names of the computer players by the number of their seat; public.

        Any thread may call it, listeners too.
        """
        return self._bots

    def set_bot(self, seat: int, name: str | None) -> None:
        """Has the computer player *name* play *seat* from now on, or people if it is ``None``.

        The caller has checked who asks. Raises :exc:`~heistboard.app.game_notes.NoteRefused`.
        """

        def do() -> None:
            self._referee.notes.set_bot(seat, name)
            self._tell_gestures()
            self._referee.table.tick(self._now())  # the prompt may follow from it

        self._call_lap(do)

    def let_bots_begin(self) -> None:
        """Lets computer players begin although people may still sit down."""

        def begin() -> None:
            self._waits_in = None

        self.call(begin)

    def _think(self, do: Callable[[], None]) -> None:
        do()

    @property
    def _bots_due_ms(self) -> int | None:
        # When to call _play_bots(), by the table's clock.
        return None if self._computers is None else self._computers.due_ms

    def _note_bots(self) -> None:
        # Notes which seats have computer players; listeners may ask.
        referee = self._referee
        names = referee.notes.bots
        self._tell_gestures()
        if self._computers_of is not referee:
            self._computers_of, self._computers = referee, None
            self._waits_in = referee if self._settings.waits else None
        if names != self._bots:
            self._bots = names
            by_name = {referee.state.seats[seat]: name for seat, name in names.items()}
            self._settings = self._settings._replace(bots=by_name)  # for the next game

    def _tell_gestures(self) -> None:
        gestures, bots = self._referee.table.gestures, frozenset(self._referee.notes.bots)
        gestures.bots = bots
        gestures.computers = bots if self._is_carried else frozenset()

    def _look_for_bots(self) -> None:
        # Lets the computer players look at what has been shown.
        referee, names = self._referee, self._bots
        if self._computers is None and names:
            makers = games.package(referee.state.game.name).bot_makers()
            self._computers = ComputerPlayers(makers, self._bots_random(), self._think)
        if self._computers is None:
            return
        if self._computers.names != names:
            self._computers.seat(names)
        self._computers.look(self._asked_bots(names), self._now())

    def _bots_random(self) -> Random:
        guide = self._referee.notes.guide
        seed = self._settings.seed if guide is None else guide
        return SystemRandom() if seed is None else Random(f"{seed} computer players")

    def _asked_bots(self, names: Mapping[int, str]) -> dict[int, Asked]:
        # What each bot's seat is asked now; nobody acts while the board is not right.
        table = self._referee.table
        if self._trouble or table.sync is not Sync.SYNCED or self.bots_wait:
            return {}
        turn = table.gestures.turn
        within = self._pauses()
        asked = {}
        for seat in names:
            prompt = self._referee.prompt(seat)
            # In a window, who is offered nothing has answered.
            if seat in turn and (prompt.moves or len(turn) == 1):
                view = self._shown.seats[seat]["view"]
                assert isinstance(view, dict)
                asked[seat] = Asked(prompt.number, prompt.moves, view, within)
        return asked

    def _pauses(self) -> range:
        # In a window the first part of the beat is left to people; who thinks long still answers.
        beat_ms = self._referee.beats.part_ms
        if beat_ms is None:
            return computer_players.PAUSE_MS
        latest_ms = min(beat_ms * 3 // 4, computer_players.PAUSE_MS[-1])
        return range(latest_ms // 2, latest_ms + 1)

    def _play_bots(self) -> None:
        # Does what is due.
        computers = self._computers
        for act in [] if computers is None else computers.due(self._now()):
            try:
                self._do(act)
            except (*REFUSALS, JournalError, Trouble) as error:
                if computers is self._computers and computers is not None:
                    computers.refused(act, self._now())
                if isinstance(error, JournalError):
                    _log.error("%s", error)

    def _do(self, act: Act) -> None:
        at = self._referee.journal.id, act.number
        if act.move is None:
            self.press_for(act.seat, "done", at)
        else:
            self.say(act.seat, act.move, at)

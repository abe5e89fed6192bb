"""What callers do in a running game: moves, buttons, real cards, pencil marks. Pure.

A seat's page, the table's page, the terminal and the umpire's commands call these. The seat is
checked before the legality, and a prompt's number before both matter.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import TypeVar

from heistboard.app.referee import Referee
from heistboard.rules import TABLE
from heistboard.table.table import NotNow, NotYourTurn

__all__ = ["MoveCalls"]

_T = TypeVar("_T")


class MoveCalls(ABC):
    """The part of a running table that makes moves."""

    _referee: Referee

    @abstractmethod
    def _call_lap(self, do: Callable[[], _T]) -> _T:
        # Calls *do* as one lap and returns its result or raises its error.
        ...

    @abstractmethod
    def _now(self) -> int:
        # Returns the time by the table's clock.
        ...

    def say(self, seat: int, text: str, at: tuple[int, int] | None = None) -> None:
        """Makes a move for a seat; raises what ``Table.say`` does, for that seat to see.

        *at* is ``Status.game`` and the number of the prompt that is answered. Raises
        :exc:`~heistboard.app.referee.StaleAnswer` if the seat may move but is now asked something
        else.
        """

        def make() -> None:
            self._referee.table.require_turn(seat)
            self._referee.require_fresh(seat, at)
            self._referee.say(seat, text, self._now())

        self._call_lap(make)

    def stop(self, seat: int, window: int | None = None, game: int | None = None) -> None:
        """Says Stop for *seat*: holds the window number *window*, or the open one.

        Anybody may, also who has nothing to play; it is announced. Raises
        :exc:`~heistboard.table.table.NotNow` if there is nothing to hold, or the seat may no more,
        and :exc:`~heistboard.app.referee.StaleAnswer` if another *game* has begun.
        """

        def make() -> None:
            self._referee.require_game(None if game is None else (game, 0))
            self._referee.stop(seat, window, self._now())

        self._call_lap(make)

    def set_wish(self, seat: int, text: str, at: tuple[int, int] | None = None) -> None:
        """Sets in which windows *seat* wants to be asked: see ``window_notes``; private.

        *at* is as for :meth:`pencil`.
        """

        def make() -> None:
            self._referee.require_game(at)
            self._referee.beats.notes.set_wish(seat, text)

        self._call_lap(make)

    def say_at_table(
        self, acts: Collection[int], text: str, at: tuple[int, int] | None = None
    ) -> None:
        """Makes a move that everybody is offered, for the one seat whose turn it is.

        *acts* are the seats for which the caller may act, *at* has the number of TABLE's prompt
        (``Status.prompt``). A move that TABLE is not offered is refused whether or not it is
        legal; raises what ``Table.say_offered`` does, for everybody to see.
        """

        def make() -> None:
            self._require_acts(acts)
            self._referee.require_fresh(TABLE, at)
            self._referee.table.say_offered(text, self._now())

        self._call_lap(make)

    def draw(self, text: str) -> None:
        """Enters what a real card shows, for the seat that drew it or for everybody."""

        def make() -> None:
            draw = self._referee.state.draw
            self._referee.table.say(TABLE if draw is None else draw.by, text, self._now())

        self._call_lap(make)

    def press_for(self, seat: int, button: str, at: tuple[int, int] | None = None) -> None:
        """Presses ``done`` or ``undo`` for a seat whose phase it is; *at* is as for :meth:`say`.

        Raises :exc:`~heistboard.table.table.NotYourTurn`,
        :exc:`~heistboard.app.referee.StaleAnswer`, or :exc:`~heistboard.table.table.NotNow` if
        the button has no use now.
        """

        def make() -> None:
            self._referee.table.require_phase(seat)
            self._referee.require_fresh(seat, at)
            self._referee.table.press_for(seat, button, self._now())

        self._call_lap(make)

    def press_at_table(
        self, acts: Collection[int], button: str, at: tuple[int, int] | None = None
    ) -> None:
        """Presses ``done``, ``undo`` or ``help`` on the table's page; otherwise as above.

        Help only repeats what is public, so whoever may act for any seat may ask for it.
        """

        def make() -> None:
            self._require_acts(acts, is_help=button == "help")
            self._referee.require_fresh(TABLE, at)
            if not self._referee.table.press(button, self._now()):
                raise NotNow(f"{button} has no use now")

        self._call_lap(make)

    def press(self, button: str, *, is_held: bool = False) -> None:
        """Presses ``done``, ``undo`` or ``help`` in software; a long press if *is_held*."""
        self._call_lap(
            lambda: self._referee.table.press(button, self._now(), is_held=is_held) and None
        )

    def pencil(self, seat: int, place: str, mark: str, at: tuple[int, int] | None = None) -> None:
        """Sets a private mark of a seat on a cell: ``no``, ``maybe`` or none.

        *at* is as for :meth:`say`; a mark is stale only in another game.
        """

        def make() -> None:
            self._referee.require_game(at)
            self._referee.notes.pencil(seat, place, mark)

        self._call_lap(make)

    def _require_acts(self, acts: Collection[int], *, is_help: bool = False) -> None:
        # If it is nobody's turn, as when a card is turned over for all, any such caller may do it.
        turn = self._referee.table.gestures.turn
        may_act = len(turn) <= 1 and set(turn) <= set(acts)
        if not acts or not (is_help or may_act):
            raise NotYourTurn("it is not your turn")

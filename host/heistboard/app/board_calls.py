"""What callers may ask a running table about its boards, and do with them. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TypeVar

from heistboard.app.carried_reeds import TableHands
from heistboard.app.picture import PictureChange
from heistboard.app.referee import LapResult
from heistboard.app.table_boards import TableBoards
from heistboard.rules import Ask
from heistboard.rules.contract import Json

__all__ = ["BoardCalls"]

_T = TypeVar("_T")


class BoardCalls(ABC):
    """The part of a running table that is about its boards."""

    _boards: TableBoards
    _hands: TableHands | None
    _now_ms: int  # by the owner's clock
    _shown: LapResult

    @abstractmethod
    def call(self, do: Callable[[], _T]) -> _T:
        """Calls *do* in the table's turn and returns its result or raises its error."""

    @abstractmethod
    def _take(self, change: PictureChange) -> None:
        # Lets the table look at its changed picture.
        ...

    def _carry(self) -> bool:
        # Lets the hands follow the game; returns whether the table must look again. Nobody is told
        # before that, because what is on its way would be asked for.
        reeds = {} if self._hands is None else self._hands.follow(self._shown.status)
        return self._boards.carry(reeds, self._now_ms)

    def boards(self) -> list[dict[str, Json]]:
        """Returns the boards that are connected or have a floor; public.

        Each has ``serial``, ``floor`` (that people assigned), ``table_floor`` (that it serves in
        this game), ``is_there`` and ``number`` (that it blinks).
        """
        return self.call(self._boards.listed)

    def assign(self, floor: int, serial: str | None = None) -> Ask:
        """Gives *floor* to the module *serial*, or to the one whose Done is pressed next.

        Returns what to tell the caller. Raises
        :exc:`~heistboard.app.assigning.AssigningRefused`.
        """

        def do() -> Ask:
            ask, change = self._boards.assign(floor, serial, self._now_ms)
            self._take(change)
            return ask

        return self.call(do)

    def assigning(self) -> int | None:
        """Returns the floor whose module is to be chosen by pressing Done, or ``None``."""
        return self.call(lambda: self._boards.waits_for)

    def identify(self, serial: str | None = None) -> None:
        """Lets one module, or all, blink their numbers for ten seconds; raises as above."""
        self.call(lambda: self._boards.identify(serial, self._now_ms))

    def stop_identify(self) -> None:
        """Ends the blinking."""
        self.call(self._boards.stop_identify)

    def picture(self) -> frozenset[str]:
        """Returns all closed reeds, secret ones included; for tests and rehearsals."""
        return self.call(lambda: frozenset(self._boards.floors.closed))

    def serving(self) -> Mapping[str, int]:
        """Returns the floor that each module serves, by serial number."""
        return self.call(lambda: self._boards.floors.floors)

"""Listeners that follow what one seat may see."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from heistboard.games.status import Status
from heistboard.rules import View

__all__ = ["SeatListener", "SeatWatchers"]

SeatListener: TypeAlias = Callable[[Status, View], None]


class SeatWatchers:
    """Calls each listener when what its seat may see has changed."""

    def __init__(self) -> None:
        self._all: list[tuple[int, SeatListener]] = []
        self._last: dict[SeatListener, tuple[Status, View]] = {}

    def add(self, seat: int, listener: SeatListener) -> None:
        """Adds a listener for *seat*."""
        self._all.append((seat, listener))

    def remove(self, listener: SeatListener) -> None:
        """Removes *listener*."""
        self._all = [each for each in self._all if each[1] != listener]
        self._last.pop(listener, None)

    def tell(self, status: Status, seats: Mapping[int, View]) -> None:
        """Calls the listeners for whom something has changed; skips seats that the game lacks."""
        for seat, listener in list(self._all):
            if seat in seats and self._last.get(listener) != (status, seats[seat]):
                self._last[listener] = status, seats[seat]
                listener(status, seats[seat])

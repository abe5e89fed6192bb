"""Reeds that simulated hands are about to change, because the game has moved pieces. Pure.

Until the boards report them, the table sees them as they will be. So nobody is asked to carry what
is on its way, and what the hands do is no gesture. The hands are :class:`TableHands`.
"""

from collections.abc import Collection, Mapping
from typing import Protocol

from heistboard.games.status import Status

__all__ = ["LATEST_MS", "SETTLES_MS", "CarriedReeds", "TableHands"]

SETTLES_MS = 100  # a reed that opens is debounced for 20 ms; contacts bounce, processes wait
LATEST_MS = 1_000  # a reed that has not changed by then is broken, or its cable is pulled


class TableHands(Protocol):
    """Simulated hands that carry the public pieces to where the game has them."""

    def follow(self, status: Status) -> Mapping[str, bool]:
        """Carries them; returns the reeds that change, and whether each is closed then."""


class CarriedReeds:
    """The reeds under way; names have their floor."""

    def __init__(self) -> None:
        self.due_ms: int | None = None
        """When to call :meth:`settle` next."""
        self._reeds: dict[str, bool] = {}
        self._arrived: set[str] = set()  # those that the boards have reported as they will be
        self._since_ms = 0

    def begin(self, reeds: Mapping[str, bool], now_ms: int) -> None:
        """Adds *reeds*, which are changing from *now_ms* on."""
        if reeds:
            self._reeds.update(reeds)
            self._arrived -= reeds.keys()
            self._since_ms, self.due_ms = now_ms, now_ms + SETTLES_MS

    def seen(self, closed: set[str]) -> set[str]:
        """Returns which reeds the table sees closed, when the boards report *closed*."""
        if not self._reeds:
            return closed
        coming = {reed for reed, is_closed in self._reeds.items() if is_closed}
        return (closed - self._reeds.keys()) | coming

    def settle(self, closed: Collection[str], now_ms: int) -> bool:
        """Forgets reeds that have changed as they should, and in the end those that have not.

        Call it also whenever *closed* has changed. Returns whether the table sees something else
        now: a person may have moved a piece that had just arrived.
        """
        if self.due_ms is None:
            return False
        differ = {reed for reed, how in self._reeds.items() if how is not (reed in closed)}
        self._arrived |= self._reeds.keys() - differ
        if now_ms < self._since_ms + SETTLES_MS:
            return False
        is_over = now_ms >= self._since_ms + LATEST_MS
        late = set() if is_over else differ - self._arrived
        self._reeds = {reed: how for reed, how in self._reeds.items() if reed in late}
        self._arrived.clear()
        self.due_ms = self._since_ms + LATEST_MS if late else None
        return bool(differ - late)

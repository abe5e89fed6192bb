"""How each reed behaves: what a maker looks at when a place on the board acts up. Pure."""

from typing import NamedTuple

__all__ = ["Health", "ReedHealth"]

QUICK_MS = 100  # hands do not lift and put back faster
CHATTER = 6  # quick changes in a row that make a chattering reed


class ReedHealth(NamedTuple):
    """What was seen of one reed."""

    changes: int
    shortest_ms: int | None
    chatters: int
    is_chattering: bool


class Health:
    """Counts for each reed: changes, the shortest time between two, and bouts of chatter."""

    def __init__(self, reeds: int) -> None:
        self._changes = [0] * reeds
        self._last_ms = [-1] * reeds
        self._shortest_ms = [-1] * reeds
        self._quick = [0] * reeds
        self._chatters = [0] * reeds

    def changed(self, reed: int, time_ms: int) -> None:
        """Takes one change of *reed* at the board's *time_ms* (not wrapped)."""
        self._changes[reed] += 1
        last_ms = self._last_ms[reed]
        self._last_ms[reed] = time_ms
        if last_ms < 0:
            return
        held_ms = time_ms - last_ms
        if held_ms < self._shortest_ms[reed] or self._shortest_ms[reed] < 0:
            self._shortest_ms[reed] = held_ms
        if held_ms > QUICK_MS:
            self._quick[reed] = 0
            return
        self._quick[reed] += 1
        if self._quick[reed] == CHATTER:
            self._chatters[reed] += 1

    def restart(self) -> None:
        """The board's clock begins anew."""
        self._last_ms = [-1] * len(self._last_ms)

    def reed(self, reed: int) -> ReedHealth:
        """Returns what was seen of *reed*."""
        shortest_ms = self._shortest_ms[reed]
        return ReedHealth(
            self._changes[reed],
            shortest_ms if shortest_ms >= 0 else None,
            self._chatters[reed],
            self._quick[reed] >= CHATTER,
        )

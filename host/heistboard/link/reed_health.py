"""Statistics of each reed, for finding a bad one. Pure."""

from typing import NamedTuple

__all__ = ["HealthCounter", "ReedHealth"]

QUICK_MS = 100  # hands are slower than this
CHATTER = 6  # quick changes in a row that count as chatter


class ReedHealth(NamedTuple):
    """Statistics of one reed."""

    changes: int
    shortest_ms: int | None
    chatters: int
    is_chattering: bool


class HealthCounter:
    """Counts each reed's changes and bouts of chatter; keeps its shortest time between changes."""

    def __init__(self, reeds: int) -> None:
        self._changes = [0] * reeds
        self._last_ms = [-1] * reeds
        self._shortest_ms = [-1] * reeds
        self._quick = [0] * reeds
        self._chatters = [0] * reeds

    def changed(self, reed: int, time_ms: int) -> None:
        """Counts a change of *reed* at *time_ms* on the board's extended clock."""
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
        """Forgets the times of the last changes, since the board's clock starts at 0 again."""
        self._last_ms = [-1] * len(self._last_ms)

    def reed(self, reed: int) -> ReedHealth:
        """Returns the statistics of *reed*."""
        shortest_ms = self._shortest_ms[reed]
        return ReedHealth(
            self._changes[reed],
            shortest_ms if shortest_ms >= 0 else None,
            self._chatters[reed],
            self._quick[reed] >= CHATTER,
        )

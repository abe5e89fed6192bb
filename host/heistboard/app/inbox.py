"""The notices that wait for the table's thread, so many and no more. Pure.

They are handed over one by one, in each module's order. Where more than :data:`MOST` of one module
wait, they become one Resync: the picture will be right, and nothing in it is a gesture.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from heistboard.app.picture import TableNotice
from heistboard.link.link import Presence
from heistboard.link.module import Event, Resync

__all__ = ["MOST", "Inbox", "Waiting"]

MOST = 256  # notices of one module


class Waiting(NamedTuple):
    """A notice, the serial number of its module, and when it was heard."""

    serial: str
    notice: TableNotice
    heard_ms: int


class Inbox:
    """Keeps notices in the order in which they were heard; the owner makes it thread-safe."""

    def __init__(self) -> None:
        self._waiting: deque[Waiting] = deque()
        self._count: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, serial: str, notice: TableNotice, heard_ms: int) -> None:
        """Adds a notice of the module *serial*."""
        self._waiting.append(Waiting(serial, notice, heard_ms))
        self._count[serial] += 1
        if self._count[serial] > MOST:
            self._merge(serial, heard_ms)

    def take(self) -> Waiting | None:
        """Returns the oldest notice and removes it, or ``None``."""
        if not self._waiting:
            return None
        oldest = self._waiting.popleft()
        self._count[oldest.serial] -= 1
        return oldest

    def _merge(self, serial: str, heard_ms: int) -> None:
        own = [each.notice for each in self._waiting if each.serial == serial]
        merged = [Waiting(serial, notice, heard_ms) for notice in _merged(own)]
        others = (each for each in self._waiting if each.serial != serial)
        self._waiting = deque((*others, *merged))
        self._count[serial] = len(merged)


def _merged(notices: Iterable[TableNotice]) -> Iterator[TableNotice]:
    # One Resync with every change; then whether the module is there, if that has changed.
    changes: dict[int, bool] = {}
    presence: Presence | None = None
    for notice in notices:
        if isinstance(notice, Presence):
            presence = notice
            continue
        if isinstance(notice, Resync):
            changes.update(notice.changes)
        else:
            changes[notice.reed] = notice.is_closed
        if presence is not None:
            missed = max(0, presence.missed - 1) if isinstance(notice, Event) else 0
            presence = presence._replace(missed=missed)
    yield Resync(None, tuple(changes.items()))
    if presence is not None:
        yield presence

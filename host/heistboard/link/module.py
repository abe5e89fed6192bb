"""The host's state of one floor module, kept across pulled cables and restarts. Pure.

This is the receiving half of "Events are never lost" in firmware/PROTOCOL.md.
"""

import struct
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from heistboard.firmware import wire
from heistboard.link.messages import Hello, Snapshot
from heistboard.link.reed_health import HealthCounter
from heistboard.places import layout
from heistboard.places.scene import DARK, pack

__all__ = ["NO_FLOOR", "Applied", "Event", "Module", "Resync", "board_name"]

NO_FLOOR = "no floor yet"

_NUMBER = 0xFFFF
_STALE = 2 * wire.QUEUE  # numbers up to this far behind are repeated events, not future ones
_EVENT = struct.Struct(wire.EVENT_FORM)
_EVENTS = struct.Struct(wire.EVENTS_FORM)


class Event(NamedTuple):
    """A change of one reed; *time_ms* is the board's clock, extended beyond its 29 bits."""

    floor: int | None
    number: int
    reed: int
    is_closed: bool
    time_ms: int

    @property
    def name(self) -> str:
        """The reed's name, without the floor."""
        return layout.REEDS[self.reed]


class Resync(NamedTuple):
    """A snapshot replaced the picture; *changes* happened at unknown times."""

    floor: int | None
    changes: tuple[tuple[int, bool], ...]


class Applied(Enum):
    """How a frame of events or a snapshot was handled."""

    APPLIED = "applied"
    REPEATED = "repeated"
    GAP = "gap"


def board_name(floor: int | None, serial: str) -> str:
    """Returns what to call a board in texts: the floor that people gave it, or its serial number.

    >>> board_name(2, "E66118604B1F2233"), board_name(None, "E66118604B1F2233")
    ('floor 2', 'board E66118604B1F2233 (no floor yet)')
    """
    return f"board {serial} ({NO_FLOOR})" if floor is None else f"floor {floor}"


class Module:
    """One floor module: the state of its reeds, the next event number, the reeds' health."""

    def __init__(self, serial: str, floor: int | None) -> None:
        self.serial = serial
        self.floor = floor
        self.hello: Hello | None = None
        self.closed = bytearray(len(layout.REEDS))
        self.expected: int | None = None
        self.health = HealthCounter(len(layout.REEDS))
        self.intents = pack(DARK)
        self.repeated = 0
        self.gaps = 0
        self.corrected = 0
        self.missed = 0
        """How many events after the snapshot the board had already queued when it was greeted."""
        self._time_ms = 0

    @property
    def name(self) -> str:
        """What to call it in texts; see :func:`board_name`."""
        return board_name(self.floor, self.serial)

    def meet(self, hello: Hello) -> None:
        """Stores the board's HELLO; after a restart, event numbers start afresh."""
        if not self.is_of(hello):
            self.expected = None
            self.health.restart()
        self.hello = hello

    def is_of(self, hello: Hello) -> bool:
        """Returns whether the board that sent *hello* has not restarted since its last HELLO."""
        return self.hello is not None and self.hello.boot == hello.boot

    def hear_clock(self, time_ms: int) -> None:
        """Notes the board's clock, so that wraps are counted even while there are no events."""
        self._time_ms += (time_ms - self._time_ms) & wire.CLOCK_MASK

    def take_events(self, frame: bytes, emit: Callable[[Event | Resync], object]) -> Applied:
        """Applies an EVENTS frame and emits the events that are new.

        Raises :exc:`struct.error` or :exc:`IndexError` if the frame is malformed, and then
        changes nothing.
        """
        first, base_ms = _EVENTS.unpack_from(frame, wire.FRAME_FIELDS_AT)
        at = wire.FRAME_FIELDS_AT + wire.EVENTS_SIZE
        count, rest = divmod(len(frame) - 4 - at, wire.EVENT_SIZE)
        if count < 1 or rest:
            raise struct.error(f"events: {len(frame)} bytes are not a whole number of events")
        reed = max(code & 0x7F for code in frame[at : -4 : wire.EVENT_SIZE])
        if reed >= len(self.closed):
            raise IndexError(f"events: reed {reed}, expected 0..{len(self.closed) - 1}")
        if self.expected is None:
            return Applied.GAP
        old = (self.expected - first) & _NUMBER
        if old >= count:
            if old <= _STALE:
                self.repeated += 1
                return Applied.REPEATED
            self.gaps += 1
            return Applied.GAP
        at += old * wire.EVENT_SIZE
        base_ms = self._unwrap(base_ms)
        number = self.expected
        for code, after_ms in _EVENT.iter_unpack(frame[at:-4]):
            reed = code & 0x7F
            is_closed = code > 0x7F
            time_ms = base_ms + after_ms
            self.closed[reed] = is_closed
            self.health.changed(reed, time_ms)
            emit(Event(self.floor, number, reed, is_closed, time_ms))
            number = (number + 1) & _NUMBER
        self.expected = number
        return Applied.APPLIED

    def take_snapshot(
        self, snapshot: Snapshot, emit: Callable[[Event | Resync], object]
    ) -> Applied:
        """Applies a SNAPSHOT; emits a :class:`Resync` if it replaces the picture."""
        if self.expected is not None:
            self.hear_clock(snapshot.time_ms)
            ahead = (snapshot.at - self.expected) & _NUMBER
            if ahead > _NUMBER - _STALE:
                self._count_missed()
                return Applied.REPEATED
            is_next = ahead == 0
        else:
            is_next = False
            self._time_ms = snapshot.time_ms
        reeds = int.from_bytes(snapshot.closed, "little")
        changes = tuple(
            (reed, bool(reeds >> reed & 1))
            for reed in range(len(self.closed))
            if reeds >> reed & 1 != self.closed[reed]
        )
        for reed, is_closed in changes:
            self.closed[reed] = is_closed
        if is_next and changes:
            self.corrected += 1
        if changes or not is_next:
            emit(Resync(self.floor, changes))
        self.expected = snapshot.at
        self._count_missed()
        return Applied.APPLIED

    def _count_missed(self) -> None:
        assert self.expected is not None
        missed = 0 if self.hello is None else (self.hello.next - self.expected) & _NUMBER
        self.missed = missed if missed <= wire.QUEUE else 0

    def _unwrap(self, time_ms: int) -> int:
        # Events are older than the newest time seen, or a little newer.
        ahead = (time_ms - self._time_ms) & wire.CLOCK_MASK
        if ahead > wire.CLOCK_MASK // 2:
            ahead -= wire.CLOCK_MASK + 1
        event_ms = self._time_ms + ahead
        self._time_ms = max(self._time_ms, event_ms)
        return event_ms

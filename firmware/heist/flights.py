"""Frames in flight: written to the line, and neither seen nor given up. Pure.

Called by heist/session.py. PROTOCOL.md, "The window", is the contract. Allocates one buffer in the
constructor.
"""

from array import array

from .compat import const, micropython
from .compat import words as ptr32

DRAINED_MS = const(80)  # a frame has arrived or is lost if the host is quiet after this time

# Copies of wire's constants: an attribute lookup costs 3 us on a Pico.
_WINDOW = const(192)
_LINE_HOLDS = const(256)
_AROUND_FIELDS = const(8)  # FRAME_OVERHEAD + FRAME_SHORTEST
_MASK = const(0x1FFFFFFF)  # CLOCK_MASK
_MOST = const(16)  # frames that fit in the window: 14 FAULT and two EVENTS

# The words of Flights._state; then three for each flight: its size, time, and end.
_SEQ = const(0)  # of the next frame
_COUNT = const(1)  # the last frames before _SEQ are in flight
_BYTES = const(2)
_UNSEEN = const(3)
_LANDED = const(4)
_RING = const(5)


class Flights:
    """The frames in flight, oldest first."""

    def __init__(self) -> None:
        self._state = array("I", bytes(4 * (_RING + 3 * _MOST)))

    @property
    def bytes(self) -> int:
        """Bytes in flight."""
        return self._state[_BYTES]

    @property
    def landed(self) -> int:
        """The *end* of the last frame that left the line."""
        return self._state[_LANDED]

    @micropython.viper
    def begin(self, end: int) -> int:
        """Sets :attr:`landed`, when all events after it are to be sent again."""
        ptr32(self._state)[_LANDED] = end
        return 0

    @micropython.viper
    def count(self) -> int:
        """Returns the number of frames in flight."""
        return ptr32(self._state)[_COUNT]

    @micropython.viper
    def unseen(self) -> int:
        """Returns the bytes in flight, plus those that only a quiet host's ACK declared gone."""
        return ptr32(self._state)[_UNSEEN]

    @micropython.viper
    def room(self) -> int:
        """Returns the size of the fields for which the line has room; may be negative."""
        state = ptr32(self._state)
        if state[_COUNT] == _MOST:
            return -1
        room = _WINDOW - state[_BYTES]
        left = _LINE_HOLDS - state[_UNSEEN]
        if room > left:
            room = left
        return room - _AROUND_FIELDS

    @micropython.viper
    def add(self, size: int, end: int, now_ms: int) -> int:
        """Adds a frame with *size* bytes of fields; returns its seq.

        *end*: the number after the last event that has been sent.
        """
        state = ptr32(self._state)
        seq = state[_SEQ]
        state[_SEQ] = (seq + 1) & 0xFF
        size += _AROUND_FIELDS
        slot = _RING + 3 * (seq & (_MOST - 1))
        state[slot] = size
        state[slot + 1] = now_ms
        state[slot + 2] = end
        state[_COUNT] = state[_COUNT] + 1
        state[_BYTES] = state[_BYTES] + size
        state[_UNSEEN] = state[_UNSEEN] + size
        return seq

    @micropython.viper
    def release(self, seen: int, is_quiet: int, now_ms: int) -> int:
        """Takes out the frame that the host has *seen*, and those before it, read or lost.

        If the host *is_quiet*, also frames that have been in flight for long. Returns the number
        of those that remain.
        """
        state = ptr32(self._state)
        count = state[_COUNT]
        seq = state[_SEQ]
        arrived = (seen - seq + count + 1) & 0xFF
        if arrived <= count:
            count = int(self._land(arrived))
            state[_UNSEEN] = state[_BYTES]
        while is_quiet and count:
            slot = _RING + 3 * ((seq - count) & (_MOST - 1))
            if ((now_ms - state[slot + 1]) & _MASK) < DRAINED_MS:
                break
            count = int(self._land(1))
        return count

    @micropython.viper
    def _land(self, frames: int) -> int:
        state = ptr32(self._state)
        count = state[_COUNT]
        while frames:
            slot = _RING + 3 * ((state[_SEQ] - count) & (_MOST - 1))
            state[_BYTES] = state[_BYTES] - state[slot]
            state[_LANDED] = state[slot + 2]
            count -= 1
            frames -= 1
        state[_COUNT] = count
        return count

    @micropython.viper
    def clear(self) -> int:
        """Takes out all frames."""
        state = ptr32(self._state)
        state[_COUNT] = state[_BYTES] = state[_UNSEEN] = 0
        return 0

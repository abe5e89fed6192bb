"""Events on the board: numbered, kept until acknowledged; dropped ones are reported. Pure.

Called by heist/session.py. PROTOCOL.md, "Events are never lost", is the contract. Allocates only
in the constructor.
"""

from array import array

from . import wire
from .compat import const, micropython, ptr8, ptr32

_NUMBER = const(0xFFFF)
_SLOT = const(0xFF)  # of an event's number: its slot
# Copies of wire's constants: an attribute lookup costs 3 us on a Pico.
_MASK = const(0x1FFFFFFF)
_QUEUE = const(256)
_FIELDS_AT = const(4)
_EVENTS_SIZE = const(6)
_EVENT_SIZE = const(3)
_EVENTS_MOST = const(16)
_AFTER_MOST_MS = const(0xFFFF)  # longest time an event may lie before its frame's time


class EventQueue:
    """Events ``head``..``next - 1``, and the state of all reeds before ``head``.

    Events before ``sent`` are in flight or lost. :attr:`base` is the content of a snapshot.
    """

    def __init__(self, reeds: int) -> None:
        self.head = 0
        self.sent = 0
        self.next = 0
        self.lost = 0
        self.resent = 0
        self.base = bytearray((reeds + 7) // 8)
        self._present = bytearray((reeds + 7) // 8)
        self._codes = bytearray(wire.QUEUE)
        self._times_ms = array("I", bytes(4 * wire.QUEUE))
        self._has_hole = False  # events were dropped behind ``next``
        self._sent_before = 0  # events between ``sent`` and here are repetitions

    def __len__(self) -> int:
        return (self.next - self.head) & _NUMBER

    def start(self, code: int) -> None:
        """Sets the initial state of one reed."""
        _apply(self.base, code)

    @micropython.native
    def push(self, code: int, now_ms: int) -> bool:
        """Numbers and keeps a change; returns False if it had to be dropped."""
        number = self.next
        if self._has_hole or (number - self.head) & _NUMBER == _QUEUE:
            self._drop(code)
            return False
        slot = number & _SLOT
        self._codes[slot] = code
        self._times_ms[slot] = now_ms
        self.next = (number + 1) & _NUMBER
        return True

    @micropython.native
    def _drop(self, code: int) -> None:
        if not self._has_hole:
            self._has_hole = True
            self._present[:] = self.base
            number = self.head
            while number != self.next:
                _apply(self._present, self._codes[number & _SLOT])
                number = (number + 1) & _NUMBER
        _apply(self._present, code)
        self.lost = (self.lost + 1) & _NUMBER

    @micropython.native
    def pack(self, buffer: bytearray, room: int) -> int:
        """Writes unsent events as the fields of EVENTS and marks them as sent.

        Writes as many as fit into *room* and happened within a minute. Returns the size of the
        fields; 0 if not even one event fits.
        """
        number = self.sent
        most = (room - _EVENTS_SIZE) // _EVENT_SIZE
        if most > _EVENTS_MOST:
            most = _EVENTS_MOST
        unsent = (self.next - number) & _NUMBER
        if most > unsent:
            most = unsent
        if most <= 0:
            return 0
        count = _pack(buffer, number, most, self._codes, self._times_ms)
        repeated = (self._sent_before - number) & _NUMBER
        number = (number + count) & _NUMBER
        if repeated > count:
            repeated = count
        else:
            self._sent_before = number
        if repeated:
            self.resent = (self.resent + repeated) & _NUMBER
        self.sent = number
        return _EVENTS_SIZE + _EVENT_SIZE * count

    @micropython.native
    def rewind(self) -> None:
        """Marks all kept events as unsent."""
        self.sent = self.head

    @micropython.native
    def drop_before(self, number: int) -> bool:
        """Drops the events before *number*, which the host has acknowledged.

        Returns False if the host needs a snapshot: it expects a number that is not kept, or
        events were dropped.
        """
        head = self.head
        end = self.next
        if ((number - head) & _NUMBER) > (end - head) & _NUMBER:
            return False
        while head != number:
            _apply(self.base, self._codes[head & _SLOT])
            head = (head + 1) & _NUMBER
        self.head = number
        kept = (end - number) & _NUMBER
        if kept < (end - self.sent) & _NUMBER:
            self.sent = number
        if kept or not self._has_hole:
            return True
        self._close_hole()
        return False

    def _close_hole(self) -> None:
        i = 0
        while i < len(self.base):
            self.base[i] = self._present[i]
            i += 1
        # A host that misses the snapshot still expects the number that is skipped here, and so
        # asks again.
        self.next = (self.next + 1) & _NUMBER
        self.head = self.sent = self._sent_before = self.next
        self._has_hole = False


# Machine code on a board.


@micropython.viper
def _pack(buffer: ptr8, number: int, most: int, codes: ptr8, times_ms: ptr32) -> int:
    # Returns the number of events written: the first and those within a minute after it.
    first_ms = times_ms[number & _SLOT]
    buffer[_FIELDS_AT] = number & 0xFF
    buffer[_FIELDS_AT + 1] = number >> 8
    at = _FIELDS_AT + 2
    shift = 0
    while shift < 32:
        buffer[at] = first_ms >> shift & 0xFF
        at += 1
        shift += 8
    count = 0
    while count < most:
        slot = number & _SLOT
        after_ms = (times_ms[slot] - first_ms) & _MASK
        if after_ms > _AFTER_MOST_MS:
            break
        buffer[at] = codes[slot]
        buffer[at + 1] = after_ms & 0xFF
        buffer[at + 2] = after_ms >> 8
        at += _EVENT_SIZE
        number += 1
        count += 1
    return count


@micropython.viper
def _apply(bits: ptr8, code: int) -> int:
    at = (code & 0x7F) >> 3
    bit = 1 << (code & 7)
    if code & 0x80:
        bits[at] = bits[at] | bit
    else:
        bits[at] = bits[at] & (0xFF ^ bit)
    return 0

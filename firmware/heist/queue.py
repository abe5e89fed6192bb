"""Events on the board: numbered, kept until acknowledged; dropped ones are reported. Pure.

Called by heist/session.py. PROTOCOL.md, "Events are never lost", is the contract. Allocates only
in the constructor.
"""

from array import array

from .compat import const, micropython, ptr8
from .compat import words as ptr32

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

# The words of EventQueue._state: one buffer for the machine code, for the same reason.
_HEAD = const(0)
_SENT = const(1)
_NEXT = const(2)
_LOST = const(3)
_RESENT = const(4)
_SENT_BEFORE = const(5)  # events between _SENT and here are repetitions
_HAS_HOLE = const(6)  # events were dropped behind _NEXT
_CODES = const(7)
_TIMES_MS = const(263)
_WORDS = const(519)


class EventQueue:
    """Events ``head``..``next - 1``, and the state of all reeds before ``head``.

    Events before ``sent`` are in flight or lost. :attr:`base` is the content of a snapshot.
    """

    def __init__(self, reeds: int) -> None:
        self.base = bytearray((reeds + 7) // 8)
        self._present = bytearray((reeds + 7) // 8)
        self._state = array("I", bytes(4 * _WORDS))

    @property
    def head(self) -> int:
        return self._state[_HEAD]

    @property
    def sent(self) -> int:
        return self._state[_SENT]

    @property
    def next(self) -> int:
        return self._state[_NEXT]

    @property
    def lost(self) -> int:
        return self._state[_LOST]

    @property
    def resent(self) -> int:
        return self._state[_RESENT]

    def __len__(self) -> int:
        return (self._state[_NEXT] - self._state[_HEAD]) & _NUMBER

    @micropython.viper
    def unsent(self) -> int:
        """Returns the number of events that are not sent."""
        state = ptr32(self._state)
        return (state[_NEXT] - state[_SENT]) & _NUMBER

    @micropython.viper
    def end(self) -> int:
        """Returns the number after the last event that is sent."""
        return ptr32(self._state)[_SENT]

    def start(self, code: int) -> None:
        """Sets the initial state of one reed."""
        _apply(self.base, code)

    def restart(self, number: int) -> None:
        """Empties the queue; the next event gets *number*."""
        state = self._state
        state[_HEAD] = state[_SENT] = state[_NEXT] = state[_SENT_BEFORE] = number

    @micropython.viper
    def push(self, code: int, now_ms: int) -> bool:
        """Numbers and keeps a change; returns False if it had to be dropped."""
        state = ptr32(self._state)
        number = state[_NEXT]
        if state[_HAS_HOLE] or (number - state[_HEAD]) & _NUMBER == _QUEUE:
            self._drop(code)
            return False
        slot = number & _SLOT
        state[_CODES + slot] = code
        state[_TIMES_MS + slot] = now_ms
        state[_NEXT] = (number + 1) & _NUMBER
        return True

    @micropython.native
    def _drop(self, code: int) -> None:
        state = self._state
        if not state[_HAS_HOLE]:
            state[_HAS_HOLE] = 1
            self._present[:] = self.base
            number = state[_HEAD]
            while number != state[_NEXT]:
                _apply(self._present, state[_CODES + (number & _SLOT)])
                number = (number + 1) & _NUMBER
        _apply(self._present, code)
        state[_LOST] = (state[_LOST] + 1) & _NUMBER

    @micropython.viper
    def pack(self, buffer: ptr8, room: int) -> int:
        """Writes unsent events as the fields of EVENTS and marks them as sent.

        Writes as many as fit into *room* and happened within a minute. Returns the size of the
        fields; 0 if not even one event fits.
        """
        state = ptr32(self._state)
        number = state[_SENT]
        most = (state[_NEXT] - number) & _NUMBER
        if most > _EVENTS_MOST:
            most = _EVENTS_MOST
        first_ms = state[_TIMES_MS + (number & _SLOT)]
        buffer[_FIELDS_AT] = number & 0xFF
        buffer[_FIELDS_AT + 1] = number >> 8
        at = _FIELDS_AT + 2
        shift = 0
        while shift < 32:
            buffer[at] = first_ms >> shift & 0xFF
            at += 1
            shift += 8
        repeated = (state[_SENT_BEFORE] - number) & _NUMBER
        room += _FIELDS_AT - _EVENT_SIZE  # where the last event may begin
        count = 0
        while count < most and at <= room:
            slot = number & _SLOT
            after_ms = (state[_TIMES_MS + slot] - first_ms) & _MASK
            if after_ms > _AFTER_MOST_MS:
                break
            buffer[at] = state[_CODES + slot]
            buffer[at + 1] = after_ms & 0xFF
            buffer[at + 2] = after_ms >> 8
            at += _EVENT_SIZE
            number = (number + 1) & _NUMBER
            count += 1
        if not count:
            return 0
        if repeated > count:
            repeated = count
        else:
            state[_SENT_BEFORE] = number
        state[_RESENT] = (state[_RESENT] + repeated) & _NUMBER
        state[_SENT] = number
        return at - _FIELDS_AT

    @micropython.viper
    def rewind(self) -> int:
        """Marks all kept events as unsent; returns the number of the first."""
        state = ptr32(self._state)
        state[_SENT] = state[_HEAD]
        return state[_HEAD]

    @micropython.viper
    def drop_before(self, number: int) -> bool:
        """Drops the events before *number*, which the host has acknowledged.

        Returns False if the host needs a snapshot: it expects a number that is not kept, or
        events were dropped.
        """
        state = ptr32(self._state)
        head = state[_HEAD]
        end = state[_NEXT]
        if ((number - head) & _NUMBER) > (end - head) & _NUMBER:
            return False
        while head != number:
            _apply(self.base, state[_CODES + (head & _SLOT)])
            head = (head + 1) & _NUMBER
        state[_HEAD] = number
        kept = (end - number) & _NUMBER
        if kept < (end - state[_SENT]) & _NUMBER:
            state[_SENT] = number
        if kept or not state[_HAS_HOLE]:
            return True
        self._close_hole()
        return False

    def _close_hole(self) -> None:
        self.base[:] = self._present
        # A host that misses the snapshot still expects the number that is skipped here, and so
        # asks again.
        self.restart((self.next + 1) & _NUMBER)
        self._state[_HAS_HOLE] = 0


@micropython.viper
def _apply(bits: ptr8, code: int) -> int:
    at = (code & 0x7F) >> 3
    bit = 1 << (code & 7)
    if code & 0x80:
        bits[at] = bits[at] | bit
    else:
        bits[at] = bits[at] & (0xFF ^ bit)
    return 0

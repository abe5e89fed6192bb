"""Events on the board: numbered, kept until acknowledged, dropped only with a word. Pure.

Called by heist/session.py. PROTOCOL.md, "Events are never lost", is the contract. Allocates only
when made.
"""

from array import array

from . import wire
from .compat import const

_NUMBER = const(0xFFFF)
_SLOT = const(0xFF)  # wire.QUEUE - 1


class EventQueue:
    """Events ``head``..``next - 1``, and all reeds as they were before ``head``.

    Those before ``sent`` are on their way or lost. :attr:`base` is what a snapshot says.
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
        """Takes *code* as how its reed stands at the start."""
        _apply(self._present, code)
        _apply(self.base, code)

    def push(self, code: int, now_ms: int) -> bool:
        """Numbers a change and keeps it; False if it had to be dropped."""
        _apply(self._present, code)
        if self._has_hole or len(self) == wire.QUEUE:
            self._has_hole = True
            self.lost = (self.lost + 1) & _NUMBER
            return False
        slot = self.next & _SLOT
        self._codes[slot] = code
        self._times_ms[slot] = now_ms
        self.next = (self.next + 1) & _NUMBER
        return True

    def code(self, number: int) -> int:
        """Returns the code of the kept event *number*."""
        return self._codes[number & _SLOT]

    def time_ms(self, number: int) -> int:
        """Returns when the kept event *number* happened."""
        return self._times_ms[number & _SLOT]

    def take(self, count: int) -> None:
        """Moves ``sent`` on: *count* events were written."""
        repeated = (self._sent_before - self.sent) & _NUMBER
        if repeated > count:
            repeated = count
        else:
            self._sent_before = (self.sent + count) & _NUMBER
        self.resent = (self.resent + repeated) & _NUMBER
        self.sent = (self.sent + count) & _NUMBER

    def rewind(self) -> None:
        """Makes every kept event unsent."""
        self.sent = self.head

    def drop_before(self, number: int) -> bool:
        """Forgets the events before *number*, which the host has.

        False if the host needs a snapshot: it expects a number that is not kept, or events were
        dropped.
        """
        if ((number - self.head) & _NUMBER) > len(self):
            return False
        unsent = (self.next - self.sent) & _NUMBER
        while self.head != number:
            _apply(self.base, self._codes[self.head & _SLOT])
            self.head = (self.head + 1) & _NUMBER
        if len(self) < unsent:
            self.sent = number
        if not self._has_hole or len(self):
            return True
        self._close_hole()
        return False

    def _close_hole(self) -> None:
        i = 0
        while i < len(self.base):
            self.base[i] = self._present[i]
            i += 1
        # A host that misses the snapshot goes on expecting the number skipped here, and so says
        # it.
        self.next = (self.next + 1) & _NUMBER
        self.head = self.sent = self._sent_before = self.next
        self._has_hole = False


def _apply(bits: bytearray, code: int) -> None:
    reed = code & 0x7F
    if code & wire.CLOSED:
        bits[reed >> 3] |= 1 << (reed & 7)
    else:
        bits[reed >> 3] &= ~(1 << (reed & 7)) & 0xFF

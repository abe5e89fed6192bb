"""USB serial that never blocks for long, on an incomplete block or on a host that does not read.

Called by heist/pico/drivers.py. Measured on the emulated Pico, MicroPython 1.25: a poll takes 30
us and allocates nothing (poll instead of ipoll allocates 32 bytes), a block 0.2 ms with its CRC.
"""

import io
import os
import select
import sys
import time

import machine
from micropython import kbd_intr

from ..compat import const, micropython

REST_OF_BLOCK_MS = const(5)
_WAKE_MS = const(2)
_MASK = const(0x1FFFFFFF)


class _Zeros(io.IOBase):
    """A second console that supplies zeros when the rest of a block does not arrive.

    A read blocks until it has all its bytes; meanwhile MicroPython asks every console in turn.
    """

    def __init__(self) -> None:
        self.since_ms = 0

    def readinto(self, buffer: bytearray) -> int | None:
        if ((time.ticks_ms() - self.since_ms) & _MASK) >= REST_OF_BLOCK_MS:
            buffer[0] = 0
            return 1
        return None

    @micropython.native
    def write(self, data: bytes) -> int:
        return len(data)

    def ioctl(self, request: int, argument: int) -> int:
        return 0


@micropython.native
def _wake(timer: machine.Timer) -> None:
    # A blocked read sleeps until an interrupt, and a silent host causes none.
    pass


class Line:
    """The board's end of the USB serial line."""

    def __init__(self) -> None:
        kbd_intr(-1)  # blocks may hold 0x03
        self._waker = machine.Timer(
            -1, period=_WAKE_MS, mode=machine.Timer.PERIODIC, callback=_wake
        )
        self._zeros = _Zeros()
        self._ask_too = os.dupterm
        self._readinto = sys.stdin.buffer.readinto
        self.write = sys.stdout.buffer.write  # returns the number of bytes written
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        self._in = poll.ipoll
        poll = select.poll()
        poll.register(sys.stdout, select.POLLOUT)
        self._out = poll.ipoll

    @micropython.native
    def read(self, view: memoryview) -> bool:
        """Fills *view*; False if there is no data. Bytes later than 5 ms read as zeros."""
        for _ in self._in(0):
            zeros = self._zeros
            ask_too = self._ask_too
            zeros.since_ms = time.ticks_ms()
            # Only for this read: every write and poll would ask it too.
            ask_too(zeros)
            self._readinto(view)
            ask_too(None)
            return True
        return False

    @micropython.native
    def can_write(self) -> bool:
        """True if the line can take data now."""
        for _ in self._out(0):
            return True
        return False

"""The simulated board's pins, LEDs and line: pipes to the process that started this one.

Called by heist/board.py. The line is standard input and output; a third pipe carries orders (what
hands and cables do), a fourth the pictures. The host's side is heistboard/sim/board_process.py; it
makes standard input non-blocking, as MicroPython's readinto otherwise waits until its buffer is
full. Like the Pico's, a write to a full line waits half a second for room and then returns short.

Orders are four bytes: op, argument, value (u16, little endian).
    r  reed argument (+ 128: closes, else opens) in value ms
    c  reed argument chatters with a period of value ms; 0: stops
    k  the host has read value bytes from the line
    u  row argument takes value us to rise
"""

import gc
import os
import select
import struct
import sys
import time
from array import array

import micropython

from .. import layout, wire
from ..board import Board
from ..compat import const

LINE_HOLDS = const(256)  # bytes the Pico's USB buffers before the host reads any
STALL_MS = const(500)
REST_OF_BLOCK_MS = const(6)  # of a clock in whole ms: never less than 5
_MASK = const(0x1FFFFFFF)
_CLOSED = const(0x80)
_RISE_US = const(2)  # with the pull-ups of hardware/board.toml


class Drivers:
    """The drivers that heist/board.py expects; *orders* and *pictures* are file descriptors."""

    def __init__(self, serial_number: bytes, clock_ms: int, orders: int, pictures: int) -> None:
        micropython.kbd_intr(-1)
        self.serial_number = serial_number
        self._clock_offset_ms = clock_ms - time.ticks_ms()
        self._line_in = sys.stdin.buffer
        self._line_out = sys.stdout.buffer
        self._orders = open(orders, "rb")  # noqa: SIM115 (open as long as the board lives)
        self._pictures = open(pictures, "wb")  # noqa: SIM115
        self._poll = select.poll()
        self._poll.register(self._line_in, select.POLLIN)
        self._poll.register(self._orders, select.POLLIN)
        self._line_poll = select.poll()
        self._line_poll.register(self._line_in, select.POLLIN)
        self._order_poll = select.poll()
        self._order_poll.register(self._orders, select.POLLIN)
        self._order = bytearray(4)
        self._room = LINE_HOLDS
        self._rows = len(layout.ROW_PINS)
        self._closed = bytearray(len(layout.COLUMN_PINS))
        self._chatter_ms = array("H", bytes(2 * layout.REEDS))
        self._rise_us = array("H", [_RISE_US] * self._rows)
        self._coming: list[tuple[int, int]] = []  # (time, reed + 128 if it closes)
        self._shown = bytearray(4 + 3 * layout.LEDS)

    def ticks_ms(self) -> int:
        """Returns the board's clock, 29 bits."""
        return (time.ticks_ms() + self._clock_offset_ms) & _MASK

    def ticks_us(self) -> int:
        """Returns a clock for short spans, 29 bits."""
        return time.ticks_us() & _MASK

    def scan(self, raw: bytearray) -> None:
        """Writes one byte per matrix column; bit r is set if the reed in row r is closed."""
        while self._ready(self._order_poll, 0):
            self._obey()
        now_ms = self.ticks_ms()
        if self._coming:
            self._let_come(now_ms)
        raw[:] = self._closed
        for reed, period_ms in enumerate(self._chatter_ms):
            if period_ms and now_ms % period_ms < period_ms // 2:
                raw[reed // self._rows] ^= 1 << reed % self._rows

    def rise_us(self, row: int) -> int:
        """Returns the rise time that an order has set, if a reed in *row* is closed."""
        for column in self._closed:
            if column >> row & 1:
                return self._rise_us[row]
        return wire.RISE_UNKNOWN

    def can_show(self) -> bool:
        """True if the LEDs can take a picture now."""
        return True

    def show(self, picture: bytearray) -> None:
        """Sends three bytes per LED, green red blue."""
        struct.pack_into("<I", self._shown, 0, self.ticks_ms())
        self._shown[4:] = picture
        self._pictures.write(self._shown)

    def read(self, view: memoryview) -> bool:
        """Fills *view*; False if there is no data. Bytes later than 5 ms read as zeros."""
        if not self._ready(self._line_poll, 0):
            return False
        began_ms = time.ticks_ms()
        have = 0
        while have < len(view):
            if have:
                left_ms = REST_OF_BLOCK_MS - time.ticks_diff(time.ticks_ms(), began_ms)
                if not self._ready(self._line_poll, max(0, left_ms)):
                    break
            got = self._line_in.readinto(view[have:])
            if got == 0:
                raise SystemExit  # the parent process is gone
            have += got or 0
        while have < len(view):
            view[have] = 0
            have += 1
        return True

    def can_write(self) -> bool:
        """True if the line can take data now."""
        return self._room > 0

    def write(self, frame: memoryview) -> int:
        """Writes *frame*; returns the number of bytes written."""
        size = len(frame)
        if size > self._room:
            self._wait_for_room(size)
            size = min(size, self._room)
        self._room -= size
        self._line_out.write(frame[:size])
        return size

    def _wait_for_room(self, size: int) -> None:
        began_ms = time.ticks_ms()
        while size > self._room:
            left_ms = STALL_MS - time.ticks_diff(time.ticks_ms(), began_ms)
            if left_ms <= 0 or not self._ready(self._order_poll, left_ms):
                return
            self._obey()

    def rest(self) -> None:
        """Waits up to a millisecond for an order or for data from the host."""
        self._ready(self._poll, 1)

    def serve(self) -> bool:
        """Always False: there is no prompt behind this program."""
        return False

    def collect(self) -> int:
        """Collects garbage; returns the free memory in bytes."""
        gc.collect()
        return gc.mem_free()

    def report(self, error: Exception) -> None:
        """Prints an exception of a pass to standard error."""
        sys.print_exception(error, sys.stderr)  # type: ignore[arg-type]  # it is a stream

    def _ready(self, poll: select.poll, wait_ms: int) -> bool:
        for _ in poll.ipoll(wait_ms):
            return True
        return False

    def _obey(self) -> None:
        if self._orders.readinto(self._order) != 4:
            raise SystemExit  # the parent process is gone
        op, argument, value = struct.unpack("<BBH", self._order)
        if op == ord("r"):
            due_ms = self.ticks_ms() + value & _MASK
            for other_ms, code in self._coming:
                if (code ^ argument) & 0x7F == 0 and (other_ms - due_ms) & _MASK <= _MASK // 2:
                    due_ms = other_ms  # a board that was late must not exchange two orders
            self._coming.append((due_ms, argument))
        elif op == ord("c"):
            self._chatter_ms[argument] = value
        elif op == ord("k"):
            self._room += value
        elif op == ord("u"):
            self._rise_us[argument] = value

    def _let_come(self, now_ms: int) -> None:
        # Orders for one reed are applied in the order they were given.
        later = []
        for due_ms, code in self._coming:
            if (now_ms - due_ms) & _MASK > _MASK // 2:
                later.append((due_ms, code))
                continue
            column, row = divmod(code & 0x7F, self._rows)
            if code & _CLOSED:
                self._closed[column] |= 1 << row
            else:
                self._closed[column] &= ~(1 << row)
        self._coming = later


def main() -> None:
    """Runs the board. Arguments: serial number, the clock's start in ms, two descriptors."""
    serial_number = bytes(int(sys.argv[1][i : i + 2], 16) for i in range(0, 16, 2))
    clock_ms, orders, pictures = (int(text) for text in sys.argv[2:5])
    Board(Drivers(serial_number, clock_ms, orders, pictures), os.urandom(4)).run()

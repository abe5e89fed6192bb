"""Fake pins, LEDs and line of a board, for CPython and MicroPython.

They allocate nothing, so that a test can count the firmware's allocations.
"""

from heist import layout, wire

HOLDS = 1024  # bytes that may wait in each direction


class FakeDrivers:
    """The drivers that heist/board.py expects. The test sets the time, ``now_ms``."""

    def __init__(self, clock_ms: int = 0) -> None:
        self.serial_number = b"\xe6\x61\x18\x60\x4b\x1f\x22\x33"
        self.now_ms = clock_ms
        self.now_us = 0
        self.closed = bytearray(len(layout.COLUMN_PINS))
        self.picture = bytearray(3 * layout.LEDS)
        self.shows = 0
        self.takes = HOLDS  # bytes the line takes before it is full
        self.collections = 0
        self.rises_us = [1, 2, 3, 4, 0xFFFF]
        self.errors: list[Exception] = []
        self._to_board = bytearray(HOLDS)
        self._read_at = 0
        self._read_end = 0
        self._to_host = bytearray(HOLDS)
        self._written = 0

    # Called by the board.

    def ticks_ms(self) -> int:
        return self.now_ms & wire.CLOCK_MASK

    def ticks_us(self) -> int:
        return self.now_us & wire.CLOCK_MASK

    def scan(self, raw: bytearray) -> None:
        i = 0
        while i < len(raw):
            raw[i] = self.closed[i]
            i += 1

    def rise_us(self, row: int) -> int:
        return self.rises_us[row]

    def can_show(self) -> bool:
        return True

    def show(self, picture: bytearray) -> None:
        self.shows += 1
        i = 0
        while i < len(picture):
            self.picture[i] = picture[i]
            i += 1

    def read(self, view: memoryview) -> bool:
        if self._read_at == self._read_end:
            return False
        i = 0
        while i < len(view):
            if self._read_at < self._read_end:
                view[i] = self._to_board[self._read_at]
                self._read_at += 1
            else:
                view[i] = 0
            i += 1
        return True

    def can_write(self) -> bool:
        return self.takes > 0

    def write(self, frame: memoryview) -> int:
        size = min(len(frame), self.takes)
        self.takes -= size
        i = 0
        while i < size:
            self._to_host[self._written] = frame[i]
            self._written += 1
            i += 1
        return size

    def rest(self) -> None:
        pass

    def serve(self) -> bool:
        return False

    def collect(self) -> int:
        self.collections += 1
        return 100_000

    def report(self, error: Exception) -> None:
        self.errors.append(error)

    # Called by the test.

    def send(self, data: bytes) -> None:
        """Queues *data* for the board."""
        if self._read_at == self._read_end:
            self._read_at = self._read_end = 0
        i = 0
        while i < len(data):
            self._to_board[self._read_end] = data[i]
            self._read_end += 1
            i += 1

    def waiting(self) -> int:
        """Returns the number of bytes the board has not read."""
        return self._read_end - self._read_at

    def written(self) -> int:
        """Returns the number of bytes the host has not fetched."""
        return self._written

    def fetch(self) -> bytes:
        """Returns the board's bytes and removes them."""
        data = bytes(self._to_host[: self._written])
        self.forget()
        return data

    def forget(self) -> None:
        """Discards the board's bytes."""
        self._written = 0
        self.takes = HOLDS

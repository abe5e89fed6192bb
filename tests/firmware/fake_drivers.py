"""A board's pins, LEDs and line, owned by a test. Runs on CPython and on MicroPython.

Allocates nothing by itself, so that a test may count what the firmware allocates.
"""

from heist import layout, wire

HOLDS = 1024  # bytes that may wait in each direction


class FakeDrivers:
    """What heist/board.py drives. Time stands still until the test moves ``now_ms``."""

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

    # What the board calls.

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

    # What the test calls.

    def send(self, data: bytes) -> None:
        """Lets *data* wait for the board."""
        if self._read_at == self._read_end:
            self._read_at = self._read_end = 0
        i = 0
        while i < len(data):
            self._to_board[self._read_end] = data[i]
            self._read_end += 1
            i += 1

    def waiting(self) -> int:
        """Returns how many bytes the board has not read yet."""
        return self._read_end - self._read_at

    def written(self) -> int:
        """Returns how many bytes the host has not fetched yet."""
        return self._written

    def fetch(self) -> bytes:
        """Returns what the board has written, once."""
        data = bytes(self._to_host[: self._written])
        self.forget()
        return data

    def forget(self) -> None:
        """Empties the line to the host without a look."""
        self._written = 0
        self.takes = HOLDS

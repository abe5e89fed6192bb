"""A board and a host in one process; the test controls their line and clock.

The firmware's main loop runs on CPython with :class:`LineDrivers`; the host is a bare
:class:`Link`. :meth:`VirtualLine.run` advances the clock in steps of a millisecond, and nothing
else happens by itself.
"""

from collections.abc import Callable

from heist import layout as board_layout
from heist import wire
from heist.board import Board
from heistboard.link.floors import Modules
from heistboard.link.link import DEFAULTS, Link, LinkState, Notice
from heistboard.link.module import Event, Module
from heistboard.places import layout

Tamper = Callable[[bytes], bytes]


def untouched(data: bytes) -> bytes:
    return data


class LineDrivers:
    """The drivers of a board; the test sets ``closed`` and moves the bytes.

    ``wait`` is called with the number of bytes that a read lacks, to fetch those that arrive
    within 5 ms.
    """

    def __init__(self, clock_ms: int = 0) -> None:
        self.serial_number = bytes.fromhex("5649525455414C31")
        self.now_ms = clock_ms
        self.closed = bytearray(len(board_layout.COLUMN_PINS))
        self.picture = bytes(3 * board_layout.LEDS)
        self.to_board = bytearray()
        self.to_host = bytearray()
        self.wait: Callable[[int], None] = lambda size: None

    def ticks_ms(self) -> int:
        return self.now_ms & wire.CLOCK_MASK

    def ticks_us(self) -> int:
        return self.now_ms * 1000 & wire.CLOCK_MASK

    def scan(self, raw: bytearray) -> None:
        raw[:] = self.closed

    def rise_us(self, row: int) -> int:
        return 2 if any(column >> row & 1 for column in self.closed) else wire.RISE_UNKNOWN

    def can_show(self) -> bool:
        return True

    def show(self, picture: bytearray) -> None:
        self.picture = bytes(picture)

    def read(self, view: memoryview) -> bool:
        if not self.to_board:
            return False
        if len(self.to_board) < len(view):
            self.wait(len(view) - len(self.to_board))
        data = self.to_board[: len(view)]
        del self.to_board[: len(view)]
        view[:] = data.ljust(len(view), b"\0")
        return True

    def can_write(self) -> bool:
        return True

    def write(self, frame: memoryview) -> int:
        self.to_host += frame
        return len(frame)

    def rest(self) -> None:
        pass

    def serve(self) -> bool:
        return False

    def collect(self) -> int:
        return 100_000

    def report(self, error: Exception) -> None:
        raise error

    def set(self, name: str, *, is_closed: bool) -> None:
        column, row = divmod(layout.REEDS.index(name), len(board_layout.ROW_PINS))
        if is_closed:
            self.closed[column] |= 1 << row
        else:
            self.closed[column] &= ~(1 << row)


class VirtualLine:
    """A board and a link; *up* (to the host) and *down* may alter each chunk of bytes."""

    def __init__(
        self,
        up: Tamper = untouched,
        down: Tamper = untouched,
        clock_ms: int = 0,
        session: int = 0x4D2,
    ) -> None:
        self.up = up
        self.down = down
        self.drivers = LineDrivers(clock_ms)
        self.boots = 0
        self.board = self._boot()
        self.modules = Modules()
        self.config = DEFAULTS
        self.link = Link(session, self.modules)
        self.notices: list[Notice] = []
        self.now_ms = 0
        self.is_reading = True
        self.sent_up: list[tuple[int, bytes]] = []
        self.sent_down: list[tuple[int, bytes]] = []

    def plug(self, session: int = 0x4D2) -> None:
        """Opens the port again, with a new link."""
        self.link.close("opened again")
        self.link = Link(session, self.modules, self.config)
        self.drivers.to_host.clear()
        self.link.open(self.now_ms)

    def restart_board(self) -> None:
        """Cuts the board's power briefly; the line stays connected."""
        self.drivers.to_board.clear()
        self.drivers.to_host.clear()
        self.board = self._boot()

    def run(self, ms: int) -> None:
        """Advances the clock by *ms* milliseconds."""
        for _ in range(ms):
            self.now_ms += 1
            self.drivers.now_ms += 1
            self._host_writes()
            self.board.run_pass()
            if self.is_reading:
                self._host_reads()

    def run_until(self, done: Callable[[], bool], at_most_ms: int = 5000) -> None:
        """Advances the clock until *done*; fails after *at_most_ms*."""
        for _ in range(at_most_ms):
            if done():
                return
            self.run(1)
        raise AssertionError(f"not within {at_most_ms} ms: {self.link.state}")

    def settle(self) -> None:
        """Waits until the link is ready, all events are acknowledged and the scene is lit."""
        self.run_until(
            lambda: (
                self.link.state is LinkState.READY
                and len(self.board.session.queue) == 0
                and self.link.is_settled
                and self.module.expected == self.board.session.queue.next
            )
        )

    def _boot(self) -> Board:
        self.boots += 1
        return Board(self.drivers, b"bt" + self.boots.to_bytes(2, "big"))

    def _host_writes(self) -> None:
        data = self.link.take_output()
        if data:
            self.sent_down.append((self.now_ms, data))
            self.drivers.to_board += self.down(data)

    def _host_reads(self) -> None:
        if self.drivers.to_host:
            data = bytes(self.drivers.to_host)
            self.drivers.to_host.clear()
            self.sent_up.append((self.now_ms, data))
            data = self.up(data)
            if data:
                self.link.feed(data, self.now_ms)
        self.link.tick(self.now_ms)
        self.notices += self.link.take_notices()

    @property
    def module(self) -> Module:
        return self.modules.met()[0]

    @property
    def events(self) -> list[Event]:
        return [notice for notice in self.notices if isinstance(notice, Event)]

    @property
    def reeds(self) -> bytes:
        """The board's debounced reeds, one byte each."""
        rows = len(board_layout.ROW_PINS)
        closed = self.board.debounce.closed
        return bytes(closed[reed // rows] >> reed % rows & 1 for reed in range(board_layout.REEDS))

"""The whole board's heap, measured on MicroPython with 192 KB.

On CPython the same tests run shorter and without heap figures; they still check that no event is
lost.
"""

import gc
import sys

import heist.boot  # noqa: F401 (must come before what it imports)
import peer
from dice import Dice
from fake_drivers import FakeDrivers
from heist import wire
from heist.board import Board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

IS_MICROPYTHON = sys.implementation.name == "micropython"
EVENTS = 1_000_000 if IS_MICROPYTHON else 50_000
LARGEST_FREE = 64 * 1024
CLOCK_MS = wire.CLOCK_MASK - 5000
RED = 2 << 7 | 2 << 5
PULSE = 7
COLUMNS = 14
ROWS = 5


class HeapTable:
    """A board without debouncing, and a host that knows every reed's state."""

    def __init__(self, drivers: FakeDrivers) -> None:
        self.drivers = drivers
        self.board = Board(self.drivers, b"boot")
        self.reader = wire.FrameReader()
        self.picture = bytearray(COLUMNS)
        self.events = 0
        self.seen = 0
        self.words = 0
        self.gaps = 0
        self.turn(peer.greet())
        self.turn(peer.config(close_ms=0, open_ms=0))
        self.settle()

    def turn(self, block: bytes, is_lost: bool = False) -> None:
        self.drivers.send(block)
        self.drivers.now_ms += 1
        self.board.run_pass()
        for frame in self.reader.feed(self.drivers.fetch()[is_lost:]):
            self.seen = frame[3]
            if frame[2] == wire.EVENTS:
                self.take(frame)
            else:
                self.words += 1
                assert frame[2] != wire.FAULT, frame

    def take(self, frame: bytes) -> None:
        skip = (self.events - (frame[4] | frame[5] << 8)) & 0xFFFF
        if skip > wire.QUEUE:
            self.gaps += 1
            return
        picture = self.picture
        at = wire.FRAME_FIELDS_AT + wire.EVENTS_SIZE + skip * wire.EVENT_SIZE
        end = len(frame) - 4
        while at < end:
            code = frame[at]
            reed = code & 0x7F
            # A reed opens and closes in turn: an event too many or too few would show.
            picture[reed // ROWS] ^= 1 << reed % ROWS
            assert picture[reed // ROWS] >> reed % ROWS & 1 == code >> 7
            self.events += 1
            at += wire.EVENT_SIZE

    def acknowledge(self, is_lost: bool = False, quiet: int = 0) -> None:
        """Acknowledges; with *is_lost* the board's next frame is lost."""
        self.turn(peer.ack(self.events & 0xFFFF, self.seen, quiet), is_lost)

    def settle(self) -> None:
        for _ in range(200):
            self.acknowledge(quiet=1)
        assert len(self.board.session.queue) == 0
        assert self.picture == self.drivers.closed

    def play(self, events: int, roll: "Callable[[int], int]") -> None:
        """Moves reeds until *events* have occurred; sometimes shows a scene or loses a frame."""
        drivers = self.drivers
        queue = self.board.session.queue
        number = 0
        turns = 0
        while self.events < events:
            turns += 1
            if turns % 100 == 0:
                # Time for less urgent messages.
                self.settle()
                number = number % 255 + 1
                pairs = [(turns // 100 % 52, RED | number % 9)]
                self.turn(peer.scene(number, 0, pairs, 0x21))
                self.turn(peer.scene(number, 0, [(wire.LED_NONE, 0)], 0x20))
            elif len(queue) < 128:
                column = roll(COLUMNS)
                for _ in range(9):
                    drivers.closed[column % COLUMNS] ^= (1 << ROWS) - 1
                    column += 1
            self.acknowledge(turns % 37 == 0)


def largest_free() -> int:
    # To a kilobyte.
    least = 0
    most = 192
    while most - least > 1:
        size = (least + most) // 2
        gc.collect()
        try:
            bytearray(size * 1024)
            least = size
        except MemoryError:
            most = size
    return least * 1024


def test_million_events_leave_the_heap_as_it_was() -> None:
    table = HeapTable(FakeDrivers(CLOCK_MS))
    roll = Dice(1).roll
    table.play(EVENTS // 10, roll)
    table.settle()
    if IS_MICROPYTHON:
        gc.collect()
        before = gc.mem_alloc()
        print("after", table.events, "events:", before, "bytes in use")

    table.play(EVENTS, roll)
    table.settle()

    assert table.events >= EVENTS
    assert table.words > EVENTS // 20_000
    assert table.board.session.queue.lost == 0
    assert table.gaps > EVENTS // 10_000
    assert table.board.session.queue.resent > 0
    assert table.drivers.shows > 0
    if IS_MICROPYTHON:
        gc.collect()
        after = gc.mem_alloc()
        # The stack may still hold a block or frame of the host in the middle of the free
        # memory: the next allocation then goes in front of it.
        table.settle()
        largest = largest_free()
        print("after", table.events, "events:", after, "bytes in use, largest free", largest)
        assert after <= before
        assert largest >= LARGEST_FREE


class Watched(FakeDrivers):
    """Watches the heap from the end of the first pass to that of the last."""

    left = 0  # passes to watch
    used = -1

    def rest(self) -> None:
        if not self.left:
            return
        self.now_ms += 1
        self.left -= 1
        if self.used < 0:
            gc.collect()
            gc.disable()
            self.used = gc.mem_alloc() if IS_MICROPYTHON else 0
        elif not self.left:
            self.used = gc.mem_alloc() - self.used if IS_MICROPYTHON else 0
            gc.enable()
        elif self.left % 2:
            self.act()

    def act(self) -> None:
        pass


def watched(drivers: Watched, passes: int, table: HeapTable) -> None:
    # The loop takes what it needs from the heap when it begins, which is before the first rest.
    drivers.left = passes
    table.board.run(passes)
    # What the stand-in for the pins keeps of its own is less than a byte a pass.
    assert drivers.used // passes == 0, drivers.used / passes


def test_pass_without_traffic_allocates_nothing() -> None:
    for pattern in (0, PULSE):
        drivers = Watched(CLOCK_MS)
        table = HeapTable(drivers)
        table.turn(peer.scene(1, 0, [(wire.LED_ALL, RED | pattern)]))
        table.settle()
        shows = drivers.shows
        watched(drivers, 500, table)
        assert not drivers.errors
        assert drivers.written() == 0
        assert (drivers.shows > shows) == (pattern == PULSE)


class Scripted(Watched):
    """Every other pass a reed moves, and the host acknowledges the one before."""

    blocks: "tuple[bytes, ...]" = ()
    at = 0

    def act(self) -> None:
        if self.at < len(self.blocks):
            if self.at:
                self.forget()
            self.closed[3] ^= 4
            self.send(self.blocks[self.at])
            self.at += 1


def test_event_and_its_acknowledgement_allocate_nothing() -> None:
    drivers = Scripted(CLOCK_MS)
    table = HeapTable(drivers)
    count = 100
    drivers.blocks = tuple([peer.ack(i, (table.seen + i) & 0xFF) for i in range(count)])
    watched(drivers, 2 * count + 4, table)
    queue = table.board.session.queue
    assert (queue.head, queue.next, queue.resent) == (count - 1, count, 0)

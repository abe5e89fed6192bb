"""A board under test: the main loop around fake drivers, and a host's blocks."""

import peer
from fake_drivers import FakeDrivers
from heist import wire
from heist.board import Board
from peer import events, greet, kinds

CLOCK_MS = wire.CLOCK_MASK - 500  # about to wrap


class BoardBench:
    """A board and its drivers; each pass takes a millisecond."""

    def __init__(self, drivers: "FakeDrivers | None" = None) -> None:
        self.drivers = drivers or FakeDrivers(CLOCK_MS)
        self.board = Board(self.drivers, b"boot")
        self.reader = wire.FrameReader()
        self.seen = 0
        self.expected = 0

    def run(self, passes: int = 1) -> "list[bytes]":
        # Returns the board's frames.
        frames = []
        for _ in range(passes):
            self.drivers.now_ms += 1
            self.board.run_pass()
            for frame in self.reader.feed(self.drivers.fetch()):
                self.seen = frame[3]
                if frame[2] == wire.EVENTS:
                    self.expected = (events(frame)[-1][0] + 1) & 0xFFFF
                frames.append(frame)
        return frames

    def tell(self, *blocks: bytes) -> "list[bytes]":
        for block in blocks:
            self.drivers.send(block)
        return self.run()

    def land(self) -> "list[bytes]":
        return self.tell(peer.ack(self.expected, self.seen))

    def close(self, reed: int) -> None:
        self.drivers.closed[reed // 5] |= 1 << reed % 5


def greeted(drivers: "FakeDrivers | None" = None) -> BoardBench:
    bench = BoardBench(drivers)
    assert kinds(bench.tell(greet())) == "HN"
    assert bench.land() == []
    return bench

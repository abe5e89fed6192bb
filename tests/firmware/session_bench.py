"""A session under test: a board without reeds or line, and a host's blocks."""

import binascii

import peer
from heist import wire
from heist.debounce import Debounce
from heist.lights import Lights
from heist.session import Session
from peer import kinds

REEDS = 70
ROWS = 5
IDENTITY = b"\x00\x01\x02\x03LAYT" + b"boot" + b"SERIAL 1" + b"\x46\x34"
INTERPRETER = b"MicroPython 1.25.0 rp2"
OTHER = 0x4321
RED = 2 << 7 | 2 << 5
LONGEST_EVENTS = 62
FRAME = wire.FRAME_OVERHEAD + wire.FRAME_SHORTEST


class Bench:
    """A session with its lights and its debounce, on a clock that is about to wrap."""

    def __init__(
        self,
        closed: "tuple[int, ...]" = (),
        interpreter: bytes = INTERPRETER,
        now_ms: int = wire.CLOCK_MASK - 100,
    ) -> None:
        self.lights = Lights(52)
        self.lights.alone = True
        self.debounce = Debounce(14, ROWS)
        self.now_ms = now_ms
        self.seen = 0  # of the last frame heard
        self.session = Session(IDENTITY, interpreter, REEDS, self.lights, self.debounce)
        scan = bytearray(14)
        for reed in closed:
            scan[reed // ROWS] |= 1 << reed % ROWS
        self.session.start(scan, ROWS, self.now_ms)

    def wait(self, ms: int) -> None:
        self.now_ms = (self.now_ms + ms) & wire.CLOCK_MASK
        self.session.tick(self.now_ms)

    def tell(self, block: bytes) -> None:
        self.session.on_block(bytearray(block), self.now_ms)

    def change(self, *codes: int) -> None:
        for code in codes:
            self.session.changed(code, self.now_ms)

    def hear_one(self) -> "bytes | None":
        self.session.wants_picture = False  # it is drawn
        view = self.session.next_frame(self.now_ms)
        if view is None:
            return None
        frame = bytes(view)
        assert binascii.crc32(frame) == wire.CRC_GOOD
        assert self.session.flights.bytes <= wire.WINDOW
        self.seen = frame[3]
        return frame

    def hear(self) -> "list[bytes]":
        frames = []
        frame = self.hear_one()
        while frame is not None:
            frames.append(frame)
            frame = self.hear_one()
        return frames

    def answer(self, block: bytes) -> "list[bytes]":
        self.tell(block)
        return self.hear()

    def land(self) -> None:
        # The host has everything.
        self.tell(peer.ack(self.session.queue.next, self.seen))
        assert self.session.flights.bytes == 0
        assert len(self.session.queue) == 0


def greeted(*codes: int) -> Bench:
    bench = Bench()
    bench.change(*codes)
    assert kinds(bench.answer(peer.greet()))[:2] == "HN"
    bench.land()
    return bench

"""Runs the firmware's hot loops on cases, with a digest for each; see test_twins.py.

The same file runs on CPython and on a Pico. Each class runs its cases in sequence through public
methods; results and visible state go into the digest. (Not a CRC-32: that of a good frame is
constant.)
"""

import sys
from hashlib import sha256
from struct import pack, unpack_from

from heist.debounce import Debounce
from heist.flights import Flights
from heist.lights import Lights
from heist.queue import EventQueue
from heist.stage import Stage
from heist.wire import BlockReader, FrameWriter

CLOCK_MASK = 0x1FFFFFFF
LEDS = 52
DIGEST = 4


class TwinClock:
    # Starts just before the wrap.
    def __init__(self) -> None:
        self.now_ms = CLOCK_MASK - 500

    def wait(self, ms: int) -> int:
        self.now_ms = (self.now_ms + ms) & CLOCK_MASK
        return self.now_ms


class DebounceTwin:
    def __init__(self) -> None:
        self.clock = TwinClock()
        self.shapes = [Debounce(14, 5), Debounce(5, 8)]
        self.raws = [bytearray(one.columns) for one in self.shapes]
        self.changes = bytearray(128)

    def take(self, case: bytes) -> bytes:
        now_ms = self.clock.wait(case[0] % 12 if case[0] < 250 else 10000)
        said = b""
        for i, one in enumerate(self.shapes):
            raw = self.raws[i]
            if case[1] < 20:
                one.close_ms = case[2] % 8
                one.open_ms = case[3] % 30
            for column in range(one.columns):
                moves = case[4 + column] & case[18 + column] & case[32 + column]  # few
                raw[column] ^= moves & ((1 << one.rows) - 1)
            if case[1] == 255:
                one.start(raw)
            count = one.update(raw, now_ms, self.changes)
            said += (
                bytes(self.changes[:count]) + bytes(one.closed) + pack("<HB", one.bounces, count)
            )
        return said


class LightsTwin:
    def __init__(self) -> None:
        self.clock = TwinClock()
        self.lights = Lights(LEDS)
        self.picture = bytearray(3 * LEDS)

    def take(self, case: bytes) -> bytes:
        lights = self.lights
        if case[52] & 1:
            for led in range(LEDS):
                lights.intents[led] = case[led] << 2 | case[(led + 7) % LEDS] & 3
        if case[52] & 30 == 30:
            lights.brightness = case[53]
        if case[52] & 96 == 96:
            lights.budget_ma = unpack_from("<H", case, 54)[0] % (700 if case[56] & 1 else 3000)
        lights.alone = case[52] > 230
        lights.changed()
        draw = lights.render if case[57] & 1 else lights.renew
        is_changed = draw(self.clock.wait(case[57]), self.picture)
        is_moving = lights.animated()
        said = pack("<HHBB", lights.need_ma, lights.shown_ma, is_changed, is_moving)
        return said + bytes(self.picture)


class QueueTwin:
    def __init__(self) -> None:
        self.clock = TwinClock()
        self.queue = EventQueue(70)
        self.buffer = bytearray(104)

    def take(self, case: bytes) -> bytes:
        queue = self.queue
        said = b""
        for i in range(case[0] % 14):
            # Now and then more than a minute passes.
            now_ms = self.clock.wait(case[1 + i] if case[1 + i] else 70000)
            said += bytes([queue.push(case[14 + i] & 0x80 | case[14 + i] % 70, now_ms)])
        if case[27] & 3:
            size = queue.pack(self.buffer, case[28] % 70)
            said += bytes(self.buffer[4 : 4 + size])
        if case[29] & 3 == 3:
            queue.rewind()
        if case[30] & 3 == 3:
            number = queue.head + case[31] % (len(queue) + 2 if case[32] & 7 else 300)
            said += bytes([queue.drop_before(number & 0xFFFF)])
        state = pack(
            "<HHHHHH", queue.head, queue.sent, queue.next, queue.lost, queue.resent, len(queue)
        )
        return said + state + bytes(queue.base)


class FlightsTwin:
    def __init__(self) -> None:
        self.clock = TwinClock()
        self.flights = Flights()
        self.seq = 0

    def take(self, case: bytes) -> bytes:
        flights = self.flights
        now_ms = self.clock.wait(case[0] % 50)
        for i in range(case[1] % 4):
            if flights.room() >= case[2 + i] % 60:
                self.seq = flights.add(case[2 + i] % 60, case[5] << 8 | i, now_ms)
        left = 0
        if case[6] & 3:
            left = flights.release((self.seq - case[7] % 20) & 0xFF, case[8] & 1, now_ms)
        if case[9] > 240:
            flights.clear()
            flights.begin(case[10])
        return pack(
            "<BBhHHHB",
            left,
            flights.count(),
            flights.room(),
            flights.bytes,
            flights.unseen(),
            flights.landed,
            self.seq,
        )


class StageTwin:
    def __init__(self) -> None:
        self.lights = Lights(LEDS)
        self.stage = Stage(self.lights)
        self.block = bytearray(32)

    def take(self, case: bytes) -> bytes:
        stage = self.stage
        block = self.block
        scene = stage.shown % 255 + 1 if case[0] < 240 else case[1]
        parts = 1 + scene % 3
        block[3] = scene
        block[4] = 0 if scene & 4 else stage.shown
        block[5] = parts << 4 | case[2] % parts
        if case[3] < 8:
            block[4 + (case[3] & 1)] = case[4]
        if case[3] > 250:
            stage.reset()
        for i in range(11):
            led = case[8 + i] % (LEDS + 2)
            if led >= LEDS:
                led = 62 if case[40 + i] < 200 else LEDS if case[40 + i] < 220 else 63
            motion = case[24 + i] & 31
            if case[5] < 240 and 8 < motion < 16:
                motion -= 8
            pair = led << 10 | (case[24 + i] >> 3) << 5 | motion
            block[6 + 2 * i] = pair & 0xFF
            block[7 + 2 * i] = pair >> 8
        answer = stage.part(block)
        return bytes([answer, stage.shown]) + bytes(self.lights.intents)


class SealTwin:
    def __init__(self) -> None:
        self.writer = FrameWriter()

    def take(self, case: bytes) -> bytes:
        size = case[0] % 61
        self.writer.buffer[4 : 4 + size] = case[3 : 3 + size]
        return bytes(self.writer.seal(case[1], case[2], size))


class ReaderTwin:
    def __init__(self) -> None:
        self.reader = BlockReader()
        self.waiting = b""

    def take(self, case: bytes) -> bytes:
        reader = self.reader
        self.waiting += case
        said = b""
        at = 0
        while True:
            view = reader.want()
            size = len(view)
            if at + size > len(self.waiting):
                break
            view[:] = self.waiting[at : at + size]
            at += size
            if reader.got():
                said += bytes(reader.data)
        self.waiting = self.waiting[at:]
        return said + pack("<HH", reader.bad, reader.skipped)


TWINS = (  # and the size of a case
    ("debounce", DebounceTwin, 46),
    ("lights", LightsTwin, 58),
    ("queue", QueueTwin, 33),
    ("flights", FlightsTwin, 11),
    ("stage", StageTwin, 51),
    ("seal", SealTwin, 64),
    ("reader", ReaderTwin, 20),
)


def digest(said: bytes) -> bytes:
    return sha256(said).digest()[:DIGEST]


def main() -> None:
    """Writes the digest of each case in the file `cases`; reads the number of cases first."""
    cases = sys.stdin.buffer.read(1)[0]
    with open("cases", "rb") as file:
        for _, make, size in TWINS:
            twin = make()
            for _ in range(cases):
                sys.stdout.buffer.write(digest(twin.take(file.read(size))))

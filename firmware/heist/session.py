"""The board's side of the link: its session, the frames in flight, the next frame. Pure.

heist/board.py passes in each debounced change and each good block, and asks for the next frame
when the line has room. PROTOCOL.md defines the messages and has the state table. Allocates in the
constructor.
"""

import struct
from array import array

from . import stage, wire
from .compat import const, micropython
from .flights import Flights
from .queue import EventQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .debounce import Debounce
    from .lights import Lights

ALONE_MS = const(5000)  # the host is gone after this time without a good block
HELLO_EVERY_MS = const(250)  # to a host that has not noticed that the board restarted
STATS_EVERY_MS = const(1000)

_NUMBER = const(0xFFFF)
# Of wire, as constants of this file: looked up there they cost 3 us each on a Pico.
_MASK = const(0x1FFFFFFF)  # CLOCK_MASK
_EVENTS = const(0x45)
_GREET = const(0x47)
_ACK = const(0x41)
_SCENE = const(0x53)
_SHOWN = const(1)  # of stage
_REFUSED = const(2)
_SAY_HELLO = const(1)  # bits of Session.words: messages to send
_SAY_SNAPSHOT = const(2)
_SAY_FAULT = const(4)
_SAY_LIT = const(8)
_SAY_CONFIGURED = const(16)
_SAY_STATS = const(32)
_SAY_RISE = const(64)


class Session:
    """One board's end of the link; events go out in order and are kept until acknowledged.

    It has no properties: MicroPython would look for one at each assignment, in 15 us on a Pico.
    """

    def __init__(
        self,
        identity: bytes,
        interpreter: bytes,
        reeds: int,
        lights: "Lights",
        debounce: "Debounce",
    ) -> None:
        """*identity*: the fields of HELLO from ``major`` to ``leds``."""
        self.session = 0  # 0: ALONE
        self.queue = EventQueue(reeds)
        self.stage = stage.Stage(lights)
        self.blocks = 0
        self.foreign = 0
        self.wants_picture = True  # the lights have changed; cleared when they are drawn
        self.wants_rise = False  # rise_us must be measured; cleared when that is done
        self.wants_service = False  # the host wants the prompt; cleared by the main loop
        # The main loop's figures for STATS, kept by heist/board.py.
        self.passes = 0
        self.pass_max_us = 0
        self.gc_max_us = 0
        self.heap_free = 0
        self.bad_blocks = 0
        self.skipped = 0
        self.rise_us = array("H", bytes(wire.RISE_SIZE))  # row by row, as in RISE

        self._identity = identity
        self._interpreter = interpreter[: wire.INTERPRETER_LONGEST]
        self._reeds = reeds
        self._lights = lights
        self._debounce = debounce
        writer = wire.FrameWriter()
        self._buffer = writer.buffer
        self._seal = writer.seal
        self._heard_ms = 0  # time of the last good block
        self._hello_ms = 0  # time of the last HELLO of session 0
        self._stats_ms = 0

        self.flights = Flights()
        self._runs_empty = False  # a frame was lost: send nothing until nothing is in flight

        self.words = 0  # messages to send besides events
        self._fault = 0
        self._fault_detail = 0

    def start(self, closed: bytearray, rows: int, now_ms: int) -> None:
        """Sets the state to the first scan (one byte per matrix column), without events."""
        for reed in range(self._reeds):
            if closed[reed // rows] >> (reed % rows) & 1:
                self.queue.start(reed | wire.CLOSED)
        self._hello_ms = (now_ms - HELLO_EVERY_MS) & _MASK

    @micropython.native
    def changed(self, code: int, now_ms: int) -> None:
        """Queues one debounced change: reed number, + 128 if it closed."""
        if not self.queue.push(code, now_ms):
            self.fault(wire.FAULT_OVERFLOW, self.queue.lost)

    def fault(self, code: int, detail: int) -> None:
        """Sends a fault as soon as the line has room; a newer fault replaces it."""
        self._fault = code
        self._fault_detail = detail & _NUMBER
        self.words |= _SAY_FAULT

    @micropython.native
    def tick(self, now_ms: int) -> None:
        """Ends the session of a silent host; schedules STATS."""
        if not self.session:
            return
        if ((now_ms - self._heard_ms) & _MASK) >= ALONE_MS:
            self.session = 0
            self.words &= ~_SAY_HELLO
            self._lights.alone = True
            self._lights.changed()
            self.wants_picture = True
        elif ((now_ms - self._stats_ms) & _MASK) >= STATS_EVERY_MS:
            self._stats_ms = now_ms
            self.words |= _SAY_STATS

    # Incoming blocks.

    @micropython.native
    def on_block(self, data: bytearray, now_ms: int) -> None:
        """Handles one good block."""
        kind = data[0]
        self.blocks = (self.blocks + 1) & _NUMBER
        if kind == _GREET:
            self._greet(data, now_ms)
        elif not self.session:
            if kind == _ACK:
                self.flights.release(data[5], data[6], now_ms)
            if ((now_ms - self._hello_ms) & _MASK) >= HELLO_EVERY_MS:
                self._hello_ms = now_ms
                self.words |= _SAY_HELLO
        elif data[1] | data[2] << 8 != self.session:
            self.foreign = (self.foreign + 1) & _NUMBER
        else:
            self._heard_ms = now_ms
            if kind == _ACK:
                self._ack(data, now_ms)
            elif kind == _SCENE:
                answer = self.stage.part(data)
                if answer == _SHOWN:
                    self.words |= _SAY_LIT
                    self.wants_picture = True
                elif answer == _REFUSED:
                    self.fault(wire.FAULT_REFUSED, kind)
            else:
                self._obey(kind, data)

    def _obey(self, kind: int, data: bytearray) -> None:
        # The rarer kinds.
        if kind == wire.CONFIG:
            self._configure(data)
        elif kind == wire.ASK and data[3] == wire.ASK_SNAPSHOT:
            self.words |= _SAY_SNAPSHOT
        elif kind == wire.ASK and data[3] == wire.ASK_STATS:
            self.words |= _SAY_STATS
        elif kind == wire.ASK and data[3] == wire.ASK_SELF_TEST:
            self.words |= _SAY_RISE
            self.wants_rise = True
        elif kind == wire.ASK and data[3] == wire.ASK_SETTINGS:
            self.words |= _SAY_CONFIGURED
        elif kind == wire.SERVICE and data[3:7] == wire.SERVICE_MAGIC:
            self.wants_service = True
        else:
            self.fault(wire.FAULT_REFUSED, kind)

    def _greet(self, data: bytearray, now_ms: int) -> None:
        session = data[1] | data[2] << 8
        if not session:
            return
        self.session = session
        self._heard_ms = self._stats_ms = now_ms
        # The host has read or dropped everything in flight.
        self.flights.clear()
        self._rewind()
        self.stage.reset()
        self.words = self.words & _SAY_FAULT | _SAY_HELLO | _SAY_SNAPSHOT
        self.wants_rise = False
        self._lights.alone = False
        self._lights.changed()
        self.wants_picture = True

    @micropython.native
    def _ack(self, data: bytearray, now_ms: int) -> None:
        queue = self.queue
        flights = self.flights.release(data[5], data[6], now_ms)
        if not queue.drop_before(data[3] | data[4] << 8):
            self.words |= _SAY_SNAPSHOT
        if flights:
            missing = (self.flights.landed - queue.head) & _NUMBER
            self._runs_empty = 0 < missing <= len(queue)
        else:
            self._rewind()

    @micropython.native
    def _rewind(self) -> None:
        self.flights.begin(self.queue.rewind())
        self._runs_empty = False

    def _configure(self, data: bytearray) -> None:
        budget_ma = data[3] | data[4] << 8
        if not wire.BUDGET_LEAST_MA <= budget_ma <= wire.BUDGET_MOST_MA:
            self.fault(wire.FAULT_REFUSED, wire.CONFIG)
            return
        self._lights.budget_ma = budget_ma
        self._lights.brightness = data[5]
        self._lights.changed()
        self.wants_picture = True
        self._debounce.close_ms = data[6]
        self._debounce.open_ms = data[7]
        self.words |= _SAY_CONFIGURED

    # Outgoing frames, the most urgent first.

    @micropython.native
    def next_frame(self, now_ms: int) -> memoryview | None:
        """Returns the frame to write now and counts it as in flight; None if there is none.

        It is valid until the next call. LIT waits until ``wants_picture`` is cleared, RISE until
        ``wants_rise`` is, so that they report what has happened.
        """
        room = self.flights.room()
        words = self.words
        if words & _SAY_HELLO:
            size = wire.HELLO_SIZE + len(self._interpreter)
            if size > room:
                return None
            self.words = words & ~_SAY_HELLO
            return self._fly(wire.HELLO, self._pack_hello(size), now_ms)
        if not self.session or self._runs_empty:
            return None
        if words & _SAY_SNAPSHOT:
            if room < wire.SNAPSHOT_SIZE:
                return None
            self.words = words & ~_SAY_SNAPSHOT
            return self._fly(wire.SNAPSHOT, self._pack_snapshot(now_ms), now_ms)
        queue = self.queue
        if queue.unsent():
            size = queue.pack(self._buffer, room)
            if not size:
                return None
            return self._seal(_EVENTS, self.flights.add(size, queue.end(), now_ms), size)
        if not words or room < wire.STATS_SIZE:  # the longest remaining kind
            return None
        return self._next_word(now_ms)

    @micropython.native
    def _next_word(self, now_ms: int) -> memoryview | None:
        buffer = self._buffer
        lights = self._lights
        if self.words & _SAY_FAULT:
            struct.pack_into(
                wire.FAULT_FORM, buffer, wire.FRAME_FIELDS_AT, self._fault, self._fault_detail
            )
            self.words &= ~_SAY_FAULT
            return self._fly(wire.FAULT, wire.FAULT_SIZE, now_ms)
        if self.words & _SAY_LIT and not self.wants_picture:
            self.words &= ~_SAY_LIT
            struct.pack_into(
                wire.LIT_FORM,
                buffer,
                wire.FRAME_FIELDS_AT,
                self.stage.shown,
                lights.need_ma,
                lights.shown_ma,
            )
            return self._fly(wire.LIT, wire.LIT_SIZE, now_ms)
        if self.words & _SAY_CONFIGURED:
            self.words &= ~_SAY_CONFIGURED
            struct.pack_into(
                wire.CONFIG_FORM,
                buffer,
                wire.FRAME_FIELDS_AT,
                lights.budget_ma,
                lights.brightness,
                self._debounce.close_ms,
                self._debounce.open_ms,
            )
            return self._fly(wire.CONFIGURED, wire.CONFIG_SIZE, now_ms)
        if self.words & _SAY_STATS:
            self.words &= ~_SAY_STATS
            self._pack_stats(now_ms)
            return self._fly(wire.STATS, wire.STATS_SIZE, now_ms)
        if self.words & _SAY_RISE and not self.wants_rise:
            self.words &= ~_SAY_RISE
            i = 0
            while i < len(self.rise_us):
                struct.pack_into("<H", buffer, wire.FRAME_FIELDS_AT + 2 * i, self.rise_us[i])
                i += 1
            return self._fly(wire.RISE, wire.RISE_SIZE, now_ms)
        return None

    @micropython.native
    def _fly(self, kind: int, size: int, now_ms: int) -> memoryview:
        seq = self.flights.add(size, self.queue.end(), now_ms)
        return self._seal(kind, seq, size)

    def _pack_hello(self, size: int) -> int:
        buffer = self._buffer
        at = wire.FRAME_FIELDS_AT
        struct.pack_into("<HB", buffer, at, self.session, wire.PROTOCOL)
        buffer[at + 3 : at + 3 + len(self._identity)] = self._identity
        struct.pack_into("<HH", buffer, at + wire.HELLO_SIZE - 4, self.queue.head, self.queue.next)
        buffer[at + wire.HELLO_SIZE : at + size] = self._interpreter
        return size

    def _pack_snapshot(self, now_ms: int) -> int:
        queue = self.queue
        struct.pack_into(
            wire.SNAPSHOT_FORM,
            self._buffer,
            wire.FRAME_FIELDS_AT,
            queue.head,
            now_ms,
            queue.lost,
            queue.base,
        )
        return wire.SNAPSHOT_SIZE

    def _pack_stats(self, now_ms: int) -> None:
        queue = self.queue
        struct.pack_into(
            wire.STATS_FORM,
            self._buffer,
            wire.FRAME_FIELDS_AT,
            now_ms,
            self.passes,
            self.pass_max_us,
            self.gc_max_us,
            self.heap_free,
            len(queue),
            queue.lost,
            queue.resent,
            self._debounce.bounces,
            self.blocks,
            self.bad_blocks,
            self.skipped,
            self.foreign,
            self._lights.shown_ma,
        )
        self.pass_max_us = self.gc_max_us = 0

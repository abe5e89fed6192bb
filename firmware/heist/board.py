"""The main loop: scan, debounce, session, lights, line. All hardware access goes through drivers.

Called by main.py. One pass handles every source once and waits for none; STATS report the longest
pass. Allocates in the constructor; a pass allocates nothing.

On an emulated Pico a pass takes 0.13 ms, an event 0.4 ms from its scan to USB. A reed that closes
just after it was scanned waits for the rest of that pass, and what makes a pass long is a block
(0.3 ms to read it, 0.2 to obey), a change of the lights (0.15) or a frame (0.3). So a frame waits
for a pass without a block. The longest wait is that for a scene and its answer: an event then
takes 1.2 ms. Collecting garbage takes 18 ms, every five minutes, while no reed changes.
"""

import struct
import sys

from . import __version__, layout, wire
from .compat import const, micropython
from .debounce import Debounce
from .lights import FRAME_MS, Lights
from .session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Drivers(Protocol):
        """What a platform provides; heist/unix/drivers.py is one."""

        serial_number: bytes

        def ticks_ms(self) -> int:
            """Returns a clock in ms that wraps at 2**29 or a multiple."""

        def ticks_us(self) -> int:
            """Returns a clock in us that wraps at 2**29 or a multiple."""

        def scan(self, raw: bytearray) -> object:
            """Writes one byte per matrix column; bit r is set if the reed in row r is closed."""

        def rise_us(self, row: int) -> int:
            """Returns how long the line of *row* takes to read high again after a release, in us.

            A reed in that row must be closed. Its column alone is driven low for 10 us, so that
            the row reads low; then the column is released (an input without pulls), and the time
            until the row reads high is measured. Returns 1..1000; 0 (``wire.RISE_UNKNOWN``) if no
            reed in the row is closed or the row does not go low; 65535 (``wire.RISE_NEVER``) if
            it is still low after 1 ms. Takes no longer than that, may be called between any two
            scans, and leaves the matrix ready for a scan. With 4.7 kOhm the time is below 2 us,
            with the Pico's own pull-up 8-12 us.
            """

        def can_show(self) -> bool:
            """True if the LEDs have latched the last picture."""

        def show(self, picture: bytearray) -> object:
            """Starts to send three bytes per LED, green red blue.

            The caller leaves *picture* unchanged until can_show().
            """

        def read(self, view: memoryview) -> bool:
            """Fills *view*; False if there is no data. Bytes later than 5 ms read as zeros."""

        def can_write(self) -> bool:
            """True if a frame may be written now."""

        def write(self, frame: memoryview) -> int:
            """Writes *frame*; returns the number of bytes written."""

        def rest(self) -> None:
            """Waits a moment for input, where other processes can use the time."""

        def serve(self) -> bool:
            """Restarts into MicroPython's prompt; returns False where there is none."""

        def collect(self) -> int:
            """Collects garbage; returns the free memory in bytes."""

        def report(self, error: Exception) -> None:
            """Shows developers an exception of a pass."""


BLOCKS_FIRST = const(16)  # one in so many blocks does not delay frames and answers
READS_PER_PASS = const(32)  # for one block; each read completes it or drops at least a byte
GC_EVERY_MS = const(300_000)  # takes 18 ms; only greetings and faults leave garbage
GC_QUIET_MS = const(1000)  # collect once the reeds have not changed for this long
_MASK = const(0x1FFFFFFF)


class Board:
    """One floor module: debounce, session and lights on one set of drivers."""

    def __init__(self, drivers: "Drivers", boot: bytes) -> None:
        self.drivers = drivers
        self.debounce = Debounce(len(layout.COLUMN_PINS), len(layout.ROW_PINS))
        self.lights = Lights(layout.LEDS, layout.DEFAULT_BUDGET_MA)
        self.lights.alone = True
        self.lights.changed()
        self.session = Session(
            _identity(boot, drivers.serial_number),
            _interpreter().encode(),
            layout.REEDS,
            self.lights,
            self.debounce,
        )
        self._reader = wire.BlockReader()
        self._raw = bytearray(len(layout.COLUMN_PINS))
        self._changes = bytearray(layout.REEDS)
        self._picture = bytearray(3 * layout.LEDS)
        self._is_shown = True  # the picture is on the LEDs
        self._is_frame_due = False
        self._exceptions = 0
        self._passes = 0
        now_ms = drivers.ticks_ms() & _MASK
        self._second_ms = now_ms
        self._beat_ms = now_ms
        self._frame_ms = now_ms
        self._moved_ms = now_ms
        self._collected_ms = now_ms
        drivers.scan(self._raw)
        self.debounce.start(self._raw)
        self.session.start(self.debounce.closed, len(layout.ROW_PINS), now_ms)
        self.collect(now_ms)

    def run_pass(self) -> None:
        """Runs one pass; an exception ends only this pass, is counted and reported."""
        self.run(1)

    @micropython.native
    def run(self, passes: int = 0) -> None:
        """Runs *passes* passes, or forever."""
        # Local variables, because each attribute access costs 3 us on a Pico.
        drivers = self.drivers
        ticks_us = drivers.ticks_us
        ticks_ms = drivers.ticks_ms
        scan = drivers.scan
        read = drivers.read
        can_show = drivers.can_show
        rest = drivers.rest
        debounce = self.debounce
        update = debounce.update
        closed = debounce.closed
        want = self._reader.want
        raw = self._raw
        changes = self._changes
        session = self.session
        unsent = session.queue.unsent
        view = want()
        while True:
            started_us = ticks_us()
            now_ms = ticks_ms() & _MASK
            self._passes += 1
            try:
                scan(raw)
                if debounce.is_timing or raw != closed:
                    count = update(raw, now_ms, changes)
                    if count:
                        self._take(count, now_ms)
                # A pass with a block or an answer draws no frame, so that no event waits for two.
                has_block = read(view)
                if has_block:
                    self._listen(now_ms)
                    view = want()
                if session.wants_picture and can_show() and self._draw(now_ms, has_block):
                    pass
                elif session.words or unsent():
                    self._speak(now_ms, False)
                if now_ms != self._beat_ms:
                    self._beat(now_ms)
            except Exception as error:
                self._failed(error, now_ms)
                view = want()
            took_us = (ticks_us() - started_us) & _MASK
            if took_us > session.pass_max_us:
                session.pass_max_us = took_us
            rest()
            passes -= 1
            if not passes:
                return

    def _failed(self, error: Exception, now_ms: int) -> None:
        self._exceptions += 1
        self.drivers.report(error)
        self.session.fault(wire.FAULT_EXCEPTION, self._exceptions)
        try:
            # A board whose pins or LEDs always fail still reports it.
            self._speak(now_ms, False)
        except Exception as worse:
            self.drivers.report(worse)

    @micropython.native
    def _take(self, count: int, now_ms: int) -> None:
        # Events go out before anything else is done.
        self._moved_ms = now_ms
        changes = self._changes
        session = self.session
        i = 0
        while i < count:
            session.changed(changes[i], now_ms)
            i += 1
        # If nothing is in flight, the line has room.
        self._speak(now_ms, not session.words and not session.flights.unseen())

    @micropython.native
    def _listen(self, now_ms: int) -> None:
        # The reader's buffer was filled once. One block per pass, so that no event waits for more.
        reader = self._reader
        session = self.session
        reads = 1
        while not reader.got():
            session.bad_blocks = reader.bad
            session.skipped = reader.skipped
            if reads == READS_PER_PASS or not self.drivers.read(reader.want()):
                return
            reads += 1
        session.on_block(reader.data, now_ms)
        if session.wants_service:
            session.wants_service = False
            if not self.drivers.serve():
                session.fault(wire.FAULT_REFUSED, wire.SERVICE)
        if session.wants_rise:
            self._measure()

    def _measure(self) -> None:
        # The only long pass: up to a millisecond per row, at the host's request.
        rise_us = self.session.rise_us
        row = 0
        while row < len(rise_us):
            rise_us[row] = self.drivers.rise_us(row)
            row += 1
        self.session.wants_rise = False

    @micropython.native
    def _beat(self, now_ms: int) -> None:
        # Work that is done at most once a millisecond.
        session = self.session
        self._beat_ms = now_ms
        session.tick(now_ms)
        if ((now_ms - self._frame_ms) & _MASK) >= FRAME_MS:
            self._frame_ms = now_ms
            if self.lights.animated():
                self._is_frame_due = session.wants_picture = True
        if ((now_ms - self._second_ms) & _MASK) >= 1000:
            self._count(now_ms)

    @micropython.native
    def _draw(self, now_ms: int, has_block: bool) -> bool:
        # Draws the frame that is due, or only what has changed. Returns True for a frame.
        lights = self.lights
        session = self.session
        is_frame = False
        if self._is_frame_due and not (has_block and session.blocks % BLOCKS_FIRST):
            is_frame = True
            differs = lights.render(now_ms, self._picture)
        else:
            differs = lights.renew(now_ms, self._picture)
        if differs or not self._is_shown:
            self._is_shown = False
            self.drivers.show(self._picture)
            self._is_shown = True
        if is_frame:
            self._is_frame_due = False
        session.wants_picture = self._is_frame_due
        return is_frame

    @micropython.native
    def _speak(self, now_ms: int, has_room: bool) -> None:
        session = self.session
        drivers = self.drivers
        while has_room or drivers.can_write():
            has_room = False
            frame = session.next_frame(now_ms)
            if frame is None:
                return
            missing = len(frame) - drivers.write(frame)
            if missing:
                session.fault(wire.FAULT_SHORT_WRITE, missing)
                return

    def _count(self, now_ms: int) -> None:
        # Once a second, before STATS are sent.
        session = self.session
        self._second_ms = now_ms
        session.passes = min(self._passes, 0xFFFF)
        self._passes = 0
        if ((now_ms - self._collected_ms) & _MASK) >= GC_EVERY_MS and (
            (now_ms - self._moved_ms) & _MASK
        ) >= GC_QUIET_MS:
            self.collect(now_ms)

    def collect(self, now_ms: int) -> None:
        """Collects garbage; records the time it took and the free memory."""
        started_us = self.drivers.ticks_us()
        self._collected_ms = now_ms
        self.session.heap_free = self.drivers.collect()
        self.session.gc_max_us = min((self.drivers.ticks_us() - started_us) & _MASK, 0xFFFF)


def _identity(boot: bytes, serial_number: bytes) -> bytes:
    major, minor, patch = (int(part) for part in __version__.split("."))
    return struct.pack(
        "<BBBB4s4s8sBB",
        major,
        minor,
        patch,
        layout.REVISION,
        layout.LAYOUT_CRC,
        boot,
        serial_number,
        layout.REEDS,
        layout.LEDS,
    )


def _interpreter() -> str:
    version = sys.implementation.version
    text = ".".join(str(part) for part in version[:3])
    if sys.implementation.name != "micropython":  # on a Raspberry Pi
        return "CPython " + text + " " + sys.platform
    if len(version) > 3 and version[3]:
        text += "-" + version[3]
    return "MicroPython " + text + " " + sys.platform

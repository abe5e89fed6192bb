"""The main loop: scan, debounce, session, lights, line. Everything real comes in as drivers.

Called by main.py. One pass takes every source once and waits for none; how long the longest pass
took goes out in STATS. Allocates when made; a pass allocates nothing but the CRC of each block and
frame, 32 bytes.
"""

import struct
import sys

from . import __version__, layout, wire
from .compat import const
from .debounce import Debounce
from .lights import FRAME_MS, Lights
from .session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Drivers(Protocol):
        """What a platform provides: heist/unix/drivers.py is one."""

        serial_number: bytes

        def ticks_ms(self) -> int:
            """Returns the board's clock, 29 bits."""

        def ticks_us(self) -> int:
            """Returns a clock for short spans, 29 bits."""

        def scan(self, raw: bytearray) -> None:
            """Writes one byte a matrix column: bit r set = the reed of row r is closed."""

        def show(self, picture: bytearray) -> None:
            """Sends three bytes an LED, green red blue, to the chain."""

        def read(self, view: memoryview) -> bool:
            """Fills *view*; False if nothing waits. What is not there in 5 ms reads as zeros."""

        def can_write(self) -> bool:
            """Says whether a frame may be written now."""

        def write(self, frame: memoryview) -> int:
            """Writes *frame*; returns how many bytes were taken."""

        def rest(self) -> None:
            """Waits a moment for something to do, where others could use the time."""

        def collect(self) -> int:
            """Collects garbage; returns how many bytes are free."""

        def report(self, error: Exception) -> None:
            """Shows an exception of a pass to whoever develops."""


BLOCKS_PER_PASS = const(6)  # a whole scene and an ACK
READS_PER_PASS = const(32)  # of them, single bytes after an error
GC_EVERY_MS = const(30000)
GC_QUIET_MS = const(1000)  # collect when the reeds have rested this long
_MASK = const(0x1FFFFFFF)


class Board:
    """One floor module: its debounce, its session and its lights around one set of drivers."""

    def __init__(self, drivers: "Drivers", boot: bytes) -> None:
        self.drivers = drivers
        self.debounce = Debounce(len(layout.COLUMN_PINS), len(layout.ROW_PINS))
        self.lights = Lights(layout.LEDS, layout.DEFAULT_BUDGET_MA)
        self.lights.alone = True
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
        self._exceptions = 0
        self._passes = 0
        now_ms = drivers.ticks_ms()
        self._second_ms = now_ms
        self._frame_ms = now_ms
        self._moved_ms = now_ms
        self._collected_ms = now_ms
        drivers.scan(self._raw)
        self.debounce.start(self._raw)
        self.session.start(self.debounce.closed, len(layout.ROW_PINS), now_ms)
        self.collect(now_ms)

    def run(self) -> None:
        """Runs for ever."""
        while True:
            self.run_pass()
            self.drivers.rest()

    def run_pass(self) -> None:
        """Does everything once; an exception costs this pass, is counted and said."""
        started_us = self.drivers.ticks_us()
        now_ms = self.drivers.ticks_ms()
        try:
            self._look(now_ms)
            self._listen(now_ms)
            self._light(now_ms)
        except Exception as error:
            self._failed(error)
        # Apart, so that a board whose pins or LEDs fail for ever still says so.
        try:
            self._speak(now_ms)
        except Exception as error:
            self._failed(error)
        self._count(now_ms, started_us)

    def _failed(self, error: Exception) -> None:
        self._exceptions += 1
        self.drivers.report(error)
        self.session.fault(wire.FAULT_EXCEPTION, self._exceptions)

    def _look(self, now_ms: int) -> None:
        self.drivers.scan(self._raw)
        count = self.debounce.update(self._raw, now_ms, self._changes)
        if count:
            self._moved_ms = now_ms
        i = 0
        while i < count:
            self.session.changed(self._changes[i], now_ms)
            i += 1

    def _listen(self, now_ms: int) -> None:
        reader = self._reader
        blocks = 0
        reads = 0
        while (
            blocks < BLOCKS_PER_PASS
            and reads < READS_PER_PASS
            and self.drivers.read(reader.want())
        ):
            reads += 1
            if reader.got():
                blocks += 1
                self.session.on_block(reader.data, now_ms)
        self.session.bad_blocks = reader.bad
        self.session.skipped = reader.skipped
        self.session.tick(now_ms)

    def _light(self, now_ms: int) -> None:
        is_due = ((now_ms - self._frame_ms) & _MASK) >= FRAME_MS and self.lights.animated()
        if not (is_due or self.session.wants_picture):
            return
        self._frame_ms = now_ms
        if self.lights.render(now_ms, self._picture):
            self._is_shown = False
        if not self._is_shown:
            self.drivers.show(self._picture)
            self._is_shown = True
        self.session.wants_picture = False

    def _speak(self, now_ms: int) -> None:
        while self.drivers.can_write():
            frame = self.session.next_frame(now_ms)
            if frame is None:
                return
            missing = len(frame) - self.drivers.write(frame)
            if missing:
                self.session.fault(wire.FAULT_SHORT_WRITE, missing)
                return

    def _count(self, now_ms: int, started_us: int) -> None:
        session = self.session
        self._passes += 1
        took_us = (self.drivers.ticks_us() - started_us) & _MASK
        if took_us > session.pass_max_us:
            session.pass_max_us = min(took_us, 0xFFFF)
        if ((now_ms - self._second_ms) & _MASK) < 1000:
            return
        self._second_ms = now_ms
        session.passes = min(self._passes, 0xFFFF)
        self._passes = 0
        if ((now_ms - self._collected_ms) & _MASK) >= GC_EVERY_MS and (
            (now_ms - self._moved_ms) & _MASK
        ) >= GC_QUIET_MS:
            self.collect(now_ms)

    def collect(self, now_ms: int) -> None:
        """Collects garbage now, and notes how long it took and what is free."""
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
    if len(version) > 3 and version[3]:
        text += "-" + version[3]
    return "MicroPython " + text + " " + sys.platform

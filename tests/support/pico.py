"""An emulated Pico in this process: the official MicroPython image, our firmware, exact time.

Emulated time is the only clock, so two runs agree to the nanosecond. The host is a bare
:class:`~heistboard.link.link.Link` on the same clock. The emulator lacks the second core, misses
of the flash cache, and a USB host's timing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from math import inf
from pathlib import Path
from random import Random

from heist import layout as board_layout
from heistboard.flashing import files
from heistboard.link.floors import Modules
from heistboard.link.link import DEFAULTS, Link, LinkState, Notice
from heistboard.link.messages import Configured
from heistboard.link.module import Event
from heistboard.places import layout
from rp2040py.boards import BOARDS, resolve_firmware
from rp2040py.device import BaseDevice, ResetCause
from rp2040py.external.ws2812 import Ws2812
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040

from tests.support import pico_flash
from tests.support.pico_flash import AT, MPY, SIZE
from tests.support.pico_speed import FastLoop

LATCH_NS = 280_000.0  # a WS2812B latches after this much silence
BOOT_WITHIN_MS = 5000
ROSC = 0x40060000
RANDOM_BIT = 0x1C
SCRATCH = 0x4005800C  # the watchdog's first scratch register
FOR_EVER = b"\xfe\xe7"  # the instruction that jumps to itself


@cache
def flashed() -> dict[str, bytes]:
    """The files that a Pico holds after `board flash`."""
    return files.compiled(files.sources(), MPY)


class ReedMatrix:
    """Diode matrix: a closed reed pulls its row low while its column is driven low.

    A row stays low for ``rise_us`` after that; ``inf`` for a row that stays low forever.
    """

    def __init__(self) -> None:
        self.closed: set[int] = set()
        self.rise_us = [0.0] * len(board_layout.ROW_PINS)
        self.passes = 0  # scans that began
        self.longest_us = 0.0  # longest time between two scans; a test sets it to 0 first
        self._passed_us = 0.0
        self._low: set[int] = set()

    def attach(self, mcu: RP2040) -> None:
        self._mcu = mcu
        for index, pin in enumerate(board_layout.COLUMN_PINS):
            mcu.gpio[pin].add_listener(partial(self._drive, index))
        self._rises = [
            mcu.clock.create_alarm(partial(self._rise, row))
            for row in range(len(board_layout.ROW_PINS))
        ]
        self._pulled: set[int] = set()
        self._held: set[int] = set()  # rows that are low

    def set(self, number: int, *, is_closed: bool) -> None:
        (self.closed.add if is_closed else self.closed.discard)(number)
        self._apply()

    @property
    def silent_us(self) -> float:
        """Time since the last scan began."""
        return self._mcu.clock.nanos / 1000 - self._passed_us

    def _drive(self, column: int, state: GPIOPinState, before: GPIOPinState) -> None:
        is_low = state == GPIOPinState.LOW
        if is_low != (column in self._low):
            (self._low.add if is_low else self._low.discard)(column)
            self._apply()
            if is_low and not column:
                self.passes += 1
                self.longest_us = max(self.longest_us, self.silent_us)
                self._passed_us = self._mcu.clock.nanos / 1000

    def _apply(self) -> None:
        if not self.closed and not self._held:
            return
        rows = len(board_layout.ROW_PINS)
        pulled = {number % rows for number in self.closed if number // rows in self._low}
        for row in pulled | self._held:
            pin = self._mcu.gpio[board_layout.ROW_PINS[row]]
            was_pulled = row in self._pulled
            if row in pulled:
                self._held.add(row)
                self._rises[row].cancel()
                pin.set_input_value(False)
            elif not self.rise_us[row]:
                self._rises[row].cancel()
                self._rise(row)
            elif was_pulled and self.rise_us[row] < inf:
                self._rises[row].schedule(self.rise_us[row] * 1000)
        self._pulled = pulled

    def _rise(self, row: int) -> None:
        self._held.discard(row)
        self._mcu.gpio[board_layout.ROW_PINS[row]].release_input()


class EmulatedPico:
    """One Pico with *files* on it, its reeds and its LEDs, and a host at its USB."""

    def __init__(self, uf2: Path, files: Mapping[str, bytes] | None = None) -> None:
        """Without *files* it holds the firmware as `board flash` writes it."""
        self.matrix = ReedMatrix()
        self.leds = Ws2812(
            gpio=board_layout.LED_PIN, on_pixels=self._take_picture, latch_nanos=LATCH_NS
        )
        self.pictures: list[tuple[float, list[tuple[int, ...]]]] = []  # of the whole chain
        self._lit: list[tuple[int, ...]] = []
        self.modules = Modules()
        self.link = Link(0x4D2, self.modules)
        self.notices: list[tuple[float, Notice]] = []
        self.heard = bytearray()  # everything the board sent
        self.sent = 0  # bytes the host sent
        self.starts = 1
        self._dice = Random(1)
        self._has_link = False
        self._host_reads = True
        self._unread: list[bytes] = []
        self._stood_ms = 0.0
        self._unsaid = 0  # packets taken from USB whose completion the board has not seen
        spec = resolve_firmware(BOARDS["pico"], "micropython", str(uf2))
        # Not MicroPythonDevice, which sends a newline into our protocol at each start.
        self.device = BaseDevice(
            board=replace(spec, extras=(self._leds_at_pin, self._matrix_at_pins))
        )
        self._mcu = self.device.mcu
        self._mcu.flash[AT - len(FOR_EVER) : AT] = FOR_EVER  # this flash is unused
        self._mcu.flash[AT : AT + SIZE] = pico_flash.filesystem(
            flashed() if files is None else files
        )
        self._loop = FastLoop(self.device)
        self._has_paused = False
        self._clock = self.device.simulator.clock
        self._usb = self._mcu.usb_ctrl
        self.device.cdc.on_serial_data = self._take_bytes
        self._say_taken = self._usb._indicate_buffer_ready
        self._usb._indicate_buffer_ready = self._taken  # type: ignore[method-assign]
        self._forget_line = self._usb.on_reset
        self._usb.on_reset = self._restarted
        rosc = self._mcu.find_peripheral(ROSC)
        assert rosc is not None
        rosc.read_uint32 = self._noise  # type: ignore[method-assign]
        self._mcu.core.pc = FLASH_START_ADDRESS
        self._to_board = bytearray()
        self._pump = self._clock.create_alarm(self._send_more)
        self._asked = 0  # size of the board's pending read
        assert self._usb.on_endpoint_read is not None
        self._answer = self._usb.on_endpoint_read
        self._usb.on_endpoint_read = self._board_asks

    def _noise(self, offset: int) -> int:
        # Random, because else each start of the board would have the same `boot`.
        return self._dice.getrandbits(1) if offset == RANDOM_BIT else 0xFFFFFFFF

    def _leds_at_pin(self) -> Ws2812:
        return self.leds

    def _matrix_at_pins(self) -> ReedMatrix:
        return self.matrix

    # Time.

    @property
    def us(self) -> float:
        """Emulated microseconds since the start."""
        return self._clock.nanos / 1000

    @property
    def now_ms(self) -> int:
        return int(self.us // 1000)

    @property
    def _host_ms(self) -> int:
        # The host's clock: it stands still with the board, whose silence it would else notice.
        return int(self.us / 1000 - self._stood_ms)

    def run(self, ms: float) -> None:
        """Advances emulated time."""
        self.run_until(lambda: False, ms, must=False)

    def run_until(self, done: Callable[[], bool], within_ms: float, *, must: bool = True) -> bool:
        """Advances time until *done*, which is checked after every event and every ms."""
        end = self.us + within_ms * 1000
        while not done():
            if self.us >= end:
                assert not must, f"not within {within_ms} ms; heard {bytes(self.heard[-200:])!r}"
                return False
            step = min(1000.0, end - self.us)
            alarm = self._clock.create_alarm(self._pause)
            alarm.schedule(max(1.0, step * 1000))
            self._has_paused = False
            while not self._has_paused:
                self._loop.batch()
            alarm.cancel()
            self._tick()
        return True

    def _pause(self) -> None:
        # Returns to run_until(), which checks whether it is done.
        self._has_paused = True
        self._loop.stop()

    def stand(self, ms: float) -> None:
        """Advances the board's clock while its CPU and the host's clock stand still.

        It takes no real time, whereas a running board is emulated 5 times slower than real time.
        """
        self._stood_ms += ms
        self._clock.tick(ms * 1e6)
        self._tick()

    def at(self, after_us: float, act: Callable[[], None]) -> None:
        """Calls *act* after *after_us* emulated microseconds."""
        self._clock.create_alarm(act).schedule(after_us * 1000)

    # Faults and registers.

    def hang(self) -> None:
        """Makes the program loop in place; interrupts are still served."""
        core = self._mcu.core
        while core.ipsr:
            self.run(0.01)
        core.pc = FLASH_START_ADDRESS + AT - len(FOR_EVER)

    def cut(self) -> None:
        """Cuts the power for a moment."""
        self.device.hard_reset(cause=ResetCause.POWER_ON)

    def read(self, register: int) -> int:
        """Returns the value of a chip register."""
        return RP2040.read_uint32(self._mcu, register)

    def write(self, register: int, word: int) -> None:
        """Sets a chip register."""
        RP2040.write_uint32(self._mcu, register, word)

    @contextmanager
    def answered(self, answer: Callable[[int], int]) -> Iterator[None]:
        """Calls *answer* for each word that the program reads; :meth:`read` reads it."""
        self._mcu.read_uint32 = answer  # type: ignore[method-assign,assignment]
        yield
        self._mcu.read_uint32 = RP2040.read_uint32  # type: ignore[method-assign,assignment]

    @property
    def scratch(self) -> int:
        """The word that survives a restart."""
        return self.read(SCRATCH)

    @scratch.setter
    def scratch(self, word: int) -> None:
        self.write(SCRATCH, word)

    def files(self) -> dict[str, bytes]:
        """Returns the files in its filesystem."""
        return pico_flash.found(bytes(self._mcu.flash[AT : AT + SIZE]))

    def _restarted(self) -> None:
        if self._forget_line is not None:
            self._forget_line()
        self.starts += 1
        self._to_board.clear()
        self._unread.clear()
        self._unsaid = self._asked = 0
        if self._has_link:
            self._has_link = False
            self.link.close("port gone")
        self._pause()

    # Line.

    def connect(self, session: int = 0x4D2, config: Configured = DEFAULTS) -> None:
        """Opens the port and greets."""
        self.link.close("another host opens the port")
        self.link = Link(session, self.modules, config)
        self._has_link = True
        self.link.open(self._host_ms)
        self._flush()

    def disconnect(self) -> None:
        """Stops the host; the board's bytes are still recorded."""
        self._has_link = False

    def connected(self, session: int = 0x4D2, config: Configured = DEFAULTS) -> None:
        """Boots if need be, connects and waits until the board is ready."""
        if not self.device.cdc.dtr:
            self.run_until(lambda: self.device.cdc.dtr, BOOT_WITHIN_MS)
        self.connect(session, config)
        self.run_until(lambda: self.link.state is LinkState.READY, BOOT_WITHIN_MS)

    def set_host_reads(self, host_reads: bool) -> None:
        """Sets whether the host reads; if not, data stays in the board's USB buffer."""
        self._host_reads = host_reads
        if not host_reads:
            return
        for data in self._unread:
            self._hear(data)
        self._unread.clear()
        while self._unsaid:
            self._unsaid -= 1
            self._say_taken(self.device.cdc._in_endpoint, False)

    def send(self, data: bytes) -> None:
        """Sends raw bytes."""
        self.sent += len(data)
        self._to_board += data
        self._send_more()

    @property
    def events(self) -> list[tuple[float, Event]]:
        return [(us, notice) for us, notice in self.notices if isinstance(notice, Event)]

    def _taken(self, endpoint: int, out: bool) -> None:
        if self._host_reads or out or endpoint != self.device.cdc._in_endpoint:
            self._say_taken(endpoint, out)
        else:
            self._unsaid += 1

    def _take_bytes(self, data: Iterable[int]) -> None:
        data = bytes(data)
        if self._host_reads:
            self._hear(data)
        else:
            self._unread.append(data)

    def _hear(self, data: bytes) -> None:
        self.heard += data
        if self._has_link:
            self.link.feed(data, self._host_ms)
            self._after_link()
        self._pause()

    def _tick(self) -> None:
        if self._has_link:
            self.link.tick(self._host_ms)
            self._after_link()

    def _after_link(self) -> None:
        us = self.us
        self.notices += [(us, notice) for notice in self.link.take_notices()]
        self._flush()

    def _flush(self) -> None:
        self.send(self.link.take_output())

    def show(self, intents: bytes) -> None:
        """Shows *intents*."""
        self.link.show(intents, self._host_ms)
        self._flush()

    def ask(self, what: int) -> None:
        """Sends ASK; see :meth:`heistboard.link.link.Link.ask`."""
        self.link.ask(what)
        self._flush()

    def _board_asks(self, endpoint: int, size: int) -> None:
        # A real host with no data does not answer; the emulator's answers at once with no bytes,
        # and then holds data back until the board has asked again.
        cdc = self.device.cdc
        if endpoint == cdc._out_endpoint and not cdc.tx_fifo.item_count:
            self._asked = size
        else:
            self._answer(endpoint, size)

    def _send_more(self) -> None:
        fifo = self.device.cdc.tx_fifo
        room = fifo.size - fifo.item_count
        for byte in self._to_board[:room]:
            self.device.cdc.send_serial_byte(byte)
        del self._to_board[:room]
        if self._asked and fifo.item_count:
            size, self._asked = self._asked, 0
            self._answer(self.device.cdc._out_endpoint, size)
        if self._to_board:
            self._pump.schedule(1_000_000)

    # Reeds and LEDs.

    def set_reed(self, name: str, *, is_closed: bool) -> None:
        self.matrix.set(layout.REEDS.index(name), is_closed=is_closed)

    def pulses_ns(self) -> tuple[Counter[int], Counter[int]]:
        """Counts, from now on, the durations of high and of low on the LEDs' data pin."""
        lasted: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        since_ns = self._clock.nanos

        def note(state: GPIOPinState, before: GPIOPinState) -> None:
            nonlocal since_ns
            if GPIOPinState.HIGH in (state, before):
                lasted[before != GPIOPinState.HIGH][round(self._clock.nanos - since_ns)] += 1
                since_ns = self._clock.nanos

        self._mcu.gpio[board_layout.LED_PIN].add_listener(note)
        return lasted

    def _take_picture(self, pixels: list[tuple[int, ...]]) -> None:
        # LEDs that get no bits keep their light.
        self._lit = [*pixels, *self._lit[len(pixels) :]]
        self.pictures.append((self.us, self._lit))
        self._pause()

"""An emulated Pico in this process: the official MicroPython image, our firmware, exact time.

Emulated time is the only clock, so two runs agree to the nanosecond. The host is a bare
:class:`~heistboard.link.core.Link` that lives in the same time. What the emulator leaves out: the
second core, misses of the flash cache, and a USB host's timing.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from heist import layout as board_layout
from heistboard import layout
from heistboard.firmware import ROOT
from heistboard.link.core import Link, LinkState, Notice
from heistboard.link.module import Event, Modules
from littlefs import LittleFS, UserContext
from rp2040py.boards import BOARDS, resolve_firmware
from rp2040py.device import MicroPythonDevice
from rp2040py.execute_batch import execute_batch
from rp2040py.external.ws2812 import Ws2812
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040

LATCH_NS = 280_000.0  # a WS2812B takes the colours after this much silence
LITTLEFS_2_0 = 0x00020000
BLOCK = 4096
USB_ROOM = 512
BOOT_WITHIN_MS = 5000


def firmware_files(root: Path = ROOT) -> dict[str, bytes]:
    """The files a Pico gets, by their names on it."""
    paths = [root / "main.py", *(root / "heist").glob("*.py"), *(root / "heist/pico").glob("*.py")]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


class ReedMatrix:
    """Diode matrix: a closed reed pulls its row low while its column is driven low."""

    def __init__(self) -> None:
        self.closed: set[int] = set()
        self._low: set[int] = set()

    def attach(self, mcu: RP2040) -> None:
        self._mcu = mcu
        for index, pin in enumerate(board_layout.COLUMN_PINS):
            mcu.gpio[pin].add_listener(partial(self._drive, index))

    def set(self, number: int, *, is_closed: bool) -> None:
        (self.closed.add if is_closed else self.closed.discard)(number)
        self._apply()

    def _drive(self, column: int, state: GPIOPinState, before: GPIOPinState) -> None:
        is_low = state == GPIOPinState.LOW
        if is_low != (column in self._low):
            (self._low.add if is_low else self._low.discard)(column)
            self._apply()

    def _apply(self) -> None:
        rows = len(board_layout.ROW_PINS)
        pulled = {number % rows for number in self.closed if number // rows in self._low}
        for row, pin in enumerate(board_layout.ROW_PINS):
            if row in pulled:
                self._mcu.gpio[pin].set_input_value(False)
            else:
                self._mcu.gpio[pin].release_input()


class EmulatedPico:
    """One Pico with *files* on it, its reeds and its LEDs, and a host at its USB."""

    def __init__(self, uf2: Path, files: dict[str, bytes] | None = None) -> None:
        self.matrix = ReedMatrix()
        self.leds = Ws2812(
            gpio=board_layout.LED_PIN, on_pixels=self._take_picture, latch_nanos=LATCH_NS
        )
        self.pictures: list[tuple[float, list[tuple[int, ...]]]] = []
        self.modules = Modules()
        self.link = Link(0x4D2, self.modules)
        self.notices: list[tuple[float, Notice]] = []
        self.heard = bytearray()  # everything the board sent
        self.sent = 0  # bytes the host sent
        self.host_reads = True
        self._has_link = False
        with TemporaryDirectory() as folder:
            image = Path(folder) / "files"
            image.write_bytes(_littlefs(firmware_files() if files is None else files))
            spec = resolve_firmware(BOARDS["pico"], "micropython", str(uf2))
            self.device = MicroPythonDevice(
                board=replace(spec, extras=(self._leds_at_pin, self._matrix_at_pins)),
                filesystem=image,
            )
        self._simulator = self.device.simulator
        self._clock = self._simulator.clock
        self.device.cdc.on_serial_data = self._take_bytes
        self.device.mcu.core.pc = FLASH_START_ADDRESS
        self._to_board = bytearray()
        self._pump = self._clock.create_alarm(self._send_more)
        self._asked = 0  # bytes the board wants and the host has not got
        usb = self.device.mcu.usb_ctrl
        assert usb.on_endpoint_read is not None and usb.on_reset is not None
        self._answer = usb.on_endpoint_read
        self._host_forgets = usb.on_reset
        usb.on_endpoint_read = self._board_asks
        usb.on_reset = self._board_leaves

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

    def run(self, ms: float) -> None:
        """Lets emulated time pass."""
        self.run_until(lambda: False, ms, must=False)

    def run_until(self, done: Callable[[], bool], within_ms: float, *, must: bool = True) -> bool:
        """Lets time pass until *done*, looking after each thing that happens and each ms."""
        end = self.us + within_ms * 1000
        while not done():
            if self.us >= end:
                assert not must, f"not within {within_ms} ms; heard {bytes(self.heard[-200:])!r}"
                return False
            step = min(1000.0, end - self.us)
            alarm = self._clock.create_alarm(self._simulator.stop)
            alarm.schedule(max(1.0, step * 1000))
            self._simulator.stopped = False
            execute_batch(self._simulator, 1)
            while not self._simulator.stopped and self.us < end and not done():
                execute_batch(self._simulator, 1)
            alarm.cancel()
            self._tick()
        return True

    def at(self, after_us: float, act: Callable[[], None]) -> None:
        """Has *act* done in *after_us* emulated microseconds."""
        self._clock.create_alarm(act).schedule(after_us * 1000)

    # Line.

    def connect(self, session: int = 0x4D2) -> None:
        """The host opens the port and greets."""
        self.link = Link(session, self.modules)
        self._has_link = True
        self.link.open(self.now_ms)
        self._flush()

    def connected(self) -> None:
        """Boots, connects and waits until the board is ready."""
        self.run(60)
        self.connect()
        self.run_until(lambda: self.link.state is LinkState.READY, BOOT_WITHIN_MS)

    def send(self, data: bytes) -> None:
        """Sends *data* as it is."""
        self.sent += len(data)
        self._to_board += data
        self._send_more()

    @property
    def events(self) -> list[tuple[float, Event]]:
        return [(us, notice) for us, notice in self.notices if isinstance(notice, Event)]

    def _take_bytes(self, data: Iterable[int]) -> None:
        data = bytes(data)
        self.heard += data
        if self._has_link:
            self.link.feed(data, self.now_ms)
            self._after_link()
        self._simulator.stop()

    def _tick(self) -> None:
        if self._has_link:
            self.link.tick(self.now_ms)
            self._after_link()

    def _after_link(self) -> None:
        us = self.us
        self.notices += [(us, notice) for notice in self.link.take_notices()]
        self._flush()

    def _flush(self) -> None:
        self.send(self.link.take_out())

    def show(self, intents: bytes) -> None:
        """The host wants other lights."""
        self.link.show(intents, self.now_ms)
        self._flush()

    def _board_asks(self, endpoint: int, size: int) -> None:
        # A host with nothing to say says nothing; the emulator's answers with no bytes at once,
        # and then keeps what comes until the board has asked again.
        cdc = self.device.cdc
        if endpoint == cdc._out_endpoint and not cdc.tx_fifo.item_count:
            self._asked = size
        else:
            self._answer(endpoint, size)

    def _board_leaves(self) -> None:
        self._asked = 0
        self._host_forgets()

    def _send_more(self) -> None:
        room = USB_ROOM - self.device.cdc.tx_fifo.item_count
        for byte in self._to_board[:room]:
            self.device.cdc.send_serial_byte(byte)
        del self._to_board[:room]
        if self._asked and self.device.cdc.tx_fifo.item_count:
            size, self._asked = self._asked, 0
            self._answer(self.device.cdc._out_endpoint, size)
        if self._to_board:
            self._pump.schedule(1_000_000)

    # Reeds and LEDs.

    def set_reed(self, name: str, *, is_closed: bool) -> None:
        self.matrix.set(layout.REEDS.index(name), is_closed=is_closed)

    def _take_picture(self, pixels: list[tuple[int, ...]]) -> None:
        self.pictures.append((self.us, list(pixels)))
        self._simulator.stop()


def _littlefs(files: dict[str, bytes]) -> bytes:
    size = 1_441_792  # what the image for RPI_PICO gives its file system
    context = UserContext(buffsize=size)
    system = LittleFS(
        context=context,
        block_size=BLOCK,
        block_count=size // BLOCK,
        prog_size=256,
        disk_version=LITTLEFS_2_0,
    )
    for name, data in files.items():
        folder = name.rpartition("/")[0]
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(data)
    system.unmount()
    return bytes(context.buffer)

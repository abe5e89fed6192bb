"""A simulated Raspberry Pi: fakes of its C libraries, and a board on them.

gpiod, Blinka and Adafruit's neopixel are real. Below them are fakes: :class:`Wires` in place of
the kernel's GPIO, and :func:`sender` in place of ``_rpi_ws281x``, which sends bytes by SPI.
"""

import errno
import heapq
import itertools
import mmap
import os
import select
import sys
import threading
import time
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace, TracebackType
from typing import Any

from gpiod.chip_info import ChipInfo
from gpiod.line import Bias, Direction, Drive, Value
from heistboard.link.port import Port
from heistboard.pi.layout import COLUMN_PINS, LED_PIN, ROW_PINS
from heistboard.pi.process import PiBoard
from heistboard.places import layout

SERIAL = "10000000ABCDEF01"
PICTURE = 3 * len(layout.LEDS)
PRETENCE = {"BLINKA_FORCECHIP": "BCM2XXX", "BLINKA_FORCEBOARD": "RASPBERRY_PI_4B"}
_REVISION = "b03114"  # of a Pi 4 B
_CHIP = "/dev/gpiochip4"


def place(reed: str) -> tuple[int, int]:
    """The column and the row of a reed."""
    return divmod(layout.REEDS.index(reed), len(ROW_PINS))


class Wires:
    """The matrix behind the header: *closed* has a byte per column, as a scan should read it.

    As strict as the electronics: a column that is no open drain would be a short circuit.
    """

    def __init__(self, closed: "bytearray | mmap.mmap") -> None:
        self.closed = closed
        self.low: set[int] = set()  # columns driven low
        self.taken: dict[int, SimpleNamespace] = {}  # settings of lines by GPIO
        self.looks_low = 0  # how often a row still reads low after its release
        self.rise_ns = 0
        self._released_ns: dict[int, int] = {}  # columns, when they were released

    def level(self, gpio: int) -> Value:
        """The level a row reads."""
        row = ROW_PINS.index(gpio)
        for column, pin in enumerate(COLUMN_PINS):
            is_low = pin in self.low
            if self.rise_ns:
                risen_ns = self._released_ns.get(pin, 0) + self.rise_ns
                is_low = is_low or time.monotonic_ns() < risen_ns
            if is_low and self.closed[column] >> row & 1:
                return Value.INACTIVE
        if self.looks_low and not self.low:
            self.looks_low -= 1
            return Value.INACTIVE
        return Value.ACTIVE

    def drive(self, gpio: int, *, is_low: bool) -> None:
        """Drives a column low, or releases it."""
        if is_low:
            self.low.add(gpio)
        elif gpio in self.low:
            self.low.discard(gpio)
            self._released_ns[gpio] = time.monotonic_ns()

    def stand_ins(self) -> dict[str, object]:
        """The objects to patch, by name."""
        return {
            "gpiod._ext.LineSettings": SimpleNamespace,
            "gpiod._ext.LineConfig": _Config,
            "gpiod._ext.Chip": lambda path: _Chip(self, path),
            "adafruit_platformdetect.board.Board._pi_rev_code": lambda board: _REVISION,
            "heistboard.pi.matrix.glob": lambda pattern: ["/dev/gpiochip0", _CHIP],
            "adafruit_blinka.microcontroller.generic_linux.raspberry_pi_pin._chip_paths": lambda: [
                Path(_CHIP)
            ],
        }


class _Config:
    def __init__(self) -> None:
        self.lines: dict[int, SimpleNamespace] = {}

    def add_line_settings(self, offsets: list[int], settings: SimpleNamespace) -> None:
        self.lines.update(dict.fromkeys(offsets, settings))


class _Chip:
    def __init__(self, wires: Wires, path: str) -> None:
        self._wires = wires
        self._label = {_CHIP: "pinctrl-rp1", "/dev/gpiochip0": "gpio-brcmstb@107d508500"}[path]

    def get_info(self) -> ChipInfo:
        return ChipInfo(name="gpiochip", label=self._label, num_lines=54)

    def get_line_name(self, offset: int) -> str:
        return f"GPIO{offset}"

    def line_offset_from_id(self, name: str) -> int:
        return int(name.removeprefix("GPIO"))

    def request_lines(self, config: _Config, consumer: str, size: int | None) -> "_Request":
        if config.lines.keys() & self._wires.taken.keys():
            raise OSError(errno.EBUSY, "Device or resource busy")
        return _Request(self._wires, config)

    def close(self) -> None:
        pass


class _Request:
    chip_name = "gpiochip4"
    fd = -1

    def __init__(self, wires: Wires, config: _Config) -> None:
        self._wires = wires
        self.offsets = list(config.lines)
        self.reconfigure_lines(config)

    @property
    def num_lines(self) -> int:
        return len(self.offsets)

    def reconfigure_lines(self, config: _Config) -> None:
        for gpio, settings in config.lines.items():
            if gpio in COLUMN_PINS:
                assert settings.direction == Direction.OUTPUT.value
                assert settings.drive == Drive.OPEN_DRAIN.value
                assert settings.bias == Bias.PULL_UP.value
                assert settings.output_value == Value.ACTIVE.value
            elif gpio in ROW_PINS:
                assert settings.direction == Direction.INPUT.value
                assert settings.bias == Bias.PULL_UP.value
            else:
                assert gpio == LED_PIN
        self._wires.taken.update(config.lines)

    def get_values(self, offsets: list[int], values: list[Value]) -> None:
        values[:] = [self._wires.level(gpio) for gpio in offsets]

    def set_values(self, values: dict[int, Value]) -> None:
        for gpio, value in values.items():
            assert gpio in self.offsets
            if gpio in COLUMN_PINS:
                self._wires.drive(gpio, is_low=value is Value.INACTIVE)
        assert len(self._wires.low) <= 1

    def release(self) -> None:
        for gpio in self.offsets:
            del self._wires.taken[gpio]


def sender(sent: Callable[[bytes], object]) -> Any:  # noqa: ANN401 (a module made by hand)
    """A fake ``_rpi_ws281x``; calls *sent* with each picture's bytes as sent by SPI."""
    lights: dict[int, int] = {}
    facts: dict[str, int] = {}
    is_up = [False]

    def keep(name: str) -> Callable[[object, int], None]:
        def set_it(channel: object, value: int) -> None:
            if channel == 0:
                facts[name] = value

        return set_it

    def start(strip: object) -> int:
        assert facts["gpio"] == LED_PIN
        assert facts["count"] == len(layout.LEDS)
        assert facts["brightness"] == 255
        is_up[0] = True
        return 0

    def render(strip: object) -> int:
        assert is_up[0]
        sent(b"".join(lights[led].to_bytes(3, "big") for led in range(facts["count"])))
        return 0

    module: Any = ModuleType("_rpi_ws281x")
    module.__spec__ = ModuleSpec(module.__name__, None)
    module.WS2811_SUCCESS = 0
    module.WS2811_STRIP_RGB = 0x00100800
    module.SK6812_STRIP_RGBW = 0x18100800
    module.new_ws2811_t = lambda: object()
    module.delete_ws2811_t = lambda strip: None
    module.ws2811_channel_get = lambda strip, number: number
    module.ws2811_channel_t_count_set = keep("count")
    module.ws2811_channel_t_gpionum_set = keep("gpio")
    module.ws2811_channel_t_gpionum_get = lambda channel: facts["gpio"]
    module.ws2811_channel_t_invert_set = keep("invert")
    module.ws2811_channel_t_brightness_set = keep("brightness")
    module.ws2811_channel_t_strip_type_set = keep("type")
    module.ws2811_channel_t_strip_type_get = lambda channel: facts["type"]
    module.ws2811_t_freq_set = lambda strip, hertz: None
    module.ws2811_t_dmanum_set = lambda strip, number: None
    module.ws2811_get_return_t_str = lambda code: str(code)
    module.ws2811_init = start
    module.ws2811_led_set = lambda channel, led, light: lights.__setitem__(led, light)
    module.ws2811_render = render
    module.ws2811_fini = lambda strip: is_up.__setitem__(0, False)
    return module


class FirmwareTable:
    """A Raspberry Pi's board: sets its reeds and reads its lights.

    It has the part of heistboard/sim/board.py's interface that a rehearsal needs. A context
    manager; :attr:`command` runs the firmware on it.
    """

    def __init__(self, folder: Path) -> None:
        self.serial = SERIAL
        self.broken: set[str] = set()  # reeds that never close
        self.watchers: list[Callable[[dict[str, tuple[int, int, int]]], object]] = []
        self.pictures: list[bytes] = []
        self.command = (sys.executable, "-m", "tests.support.pi_child", str(folder))
        self._folder = folder
        self._closed: set[str] = set()
        (folder / "model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
        (folder / "serial-number").write_text(SERIAL.lower() + "\0")
        (folder / "reeds").write_bytes(bytes(len(COLUMN_PINS)))
        with (folder / "reeds").open("r+b") as file:
            self._reeds = mmap.mmap(file.fileno(), 0)
        os.mkfifo(folder / "lights")
        self._lights = os.open(folder / "lights", os.O_RDWR | os.O_NONBLOCK)
        self._coming: list[tuple[float, int, str, bool]] = []
        self._counter = itertools.count()
        self._shown = threading.Condition()
        self._ends = False
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()
        self._board: PiBoard | None = None

    def __enter__(self) -> "FirmwareTable":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._ends:
            return
        self.close_board()
        self._ends = True
        self._thread.join()
        os.close(self._lights)
        self._reeds.close()

    def close_board(self) -> None:
        """Ends the firmware if it runs."""
        if self._board is not None:
            self._board.close()
            self._board = None

    def start(self) -> PiBoard:
        """Starts the firmware; its port also has a name in a folder of its own."""
        self._board = PiBoard()
        (self._folder / "ports").mkdir()
        (self._folder / "ports" / "ttyPI").symlink_to(self._board.ports()[0].device)
        return self._board

    @property
    def port(self) -> str:
        return str(self._folder / "ports" / "ttyPI")

    def ports(self) -> list[Port]:
        assert self._board is not None
        return self._board.ports()

    def set_reed(self, name: str, *, is_closed: bool, after_ms: int = 0) -> None:
        """Puts a magnet on a reed or takes it away."""
        (self._closed.add if is_closed else self._closed.discard)(name)
        with self._shown:
            due = time.monotonic() + after_ms / 1000
            heapq.heappush(self._coming, (due, next(self._counter), name, is_closed))
        self._let_come()

    def is_closed(self, name: str) -> bool:
        return name in self._closed

    @property
    def leds(self) -> dict[str, tuple[int, int, int]]:
        """Each LED's red, green and blue."""
        data = self.pictures[-1] if self.pictures else bytes(PICTURE)
        return {
            name: (data[3 * i + 1], data[3 * i], data[3 * i + 2])
            for i, name in enumerate(layout.LEDS)
        }

    def wait_leds(
        self, wanted: Callable[[dict[str, tuple[int, int, int]]], bool], within_s: float = 5.0
    ) -> bool:
        """Waits until *wanted* is true of the LEDs."""
        with self._shown:
            return self._shown.wait_for(lambda: wanted(self.leds), within_s)

    def _let_come(self) -> None:
        with self._shown:
            while self._coming and self._coming[0][0] <= time.monotonic():
                _, _, name, is_closed = heapq.heappop(self._coming)
                column, row = place(name)
                bits = self._reeds[column] & ~(1 << row)
                self._reeds[column] = bits | (is_closed and name not in self.broken) << row

    def _run(self) -> None:
        data = b""
        while not self._ends:
            if select.select([self._lights], [], [], 0.002 if self._coming else 0.02)[0]:
                data += os.read(self._lights, 64 * PICTURE)
            while len(data) >= PICTURE:
                with self._shown:
                    self.pictures.append(data[:PICTURE])
                    self._shown.notify_all()
                data = data[PICTURE:]
                for watcher in self.watchers:
                    watcher(self.leds)
            self._let_come()

"""The virtual board: the firmware's core on CPython, in virtual time, with an in-memory cable.

It follows the protocol as the simulated board does: an incomplete block ends after 5 ms, and a
full line blocks the firmware for half a second, after which only part of a frame is written.
"""

from collections.abc import Callable, Collection
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from heistboard.firmware import COLUMN_PINS, ROW_PINS, wire
from heistboard.link.port import Port
from heistboard.sim.board_model import SERIAL, BoardModel, Leds
from heistboard.sim.byte_faults import ByteFaults
from heistboard.sim.virtual_safe_mode import SafeMode
from heistboard.sim.virtual_time import VirtualTime

if TYPE_CHECKING:
    from heist.board import Board
else:
    from heistboard.firmware.heist.board import Board

__all__ = ["VirtualBoard", "VirtualCable", "VirtualDrivers", "VirtualStranger"]

LINE_HOLDS = 256  # bytes that the Pico's USB buffers until the host's computer fetches them
STALL_MS = 500
REST_OF_BLOCK_MS = 5
RISE_US = 2
HEAP_FREE = 100_000  # for STATS; CPython has no such heap
_CLOSES = 0x80


class VirtualCable:
    """Carries bytes between a board and its host, with faults on request."""

    def __init__(self, time: VirtualTime) -> None:
        self.up: ByteFaults | None = None
        self.down: ByteFaults | None = None
        self.host_reads = True
        self.to_board = bytearray()
        self.to_host = bytearray()
        self.in_usb = bytearray()
        """Written by the board and not yet fetched by the host's computer."""
        self.plug_number = 0
        """Increases each time the cable is plugged in; 0 while it is pulled."""
        self._time = time
        self._held: list[tuple[int, int, bool, bytes]] = []  # (due, order, is upward, data)
        self._order = count()

    def plug(self, number: int) -> None:
        """Plugs it in for the *number*-th time; 0 pulls it, and drops what is in transit."""
        self.plug_number = number
        if not number:
            self.clear()
        self._time.news()

    def write_up(self, data: bytes) -> None:
        """Sends *data* from the board."""
        self.in_usb += data
        if self.host_reads:
            self.fetch()

    def fetch(self) -> None:
        """Moves bytes from the USB buffer to the host's computer; if unplugged, drops them."""
        if self.plug_number:
            self._send(bytes(self.in_usb), self.up, is_up=True)
        self.in_usb.clear()

    def write_down(self, data: bytes) -> None:
        """Sends *data* from the host."""
        self._send(data, self.down, is_up=False)

    def deliver(self, until_ms: int) -> None:
        """Delivers held-back bytes that are due by *until_ms*."""
        while self._held and self._held[0][0] <= until_ms:
            _, _, is_up, data = heappop(self._held)
            self._arrive(data, is_up=is_up)

    def clear(self) -> None:
        """Drops all bytes in transit."""
        self._held.clear()
        self.to_host.clear()
        self.to_board.clear()
        self.in_usb.clear()

    def _send(self, data: bytes, faults: ByteFaults | None, *, is_up: bool) -> None:
        if faults is None:
            self._arrive(data, is_up=is_up)
            return
        due_ms = self._time.now_ms + faults.delay_ms
        for chunk in faults.spoil(data):
            heappush(self._held, (due_ms, next(self._order), is_up, chunk))

    def _arrive(self, data: bytes, *, is_up: bool) -> None:
        (self.to_host if is_up else self.to_board).extend(data)
        if is_up and data:
            self._time.news()


class VirtualDrivers:
    """The drivers of the firmware's core: pins, LEDs and line; the clock starts at *clock_ms*."""

    def __init__(
        self,
        time: VirtualTime,
        cable: VirtualCable,
        serial: str,
        clock_ms: int,
        on_picture: Callable[[bytes], None],
    ) -> None:
        self.serial_number = bytes.fromhex(serial)
        self.busy_until_ms = 0
        """The firmware waits inside a driver until then."""
        self._time = time
        self._cable = cable
        self._offset_ms = clock_ms - time.now_ms
        self._on_picture = on_picture
        self._rows = len(ROW_PINS)
        self._closed = bytearray(len(COLUMN_PINS))
        self._chatter_ms: dict[int, int] = {}
        self._rise_us = [RISE_US] * self._rows
        self._scheduled: list[tuple[int, int]] = []  # (due, reed + 128 if it closes), as ordered

    def obey(self, order: bytes) -> None:
        """Carries out an order of ``board_model``."""
        op, argument, value = order[0], order[1], int.from_bytes(order[2:4], "little")
        if op == ord("r"):
            reed = argument & ~_CLOSES
            before = [due_ms for due_ms, code in self._scheduled if code & ~_CLOSES == reed]
            due_ms = max([self._time.now_ms + value, *before])  # orders for one reed stay in order
            self._scheduled.append((due_ms, argument))
        elif op == ord("c"):
            self._chatter_ms[argument] = value
        elif op == ord("u"):
            self._rise_us[argument] = value

    # The interface that heist/board.py needs.

    def ticks_ms(self) -> int:
        """Returns the board's clock, 29 bits."""
        return (self._time.now_ms + self._offset_ms) & wire.CLOCK_MASK

    def ticks_us(self) -> int:
        """Returns a clock for short intervals, 29 bits."""
        return self._time.now_ms * 1000 & wire.CLOCK_MASK

    def scan(self, raw: bytearray) -> None:
        """Writes one byte per matrix column: bit r is set if the reed in row r is closed."""
        if self._scheduled:
            self._apply_due()
        raw[:] = self._closed
        for reed, period_ms in self._chatter_ms.items():
            if period_ms and self.ticks_ms() % period_ms < period_ms // 2:
                raw[reed // self._rows] ^= 1 << reed % self._rows

    def rise_us(self, row: int) -> int:
        """Returns the rise time that was ordered, if a reed of *row* is closed."""
        is_low = any(column >> row & 1 for column in self._closed)
        return self._rise_us[row] if is_low else wire.RISE_UNKNOWN

    def can_show(self) -> bool:
        """Returns True: the LEDs are never busy."""
        return True

    def show(self, picture: bytearray) -> None:
        """Shows a picture: green, red and blue bytes for each LED."""
        self._on_picture(bytes(picture))

    def read(self, view: memoryview) -> bool:
        """Fills *view*; returns False without data. Bytes missing after 5 ms read as zeros."""
        waiting = self._cable.to_board
        if not waiting:
            return False
        if len(waiting) < len(view):
            self.busy_until_ms = self._time.now_ms + REST_OF_BLOCK_MS
            self._cable.deliver(self.busy_until_ms)
        data = waiting[: len(view)]
        del waiting[: len(view)]
        view[:] = data.ljust(len(view), b"\0")
        return True

    def can_write(self) -> bool:
        """Returns whether the line has room."""
        return len(self._cable.in_usb) < LINE_HOLDS

    def write(self, frame: memoryview) -> int:
        """Writes *frame*; returns how many bytes were written."""
        size = min(len(frame), LINE_HOLDS - len(self._cable.in_usb))
        if size < len(frame):
            self.busy_until_ms = self._time.now_ms + STALL_MS
        self._cable.write_up(bytes(frame[:size]))
        return size

    def rest(self) -> None:
        """Returns at once: passes are a millisecond apart anyway."""

    def serve(self) -> bool:
        """Returns False: there is no prompt to return to."""
        return False

    def collect(self) -> int:
        """Returns the number of free bytes."""
        return HEAP_FREE

    def report(self, error: Exception) -> None:
        """Raises *error*, so that no rehearsal can hide it."""
        raise error

    def _apply_due(self) -> None:
        later = []
        for due_ms, code in self._scheduled:
            if due_ms > self._time.now_ms:
                later.append((due_ms, code))
                continue
            column, row = divmod(code & ~_CLOSES, self._rows)
            if code & _CLOSES:
                self._closed[column] |= 1 << row
            else:
                self._closed[column] &= ~(1 << row)
        self._scheduled = later


class VirtualBoard(BoardModel):
    """A floor module in virtual time; it ticks every millisecond while it runs."""

    def __init__(
        self,
        time: VirtualTime,
        serial: str = SERIAL,
        clock_ms: int = 0,
        closed: Collection[str] = (),
        *,
        name: str = "",
    ) -> None:
        """Powers on with magnets at the reeds *closed*; the clock starts at *clock_ms*.

        Its ports begin with *name*, by default its serial number.
        """
        super().__init__(serial, closed)
        self._name = name or serial
        self.cable = VirtualCable(time)
        self.time = time
        self._clock_ms = clock_ms
        self._boots = 0
        self._plugs = 0
        self._port = ""
        self._is_frozen = False
        self._safe_mode: SafeMode | None = None  # instead of the main loop
        self._power_on()
        self.plug()
        time.add(self, is_alone=True)

    def close(self) -> None:
        """Ends the board; it runs no more."""
        self.time.remove(self)

    @property
    def due_ms(self) -> int | None:
        """When the firmware's main loop runs next."""
        return None if self._is_frozen else max(self._drivers.busy_until_ms, self._next_ms)

    def tick(self, now_ms: int) -> None:
        """Runs one pass of the firmware's main loop."""
        self._next_ms = now_ms + 1
        self.cable.deliver(now_ms)
        if self._safe_mode is None:
            self._board.run_pass()
            return
        heard = bytes(self.cable.to_board)
        self.cable.to_board.clear()
        self.cable.write_up(self._safe_mode.hear(heard))

    def wait_leds(self, wanted: Callable[[Leds], bool], within_s: float = 2.0) -> bool:
        """Advances the clock until ``wanted(leds)`` is true; False after *within_s*."""
        return self.time.run_until(lambda: wanted(self.leds), round(within_s * 1000))

    # The cable; the same methods as those of the simulated board.

    def ports(self) -> list[Port]:
        """Returns the board's port as discovery would find it; empty while unplugged."""
        if not self.cable.plug_number:
            return []
        return [Port(self._port, self.serial, "virtual board")]

    def pull(self) -> None:
        """Pulls the cable; the board stays powered."""
        self.cable.plug(0)

    def plug(self, *, same_name: bool = False) -> None:
        """Plugs the cable in; the port gets a new name unless *same_name*."""
        self._plugs += 1
        if not same_name or not self._port:
            self._port = f"virtual:{self._name}:{self._plugs}"
        self.cable.plug(self._plugs)

    @property
    def port(self) -> str:
        """The port's name."""
        if not self.cable.plug_number:
            raise RuntimeError("the cable is pulled")
        return self._port

    @property
    def waiting(self) -> int:
        """How many bytes from the board are still unread."""
        return len(self.cable.in_usb) + len(self.cable.to_host)

    def inject(self, data: bytes) -> None:
        """Sends *data* to the board as another program on the same port would."""
        self.cable.to_board += data

    def spoil(self, up: ByteFaults | None = None, down: ByteFaults | None = None) -> None:
        """Adds faults to the line: *up* from the board, *down* to it; without arguments, none."""
        self.cable.up, self.cable.down = up, down

    def set_host_reads(self, host_reads: bool) -> None:
        """Sets whether the host's computer reads what the board sends."""
        self.cable.host_reads = host_reads
        if host_reads:
            self.cable.fetch()

    # The board itself.

    def freeze(self) -> None:
        """Stops the firmware until :meth:`thaw`."""
        self._is_frozen = True

    def thaw(self) -> None:
        """Resumes the firmware."""
        self._is_frozen = False

    def reset(self, *, leaves_port: bool = True) -> None:
        """Restarts the board; with *leaves_port*, its port disappears and returns, as on USB."""
        if leaves_port:
            self.pull()
        self.cable.clear()
        self._power_on()
        if leaves_port:
            self.plug(same_name=True)

    def enter_safe_mode(self) -> None:
        """Restarts the board in safe mode, as if its firmware had failed three times."""
        self.pull()
        self._safe_mode = SafeMode(self.serial)
        self.plug(same_name=True)

    def _power_on(self) -> None:
        self._boots += 1
        self._next_ms = self.time.now_ms + 1
        self._drivers = VirtualDrivers(
            self.time, self.cable, self.serial, self._clock_ms, self._take_picture
        )
        for each in self._boot_orders():
            self._drivers.obey(each)
        self._board = Board(self._drivers, b"vb" + self._boots.to_bytes(2, "big"))
        self._safe_mode = None

    def _send(self, order: bytes) -> None:
        self._drivers.obey(order)


class VirtualStranger:
    """Another Pico in virtual time: it never answers. It is not plugged in at first."""

    def __init__(self, time: VirtualTime) -> None:
        self.cable = VirtualCable(time)
        self._plugs = 0

    def ports(self) -> list[Port]:
        """Returns its port as discovery would find it; empty while unplugged."""
        if not self.cable.plug_number:
            return []
        return [Port(f"virtual:stranger:{self._plugs}", None, "another Pico")]

    def plug(self) -> None:
        """Plugs it in."""
        self._plugs += 1
        self.cable.plug(self._plugs)

    def pull(self) -> None:
        """Pulls its cable."""
        self.cable.plug(0)

    def say(self, noise: bytes) -> None:
        """Sends *noise*."""
        self.cable.write_up(noise)

    @property
    def is_greeted(self) -> bool:
        """Whether a host has sent it something since it was plugged in."""
        return bool(self.cable.to_board)

"""The virtual board: the firmware's core on CPython, in virtual time, with a cable of plain bytes.

It promises what the protocol and the simulated board promise: a cut block ends after 5 ms, a line
that is full holds the firmware for half a second and then takes the rest short.
"""

from collections.abc import Callable, Collection
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from heistboard.firmware import COLUMN_PINS, ROW_PINS, wire
from heistboard.link.port import Port
from heistboard.sim.board_model import SERIAL, BoardModel
from heistboard.sim.byte_faults import ByteFaults
from heistboard.sim.virtual_time import VirtualTime

if TYPE_CHECKING:
    from heist.board import Board
else:
    from heistboard.firmware.heist.board import Board

__all__ = ["VirtualBoard", "VirtualCable", "VirtualDrivers"]

LINE_HOLDS = 256  # bytes the Pico's USB takes before the host's computer fetches any
STALL_MS = 500
REST_OF_BLOCK_MS = 5
RISE_US = 2
HEAP_FREE = 100_000  # what STATS says; CPython has no such heap
_CLOSES = 0x80


class VirtualCable:
    """Bytes on their way between a board and its host, spoilt on request."""

    def __init__(self, time: VirtualTime) -> None:
        self.up: ByteFaults | None = None
        self.down: ByteFaults | None = None
        self.host_reads = True
        self.to_board = bytearray()
        self.to_host = bytearray()
        self.in_usb = bytearray()
        """What the board has written and the host's computer has not fetched."""
        self.plug_number = 0
        """Counts up with every plug; 0 while the cable is pulled."""
        self._time = time
        self._held: list[tuple[int, int, bool, bytes]] = []  # (due, order, is upward, data)
        self._order = count()

    def write_up(self, data: bytes) -> None:
        """Has the board send *data*."""
        self.in_usb += data
        if self.host_reads:
            self.fetch()

    def fetch(self) -> None:
        """Has the host's computer fetch what the board has written; unplugged, it is lost."""
        if self.plug_number:
            self._send(bytes(self.in_usb), self.up, is_up=True)
        self.in_usb.clear()

    def write_down(self, data: bytes) -> None:
        """Has the host send *data*."""
        self._send(data, self.down, is_up=False)

    def deliver(self, until_ms: int) -> None:
        """Lets arrive what was held back until *until_ms*."""
        while self._held and self._held[0][0] <= until_ms:
            _, _, is_up, data = heappop(self._held)
            (self.to_host if is_up else self.to_board).extend(data)

    def clear(self) -> None:
        """Loses everything that is on its way."""
        self._held.clear()
        self.to_host.clear()
        self.to_board.clear()
        self.in_usb.clear()

    def _send(self, data: bytes, faults: ByteFaults | None, *, is_up: bool) -> None:
        if faults is None:
            (self.to_host if is_up else self.to_board).extend(data)
            return
        due_ms = self._time.now_ms + faults.delay_ms
        for chunk in faults.spoil(data):
            heappush(self._held, (due_ms, next(self._order), is_up, chunk))


class VirtualDrivers:
    """Pins, LEDs and line of the firmware's core; its clock counts from *boot_ms*."""

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
        """The firmware waits inside its drivers until then."""
        self._time = time
        self._cable = cable
        self._offset_ms = clock_ms - time.now_ms
        self._on_picture = on_picture
        self._rows = len(ROW_PINS)
        self._closed = bytearray(len(COLUMN_PINS))
        self._chatter_ms: dict[int, int] = {}
        self._rise_us = [RISE_US] * self._rows
        self._coming: list[tuple[int, int]] = []  # (when, reed + 128 if it closes), as ordered

    def obey(self, order: bytes) -> None:
        """Does what ``board_model`` orders."""
        op, argument, value = order[0], order[1], int.from_bytes(order[2:4], "little")
        if op == ord("r"):
            self._coming.append((self._time.now_ms + value, argument))
        elif op == ord("c"):
            self._chatter_ms[argument] = value
        elif op == ord("u"):
            self._rise_us[argument] = value

    # What heist/board.py asks for.

    def ticks_ms(self) -> int:
        """Returns the board's clock, 29 bits."""
        return (self._time.now_ms + self._offset_ms) & wire.CLOCK_MASK

    def ticks_us(self) -> int:
        """Returns a clock for short spans, 29 bits."""
        return self._time.now_ms * 1000 & wire.CLOCK_MASK

    def scan(self, raw: bytearray) -> None:
        """Writes one byte a matrix column: bit r set = the reed of row r is closed."""
        if self._coming:
            self._let_come()
        raw[:] = self._closed
        for reed, period_ms in self._chatter_ms.items():
            if period_ms and self.ticks_ms() % period_ms < period_ms // 2:
                raw[reed // self._rows] ^= 1 << reed % self._rows

    def rise_us(self, row: int) -> int:
        """Returns what an order has set, if a reed of *row* is closed."""
        is_low = any(column >> row & 1 for column in self._closed)
        return self._rise_us[row] if is_low else wire.RISE_UNKNOWN

    def can_show(self) -> bool:
        """Says that the LEDs take a picture."""
        return True

    def show(self, picture: bytearray) -> None:
        """Shows three bytes an LED, green red blue."""
        self._on_picture(bytes(picture))

    def read(self, view: memoryview) -> bool:
        """Fills *view*; False if nothing waits. What does not come within 5 ms reads as zeros."""
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
        """Says whether the line takes anything now."""
        return len(self._cable.in_usb) < LINE_HOLDS

    def write(self, frame: memoryview) -> int:
        """Writes *frame*; returns how many bytes were taken."""
        size = min(len(frame), LINE_HOLDS - len(self._cable.in_usb))
        if size < len(frame):
            self.busy_until_ms = self._time.now_ms + STALL_MS
        self._cable.write_up(bytes(frame[:size]))
        return size

    def rest(self) -> None:
        """Returns: passes are a millisecond apart anyway."""

    def serve(self) -> bool:
        """Says that there is no prompt behind this program."""
        return False

    def collect(self) -> int:
        """Returns how many bytes are free."""
        return HEAP_FREE

    def report(self, error: Exception) -> None:
        """Raises *error*: whoever rehearses must not miss it."""
        raise error

    def _let_come(self) -> None:
        later = []
        for due_ms, code in self._coming:
            if due_ms > self._time.now_ms:
                later.append((due_ms, code))
                continue
            column, row = divmod(code & ~_CLOSES, self._rows)
            if code & _CLOSES:
                self._closed[column] |= 1 << row
            else:
                self._closed[column] &= ~(1 << row)
        self._coming = later


class VirtualBoard(BoardModel):
    """A floor module in virtual time; it has a turn every millisecond while it runs."""

    def __init__(
        self,
        time: VirtualTime,
        serial: str = SERIAL,
        clock_ms: int = 0,
        closed: Collection[str] = (),
    ) -> None:
        """The board's clock begins at *clock_ms*; magnets are at the reeds *closed* by then."""
        super().__init__(serial, closed)
        self.cable = VirtualCable(time)
        self.time = time
        self._clock_ms = clock_ms
        self._boots = 0
        self._plugs = 0
        self._port = ""
        self._is_frozen = False
        self._power_on()
        self.plug()
        time.add(self)

    @property
    def due_ms(self) -> int | None:
        """When the firmware's loop goes round next."""
        return None if self._is_frozen else max(self._drivers.busy_until_ms, self._next_ms)

    def tick(self, now_ms: int) -> None:
        """Lets the firmware's loop go round once."""
        self._next_ms = now_ms + 1
        self.cable.deliver(now_ms)
        self._board.run_pass()

    # The cable, as the simulated board has it.

    def ports(self) -> list[Port]:
        """Returns the port the board is at, as discovery would find it."""
        if not self.cable.plug_number:
            return []
        return [Port(self._port, self.serial, "virtual board")]

    def pull(self) -> None:
        """Pulls the cable; the board keeps its power."""
        self.cable.plug_number = 0
        self.cable.clear()

    def plug(self, *, same_name: bool = False) -> None:
        """Plugs the cable in; the port has another name than before unless *same_name*."""
        self._plugs += 1
        if not same_name or not self._port:
            self._port = f"virtual:{self.serial}:{self._plugs}"
        self.cable.plug_number = self._plugs

    @property
    def port(self) -> str:
        """The port's name."""
        if not self.cable.plug_number:
            raise RuntimeError("the cable is pulled")
        return self._port

    @property
    def waiting(self) -> int:
        """How many bytes of the board nobody has taken yet."""
        return len(self.cable.in_usb) + len(self.cable.to_host)

    def inject(self, data: bytes) -> None:
        """Sends *data* to the board as another program on the same port would."""
        self.cable.to_board += data

    def spoil(self, up: ByteFaults | None = None, down: ByteFaults | None = None) -> None:
        """Makes the line bad: *up* from the board, *down* to it; without arguments, good again."""
        self.cable.up, self.cable.down = up, down

    def set_host_reads(self, host_reads: bool) -> None:
        """Says whether the host's computer takes what the board sends."""
        self.cable.host_reads = host_reads
        if host_reads:
            self.cable.fetch()

    # The board itself.

    def freeze(self) -> None:
        """Stops the firmware where it is."""
        self._is_frozen = True

    def thaw(self) -> None:
        """Lets it go on."""
        self._is_frozen = False

    def reset(self, *, leaves_port: bool = True) -> None:
        """Restarts the board; with *leaves_port* the port goes and comes back, as USB does."""
        if leaves_port:
            self.pull()
        self.cable.clear()
        self._power_on()
        if leaves_port:
            self.plug(same_name=True)

    def _power_on(self) -> None:
        self._boots += 1
        self._next_ms = self.time.now_ms + 1
        self._drivers = VirtualDrivers(
            self.time, self.cable, self.serial, self._clock_ms, self._take_picture
        )
        for each in self._first_orders():
            self._drivers.obey(each)
        self._board = Board(self._drivers, b"vb" + self._boots.to_bytes(2, "big"))

    def _send(self, order: bytes) -> None:
        self._drivers.obey(order)

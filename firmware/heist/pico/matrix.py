"""Scans the reed matrix through the SIO registers: no pin objects, nothing allocated.

Called by heist/pico/drivers.py once per pass. Columns are driven low one after another; a row that
reads low has a closed reed in that column (diode direction: hardware/board.toml). All waits are
measured by the chip's timer, whose microseconds do not depend on the processor's clock.
"""

from array import array

import machine

from .. import layout
from ..compat import const, micropython, ptr8
from ..compat import words as ptr32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .chip import Registers

_12_MA = const(0x30)
# Ticks from driving a column to reading the rows; the time is up to one less.
_FALL_TICKS = const(2)  # at least 1 us: a row falls at once
_RISE_TICKS = const(4)  # at least 3 us: a row that was low before rises in 2 with its 4.7 kOhm
_LOW_US = const(10)  # a row may still be rising from the column before
_SLOW_US = const(1000)  # a row that has not risen within this time counts as never rising

# Where Matrix._wiring has what.
_GPIO_IN = const(0)
_OUTPUT_ON = const(1)
_OUTPUT_OFF = const(2)
_TIMER_US = const(3)
_COLUMNS = const(4)
_FIRST_COLUMN = const(5)
_FIRST_ROW = const(6)
_ROW_MASK = const(7)


class Matrix:
    """The pins of the matrix: rows are inputs, columns float until they are driven low.

    A column sinks the current of up to five rows; only at the highest drive strength does it stay
    low enough for a row to read as low (`python -m hardware margins`).
    """

    def __init__(self, registers: "Registers") -> None:
        for pin in layout.ROW_PINS:
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
        for pin in layout.COLUMN_PINS:
            machine.Pin(pin, machine.Pin.OPEN_DRAIN, value=1)
            machine.mem32[registers.pads + 4 * pin] |= _12_MA
        self._wiring = array(
            "I",
            [
                registers.gpio_in,
                registers.output_on,
                registers.output_off,
                registers.timer_us,
                len(layout.COLUMN_PINS),
                layout.COLUMN_PINS[0],
                layout.ROW_PINS[0],
                (1 << len(layout.ROW_PINS)) - 1,
            ],
        )

    @micropython.viper
    def scan(self, raw: ptr8) -> int:
        """Writes one byte per column; bit r is set if the reed in row r is closed."""
        wiring = ptr32(self._wiring)
        levels = ptr32(wiring[_GPIO_IN])
        output_on = ptr32(wiring[_OUTPUT_ON])
        output_off = ptr32(wiring[_OUTPUT_OFF])
        timer_us = ptr32(wiring[_TIMER_US])
        columns = wiring[_COLUMNS]
        bit = 1 << wiring[_FIRST_COLUMN]
        first_row = wiring[_FIRST_ROW]
        mask = wiring[_ROW_MASK]
        column = 0
        ticks = _RISE_TICKS
        while column < columns:
            output_on[0] = bit  # at level 0
            started_us = timer_us[0]
            while timer_us[0] - started_us < ticks:
                pass
            closed = ((levels[0] >> first_row) & mask) ^ mask
            output_off[0] = bit  # floats again
            raw[column] = closed
            ticks = _FALL_TICKS
            if closed:
                ticks = _RISE_TICKS
            bit <<= 1
            column += 1
        return 0

    def rise_us(self, row: int) -> int:
        """Returns the rise time of the line of *row*; see Drivers in heist/board.py."""
        closed = bytearray(len(layout.COLUMN_PINS))
        self.scan(closed)
        bit = 1 << row
        column = 0
        while column < len(closed) and not closed[column] & bit:
            column += 1
        if column == len(closed):
            return 0
        return self._rise_us(1 << layout.COLUMN_PINS[column], 1 << layout.ROW_PINS[row])

    @micropython.viper
    def _rise_us(self, column: int, row: int) -> int:
        # Pins as bits. One read of the row costs 0.2 us; the timer counts whole us.
        wiring = ptr32(self._wiring)
        levels = ptr32(wiring[_GPIO_IN])
        output_on = ptr32(wiring[_OUTPUT_ON])
        output_off = ptr32(wiring[_OUTPUT_OFF])
        timer_us = ptr32(wiring[_TIMER_US])
        started_us = timer_us[0]
        output_on[0] = column
        while timer_us[0] - started_us < _LOW_US:
            pass
        if levels[0] & row:
            output_off[0] = column
            return 0
        started_us = timer_us[0]
        output_off[0] = column
        while not levels[0] & row:
            if timer_us[0] - started_us >= _SLOW_US:
                return 0xFFFF
        took_us = timer_us[0] - started_us
        return took_us if took_us else 1

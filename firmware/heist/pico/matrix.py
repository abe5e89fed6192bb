"""Scans the reed matrix through the SIO registers: no pin objects, nothing allocated.

Called by heist/pico/drivers.py once per pass. Columns are driven low one after another; a row that
reads low has a closed reed in that column (diode direction: hardware/board.toml).
"""

import machine
import micropython

from .. import layout
from ..compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    ptr8 = bytearray

    def ptr32(address: int) -> array[int]:
        """Viper's view of memory as words."""


_PADS = const(0x4001C004)  # of GPIO 0
_12_MA = const(0x30)
_LOW_US = const(10)  # a row may still be rising from the column before
_SLOW_US = const(1000)  # a row that has not risen within this time counts as never rising


def prepare() -> None:
    """Configures the pins: rows are inputs, columns float until they are driven low.

    A column sinks the current of up to five rows; only at the highest drive strength does it stay
    low enough for a row to read as low (`python -m hardware margins`).
    """
    for pin in layout.ROW_PINS:
        machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
    for pin in layout.COLUMN_PINS:
        machine.Pin(pin, machine.Pin.OPEN_DRAIN, value=1)
        machine.mem32[_PADS + 4 * pin] |= _12_MA


@micropython.viper
def scan(raw: ptr8, columns: int, first_column: int, first_row: int, mask: int) -> int:
    """Writes one byte per column; bit r is set if the reed in row r is closed."""
    sio = ptr32(0xD0000000)
    column = 0
    bit = 1 << first_column
    while column < columns:
        sio[9] = bit  # output enabled, at level 0
        wait = 0
        while wait < 10:  # 3.4 us; a row with 4.7 kOhm rises in 2
            wait += 1
        raw[column] = ((sio[1] >> first_row) & mask) ^ mask
        sio[10] = bit  # floats again
        bit <<= 1
        column += 1
    return 0


def rise_us(row: int, closed: bytearray) -> int:
    """Returns the rise time of the line of *row*; see Drivers in heist/board.py."""
    bit = 1 << row
    column = 0
    while column < len(closed) and not closed[column] & bit:
        column += 1
    if column == len(closed):
        return 0
    return _rise_us(1 << layout.COLUMN_PINS[column], 1 << layout.ROW_PINS[row])


@micropython.viper
def _rise_us(column: int, row: int) -> int:
    # Pins as bits. One read of the row costs 0.2 us; the timer counts whole us.
    sio = ptr32(0xD0000000)
    timer = ptr32(0x40054000)
    started_us = timer[10]
    sio[9] = column
    while timer[10] - started_us < _LOW_US:
        pass
    if sio[1] & row:
        sio[10] = column
        return 0
    started_us = timer[10]
    sio[10] = column
    while not sio[1] & row:
        if timer[10] - started_us >= _SLOW_US:
            return 0xFFFF
    took_us = timer[10] - started_us
    return took_us if took_us else 1

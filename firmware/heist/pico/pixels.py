"""Sends pictures to the LEDs by PIO and DMA, without blocking interrupts or the main loop.

Called by heist/pico/drivers.py. A picture takes 24 bits per LED at 1.25 us, then 280 us of silence
after which the LEDs latch it: 1.84 ms for 52.
"""

import time

import machine
import micropython
import rp2
from uctypes import addressof

from .. import layout
from ..compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import jmp, label, nop, not_x, out, wrap, wrap_target, x

_HERTZ = const(12_000_000)  # fifteen steps per bit
_LED_US = const(30)
_LATCH_US = const(300)
_MASK = const(0x1FFFFFFF)
_READ_AND_START = const(15)  # AL3_READ_ADDR_TRIG; reuses the count of the last transfer


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
)
def _bits() -> None:
    # High for 4 steps is a 0 (333 ns), for 9 a 1 (750 ns); low for the rest of the fifteen. Both
    # are well within the limits of both generations of LEDs: 250..380 and 650..950 ns.
    wrap_target()
    label("bit")
    out(x, 1).side(0)[5]
    jmp(not_x, "zero").side(1)[3]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


class Pixels:
    """The chain of LEDs."""

    def __init__(self) -> None:
        self._machine = rp2.StateMachine(
            0, _bits, freq=_HERTZ, sideset_base=machine.Pin(layout.LED_PIN)
        )
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._dma.config(
            write=self._machine,
            count=3 * layout.LEDS,
            ctrl=self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=0),
        )
        self._registers = self._dma.registers  # type: ignore[attr-defined]  # not in the stubs
        self._busy_us = _LED_US * layout.LEDS + _LATCH_US
        self._started_us = 0
        self._is_busy = False

    @micropython.native
    def is_free(self) -> bool:
        """True if the LEDs have latched the last picture."""
        if not self._is_busy:
            return True
        if ((time.ticks_us() - self._started_us) & _MASK) < self._busy_us:
            return False
        self._is_busy = False
        return True

    @micropython.native
    def show(self, picture: bytearray) -> None:
        """Starts to send *picture*, three bytes per LED; call only when is_free().

        *picture* must not change until is_free() again.
        """
        self._registers[_READ_AND_START] = addressof(picture)
        self._started_us = time.ticks_us()
        self._is_busy = True

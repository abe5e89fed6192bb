"""Sends pictures to the LEDs by PIO and DMA: no interrupt is held off, the loop goes on.

Called by heist/pico/drivers.py. A picture takes 24 bits an LED at 1.25 us and then 280 us of
silence, in which the LEDs take it over: 1.84 ms for 52.
"""

import machine
import rp2

from .. import layout
from ..compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import jmp, label, nop, not_x, out, wrap, wrap_target, x

_HERTZ = const(8_000_000)  # ten steps a bit
_LED_US = const(30)
_LATCH_US = const(300)
_MASK = const(0x1FFFFFFF)


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
)
def _bits() -> None:
    # High for 2 steps is a 0, for 6 a 1; low for the rest of the ten.
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
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
        self._sent = bytearray(3 * layout.LEDS)
        self._dma = rp2.DMA()
        self._dma.config(
            read=self._sent,
            write=self._machine,
            count=len(self._sent),
            ctrl=self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=0),
        )
        self._busy_us = _LED_US * layout.LEDS + _LATCH_US
        self._started_us = 0
        self._is_busy = False

    def is_free(self, now_us: int) -> bool:
        """Says whether the LEDs have taken the last picture."""
        if self._is_busy and ((now_us - self._started_us) & _MASK) >= self._busy_us:
            self._is_busy = False
        return not self._is_busy

    def show(self, picture: bytearray, now_us: int) -> None:
        """Starts to send *picture*, three bytes an LED; only when free."""
        self._sent[:] = picture
        self._dma.config(read=self._sent, count=len(self._sent), trigger=True)
        self._started_us = now_us
        self._is_busy = True

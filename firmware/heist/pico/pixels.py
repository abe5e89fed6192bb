"""Sends pictures to the LEDs by PIO and DMA, without blocking interrupts or the main loop.

Called by heist/pico/drivers.py. A picture takes 24 bits per LED at 1.08 us, then 280 us of silence
after which the LEDs latch it: 1.63 ms for 52. LEDs that get no bits keep their light, so what is
sent ends with the last LED that differs.
"""

from array import array

import machine
import rp2
from uctypes import addressof

from .. import layout
from ..compat import const, micropython, ptr8
from ..compat import words as ptr32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import jmp, label, nop, not_x, out, wrap, wrap_target, x

    from .chip import Registers

_HERTZ = const(12_000_000)  # thirteen steps per bit
_LED_US = const(26)
_LATCH_US = const(300)
_WHOLE_EVERY = const(50)  # pictures; one a second while lights move. It repairs a disturbed LED.
_MASK = const(0x1FFFFFFF)
_COUNT = const(14)  # AL3_TRANS_COUNT, in bytes
_READ_AND_START = const(15)  # AL3_READ_ADDR_TRIG

# Where Pixels._state has what.
_DMA = const(0)  # addresses
_TIMER_US = const(1)
_SENT = const(2)
_UNTIL_WHOLE = const(3)  # pictures
_STARTED_US = const(4)
_BUSY_US = const(5)  # after that; 0: free
_BYTES = const(6)  # of a whole picture


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
)
def _bits() -> None:
    # High for 4 steps is a 0 (333 ns), for 9 a 1 (750 ns); low for the rest of the thirteen (750
    # and 333 ns). All are within the limits of old and new WS2812B: high 250..380 and 650..950
    # ns, low 700..1000 and 300..420 ns.
    wrap_target()
    label("bit")
    out(x, 1).side(0)[3]
    jmp(not_x, "zero").side(1)[3]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


class Pixels:
    """The chain of LEDs."""

    def __init__(self, registers: "Registers") -> None:
        self._machine = rp2.StateMachine(
            0, _bits, freq=_HERTZ, sideset_base=machine.Pin(layout.LED_PIN)
        )
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._dma.config(
            write=self._machine,
            ctrl=self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=0),
        )
        self._sent = bytearray(3 * layout.LEDS + 3)  # whole words
        # What machine code needs, in one buffer, because each attribute costs 3 us.
        self._state = array("I", bytes(4 * 7))
        self._state[_DMA] = addressof(self._dma.registers)  # type: ignore[attr-defined]  # no stub
        self._state[_TIMER_US] = registers.timer_us
        self._state[_SENT] = addressof(self._sent)
        self._state[_BYTES] = 3 * layout.LEDS

    @micropython.viper
    def is_free(self) -> bool:
        """True if the LEDs have latched the last picture."""
        state = ptr32(self._state)
        if state[_BUSY_US]:
            # Masked: the difference is negative from 35 minutes on.
            since_us = (ptr32(state[_TIMER_US])[0] - state[_STARTED_US]) & _MASK
            if since_us < state[_BUSY_US]:
                return False
            state[_BUSY_US] = 0
        return True

    @micropython.viper
    def show(self, picture: ptr8) -> int:
        """Starts to send *picture*, three bytes per LED; call only when is_free().

        *picture* must not change until is_free() again.
        """
        state = ptr32(self._state)
        coming = ptr32(picture)
        sent = ptr32(state[_SENT])
        words = 0  # up to the last one that differs
        at = 0
        while at << 2 < state[_BYTES]:
            word = coming[at]
            at += 1
            if word != sent[at - 1]:
                sent[at - 1] = word
                words = at
        count = ((words << 2) + 2) // 3 * 3
        if count > state[_BYTES]:
            count = state[_BYTES]
        pictures = state[_UNTIL_WHOLE]
        if not words or not pictures:
            count = state[_BYTES]
            pictures = _WHOLE_EVERY
        state[_UNTIL_WHOLE] = pictures - 1
        dma = ptr32(state[_DMA])
        dma[_COUNT] = count
        dma[_READ_AND_START] = int(picture)
        state[_STARTED_US] = ptr32(state[_TIMER_US])[0]
        state[_BUSY_US] = count // 3 * _LED_US + _LATCH_US
        return 0

"""Drives the LEDs through adafruit-circuitpython-neopixel, which supports each Pi's own method.

Called by drivers.py. The firmware has computed every byte, including the current limit, so the
library must not change any: full brightness, wire order, no automatic sending. On a Pi up to 4
sending blocks the main loop for 1.6 ms, plus 2 ms in which the library sleeps.
"""

import time

import board
import neopixel

from heistboard.pi.layout import LED_PIN
from heistboard.places import layout

__all__ = ["Pixels"]

_SENT_S = 0.002  # a Pi 5 goes on sending after `show` returns, while it owns the pin


class Pixels:
    """The chain of LEDs; dark at first and after :meth:`close`."""

    def __init__(self) -> None:
        self._pixels = neopixel.NeoPixel(
            getattr(board, f"D{LED_PIN}"),
            len(layout.LEDS),
            brightness=1.0,
            auto_write=False,
            pixel_order=neopixel.GRB,
        )
        self._shown = bytearray(3 * len(layout.LEDS))
        self._pixels.show()

    def show(self, picture: bytearray) -> None:
        """Sends three bytes per LED, green red blue."""
        for at in range(0, len(picture), 3):
            light = picture[at : at + 3]
            if light != self._shown[at : at + 3]:
                green, red, blue = light
                self._pixels[at // 3] = (red, green, blue)
        self._shown[:] = picture
        self._pixels.show()

    def close(self) -> None:
        """Turns all LEDs off and releases the pin."""
        self._pixels.fill(0)
        self._pixels.show()
        time.sleep(_SENT_S)
        self._pixels.deinit()

"""The LEDs through adafruit-circuitpython-neopixel, which finds the way to send of each Pi.

Called by drivers.py. The firmware has worked out every byte, its limit included, so the library
is to change none: full brightness, the order of the wire, and nothing sent by itself. On a Pi up
to 4 it holds up the main loop while it sends, 1.6 ms, and 2 ms more in which it sleeps.
"""

import time

import board
import neopixel

from heistboard.pi.layout import LED_PIN
from heistboard.places import layout

__all__ = ["Pixels"]

_SENT_S = 0.002  # a Pi 5 still sends when `show` has returned, as long as the pin is its own


class Pixels:
    """The chain of LEDs, dark at first and after :meth:`close`."""

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
        """Sends three bytes an LED, green red blue, to the chain."""
        for at in range(0, len(picture), 3):
            light = picture[at : at + 3]
            if light != self._shown[at : at + 3]:
                green, red, blue = light
                self._pixels[at // 3] = (red, green, blue)
        self._shown[:] = picture
        self._pixels.show()

    def close(self) -> None:
        """Darkens all and gives the pin back."""
        self._pixels.fill(0)
        self._pixels.show()
        time.sleep(_SENT_S)
        self._pixels.deinit()

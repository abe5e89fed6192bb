"""A floor module without a Pico: the firmware runs on this Raspberry Pi, wired to the matrix.

The host uses only ``process``, which starts the firmware in a process of its own. In that process
``drivers`` uses ``matrix`` (reads the reeds), ``pixels`` (lights the LEDs) and ``line`` (the
board's end of the link). ``layout`` is generated.
"""

from heistboard.pi.process import PiBoard, PiUnavailable, line_name

__all__ = ["PiBoard", "PiUnavailable", "line_name"]

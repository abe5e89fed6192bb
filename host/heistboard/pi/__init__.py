"""A floor module without a Pico: the firmware on this Raspberry Pi, wired straight to the matrix.

``process`` starts it and is all that the host needs; ``drivers`` and what is below it run in that
process: ``matrix`` reads reeds, ``pixels`` lights LEDs, ``line`` is the board's end of the link.
``layout`` is generated.
"""

from heistboard.pi.process import PiBoard, PiUnavailable, line_name

__all__ = ["PiBoard", "PiUnavailable", "line_name"]

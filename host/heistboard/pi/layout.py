# Generated from hardware/board.toml by `python -m hardware layout`. Do not edit.
"""Where the floor module's lines end on a Raspberry Pi, by GPIO number."""

from typing import Final

__all__ = ["COLUMN_PINS", "HEADER", "LED_PIN", "ROW_PINS"]

COLUMN_PINS: Final = (2, 3, 4, 17, 27, 22, 5, 6, 13, 19, 26, 18, 23, 24)
LED_PIN: Final = 10
ROW_PINS: Final = (25, 12, 16, 20, 21)

# The header's pins by GPIO.
HEADER: Final[dict[int, int]] = {
    2: 3,
    3: 5,
    4: 7,
    17: 11,
    27: 13,
    22: 15,
    5: 29,
    6: 31,
    13: 33,
    19: 35,
    26: 37,
    18: 12,
    23: 16,
    24: 18,
    25: 22,
    12: 32,
    16: 36,
    20: 38,
    21: 40,
    10: 19,
}

# Generated from hardware/board.toml by `python -m hardware layout`. Do not edit.
"""The floor module in numbers; a reed's number is column * 5 + row."""

REVISION = 1
LAYOUT_CRC = b"\x09\x9f\x8a\xdb"  # little-endian

REEDS = 70
COLUMN_PINS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
ROW_PINS = (16, 17, 18, 19, 20)
DONE = 54
UNDO = 59
HELP = 64

LEDS = 52
LED_PIN = 22
COLOUR_ORDER = "GRB"
DEFAULT_BUDGET_MA = 200
POWERED_BUDGET_MA = 450
CHANNEL_MA = 20
IDLE_MA = 1

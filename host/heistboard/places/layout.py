# Generated from hardware/board.toml by `python -m hardware layout`. Do not edit.
"""The floor module: reeds by number, LEDs in chain order, places."""

from typing import Final

__all__ = [
    "BUTTONS",
    "CELLS",
    "CHANNEL_MA",
    "CROSSINGS",
    "DEFAULT_BUDGET_MA",
    "IDLE_MA",
    "LAYOUT_CRC",
    "LEDS",
    "PLACE_MM",
    "POWERED_BUDGET_MA",
    "REEDS",
    "REVISION",
    "ROUND_TRACK",
]

REVISION: Final = 1
LAYOUT_CRC: Final = 0xDB8A9F09
DEFAULT_BUDGET_MA: Final = 200
POWERED_BUDGET_MA: Final = 450
CHANNEL_MA: Final = 20
IDLE_MA: Final = 1

REEDS: Final[tuple[str, ...]] = (
    "a1.cover",  # 0
    "a2.cover",  # 1
    "a3.cover",  # 2
    "a4.cover",  # 3
    "a5.cover",  # 4
    "a1.occupant",  # 5
    "a2.occupant",  # 6
    "a3.occupant",  # 7
    "a4.occupant",  # 8
    "a5.occupant",  # 9
    "b1.cover",  # 10
    "b2.cover",  # 11
    "b3.cover",  # 12
    "b4.cover",  # 13
    "b5.cover",  # 14
    "b1.occupant",  # 15
    "b2.occupant",  # 16
    "b3.occupant",  # 17
    "b4.occupant",  # 18
    "b5.occupant",  # 19
    "c1.cover",  # 20
    "c2.cover",  # 21
    "c3.cover",  # 22
    "c4.cover",  # 23
    "c5.cover",  # 24
    "c1.occupant",  # 25
    "c2.occupant",  # 26
    "c3.occupant",  # 27
    "c4.occupant",  # 28
    "c5.occupant",  # 29
    "d1.cover",  # 30
    "d2.cover",  # 31
    "d3.cover",  # 32
    "d4.cover",  # 33
    "d5.cover",  # 34
    "d1.occupant",  # 35
    "d2.occupant",  # 36
    "d3.occupant",  # 37
    "d4.occupant",  # 38
    "d5.occupant",  # 39
    "e1.cover",  # 40
    "e2.cover",  # 41
    "e3.cover",  # 42
    "e4.cover",  # 43
    "e5.cover",  # 44
    "e1.occupant",  # 45
    "e2.occupant",  # 46
    "e3.occupant",  # 47
    "e4.occupant",  # 48
    "e5.occupant",  # 49
    "x11.occupant",  # 50
    "x12.occupant",  # 51
    "x13.occupant",  # 52
    "x14.occupant",  # 53
    "done",  # 54
    "x21.occupant",  # 55
    "x22.occupant",  # 56
    "x23.occupant",  # 57
    "x24.occupant",  # 58
    "undo",  # 59
    "x31.occupant",  # 60
    "x32.occupant",  # 61
    "x33.occupant",  # 62
    "x34.occupant",  # 63
    "help",  # 64
    "x41.occupant",  # 65
    "x42.occupant",  # 66
    "x43.occupant",  # 67
    "x44.occupant",  # 68
    "spare",  # 69
)

LEDS: Final[tuple[str, ...]] = (
    "a1",  # 0
    "b1",  # 1
    "c1",  # 2
    "d1",  # 3
    "e1",  # 4
    "x41",  # 5
    "x31",  # 6
    "x21",  # 7
    "x11",  # 8
    "a2",  # 9
    "b2",  # 10
    "c2",  # 11
    "d2",  # 12
    "e2",  # 13
    "x42",  # 14
    "x32",  # 15
    "x22",  # 16
    "x12",  # 17
    "a3",  # 18
    "b3",  # 19
    "c3",  # 20
    "d3",  # 21
    "e3",  # 22
    "x43",  # 23
    "x33",  # 24
    "x23",  # 25
    "x13",  # 26
    "a4",  # 27
    "b4",  # 28
    "c4",  # 29
    "d4",  # 30
    "e4",  # 31
    "x44",  # 32
    "x34",  # 33
    "x24",  # 34
    "x14",  # 35
    "a5",  # 36
    "b5",  # 37
    "c5",  # 38
    "d5",  # 39
    "e5",  # 40
    "r1",  # 41
    "r2",  # 42
    "r3",  # 43
    "r4",  # 44
    "r5",  # 45
    "r6",  # 46
    "r7",  # 47
    "r8",  # 48
    "r9",  # 49
    "r10",  # 50
    "r11",  # 51
)

CELLS: Final[tuple[str, ...]] = (
    "a1",  # 0
    "b1",  # 1
    "c1",  # 2
    "d1",  # 3
    "e1",  # 4
    "a2",  # 5
    "b2",  # 6
    "c2",  # 7
    "d2",  # 8
    "e2",  # 9
    "a3",  # 10
    "b3",  # 11
    "c3",  # 12
    "d3",  # 13
    "e3",  # 14
    "a4",  # 15
    "b4",  # 16
    "c4",  # 17
    "d4",  # 18
    "e4",  # 19
    "a5",  # 20
    "b5",  # 21
    "c5",  # 22
    "d5",  # 23
    "e5",  # 24
)

CROSSINGS: Final[tuple[str, ...]] = (
    "x11",  # 0
    "x21",  # 1
    "x31",  # 2
    "x41",  # 3
    "x12",  # 4
    "x22",  # 5
    "x32",  # 6
    "x42",  # 7
    "x13",  # 8
    "x23",  # 9
    "x33",  # 10
    "x43",  # 11
    "x14",  # 12
    "x24",  # 13
    "x34",  # 14
    "x44",  # 15
)

ROUND_TRACK: Final[tuple[str, ...]] = (
    "r1",  # 0
    "r2",  # 1
    "r3",  # 2
    "r4",  # 3
    "r5",  # 4
    "r6",  # 5
    "r7",  # 6
    "r8",  # 7
    "r9",  # 8
    "r10",  # 9
    "r11",  # 10
)

BUTTONS: Final[tuple[str, ...]] = (
    "done",  # 0
    "undo",  # 1
    "help",  # 2
)

# From the module's top left corner, x to the right, y down.
PLACE_MM: Final[dict[str, tuple[float, float]]] = {
    "a1": (34.0, 34.0),
    "b1": (84.0, 34.0),
    "c1": (134.0, 34.0),
    "d1": (184.0, 34.0),
    "e1": (234.0, 34.0),
    "x41": (209.0, 59.0),
    "x31": (159.0, 59.0),
    "x21": (109.0, 59.0),
    "x11": (59.0, 59.0),
    "a2": (34.0, 84.0),
    "b2": (84.0, 84.0),
    "c2": (134.0, 84.0),
    "d2": (184.0, 84.0),
    "e2": (234.0, 84.0),
    "x42": (209.0, 109.0),
    "x32": (159.0, 109.0),
    "x22": (109.0, 109.0),
    "x12": (59.0, 109.0),
    "a3": (34.0, 134.0),
    "b3": (84.0, 134.0),
    "c3": (134.0, 134.0),
    "d3": (184.0, 134.0),
    "e3": (234.0, 134.0),
    "x43": (209.0, 159.0),
    "x33": (159.0, 159.0),
    "x23": (109.0, 159.0),
    "x13": (59.0, 159.0),
    "a4": (34.0, 184.0),
    "b4": (84.0, 184.0),
    "c4": (134.0, 184.0),
    "d4": (184.0, 184.0),
    "e4": (234.0, 184.0),
    "x44": (209.0, 209.0),
    "x34": (159.0, 209.0),
    "x24": (109.0, 209.0),
    "x14": (59.0, 209.0),
    "a5": (34.0, 234.0),
    "b5": (84.0, 234.0),
    "c5": (134.0, 234.0),
    "d5": (184.0, 234.0),
    "e5": (234.0, 234.0),
    "r1": (34.0, 314.0),
    "r2": (54.0, 314.0),
    "r3": (74.0, 314.0),
    "r4": (94.0, 314.0),
    "r5": (114.0, 314.0),
    "r6": (134.0, 314.0),
    "r7": (154.0, 314.0),
    "r8": (174.0, 314.0),
    "r9": (194.0, 314.0),
    "r10": (214.0, 314.0),
    "r11": (234.0, 314.0),
    "a1.cover": (51.1, 41.4),
    "a2.cover": (51.1, 91.4),
    "a3.cover": (51.1, 141.4),
    "a4.cover": (51.1, 191.4),
    "a5.cover": (51.1, 241.4),
    "a1.occupant": (34.0, 34.0),
    "a2.occupant": (34.0, 84.0),
    "a3.occupant": (34.0, 134.0),
    "a4.occupant": (34.0, 184.0),
    "a5.occupant": (34.0, 234.0),
    "b1.cover": (101.1, 41.4),
    "b2.cover": (101.1, 91.4),
    "b3.cover": (101.1, 141.4),
    "b4.cover": (101.1, 191.4),
    "b5.cover": (101.1, 241.4),
    "b1.occupant": (84.0, 34.0),
    "b2.occupant": (84.0, 84.0),
    "b3.occupant": (84.0, 134.0),
    "b4.occupant": (84.0, 184.0),
    "b5.occupant": (84.0, 234.0),
    "c1.cover": (151.1, 41.4),
    "c2.cover": (151.1, 91.4),
    "c3.cover": (151.1, 141.4),
    "c4.cover": (151.1, 191.4),
    "c5.cover": (151.1, 241.4),
    "c1.occupant": (134.0, 34.0),
    "c2.occupant": (134.0, 84.0),
    "c3.occupant": (134.0, 134.0),
    "c4.occupant": (134.0, 184.0),
    "c5.occupant": (134.0, 234.0),
    "d1.cover": (201.1, 41.4),
    "d2.cover": (201.1, 91.4),
    "d3.cover": (201.1, 141.4),
    "d4.cover": (201.1, 191.4),
    "d5.cover": (201.1, 241.4),
    "d1.occupant": (184.0, 34.0),
    "d2.occupant": (184.0, 84.0),
    "d3.occupant": (184.0, 134.0),
    "d4.occupant": (184.0, 184.0),
    "d5.occupant": (184.0, 234.0),
    "e1.cover": (251.1, 41.4),
    "e2.cover": (251.1, 91.4),
    "e3.cover": (251.1, 141.4),
    "e4.cover": (251.1, 191.4),
    "e5.cover": (251.1, 241.4),
    "e1.occupant": (234.0, 34.0),
    "e2.occupant": (234.0, 84.0),
    "e3.occupant": (234.0, 134.0),
    "e4.occupant": (234.0, 184.0),
    "e5.occupant": (234.0, 234.0),
    "x11.occupant": (59.0, 59.0),
    "x12.occupant": (59.0, 109.0),
    "x13.occupant": (59.0, 159.0),
    "x14.occupant": (59.0, 209.0),
    "done": (234.0, 299.0),
    "x21.occupant": (109.0, 59.0),
    "x22.occupant": (109.0, 109.0),
    "x23.occupant": (109.0, 159.0),
    "x24.occupant": (109.0, 209.0),
    "undo": (184.0, 299.0),
    "x31.occupant": (159.0, 59.0),
    "x32.occupant": (159.0, 109.0),
    "x33.occupant": (159.0, 159.0),
    "x34.occupant": (159.0, 209.0),
    "help": (134.0, 299.0),
    "x41.occupant": (209.0, 59.0),
    "x42.occupant": (209.0, 109.0),
    "x43.occupant": (209.0, 159.0),
    "x44.occupant": (209.0, 209.0),
    "spare": (109.0, 299.0),
}

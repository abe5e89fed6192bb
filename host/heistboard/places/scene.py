"""Scenes: what every LED shows. PROTOCOL.md, "Scenes", describes how they are sent."""

import struct
from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from heistboard.places import layout
from heistboard.places.place import MOST_FLOORS, at_floor

__all__ = [
    "DARK",
    "PHASES",
    "REFUSED",
    "Colour",
    "Intent",
    "Level",
    "Pattern",
    "Scene",
    "pack",
    "unpack",
]


class Colour(IntEnum):
    """The eight colours of an LED, off included."""

    OFF = 0
    WHITE = 1
    RED = 2
    BLUE = 3
    GREEN = 4
    YELLOW = 5
    PINK = 6
    AMBER = 7


class Level(IntEnum):
    """The brightness of an LED."""

    DIM = 0
    LOW = 1
    NORMAL = 2
    BRIGHT = 3


class Pattern(IntEnum):
    """How an LED changes over time.

    The rhythms from SINGLE to SEXTUPLE can be counted: ``Pattern(4)`` flashes four times.
    """

    STEADY = 0
    SINGLE = 1
    DOUBLE = 2
    TRIPLE = 3
    QUADRUPLE = 4
    QUINTUPLE = 5
    SEXTUPLE = 6
    PULSE = 7
    BLINK = 8
    CHASE = 16


PHASES: Final = 16
"""The phases of a chase; light takes 256 ms from one to the next."""


class Intent(NamedTuple):
    """What one LED shows.

    *phase* says when a chase reaches the LED; it counts modulo 16, and the other patterns ignore
    it. :mod:`heistboard.places.path` makes the intents of a path.

    >>> Intent(Colour.RED, pattern=Pattern.BLINK).code
    328
    """

    colour: Colour = Colour.OFF
    level: Level = Level.NORMAL
    pattern: Pattern = Pattern.STEADY
    phase: int = 0

    @property
    def code(self) -> int:
        """The intent as the ten bits of a scene message; 0 for anything that is off."""
        if self.colour is Colour.OFF:
            return 0
        code = self.colour << 7 | self.level << 5 | self.pattern
        return code | self.phase % PHASES if self.pattern is Pattern.CHASE else code

    @classmethod
    @cache
    def from_code(cls, code: int) -> "Intent":
        """Returns the intent of a *code*; raises :exc:`ValueError` for a reserved motion."""
        if not code >> 7:
            return cls()
        colour, level, motion = Colour(code >> 7), Level(code >> 5 & 3), code & 31
        if motion >= Pattern.CHASE:
            return cls(colour, level, Pattern.CHASE, motion - Pattern.CHASE)
        return cls(colour, level, Pattern(motion))


Scene = Mapping[str, Intent]
"""Intents by the LED's name at the table, as in ``2:b3``; all other LEDs are dark."""

DARK: Scene = {}

REFUSED = Intent(Colour.RED, Level.LOW, Pattern.DOUBLE)
"""Shown on the whole round track when a button is pressed that does nothing now."""

_FORM = struct.Struct(f"<{len(layout.LEDS)}H")
_INDEX = {
    at_floor(floor, name): (floor, index)
    for floor in range(1, MOST_FLOORS + 1)
    for index, name in enumerate(layout.LEDS)
}


def pack(scene: Scene, floor: int = 1) -> bytes:
    """Returns the part of *scene* on *floor*: two bytes per LED, in chain order.

    LEDs of other floors are skipped. Raises :exc:`ValueError` for a name that is not an LED's.
    """
    codes = [0] * len(layout.LEDS)
    for name, intent in scene.items():
        found = _INDEX.get(name)
        if found is None:
            raise ValueError(
                f"scene: no LED {name!r}, expected a1..e5, x11..x44 or r1..r11, such as 2:b3"
            )
        if found[0] == floor:
            codes[found[1]] = intent.code
    return _FORM.pack(*codes)


def unpack(intents: bytes, floor: int = 1) -> dict[str, Intent]:
    """Returns the scene of *intents* packed for *floor*, without dark LEDs.

    Raises :exc:`ValueError` if they are not those of one floor.
    """
    if len(intents) != _FORM.size:
        raise ValueError(f"scene: {len(intents)} bytes, expected {_FORM.size}")
    return {
        at_floor(floor, name): Intent.from_code(code)
        for name, code in zip(layout.LEDS, _FORM.unpack(intents), strict=True)
        if code >> 7
    }

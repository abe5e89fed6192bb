"""Scenes: what every LED shows. PROTOCOL.md, "Scenes", describes how they are sent."""

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from heistboard.places import layout

__all__ = [
    "DARK",
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
    """How an LED changes over time."""

    STEADY = 0
    PULSE = 1
    BLINK = 2
    CHASE = 3
    DOUBLE = 4
    TRIPLE = 5


class Intent(NamedTuple):
    """What one LED shows.

    >>> Intent(Colour.RED, pattern=Pattern.BLINK).byte
    82
    """

    colour: Colour = Colour.OFF
    level: Level = Level.NORMAL
    pattern: Pattern = Pattern.STEADY

    @property
    def byte(self) -> int:
        """The intent as one byte of a scene message; 0 for anything that is off."""
        if self.colour is Colour.OFF:
            return 0
        return self.colour << 5 | self.level << 3 | self.pattern

    @classmethod
    def from_byte(cls, byte: int) -> "Intent":
        """Returns the intent of a *byte*; raises :exc:`ValueError` for a reserved pattern."""
        if not byte >> 5:
            return cls()
        return cls(Colour(byte >> 5), Level(byte >> 3 & 3), Pattern(byte & 7))


Scene = Mapping[str, Intent]
"""Intents by LED name; all other LEDs are dark."""

DARK: Scene = {}

REFUSED = Intent(Colour.RED, Level.LOW, Pattern.DOUBLE)
"""Shown on the whole round track when a button is pressed that does nothing now."""

_INDEX = {name: index for index, name in enumerate(layout.LEDS)}


def pack(scene: Scene) -> bytes:
    """Returns *scene* as one byte per LED, in chain order.

    Raises :exc:`ValueError` for a name that is not an LED's.
    """
    intents = bytearray(len(layout.LEDS))
    for name, intent in scene.items():
        if name not in _INDEX:
            raise ValueError(f"scene: no LED {name!r}, expected a1..e5, x11..x44 or r1..r11")
        intents[_INDEX[name]] = intent.byte
    return bytes(intents)


def unpack(intents: bytes) -> dict[str, Intent]:
    """Returns the scene of packed *intents*, without dark LEDs."""
    return {
        name: Intent.from_byte(byte)
        for name, byte in zip(layout.LEDS, intents, strict=True)
        if byte >> 5
    }

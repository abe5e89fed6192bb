"""What lights say: an intent for every LED. PROTOCOL.md, "Scenes", is how it reaches them."""

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
    """The eight colours a light can have."""

    OFF = 0
    WHITE = 1
    RED = 2
    BLUE = 3
    GREEN = 4
    YELLOW = 5
    PINK = 6
    AMBER = 7


class Level(IntEnum):
    """How bright."""

    DIM = 0
    LOW = 1
    NORMAL = 2
    BRIGHT = 3


class Pattern(IntEnum):
    """How it moves."""

    STEADY = 0
    PULSE = 1
    BLINK = 2
    CHASE = 3
    DOUBLE = 4
    TRIPLE = 5


class Intent(NamedTuple):
    """What one LED is to say.

    >>> Intent(Colour.RED, pattern=Pattern.BLINK).byte
    82
    """

    colour: Colour = Colour.OFF
    level: Level = Level.NORMAL
    pattern: Pattern = Pattern.STEADY

    @property
    def byte(self) -> int:
        """The intent as it goes over the line; whatever is off is 0."""
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
"""Intents by LED name; LEDs that are not named are dark."""

DARK: Scene = {}

REFUSED = Intent(Colour.RED, Level.LOW, Pattern.DOUBLE)
"""On the whole round track: the button that was pressed means nothing now."""

_INDEX = {name: index for index, name in enumerate(layout.LEDS)}


def pack(scene: Scene) -> bytes:
    """Returns *scene* as one byte an LED, in chain order.

    Raises :exc:`ValueError` for a name that no LED has.
    """
    intents = bytearray(len(layout.LEDS))
    for name, intent in scene.items():
        if name not in _INDEX:
            raise ValueError(f"scene: no LED {name!r}, expected a1..e5, x11..x44 or r1..r11")
        intents[_INDEX[name]] = intent.byte
    return bytes(intents)


def unpack(intents: bytes) -> dict[str, Intent]:
    """Returns the scene of packed *intents*, without what is dark."""
    return {
        name: Intent.from_byte(byte)
        for name, byte in zip(layout.LEDS, intents, strict=True)
        if byte >> 5
    }

"""Watches the lights of simulated boards and names their colours.

In the trough of a wave, a light may be too dim to name: it then fits every colour, and none is
remembered.
"""

import threading
from collections.abc import Sequence
from functools import lru_cache, partial
from math import hypot
from typing import Final

from heistboard.places.place import at_floor, split_floor
from heistboard.places.scene import Colour, Pattern
from heistboard.sim.board_model import BoardModel, Leds

__all__ = ["LightWatcher", "colour_of", "fits"]

_Light = tuple[int, int, int]  # red, green, blue

_TOO_DIM: Final = 12  # of 255; below this, rounding turns yellow into amber and amber into red
_HAS_GAPS: Final = [
    each.name.lower()
    for each in Pattern
    if each not in (Pattern.STEADY, Pattern.PULSE, Pattern.CHASE)
]
# The same as in firmware/heist/lights.py; a test compares them.
_MIXED: Final[dict[Colour, _Light]] = {
    Colour.WHITE: (150, 110, 80),
    Colour.RED: (255, 0, 0),
    Colour.BLUE: (0, 30, 255),
    Colour.GREEN: (0, 200, 50),
    Colour.YELLOW: (210, 150, 0),
    Colour.PINK: (255, 30, 120),
    Colour.AMBER: (255, 60, 0),
}


@lru_cache(maxsize=4096)
def colour_of(light: _Light) -> Colour | None:
    """Returns the colour of *light*, or ``None`` if it is too dim to name."""
    if not any(light):
        return Colour.OFF
    if max(light) <= _TOO_DIM:
        return None
    return max(_MIXED, key=lambda colour: _likeness(_MIXED[colour], light))


def fits(light: _Light, colour: str, pattern: str) -> bool:
    """Returns whether a light of *colour* and *pattern* can momentarily look like *light*."""
    seen = colour_of(light)
    if seen is Colour.OFF:
        return colour == "off" or pattern in _HAS_GAPS
    return seen is None or seen.name.lower() == colour


class LightWatcher:
    """Watches the lights of *boards*, those of floor 1, 2, …; remembers until :meth:`forget`.

    Names of LEDs have their floor, as in ``2:b3``.
    """

    def __init__(self, boards: Sequence[BoardModel]) -> None:
        self._boards = tuple(boards)
        self._lock = threading.Lock()
        self._seen: set[tuple[str, str]] = set()
        for floor, board in enumerate(self._boards, 1):
            board.watchers.append(partial(self._watch, floor))

    def forget(self) -> None:
        """Forgets the colours seen so far."""
        with self._lock:
            self._seen.clear()

    def has_seen(self, led: str, colour: str) -> bool:
        """Returns whether *led* was seen in *colour*."""
        for floor, board in enumerate(self._boards, 1):
            self._watch(floor, board.leds)
        with self._lock:
            return (led, colour) in self._seen

    def seen(self, led: str) -> list[str]:
        """Returns the colours seen on *led*."""
        with self._lock:
            return sorted(colour for name, colour in self._seen if name == led)

    def now(self, led: str) -> _Light:
        """Returns what *led* shows now."""
        floor, name = split_floor(led)
        return self._boards[floor - 1].leds[name]

    def _watch(self, floor: int, leds: Leds) -> None:
        with self._lock:
            for led, light in leds.items():
                colour = colour_of(light)
                if colour is not None:
                    self._seen.add((at_floor(floor, led), colour.name.lower()))


def _likeness(one: _Light, other: _Light) -> float:
    # Returns the cosine of the angle between them, times the length of *other*.
    return sum(a * b for a, b in zip(one, other, strict=True)) / hypot(*one)

"""The current that a scene asks of each floor's board, by the firmware's own model."""

from typing import TYPE_CHECKING, NamedTuple

from heistboard.places import layout
from heistboard.places.scene import Scene, pack

if TYPE_CHECKING:
    from heist.lights import Lights
else:
    from heistboard.firmware.heist.lights import Lights

__all__ = ["Current", "current"]

LEDS = len(layout.LEDS)


class Current(NamedTuple):
    """Milliamperes of one board."""

    asked: int
    """What the scene would draw at its brightest moment."""
    shown: int
    """What it draws after the firmware has dimmed it."""


def current(scene: Scene, floor: int, budget_ma: int = layout.DEFAULT_BUDGET_MA) -> Current:
    """Returns the current of the part of *scene* on *floor*."""
    lights = Lights(LEDS, budget_ma)
    codes = pack(scene, floor)
    for led in range(LEDS):
        lights.intents[led] = int.from_bytes(codes[2 * led : 2 * led + 2], "little")
    lights.changed()
    return Current(lights.need_ma, lights.shown_ma)

"""Paths of light: along a list of LEDs, light runs from the first to the last. Pure."""

from collections.abc import Iterable

from heistboard.places.scene import PHASES, Colour, Intent, Level, Pattern, Scene

__all__ = ["path_scene"]


def path_scene(
    leds: Iterable[str], colour: Colour, level: Level = Level.NORMAL, start: int = 0
) -> Scene:
    """Returns a scene in which light runs along *leds*, 256 ms from one to the next.

    It begins again every 4.096 s; on a path of more than 16 LEDs, several lights follow one
    another. An LED that the path crosses twice lights up the first time. Paths that run at once
    are scenes to merge with ``|``; with a *start* of 8, one begins half a round later.

    >>> path = path_scene(["b3", "b2", "2:b2"], Colour.RED)
    >>> [(led, intent.phase) for led, intent in path.items()]
    [('b3', 0), ('b2', 1), ('2:b2', 2)]
    """
    scene: dict[str, Intent] = {}
    for number, led in enumerate(leds, start):
        scene.setdefault(led, Intent(colour, level, Pattern.CHASE, number % PHASES))
    return scene

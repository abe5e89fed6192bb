"""Shows closed reeds as lights, so that a builder sees the board work without a game. Pure.

A cover lights its cell dim white; an occupant lights it blue, or pulsing bright blue under a
cover; a magnet on a crossing lights it green. The round track counts the magnets on the board, up
to eleven; pressed buttons take it over, each with its own colour and pattern.
"""

from collections.abc import Collection

from heistboard.places import layout
from heistboard.places.place import COVERS, OCCUPANTS
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene

__all__ = ["mirror"]

COVER = Intent(Colour.WHITE, Level.DIM)
OCCUPANT = Intent(Colour.BLUE, Level.NORMAL)
HIDDEN_OCCUPANT = Intent(Colour.BLUE, Level.BRIGHT, Pattern.PULSE)
ON_CROSSING = Intent(Colour.GREEN, Level.NORMAL)
COUNT = Intent(Colour.AMBER, Level.LOW)
ALIVE = Intent(Colour.AMBER, Level.LOW, Pattern.PULSE)  # so that an empty board is not dark
PRESSED = {
    "done": Intent(Colour.GREEN, Level.NORMAL, Pattern.CHASE),
    "undo": Intent(Colour.RED, Level.NORMAL, Pattern.DOUBLE),
    "help": Intent(Colour.YELLOW, Level.NORMAL, Pattern.PULSE),
    "spare": Intent(Colour.PINK, Level.NORMAL, Pattern.TRIPLE),
}


def mirror(closed: Collection[str]) -> Scene:
    """Returns the scene that shows the *closed* reeds, by name.

    >>> mirror({"b3.cover"})["b3"] == COVER
    True
    """
    scene: dict[str, Intent] = {}
    for cell in layout.CELLS:
        has_cover = COVERS[cell] in closed
        if OCCUPANTS[cell] in closed:
            scene[cell] = HIDDEN_OCCUPANT if has_cover else OCCUPANT
        elif has_cover:
            scene[cell] = COVER
    for crossing in layout.CROSSINGS:
        if OCCUPANTS[crossing] in closed:
            scene[crossing] = ON_CROSSING
    pressed = [intent for button, intent in PRESSED.items() if button in closed]
    if pressed:
        # Several buttons share the track, LED by LED.
        for index, led in enumerate(layout.ROUND_TRACK):
            intent = pressed[index % len(pressed)]
            is_path = intent.pattern is Pattern.CHASE
            scene[led] = intent._replace(phase=index) if is_path else intent
    else:
        last = max(1, min(len(closed), len(layout.ROUND_TRACK)))
        scene |= dict.fromkeys(layout.ROUND_TRACK[: last - 1], COUNT)
        scene[layout.ROUND_TRACK[last - 1]] = ALIVE
    return scene

"""What the lights show in Car Thief. Pure.

| Where | What it shows |
|---|---|
| crossing | its helicopter's colour: pulse, still to act; steady, has acted |
| crossing, a helicopter in hand | its colour: pulse, where it may go; dim, where it came from |
| cell | the token on its roof: its colour, steady |
| cell, white, for a short time | nothing was found |
| cell, white or its token's colour, blink | put its building back before Done |
| place, blinking | something is missing there: white a building, its colour a helicopter |
| place, red, double | something does not belong there |
| round track | rounds to come in their tokens' colours; white, dim: rounds played |
| round track, white, pulse | press Done |
| all cells, white, blink | eyes closed: a building is not in place |
| all cells, white, double | eyes closed: the car is not found |
| all cells, white, triple | eyes closed: that cell is not allowed |
| all cells, green, pulse | eyes closed: ready |
| all cells, red and blue, chase | the car is found |

At the end the trail is replayed in a loop, cell by cell, in the colours of its tokens.
"""

from collections.abc import Mapping
from typing import NamedTuple

from heistboard.games.car_thief.board import (
    CELLS,
    COLOURS,
    CROSSING_NUMBERS,
    CROSSINGS,
    NEXT_CROSSINGS,
    ROUNDS,
    token,
)
from heistboard.games.car_thief.hidden_car import CarStatus
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.gestures import Wrong
from heistboard.places.path import path_scene
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene

__all__ = ["STEP_MS", "Shown", "scene"]

STEP_MS = 600  # from one cell of the replayed trail to the next
_CHASE_STEPS = 10  # how long the chase of an arrest runs before the trail
_LAST_STEPS = 3  # how long the last search of an escape is shown before the trail
_REST_STEPS = 4  # the pause before the trail is replayed again

_COLOUR = {
    "green": Colour.GREEN,
    "yellow": Colour.YELLOW,
    "pink": Colour.PINK,
    "red": Colour.RED,
    "blue": Colour.BLUE,
}
_CLOSED = {
    CarStatus.OPEN: Intent(Colour.WHITE, Level.LOW, Pattern.BLINK),
    CarStatus.NO_CAR: Intent(Colour.WHITE, Level.LOW, Pattern.DOUBLE),
    CarStatus.NOT_ALLOWED: Intent(Colour.WHITE, Level.LOW, Pattern.TRIPLE),
    CarStatus.READY: Intent(Colour.GREEN, Level.LOW, Pattern.PULSE),
}
_NOTHING = Intent(Colour.WHITE, Level.BRIGHT)
_GONE = Intent(Colour.WHITE, Level.DIM)
_DONE = Intent(Colour.WHITE, Level.NORMAL, Pattern.PULSE)
_NO_BUILDING = Intent(Colour.WHITE, Level.NORMAL, Pattern.BLINK)
_EXTRA = Intent(Colour.RED, Level.NORMAL, Pattern.DOUBLE)
# Police lights: red runs over the board, and blue runs back.
_CHASE: Scene = {
    **path_scene(CELLS[::2], Colour.RED, Level.BRIGHT),
    **path_scene(CELLS[1::2][::-1], Colour.BLUE, Level.BRIGHT),
}


class Shown(NamedTuple):
    """What the lights show beside the state of the game."""

    wrong: Mapping[str, Wrong]
    hand: str | None  # the helicopter in a hand
    which: tuple[str, ...]  # helicopters that may have made the search
    is_finished: bool  # whether the table waits for Done
    hiding: CarStatus | None
    nothing: str | None  # the cell just searched, where nothing was found
    step: int  # steps since the phase began
    put_back: str | None = None  # the cell whose building must be back before Done


def scene(state: CarThief, phase: str, shown: Shown) -> Scene:
    """Returns the scene of a game in a *phase* at the table."""
    if phase == "over":
        return _over(state, shown.step, shown.nothing)
    lights: dict[str, Intent] = {}
    if shown.hiding is not None:
        lights.update(dict.fromkeys(CELLS, _CLOSED[shown.hiding]))
    lights.update(_roofs(state))
    if shown.put_back is not None:
        found = lights.get(shown.put_back, _NO_BUILDING).colour
        lights[shown.put_back] = _NO_BUILDING._replace(colour=found)
    if shown.nothing is not None:
        lights[shown.nothing] = _NOTHING
    lights.update(_track(state, is_done=shown.is_finished))
    lights.update(_helicopters(state, phase, shown))
    for place, how in shown.wrong.items():
        lights[place] = _EXTRA if how is Wrong.EXTRA else _missing(state, place)
    return lights


def _track(state: CarThief, *, is_done: bool) -> dict[str, Intent]:
    if is_done:
        return {f"r{number}": _DONE for number in range(1, ROUNDS + 1)}
    left = len(state.trail)
    return {
        f"r{number}": _GONE if number <= left else Intent(_COLOUR[token(number)], Level.LOW)
        for number in range(1, ROUNDS + 1)
    }


def _helicopters(state: CarThief, phase: str, shown: Shown) -> dict[str, Intent]:
    placed = {colour: where for colour, where in state.helicopters.items() if where is not None}
    lights = {where: _helicopter(state, phase, colour, shown) for colour, where in placed.items()}
    hand = shown.hand
    if phase == "setup" and hand is None and state.waiting:
        hand = state.waiting[0]
    if hand is None or shown.wrong or shown.which:
        return lights
    if phase == "setup":
        free = [name for name in CROSSINGS if name not in placed.values()]
    elif hand in state.waiting:
        near = NEXT_CROSSINGS[CROSSING_NUMBERS[placed[hand]]]
        free = [CROSSINGS[to] for to in near if CROSSINGS[to] not in placed.values()]
    else:
        free = []
    lights.update(dict.fromkeys(free, Intent(_COLOUR[hand], Level.NORMAL, Pattern.PULSE)))
    if hand in placed:
        lights[placed[hand]] = Intent(_COLOUR[hand], Level.DIM)
    return lights


def _helicopter(state: CarThief, phase: str, colour: str, shown: Shown) -> Intent:
    acts = shown.which or (tuple(state.waiting) if phase == "police" else ())
    is_due = colour in acts and (phase == "police") and not shown.is_finished
    pattern = Pattern.PULSE if is_due else Pattern.STEADY
    return Intent(_COLOUR[colour], Level.NORMAL if is_due else Level.LOW, pattern)


def _missing(state: CarThief, place: str) -> Intent:
    for colour in COLOURS:
        if state.helicopters[colour] == place:
            return Intent(_COLOUR[colour], Level.BRIGHT, Pattern.BLINK)
    return _NO_BUILDING


def _roofs(state: CarThief) -> dict[str, Intent]:
    return {cell: Intent(_COLOUR[colour]) for cell, colour in state.roofs.items()}


def _over(state: CarThief, step: int, nothing: str | None) -> dict[str, Intent]:
    assert state.outcome is not None
    if state.outcome.ending == "arrest" and step < _CHASE_STEPS:
        return dict(_CHASE)
    if state.outcome.ending == "escape" and step < _LAST_STEPS:
        return _roofs(state) | ({} if nothing is None else {nothing: _NOTHING})
    step -= {"arrest": _CHASE_STEPS, "escape": _LAST_STEPS}.get(state.outcome.ending, 0)
    reached = min(step % (len(state.trail) + _REST_STEPS) + 1, len(state.trail))
    lights: dict[str, Intent] = {}
    for number, cell in enumerate(state.trail[:reached], 1):
        lights[f"r{number}"] = Intent(_COLOUR[token(number)])
        lights[CELLS[cell]] = Intent(_COLOUR[token(number)])
    head = CELLS[state.trail[reached - 1]]
    lights[head] = lights[head]._replace(level=Level.BRIGHT, pattern=Pattern.PULSE)
    return lights

"""What the lights show in Burgle Bros. Pure.

| Where | What it shows |
|---|---|
| cell, colour of a player, pulse | the player who is asked |
| cell, red, bright pulse | the same, and an alarm is there, or a guard goes there |
| cell, white, steady, low | a tap goes there |
| cell, white, steady, dim | a hold peeks there |
| cell, white, pulse, low | the other end of stairs, a duct or a walkway: a tap goes there |
| cell, white, blink, low | a tap answers what is asked |
| cell, white, steady, bright | chosen with the pad "next target": Done goes there |
| cell, white, blink | turn this tile, or take it away |
| cell, red, steady | where a guard goes |
| cell, red, one to six flashes | an alarm, and its place in the order of the guard's distance |
| cells, red, chase | the way of a guard's figure |
| cell, colour of a player, two bright flashes | on that way: this player loses stealth there |
| cell, red, bright blink | where that figure must stand |
| cell, green, dim single flash | a number of the safe's row and column that is cracked |
| cell, green, dim double flash | a safe that is cracked |
| cell, amber, dim pulse, or dim blink | danger: a guard may, or probably will, step there next |
| pad, amber, steady, low | it does something now |
| menu pad, colour of a player, pulse, low | the menu is open |
| place, white, bright blink | something is missing there |
| place, red, bright double flash | something does not belong there; a guard who is out of sight |
| two cells, white, bright pulse | setup: a wall stands between them |
| all rooms, white, dim | setup: the shape of the floor |
| all rooms, green, pulse, or red, blink | the end: escaped, or caught |
| round track, from the left, white | actions that are left |
| round track, from the right, colour of a player | stealth tokens of that player |

Without colours pattern and level say the same. Of several things on one cell the lower one in
``scene`` shows.
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from heistboard.games.burgle_bros.components import ones
from heistboard.games.burgle_bros.guard_walks import Step
from heistboard.games.burgle_bros.job import Job
from heistboard.games.burgle_bros.pads import MENU, PADS, Choices
from heistboard.games.gestures import Wrong
from heistboard.places import layout
from heistboard.places.path import path_scene
from heistboard.places.place import at_floor, split_floor
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene

__all__ = ["MEANINGS", "PLAYER_COLOURS", "Shown", "scene"]

PLAYER_COLOURS: Final = (Colour.BLUE, Colour.GREEN, Colour.YELLOW, Colour.PINK)

MEANINGS: Final[Mapping[str, Intent]] = {
    "asked": Intent(Colour.WHITE, Level.NORMAL, Pattern.PULSE),
    "asked in danger": Intent(Colour.RED, Level.BRIGHT, Pattern.PULSE),
    "go": Intent(Colour.WHITE, Level.LOW),
    "peek": Intent(Colour.WHITE, Level.DIM),
    "link": Intent(Colour.WHITE, Level.LOW, Pattern.PULSE),
    "answer": Intent(Colour.WHITE, Level.LOW, Pattern.BLINK),
    "chosen": Intent(Colour.WHITE, Level.BRIGHT),
    "turn": Intent(Colour.WHITE, Level.NORMAL, Pattern.BLINK),
    "target": Intent(Colour.RED, Level.NORMAL),
    "alarm": Intent(Colour.RED, Level.NORMAL, Pattern.SINGLE),
    "walk": Intent(Colour.RED, Level.NORMAL, Pattern.CHASE),
    "pays": Intent(Colour.WHITE, Level.BRIGHT, Pattern.DOUBLE),
    "home": Intent(Colour.RED, Level.BRIGHT, Pattern.BLINK),
    "mark": Intent(Colour.GREEN, Level.DIM, Pattern.SINGLE),
    "cracked": Intent(Colour.GREEN, Level.DIM, Pattern.DOUBLE),
    "danger": Intent(Colour.AMBER, Level.DIM, Pattern.PULSE),
    "great danger": Intent(Colour.AMBER, Level.DIM, Pattern.BLINK),
}
"""The lights of cells in play. Where a player is meant, the colour is that player's."""

_PAD: Final = Intent(Colour.AMBER, Level.LOW)
_OPEN_MENU: Final = Intent(Colour.WHITE, Level.LOW, Pattern.PULSE)
_SHAPE: Final = Intent(Colour.WHITE, Level.DIM)
_WALL: Final = Intent(Colour.WHITE, Level.BRIGHT, Pattern.PULSE)
_ACTION: Final = Intent(Colour.WHITE, Level.LOW)
_WRONG: Final = {
    Wrong.MISSING: Intent(Colour.WHITE, Level.BRIGHT, Pattern.BLINK),
    Wrong.EXTRA: Intent(Colour.RED, Level.BRIGHT, Pattern.DOUBLE),
}
_ESCAPED: Final = Intent(Colour.GREEN, Level.LOW, Pattern.PULSE)
_CAUGHT: Final = Intent(Colour.RED, Level.LOW, Pattern.BLINK)
_MOST_ACTIONS: Final = 6
_MOST_STEALTH: Final = 5
_MOST_FLASHES: Final = 6
_PROBABLE: Final = 500  # thousandths


class Shown(NamedTuple):
    """What the lights show beside the state of the game."""

    seat: int  # who is asked; nobody while chance decides
    choices: Choices
    wrong: Mapping[str, Wrong]
    to_turn: Collection[str] = ()
    walks: tuple[tuple[Step, ...], ...] = ()
    to_leave: Collection[str] = ()  # where figures stand whose guard is out of sight
    wall: tuple[str, str] | None = None
    chosen: str = ""
    is_menu_open: bool = False
    danger: Mapping[str, int] = {}
    """By cell, in thousandths, how likely a guard is to step there next."""


def scene(job: Job, shown: Shown) -> Scene:
    """Returns the scene of a game."""
    if job.outcome is not None:
        is_won = job.outcome.ending == "escaped"
        return dict.fromkeys(_rooms(job), _ESCAPED if is_won else _CAUGHT)
    lights = _track(job, shown)
    if shown.wall is not None:
        floors = {split_floor(place)[0] for place in shown.wall}
        shape = [place for place in _rooms(job) if split_floor(place)[0] in floors]
        return lights | dict.fromkeys(shape, _SHAPE) | dict.fromkeys(shown.wall, _WALL)
    if shown.wrong:
        return lights | _due(shown) | {place: _WRONG[how] for place, how in shown.wrong.items()}
    lights.update(_danger(shown.danger))
    lights.update(_safe(job))
    lights.update(dict.fromkeys(shown.choices.holds, MEANINGS["peek"]))
    lights.update(_ways(job, shown))
    lights.update(_guards(job))
    lights.update(_answers(job, shown))
    lights.update(_asked(job, shown))
    return lights | _due(shown)


def _rooms(job: Job) -> list[str]:
    names = job.site.names
    return [names[cell] for cell in range(job.site.cells) if cell not in job.site.empty]


def _track(job: Job, shown: Shown) -> dict[str, Intent]:
    seat = shown.seat if shown.seat >= 0 else job.active
    actions = min(job.left, _MOST_ACTIONS)
    stealth = min(job.stealth[seat], _MOST_STEALTH)
    leds = layout.ROUND_TRACK
    track = dict.fromkeys(leds[:actions], _ACTION)
    own = Intent(PLAYER_COLOURS[seat], Level.LOW)
    track |= dict.fromkeys(leds[len(leds) - stealth :], own)
    return {
        at_floor(floor, led): intent
        for floor in range(1, job.site.floors + 1)
        for led, intent in track.items()
    }


def _danger(shares: Mapping[str, int]) -> dict[str, Intent]:
    return {
        place: MEANINGS["great danger" if share >= _PROBABLE else "danger"]
        for place, share in shares.items()
        if share
    }


def _safe(job: Job) -> dict[str, Intent]:
    # The numbers of the safe in the active player's room that are cracked; and cracked safes.
    names, cell = job.site.names, job.at[job.active]
    lights = {}
    if cell >= 0 and job.kind(cell) == "safe" and not job.cracked >> cell & 1:
        marks = [line for line in job.site.lines[cell] if job.marks >> line & 1]
        lights = {names[line]: MEANINGS["mark"] for line in marks}
    return lights | {names[each]: MEANINGS["cracked"] for each in ones(job.cracked)}


def _ways(job: Job, shown: Shown) -> dict[str, Intent]:
    if shown.seat < 0 or job.at[shown.seat] < 0:
        return {}
    near = {job.site.names[cell] for cell in job.site.beside[job.at[shown.seat]]}
    return {
        place: MEANINGS["go" if place in near else "link"]
        for place, move in shown.choices.taps.items()
        if move.verb == "move"
    }


def _guards(job: Job) -> dict[str, Intent]:
    # Where guards go, and alarms.
    names, area = job.site.names, job.site.area
    lights = {names[cell]: MEANINGS["target"] for cell in job.targets if cell >= 0}
    for floor, guard in enumerate(job.guards):
        alarms = job.alarms_on(floor)
        if not alarms:
            continue
        first = floor * area
        if guard < 0:
            far = dict.fromkeys(alarms, 0)
        else:
            steps = job.paths[floor].steps[guard - first]
            far = {cell: steps[cell - first] for cell in alarms}
        order = sorted(set(far.values()))
        for cell in alarms:
            flashes = min(order.index(far[cell]) + 1, _MOST_FLASHES)
            lights[names[cell]] = MEANINGS["alarm"]._replace(pattern=Pattern(flashes))
    return lights


def _answers(job: Job, shown: Shown) -> dict[str, Intent]:
    lights = {
        place: MEANINGS["answer"]
        for place, move in shown.choices.taps.items()
        if move.verb != "move"
    }
    if shown.chosen:
        lights[shown.chosen] = MEANINGS["chosen"]
    return lights


def _asked(job: Job, shown: Shown) -> dict[str, Intent]:
    # The cell of who is asked, and the pads.
    if shown.seat < 0:
        return {}
    colour = PLAYER_COLOURS[shown.seat]
    lights = dict.fromkeys(shown.choices.pads, _PAD)
    if shown.is_menu_open:
        pads = {name: cell for cell, name in PADS.items()}
        lights |= {
            place: _OPEN_MENU._replace(colour=colour)
            for place in shown.choices.pads
            if split_floor(place)[1] == pads[MENU]
        }
    if (cell := job.at[shown.seat]) >= 0:
        place = job.site.names[cell]
        is_in_danger = cell in job.targets or job.alarms >> cell & 1
        asked = MEANINGS["asked"]._replace(colour=colour)
        lights[place] = MEANINGS["asked in danger"] if is_in_danger else asked
        if place == shown.chosen:
            lights[place] = MEANINGS["chosen"]
    return lights


def _due(shown: Shown) -> dict[str, Intent]:
    # What hands have to do: figures to move, unless theirs is on a wrong cell; tiles to turn.
    astray = {split_floor(place)[0] for place, how in shown.wrong.items() if how is Wrong.EXTRA}
    lights: dict[str, Intent] = {}
    for steps in shown.walks:
        if split_floor(steps[-1].place)[0] not in astray:
            lights.update(_walk(steps))
    lights.update(dict.fromkeys(shown.to_leave, _WRONG[Wrong.EXTRA]))
    return lights | dict.fromkeys(shown.to_turn, MEANINGS["turn"])


def _walk(steps: tuple[Step, ...]) -> dict[str, Intent]:
    lights = dict(path_scene([step.place for step in steps], Colour.RED))
    for step in steps:
        if step.seats:
            payer = PLAYER_COLOURS[ones(step.seats)[0]]
            lights[step.place] = MEANINGS["pays"]._replace(colour=payer)
    last = steps[-1]
    colour = PLAYER_COLOURS[ones(last.seats)[0]] if last.seats else Colour.RED
    lights[last.place] = MEANINGS["home"]._replace(colour=colour)
    return lights

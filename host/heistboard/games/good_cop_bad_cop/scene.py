"""What the lights show in Good Cop Bad Cop. Pure; it follows from the public view alone.

| Where | What it shows |
|---|---|
| player's cell, white, steady, low | the player lives |
| player's cell, dark | the player is eliminated |
| player's cell, white, blink, low | the player is wounded |
| player's cell, white, pulse | whose turn it is |
| player's cell, white, two flashes | the same, and wounded |
| player's cell, white, bright pulse | somebody else is asked |
| player's cell, white, steady | a tap chooses this player |
| player's cell, white, blink | the same, and the player is wounded |
| player's cell, white, three bright flashes | the player is to be investigated |
| player's cell, red, four bright flashes | the player is to be shot |
| player's cell, red, two bright flashes | the player will be shot if Done is pressed |
| crossings, red, low chase | a gun, from who holds it to whom it points at |
| crossing, red, dim single flash | a gun of the player beside it, which points at nobody |
| pad, amber, steady, low | it does something now |
| pad, amber, blink, low | what has been declared |
| pad, red, bright pulse | a shot waits for Done |
| other cells of the rim, blue, dim pulse | a beat runs: cards may be played |
| round track, from the left, red | guns in the centre |
| cells of the rim, white, steady, dim | setup: the player who is asked may choose this cell |
| cell of the rim, white, pulse | setup: Done chooses this cell for that player |
| player's cell, green, pulse | the end: the player has won |

Without colours pattern and level say the same. Of several things on one cell the lower one in
``scene`` shows.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from heistboard.games.good_cop_bad_cop.gun_lights import foot_of, gun_lights
from heistboard.games.good_cop_bad_cop.rim import RIM
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene

__all__ = ["MEANINGS", "PADS", "Shown", "scene"]

PADS: Final = {"equip": "b3", "arm": "c3", "shoot": "d3", "keep": "c4"}
"""The pads: the cell of each verb."""

MEANINGS: Final[Mapping[str, Intent]] = {
    "living": Intent(Colour.WHITE, Level.LOW),
    "wounded": Intent(Colour.WHITE, Level.LOW, Pattern.BLINK),
    "active": Intent(Colour.WHITE, Level.NORMAL, Pattern.PULSE),
    "active and wounded": Intent(Colour.WHITE, Level.NORMAL, Pattern.DOUBLE),
    "asked": Intent(Colour.WHITE, Level.BRIGHT, Pattern.PULSE),
    "choice": Intent(Colour.WHITE, Level.NORMAL),
    "wounded choice": Intent(Colour.WHITE, Level.NORMAL, Pattern.BLINK),
    "to investigate": Intent(Colour.WHITE, Level.BRIGHT, Pattern.TRIPLE),
    "to shoot": Intent(Colour.RED, Level.BRIGHT, Pattern.QUADRUPLE),
    "shot at Done": Intent(Colour.RED, Level.BRIGHT, Pattern.DOUBLE),
    "gun": Intent(Colour.RED, Level.LOW, Pattern.CHASE),
    "aimless": Intent(Colour.RED, Level.DIM, Pattern.SINGLE),
    "pad": Intent(Colour.AMBER, Level.LOW),
    "declared": Intent(Colour.AMBER, Level.LOW, Pattern.BLINK),
    "breath": Intent(Colour.BLUE, Level.DIM, Pattern.PULSE),
    "free": Intent(Colour.WHITE, Level.DIM),
}
"""The lights in play: of the rim, of crossings (``gun``, ``aimless``), of pads."""

_LOADED: Final = Intent(Colour.RED, Level.BRIGHT, Pattern.PULSE)
_CENTRE: Final = Intent(Colour.RED, Level.LOW)
_WON: Final = Intent(Colour.GREEN, Level.NORMAL, Pattern.PULSE)


class Shown(NamedTuple):
    """What the lights show beside the public view."""

    cells: Sequence[str]
    """The cell of each seat; empty for who is still to choose one."""
    taps: Collection[str] = ()
    """The players' cells where a tap chooses."""
    pads: Collection[str] = ()
    """The cells of the pads that do something."""
    has_beat: bool = False
    target: str = ""
    """The cell of who is shot if Done is pressed."""
    free: Collection[str] = ()
    """The cells that the player who chooses a cell may have."""
    suggested: str = ""
    """The one of them that Done chooses."""


def scene(view: Mapping[str, Any], shown: Shown) -> Scene:
    """Returns the scene for the public *view*."""
    at = dict(zip(view["team"], shown.cells, strict=True))
    if view["outcome"] is not None:
        winners = view["outcome"]["side"].split(", ")
        return {at[player]: _WON for player in winners if player in at}
    lights: dict[str, Intent] = {}
    if shown.has_beat:
        lights.update(dict.fromkeys(RIM, MEANINGS["breath"]))
    lights.update(dict.fromkeys(shown.free, MEANINGS["free"]))
    for player, cell in at.items():
        lights.pop(cell, None)
        if cell and view["team"][player]["living"]:
            lights[cell] = MEANINGS[_meaning(view, player, cell in shown.taps)]
    lights.update(_guns(view, at))
    lights.update(_declared(view, at))
    lights.update(dict.fromkeys(shown.pads, MEANINGS["pad"]))
    if shown.target:
        lights |= {shown.target: MEANINGS["shot at Done"], PADS["shoot"]: _LOADED}
    if shown.suggested:
        lights[shown.suggested] = MEANINGS["active"]
    return lights


def _meaning(view: Mapping[str, Any], player: str, is_choice: bool) -> str:
    is_wounded = view["team"][player]["wounded"]
    if view["turn"] == [player] != [view["active"]]:
        return "asked"
    if player == view["active"]:
        return "active and wounded" if is_wounded else "active"
    if is_choice:
        return "wounded choice" if is_wounded else "choice"
    return "wounded" if is_wounded else "living"


def _guns(view: Mapping[str, Any], at: Mapping[str, str]) -> dict[str, Intent]:
    holders = {player: facts["aim"] for player, facts in view["team"].items() if facts["gun"]}
    lights = dict(gun_lights(tuple((at[one], at[aim]) for one, aim in holders.items() if aim)))
    lights |= {foot_of(at[one]): MEANINGS["aimless"] for one, aim in holders.items() if not aim}
    return lights | dict.fromkeys(layout.ROUND_TRACK[: view["guns"]], _CENTRE)


def _declared(view: Mapping[str, Any], at: Mapping[str, str]) -> dict[str, Intent]:
    action = view["action"]
    if action is None:
        return {}
    verb, target = action["verb"], action["target"]
    lights = {PADS[verb]: MEANINGS["declared"]} if verb in PADS else {}
    if target is not None and view["team"][target]["living"]:
        lights[at[target]] = MEANINGS["to shoot" if verb == "shoot" else "to investigate"]
    return lights

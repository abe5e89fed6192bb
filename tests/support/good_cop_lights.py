"""What the board must show in Good Cop Bad Cop, after the table in its ``scene.py``.

Written apart from the game's own modules, from the public view and the moves that everybody sees,
so that rehearsals and tests can compare the two.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from heistboard.places.scene import Scene
from heistboard.rules import Move

__all__ = ["EDGE", "Light", "are_right", "expected_lines", "lights"]

EDGE = [f"{column}1" for column in "abcde"] + ["e2", "e3", "e4"]
EDGE += [f"{column}5" for column in "edcba"] + ["a4", "a3", "a2"]
PADS = {"equip": "b3", "arm": "c3", "shoot": "d3", "keep": "c4"}
CHOSEN_BY_HAND = ("investigate", "aim")


class Light(NamedTuple):
    """What a light shows, in the words of a rehearsal."""

    colour: str
    pattern: str
    level: str


def lights(
    view: Mapping[str, Any],
    moves: Sequence[Move],
    cells: Mapping[str, str],
    *,
    has_beat: bool = False,
    is_loaded: bool = False,
) -> dict[str, Light]:
    """Returns the lights of all cells, while nobody chooses one; *cells* are the players'.

    *moves* are those that may be made by hand, *is_loaded* whether a shot waits for Done.
    """
    if view["outcome"] is not None:
        won = view["outcome"]["side"].split(", ")
        return {cells[player]: Light("green", "pulse", "normal") for player in won if player}
    found: dict[str, Light] = {}
    if has_beat:
        free = (cell for cell in EDGE if cell not in cells.values())
        found |= dict.fromkeys(free, Light("blue", "pulse", "dim"))
    choices = {move.parts["target"] for move in moves if move.verb in CHOSEN_BY_HAND}
    action = view["action"] or {"verb": "", "target": None}
    for player, facts in view["team"].items():
        if not facts["living"]:
            continue
        level = "normal" if player in choices else "low"
        light = Light("white", "blink" if facts["wounded"] else "steady", level)
        if player == view["active"]:
            light = Light("white", "double" if facts["wounded"] else "pulse", "normal")
        elif view["turn"] == [player]:
            light = Light("white", "pulse", "bright")
        if player == action["target"]:
            is_shot = action["verb"] == "shoot"
            light = (
                Light("red", "quadruple", "bright")
                if is_shot
                else Light("white", "triple", "bright")
            )
        found[cells[player]] = light
    if action["verb"] in PADS:
        found[PADS[action["verb"]]] = Light("amber", "blink", "low")
    for move in moves:
        if move.verb in PADS:
            found[PADS[move.verb]] = Light("amber", "steady", "low")
            if is_loaded and move.verb == "shoot":
                found[PADS["shoot"]] = Light("red", "pulse", "bright")
                found[cells[move.parts["target"]]] = Light("red", "double", "bright")
    return found


def are_right(scene: Scene, view: Mapping[str, Any], cells: Mapping[str, str]) -> list[str]:
    """Returns what is wrong with the lights of guns: crossings and round track."""
    wrong = []
    track = [led for led in scene if led.startswith("r")]
    if view["outcome"] is not None:
        return [led for led in scene if led[0] in "xr"]
    if sorted(track) != [f"r{number}" for number in range(1, view["guns"] + 1)]:
        wrong.append(f"round track {track} for {view['guns']} guns")
    lit = {led: light for led, light in scene.items() if led.startswith("x")}
    owned = set()
    for player, facts in view["team"].items():
        if not facts["gun"]:
            continue
        beside = [led for led in lit if touches(led, cells[player])]
        owned |= {*beside}
        if not beside:
            wrong.append(f"no light begins at {player}")
        elif facts["aim"] is None:
            if not any(lit[led].pattern.name == "SINGLE" for led in beside):
                wrong.append(f"the gun of {player} aims at nobody, and no light says so")
        else:
            ends = [led for led in lit if touches(led, cells[facts["aim"]])]
            owned |= {*ends}
            if not ends:
                wrong.append(f"no light ends at {facts['aim']}")
    is_any = any(facts["gun"] for facts in view["team"].values())
    if lit and not is_any:
        wrong.append(f"crossings {sorted(lit)} without a gun")
    if any(light.colour.name != "RED" for light in lit.values()):
        wrong.append(f"crossings that are not red: {lit}")
    return wrong


def touches(crossing: str, cell: str) -> bool:
    """Returns whether a crossing is at a corner of a cell."""
    column, row = int(crossing[1]) - 0.5, int(crossing[2]) - 0.5
    return abs("abcde".index(cell[0]) - column) < 1 and abs(int(cell[1]) - 1 - row) < 1


def expected_lines(found: Mapping[str, Light]) -> list[str]:
    """Returns the lines of a rehearsal that check these lights of cells."""
    groups: dict[Light, list[str]] = {}
    for place, light in found.items():
        groups.setdefault(light, []).append(place)
    return [
        f"expect only {' '.join(light)} {' '.join(sorted(places))}"
        for light, places in sorted(groups.items())
    ]

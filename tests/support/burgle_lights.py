"""What the boards must show in Burgle Bros, after the table in its ``scene.py``.

Written apart from ``scene.py``, from the public view and the moves that everybody sees, so that
rehearsals can compare the two.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from heistboard.places.place import at_floor, split_floor
from heistboard.rules import Move

__all__ = ["Light", "Seen", "lights", "shown", "track", "wall_lights"]

COLOURS = {"p1": "blue", "p2": "green", "p3": "yellow", "p4": "pink"}
FLASHES = ("single", "double", "triple", "quadruple", "quintuple", "sextuple")
PADS = {
    "hack": "a5",
    "die": "b5",
    "crack": "c5",
    "escape": "d5",
    "drop": "d5",
    "pick": "d5",
    "pass": "e5",
}


class Light(NamedTuple):
    """What a light shows, in the words of a rehearsal."""

    colour: str
    pattern: str
    level: str


class Seen(NamedTuple):
    """What is on the boards and not yet as the game has it."""

    to_turn: Collection[str] = ()
    walks: Sequence[tuple[Sequence[str], Mapping[str, str]]] = ()
    """The ways of the guards' figures, and by cell who loses stealth there."""
    to_leave: Collection[str] = ()

    @property
    def is_due(self) -> bool:
        return bool(self.to_turn or self.walks or self.to_leave)


def lights(view: Mapping[str, Any], moves: Sequence[Move], seen: Seen) -> dict[str, Light]:
    """Returns the lights of all cells, those that everybody may be asked in *moves* included."""
    size = _size(view)
    if view["outcome"] is not None:
        end = ("green", "pulse", "low") if view["outcome"]["side"] else ("red", "blink", "low")
        floors = range(1, len(view["guards"]) + 1)
        rooms = _rooms(view)
        return {at_floor(floor, room): Light(*end) for floor in floors for room in rooms}
    asked = next((each for each in view["turn"] if each in COLOURS), None)
    at = {each["player"]: each["at"] for each in view["team"]}
    found: dict[str, Light] = {}
    for cell in _marks(view, at[view["active"]]):
        found[cell] = Light("green", "single", "dim")
    for cell in view["cracked"]:
        found[cell] = Light("green", "double", "dim")
    may_choose = asked is not None and not seen.is_due
    if asked is not None and may_choose:
        found |= _choices(view["phase"], moves, at[asked])
    for guard in view["guards"]:
        if guard["target"]:
            found[guard["target"]] = Light("red", "steady", "normal")
        found |= _alarms(view, guard)
    if asked is not None and may_choose:
        found |= _answers(view["phase"], moves)
        found |= _pads(view["phase"], moves, at[asked], size)
        if view["phase"] != "act" and not any("cell" in move.parts for move in moves):
            # The menu opens by itself.
            for place in [place for place in found if place.endswith("e3") and size == 4]:
                found[place] = Light(COLOURS[asked], "pulse", "low")
    if asked is not None and at[asked] not in ("outside", "roof"):
        targets = [guard["target"] for guard in view["guards"]]
        is_in_danger = at[asked] in targets or at[asked] in view["alarms"]
        danger, safe = Light("red", "pulse", "bright"), Light(COLOURS[asked], "pulse", "normal")
        found[at[asked]] = danger if is_in_danger else safe
    for way, payers in seen.walks:
        for cell in way:
            found[cell] = Light("red", "chase", "normal")
        for cell in way[:-1]:
            if cell in payers:
                found[cell] = Light(COLOURS[payers[cell]], "double", "bright")
        colour = COLOURS[payers[way[-1]]] if way[-1] in payers else "red"
        found[way[-1]] = Light(colour, "blink", "bright")
    for cell in seen.to_leave:
        found[cell] = Light("red", "double", "bright")
    for cell in seen.to_turn:
        found[cell] = Light("white", "blink", "normal")
    return found


def wall_lights(view: Mapping[str, Any], one: str, other: str) -> dict[str, Light]:
    """Returns the lights while people put up a wall."""
    shape = (at_floor(split_floor(one)[0], room) for room in _rooms(view))
    found = dict.fromkeys(shape, Light("white", "steady", "dim"))
    return found | dict.fromkeys((one, other), Light("white", "pulse", "bright"))


def track(view: Mapping[str, Any]) -> tuple[int, int, str]:
    """Returns how many lights of the round track show actions and stealth, and whose."""
    asked = next((each for each in view["turn"] if each in COLOURS), view["active"])
    stealth = {each["player"]: each["stealth"] for each in view["team"]}[asked]
    return min(view["actions"], 6), min(stealth, 5), COLOURS[asked]


def _size(view: Mapping[str, Any]) -> int:
    return 5 if view["scenario"] == "fort_knox" else 4


def _rooms(view: Mapping[str, Any]) -> list[str]:
    size = _size(view)
    empty = view["empty"] if size == 5 else None
    rows = range(1, size + 1)
    names = (f"{column}{row}" for row in rows for column in "abcde"[:size])
    return [name for name in names if name != empty]


def _marks(view: Mapping[str, Any], here: str) -> list[str]:
    # The numbers that are cracked of the safe where the active player stands.
    if view["tiles"].get(here) != "safe" or here in view["cracked"]:
        return []
    floor, (column, row) = _parts(here)
    return [
        cell
        for cell in view["marks"]
        if cell != here and _parts(cell)[0] == floor and {column, row} & {*_parts(cell)[1]}
    ]


def _parts(place: str) -> tuple[int, tuple[str, str]]:
    floor, cell = split_floor(place)
    return floor, (cell[0], cell[1])


def _are_beside(one: str, other: str) -> bool:
    (floor, (column, row)), (above, (far, line)) = _parts(one), _parts(other)
    return floor == above and abs(ord(column) - ord(far)) + abs(ord(row) - ord(line)) == 1


def _choices(phase: str, moves: Sequence[Move], here: str) -> dict[str, Light]:
    # Where a hold peeks, and where a tap goes.
    if phase != "act" or here in ("outside", "roof"):
        return {}
    found = {
        move.parts["cell"]: Light("white", "steady", "dim")
        for move in moves
        if move.verb == "peek"
    }
    for move in moves:
        if move.verb == "move":
            pattern = "steady" if _are_beside(here, move.parts["cell"]) else "pulse"
            found[move.parts["cell"]] = Light("white", pattern, "low")
    return found


def _answers(phase: str, moves: Sequence[Move]) -> dict[str, Light]:
    if phase == "act":
        return {}
    cells = (move.parts["cell"] for move in moves if "cell" in move.parts)
    return dict.fromkeys(cells, Light("white", "blink", "low"))


def _pads(phase: str, moves: Sequence[Move], here: str, size: int) -> dict[str, Light]:
    if size != 4:
        return {}
    floor = split_floor(here)[0] if here not in ("outside", "roof") else 1
    placed = ("move", "peek") if phase == "act" else ()
    lit = set()
    for move in moves:
        if phase == "act" and move.verb in PADS and not _is_after(move, moves):
            lit.add(PADS[move.verb])
        elif move.verb in placed or (phase != "act" and "cell" in move.parts):
            if move.verb != "peek":
                lit.add("e4")
        else:
            lit.add("e3")
    return {at_floor(floor, pad): Light("amber", "steady", "low") for pad in lit}


def _is_after(move: Move, moves: Sequence[Move]) -> bool:
    # The pad "room" does the first that may be done of: leave, go down, pick up.
    order = ("escape", "drop", "pick")
    verbs = {each.verb for each in moves}
    return move.verb in order and any(each in verbs for each in order[: order.index(move.verb)])


def _alarms(view: Mapping[str, Any], guard: Mapping[str, Any]) -> dict[str, Light]:
    floor = guard["floor"]
    alarms = [cell for cell in view["alarms"] if split_floor(cell)[0] == floor]
    far = _distances(view, floor, guard["at"]) if guard["at"] else {}
    order = sorted({far.get(cell, 0) for cell in alarms})
    return {
        cell: Light("red", FLASHES[min(order.index(far.get(cell, 0)), 5)], "normal")
        for cell in alarms
    }


def _distances(view: Mapping[str, Any], floor: int, start: str) -> dict[str, int]:
    walls = {frozenset(wall.split("|")) for wall in view["plan"].split("/")[floor - 1].split(",")}
    far = {split_floor(start)[1]: 0}
    edge = list(far)
    while edge:
        edge = [
            cell
            for cell in _rooms(view)
            if cell not in far
            and any(
                _are_beside(cell, near) and frozenset((cell, near)) not in walls for near in edge
            )
        ]
        far |= dict.fromkeys(edge, max(far.values()) + 1)
    return {at_floor(floor, cell): steps for cell, steps in far.items()}


def shown(found: Mapping[str, Light]) -> list[str]:
    """Returns the lines of a rehearsal that check these lights and no others."""
    groups: dict[Light, list[str]] = {}
    for place, light in found.items():
        groups.setdefault(light, []).append(place)
    return [
        *(
            f"expect only {' '.join(light)} {' '.join(sorted(places))}"
            for light, places in sorted(groups.items())
        ),
        f"expect lit {len(found)}",
    ]

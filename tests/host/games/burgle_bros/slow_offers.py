"""What the active player may do, from the view and the text of the rules alone.

Independent of the game's code: imports nothing from it. Tools and abilities are left out.
"""

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["VERBS", "offers"]

VERBS = frozenset(
    ["move", "drop", "peek", "hack", "die", "crack", "escape", "pick", "give", "ask", "pass"]
)
LOOT = frozenset(
    [
        "bust",
        "chihuahua",
        "cursed_goblet",
        "gemstone",
        "gold_bar",
        "isotope",
        "keycard",
        "mirror",
        "painting",
        "persian_kitty",
        "stamp",
        "tiara",
    ]
)
SAFES = {"office": 2, "bank": 3, "fort_knox": 3}
FLOORS = {"office": 2, "bank": 3, "fort_knox": 2}
MOST = 6


def floor_and_cell(name: str) -> tuple[int, str]:
    floor, _, cell = name.rpartition(":")
    return int(floor or 1), cell


def named(floor: int, cell: str) -> str:
    return f"{floor}:{cell}" if floor > 1 else cell


class Building:
    """Rooms and ways of a view."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.size = 5 if view["scenario"] == "fort_knox" else 4
        self.kinds = {name: tile.split()[0] for name, tile in view["tiles"].items()}
        self.walls = [
            {frozenset(wall.split("|")) for wall in floor.split(",") if wall}
            for floor in view["plan"].split("/")
        ]

    def above(self, name: str, floors: int = 1) -> str | None:
        floor, cell = floor_and_cell(name)
        other = floor + floors
        return named(other, cell) if 1 <= other <= FLOORS[self.view["scenario"]] else None

    def beside(self, name: str) -> Iterator[tuple[str, bool]]:
        """Yields the rooms beside it, and whether a wall is between."""
        floor, cell = floor_and_cell(name)
        x, y = "abcde".index(cell[0]), int(cell[1])
        for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= u < self.size and 1 <= v <= self.size:
                other = "abcde"[u] + str(v)
                if self.size == 5 and other == self.view["empty"]:
                    continue
                yield named(floor, other), frozenset((cell, other)) in self.walls[floor - 1]

    def adjacent(self, name: str) -> set[str]:
        return {room for room, is_walled in self.beside(name) if not is_walled}

    def stairs(self, name: str) -> set[str]:
        """By stairs of every sort; a time lock is not looked at."""
        up, down = self.above(name), self.above(name, -1)
        found = set()
        is_gym, how = "gymnastics" in self.view["lasting"], self.view["gymnastics"]
        if up and (
            name in self.view["stairs"]
            or (is_gym and how == "above" and self.kinds.get(name) == "walkway")
            or (is_gym and how == "below" and self.kinds.get(up) == "walkway")
        ):
            found.add(up)
        if down and (
            down in self.view["stairs"]
            or (is_gym and how == "above" and self.kinds.get(down) == "walkway")
        ):
            found.add(down)
        return found


def offers(view: Mapping[str, Any]) -> set[str]:
    """Returns all actions of the player on turn, of those verbs."""
    building, left = Building(view), view["actions"]
    kinds = building.kinds
    team = {each["player"]: each for each in view["team"]}
    me = team[view["active"]]
    others = {name: each for name, each in team.items() if name != view["active"]}
    here, items = me["at"], me["items"]
    people = {each["at"] for each in others.values()}
    guards = {guard["at"] for guard in view["guards"]}

    def cost(room: str, *, is_entry: bool = True) -> int:
        is_barred = (
            is_entry
            and kinds.get(room) == "deadbolt"
            and room not in view["crowbarred"]
            and room not in people | guards
        )
        return 1 + 2 * is_barred + ("gemstone" in items and room in people)

    found = {"pass"}
    ways = building.adjacent(here)
    if "time_lock" not in view["lasting"]:
        ways |= building.stairs(here)
    if "painting" not in items:
        if kinds.get(here) == "service_duct":
            ways |= {room for room, kind in kinds.items() if kind == "service_duct"} - {here}
        ways |= {room for room, _ in building.beside(here) if kinds.get(room) == "secret_door"}
    found |= {f"move {room}" for room in ways if cost(room) <= left}
    below = building.above(here, -1)
    if kinds.get(here) == "walkway" and below:
        is_entry = view["walkway-down"] == "entry"
        if cost(below, is_entry=is_entry) <= left:
            found.add(f"drop {below}")
    if left:
        seen = building.adjacent(here) | building.stairs(here)
        if kinds.get(here) == "atrium":
            seen |= {room for room in (building.above(here), below) if room}
        found |= {f"peek {room}" for room in seen if room not in kinds}
        if view["hacks"].get(kinds.get(here), MOST) < MOST:
            found.add("hack")
    reach = [here]
    if (me["character"], me["side"]) == ("peterman", "advanced"):
        reach += [room for room in (building.above(here), below) if room]
    keycards = [each["at"] for each in team.values() if "keycard" in each["items"]]
    for safe in reach:
        if kinds.get(safe) != "safe" or safe in view["cracked"]:
            continue
        dice = view["dice"].get(safe, 0)
        if left >= 2 and dice < MOST:
            found.add(f"die {safe}")
        if left and dice and keycards in ([], [safe]):
            found.add(f"crack {safe}")
    is_open = len(view["cracked"]) == SAFES[view["scenario"]] and not any(
        item in LOOT for _, item in view["lying"]
    )
    is_up = building.above(here) is None and here in view["stairs"]
    if left and is_up and is_open and "time_lock" not in view["lasting"]:
        found.add("escape")

    def can_hold(item: str, holds: list[str]) -> bool:
        return not (item == "gold_bar" and item in holds)

    found |= {
        f"pick {item}" for room, item in view["lying"] if room == here and can_hold(item, items)
    }
    for name, other in others.items():
        if other["at"] == here:
            held = other["items"]
            found |= {f"give {item} {name}" for item in items if can_hold(item, held)}
            found |= {f"ask {item} {name}" for item in held if can_hold(item, items)}
    return found

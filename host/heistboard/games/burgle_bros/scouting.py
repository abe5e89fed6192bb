"""What a computer player makes of a view: ways, what steps cost, and where guards will come.

Everything is public. Cells are numbers of the building, as in ``site``.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, cast

from heistboard.games.burgle_bros.cells import GRIDS
from heistboard.games.burgle_bros.components import LOOT, SCENARIOS
from heistboard.games.burgle_bros.guard_knowledge import guard_knowledge
from heistboard.games.burgle_bros.outlook import Chances, GuardKnowledge, outlook
from heistboard.games.burgle_bros.site import Plans, adjacent
from heistboard.games.burgle_bros.walls import read_floor
from heistboard.rules import View

__all__ = ["FAR", "Scouting"]

FAR: Final = 99

_STEP_COSTS: Final = {
    **{"deadbolt": 3.0, "keypad": 3.0, "laser": 2.0, "fingerprint": 2.5},
    **{"scanner": 2.0, "motion": 1.2, "camera": 1.2},
}
_UNKNOWN_COSTS: Final = 2.0  # a peek, then the step
_SITUATIONS: Final = 60  # of a guard, kept at a time after his next movement; exact enough
_FROM_NOWHERE: Final = 0.2  # tokens that a guard costs who has yet to come
_THERMO: Final = 0.7  # tokens that ending in a Thermo costs, as its alarm brings the guard


@lru_cache(512)
def _outlook(known: GuardKnowledge, movements: int) -> tuple[Chances, ...]:
    return outlook(known, movements, _SITUATIONS)


class Scouting:
    """One view, and what follows from it for one seat."""

    def __init__(self, view: View, seat: int) -> None:
        # A view is checked by the game that made it.
        self.view = cast("dict[str, Any]", view)
        self.seat = seat
        scenario = SCENARIOS[self.view["scenario"]]
        self.size, self.floors = scenario.size, scenario.floors
        self.area = self.size**2
        self.names: list[str] = [
            f"{floor + 1}:{name}" if floor else name
            for floor in range(self.floors)
            for name in GRIDS[self.size].names
        ]
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.safes = scenario.safes
        self._cells: dict[str, set[int]] = {}
        self._visits: dict[tuple[int, int], list[float]] = {}

    @cached_property
    def plans(self) -> Plans:
        """The walls of each floor."""
        empty = None
        if self.view["scenario"] == "fort_knox":
            empty = GRIDS[self.size].numbers[self.view["empty"]]
        return tuple(read_floor(text, self.size, empty) for text in self.view["plan"].split("/"))

    @cached_property
    def tiles(self) -> dict[int, tuple[str, int]]:
        """Kind and digit of each revealed tile."""
        found = {}
        for name, tile in self.view["tiles"].items():
            kind, _, digit = tile.partition(" ")
            found[self.numbers[name]] = (kind, int(digit or 0))
        return found

    def cells(self, key: str) -> set[int]:
        """Returns the cells that the view lists under *key*."""
        if key not in self._cells:
            self._cells[key] = {self.numbers[name] for name in self.view[key]}
        return self._cells[key]

    @cached_property
    def at(self) -> tuple[int, ...]:
        """Where the players are; -1 outside or on the roof."""
        return tuple(self.numbers.get(each["at"], -1) for each in self.view["team"])

    @property
    def here(self) -> int:
        """Where the seat is."""
        return self.at[self.seat]

    @property
    def me(self) -> Mapping[str, Any]:
        """The seat's player."""
        return cast("Mapping[str, Any]", self.view["team"][self.seat])

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """By cell, the rooms beside it without a wall between."""
        return adjacent(self.plans)

    @cached_property
    def ways(self) -> list[set[int]]:
        """By cell, where one step leads: adjacent rooms, stairs, ducts, walkways down."""
        near = [set(cells) for cells in self.near]
        if "time_lock" not in self.view["lasting"]:
            for cell in self.cells("stairs"):
                if cell + self.area < len(near):
                    near[cell].add(cell + self.area)
                    near[cell + self.area].add(cell)
        ducts = [cell for cell, (kind, _) in self.tiles.items() if kind == "service_duct"]
        if len(ducts) == 2 and "painting" not in self.me["items"]:
            near[ducts[0]].add(ducts[1])
            near[ducts[1]].add(ducts[0])
        for cell, (kind, _) in self.tiles.items():
            if kind == "walkway" and cell >= self.area:
                near[cell].add(cell - self.area)
        return near

    def stairs_from(self, cell: int) -> set[int]:
        """Returns the rooms directly above and below that stairs lead to."""
        lower = self.cells("stairs")
        up = {cell + self.area} if cell in lower else set()
        return up | ({cell - self.area} if cell - self.area in lower else set())

    def step_cost(self, cell: int) -> float:
        """Returns about what it takes to step into a room."""
        if cell not in self.tiles:
            return _UNKNOWN_COSTS
        kind = self.tiles[cell][0]
        if cell in self.cells("crowbarred") or (kind == "keypad" and cell in self.cells("opened")):
            return 1.0
        return _STEP_COSTS.get(kind, 1.0)

    def reach(self, start: int) -> dict[int, tuple[float, int]]:
        """Returns for each room what it takes to get there, and the first step."""
        guards = {guard for guard in self.guards if guard >= 0}
        found: dict[int, tuple[float, int]] = {start: (0.0, start)}
        waiting = [start]
        while waiting:
            cell = min(waiting, key=lambda each: found[each][0])
            waiting.remove(cell)
            spent, first = found[cell]
            for near in sorted(self.ways[cell]):
                cost = spent + self.step_cost(near) + (6.0 if near in guards else 0.0)
                if cost < found.get(near, (FAR, 0))[0]:
                    if near not in found:
                        waiting.append(near)
                    found[near] = (cost, near if cell == start else first)
        return found

    # Guards.

    @cached_property
    def guards(self) -> tuple[int, ...]:
        """Where the guards are; -1 if one is not there."""
        return tuple(
            -1 if each["at"] is None else self.numbers[each["at"]] for each in self.view["guards"]
        )

    def visits(self, floor: int, movements: int) -> list[float]:
        """Returns by cell how often a guard is expected to come there in his next movements.

        What players do meanwhile is left out. Next to a Foyer he is seen as if he came into it.
        """
        if (floor, movements) not in self._visits:
            self._visits[floor, movements] = self._expected(floor, movements)
        return self._visits[floor, movements]

    def _expected(self, floor: int, movements: int) -> list[float]:
        found = [0.0] * len(self.names)
        known = None if self.guards[floor] < 0 else guard_knowledge(self.view, floor + 1)
        if known is None:
            return found
        first = floor * self.area
        for chances in _outlook(known, movements):
            for cell, chance in enumerate(chances.steps_on, first):
                found[cell] += chance
        for cell, (kind, _) in self.tiles.items():
            if kind == "foyer" and self.floor(cell) == floor:
                found[cell] += sum(found[each] for each in self.near[cell])
        return found

    def risk(self, cell: int) -> float:
        """Returns about how many stealth tokens the team loses if the seat ends its turn there."""
        own, others = self.losses(cell)
        return own + sum(others.values())

    def losses(self, cell: int) -> tuple[float, dict[int, float]]:
        """Returns what the seat, and what each other one, is expected to lose by its ending there.

        Until the seat's next turn the guard moves for each player on his floor; the others can
        still go out of his way, except at the end of this turn.
        """
        floor = self.floor(cell)
        same = {
            seat: at
            for seat, at in enumerate(self.at)
            if seat != self.seat and at >= 0 and self.floor(at) == floor
        }
        own = self.visits(floor, 1 + len(same))[cell]
        if self.guards[floor] < 0:
            own += _FROM_NOWHERE
        if self.tiles.get(cell, ("", 0))[0] == "thermo" and cell not in self.cells("crowbarred"):
            own += _THERMO
        next_visits = self.visits(floor, 1)
        return own, {seat: next_visits[at] for seat, at in same.items()}

    def distance(self, one: int, other: int) -> int:
        """Returns how far two rooms are apart as the crow flies; other floors are far."""
        (floor, one), (other_floor, other) = divmod(one, self.area), divmod(other, self.area)
        if floor != other_floor:
            return 2 * self.size
        (y, x), (v, u) = divmod(one, self.size), divmod(other, self.size)
        return abs(y - v) + abs(x - u)

    def floor(self, cell: int) -> int:
        """Returns the floor of a cell."""
        return cell // self.area

    # Safes.

    @cached_property
    def open_safes(self) -> list[int]:
        """The revealed safes that are not cracked."""
        cracked = self.cells("cracked")
        return sorted(
            cell
            for cell, (kind, _) in self.tiles.items()
            if kind == "safe" and cell not in cracked
        )

    def combination(self, safe: int) -> list[int]:
        """Returns the rooms of a safe's combination that have no token yet."""
        first = self.floor(safe) * self.area
        marks = self.cells("marks")
        lines = [cell + first for cell in GRIDS[self.size].lines[safe - first]]
        return [
            cell
            for cell in lines
            if cell not in marks and self.tiles.get(cell, ("", 0))[0] != "safe" and self.ways[cell]
        ]

    @property
    def is_roof_open(self) -> bool:
        """Whether nothing is left to crack or to pick up."""
        lies = any(item in LOOT for _, item in self.view["lying"])
        return len(self.view["cracked"]) == self.safes and not lies

"""A view of Burgle Bros by floors and rooms, as a drawing needs it. Pure.

Everything comes from the view, so nothing is here that its reader may not know.
"""

from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

from heistboard.games.burgle_bros.cells import GRIDS, SIZES
from heistboard.games.burgle_bros.guard_paths import NO_WAY, guard_paths
from heistboard.games.burgle_bros.walls import FloorPlan, read_floor
from heistboard.rules import View

__all__ = ["SeenFloor", "SeenSite", "Tile"]


class Tile(NamedTuple):
    """A revealed tile."""

    kind: str
    digit: str
    """Empty if the kind has none."""


class SeenFloor(NamedTuple):
    """A floor: its walls, its guard and his way."""

    number: int
    """Counted from 1."""
    plan: FloorPlan
    names: tuple[str, ...]
    """The name of each cell in the building, by its number on the floor."""
    guard: dict[str, Any]
    path: tuple[str, ...]
    """The rooms on the guard's way to his destination, without the one where he is."""


class SeenSite:
    """What a view says, by room."""

    def __init__(self, view: View) -> None:
        seen = cast("dict[str, Any]", view)
        self.seen: Final = seen
        self.size: Final = SIZES[seen["scenario"] == "fort_knox"]
        self.tiles: Final = {
            room: Tile(kind, digit)
            for room, tile in seen["tiles"].items()
            for kind, _, digit in [tile.partition(" ")]
        }
        self.floors: Final = tuple(
            self._floor(number, walls) for number, walls in enumerate(seen["plan"].split("/"), 1)
        )
        self.players: Final[dict[str, str]] = {}
        """By room, the numbers of the players in it, such as ``13``."""
        for player in seen["team"]:
            at = player["at"]
            self.players[at] = self.players.get(at, "") + player["player"][1:]

    def _floor(self, number: int, walls: str) -> SeenFloor:
        empty = self.seen["empty"] if self.size == max(SIZES) else None
        plan = _plan(walls, self.size, empty)
        grid = GRIDS[self.size]
        names = tuple(cell if number == 1 else f"{number}:{cell}" for cell in grid.names)
        guard = self.seen["guards"][number - 1]
        path: tuple[str, ...] = ()
        if guard["at"] is not None and guard["target"] is not None:
            at, target = names.index(guard["at"]), names.index(guard["target"])
            if guard_paths(plan).steps[at][target] != NO_WAY:
                path = tuple(names[cell] for cell in guard_paths(plan).path(at, target)[1:])
        return SeenFloor(number, plan, names, guard, path)

    def floor_of(self, room: str) -> int:
        """Returns the number of a room's floor; that of the roof is the highest."""
        if room == "roof":
            return len(self.floors)
        return int(room.partition(":")[0]) if ":" in room else 1

    def active_floor(self) -> int:
        """Returns the floor of the active player."""
        active = next(each for each in self.seen["team"] if each["player"] == self.seen["active"])
        return self.floor_of(active["at"])

    def stair_ends(self, room: str) -> tuple[bool, bool]:
        """Returns whether stairs lead up from a room, and whether they lead down."""
        floor = self.floors[self.floor_of(room) - 1]
        below = None
        if floor.number > 1:
            below = self.floors[floor.number - 2].names[floor.names.index(room)]
        return room in self.seen["stairs"], below in self.seen["stairs"]

    def digits(self, safe: str) -> list[str]:
        """Returns the rooms whose digits open a safe."""
        floor = self.floors[self.floor_of(safe) - 1]
        lines = GRIDS[self.size].lines[floor.names.index(safe)]
        return [floor.names[cell] for cell in lines if cell != floor.plan.empty]


@lru_cache(16)
def _plan(walls: str, size: int, empty: str | None) -> FloorPlan:
    return read_floor(walls, size, None if empty is None else GRIDS[size].numbers[empty])

"""The building of one game: what its options fix, and what lies where. Never changed.

Cells of all floors have one numbering; floors are numbered from 0 here, and from 1 in names.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from heistboard.games.burgle_bros.cells import GRIDS, place_names
from heistboard.games.burgle_bros.components import SCENARIOS, Scenario
from heistboard.games.burgle_bros.guard_paths import GuardPaths, guard_paths
from heistboard.games.burgle_bros.walls import FloorPlan, checked, neighbours, printed
from heistboard.games.burgle_bros.walls import read_building as read_walls
from heistboard.rules import Choice

__all__ = ["OUTSIDE", "PRINTED", "ROOF", "Plans", "Site", "adjacent", "paths", "plans_of"]

OUTSIDE: Final = -1
"""Where a player is who has not been put on the entrance yet."""

ROOF: Final = -2
"""Where a player is who has escaped."""

PRINTED: Final = ("printed", "fort_knox_a", "fort_knox_b")
"""The walls that an option can name instead of listing them."""

Plans = tuple[FloorPlan, ...]


def plans_of(options: Mapping[str, Choice]) -> Plans:
    """Returns the floors that the options ask for: printed, of a named layout, or listed.

    Raises :exc:`ValueError` saying what is wrong with the walls.
    """
    scenario = SCENARIOS[str(options["scenario"])]
    grid = GRIDS[scenario.size]
    name, walls = scenario.name, str(options["walls"])
    if name != "fort_knox":
        if walls in ("fort_knox_a", "fort_knox_b"):
            raise ValueError(f"which are walls of Fort Knox, expected those of {name}")
        if walls == "printed":
            return printed(name)
        return read_walls(walls, scenario.size, scenario.floors)
    empty = grid.numbers[str(options["empty"])]
    if walls in PRINTED:
        layout = "fort_knox_a" if walls == "printed" else walls
        return tuple(checked(plan._replace(empty=empty)) for plan in printed(layout))
    return read_walls(walls, scenario.size, scenario.floors, empty)


@lru_cache(1024)
def adjacent(plans: Plans) -> tuple[tuple[int, ...], ...]:
    """Returns, by cell of the building, the adjacent cells (see ``walls.neighbours``)."""
    return tuple(
        tuple(near + floor * plan.size**2 for near in nearby)
        for floor, plan in enumerate(plans)
        for nearby in neighbours(plan)
    )


@lru_cache(1024)
def paths(plans: Plans) -> tuple[GuardPaths, ...]:
    """Returns the guards' paths of each floor."""
    return tuple(map(guard_paths, plans))


class Site:
    """What the options of a game fix."""

    def __init__(self, options: Mapping[str, Choice]) -> None:
        self.options: Final = options
        self.players: Final = int(options["players"])
        self.scenario: Final[Scenario] = SCENARIOS[str(options["scenario"])]
        if int(options["first"]) > self.players:
            first = options["first"]
            raise ValueError(f"burgle-bros: first is {first}, expected 1..{self.players}")
        try:
            self.plans: Final = plans_of(options)
        except ValueError as error:
            walls = options["walls"]
            raise ValueError(f"burgle-bros: walls is {walls!r}, {error}") from None
        self.floors: Final = self.scenario.floors
        self.size: Final = self.scenario.size
        self.area: Final = self.size**2
        """The number of cells of a floor, rooms or not."""
        self.cells: Final = self.area * self.floors
        self.names: Final = place_names(self.size, self.floors)
        self.numbers: Final = {name: cell for cell, name in enumerate(self.names)}
        self.floor: Final = tuple(cell // self.area for cell in range(self.cells))
        self.empty: Final = frozenset(
            plan.empty + floor * self.area
            for floor, plan in enumerate(self.plans)
            if plan.empty is not None
        )
        grid = GRIDS[self.size]
        self.beside: Final = self._building(grid.beside)
        """By cell, the rooms beside it, whether there is a wall between or not."""
        self.lines: Final = self._building(grid.lines)
        """By cell, the other rooms of its row and column."""
        self.rim: Final = (
            frozenset(
                cell
                for cell in range(self.cells)
                if cell % self.area in grid.rim
                or any(
                    near + self.floor[cell] * self.area in self.empty
                    for near in grid.beside[cell % self.area]
                )
            )
            - self.empty
        )
        """The rooms at the outside; the empty cell is outside, too."""
        self.floor_masks: Final = tuple(
            ((1 << self.area) - 1) << floor * self.area for floor in range(self.floors)
        )

    def _building(self, of_floor: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(
                near + floor * self.area
                for near in nearby
                if near + floor * self.area not in self.empty
            )
            for floor in range(self.floors)
            for nearby in of_floor
        )

    def above(self, cell: int) -> int:
        """Returns the cell directly above, or -1."""
        return cell + self.area if cell + self.area < self.cells else -1

    def below(self, cell: int) -> int:
        """Returns the cell directly below, or -1."""
        return cell - self.area if cell >= self.area else -1

    def rooms(self, floor: int) -> list[int]:
        """Returns the cells of a floor that have a room."""
        first = floor * self.area
        return [cell for cell in range(first, first + self.area) if cell not in self.empty]

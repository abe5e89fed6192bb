"""Walls: the printed layouts, walls that players make up, and what lies beside what with them.

Walls of a floor are written ``a1|b1,b1|b2``; those of a building have a ``/`` between two floors.
"""

import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from heistboard.games.burgle_bros.cells import GRIDS, Border

__all__ = [
    "LAYOUTS",
    "WALLS_PER_FLOOR",
    "FloorPlan",
    "WallError",
    "checked",
    "component_data",
    "neighbours",
    "printed",
    "reached",
    "read_building",
    "read_floor",
    "wall_text",
]

LAYOUTS: Final = ("office", "bank", "fort_knox_a", "fort_knox_b")
"""The printed layouts."""

WALLS_PER_FLOOR: Final = {4: 8, 5: 12}
"""The number of walls by the size of a floor (BB-WALL-1)."""

_KEPT = 1024  # plans whose neighbours are kept


class WallError(ValueError):
    """Walls that the rules do not allow; *rule* is the id of the rule, and ends the message."""

    def __init__(self, said: str, rule: str) -> None:
        super().__init__(f"{said} ({rule})")
        self.rule = rule


class FloorPlan(NamedTuple):
    """The walls of a floor and its empty cell. Not checked: see :func:`checked`."""

    size: int
    walls: frozenset[Border]
    empty: int | None = None

    def without(self, one: int, other: int) -> "FloorPlan":
        """Returns the plan without the wall between two cells."""
        return self._replace(walls=self.walls - {(min(one, other), max(one, other))})

    @property
    def cells(self) -> list[int]:
        """The cells with a room."""
        return [cell for cell in range(self.size**2) if cell != self.empty]


@lru_cache(_KEPT)
def neighbours(plan: FloorPlan) -> tuple[tuple[int, ...], ...]:
    """Returns, by cell, the adjacent cells: beside it, without a wall between, and not empty."""
    return tuple(
        tuple(
            other
            for other in beside
            if plan.empty not in (cell, other)
            and (min(cell, other), max(cell, other)) not in plan.walls
        )
        for cell, beside in enumerate(GRIDS[plan.size].beside)
    )


@cache
def component_data() -> dict[str, Any]:
    """Returns the figures of all components, as they are in ``cards.toml``."""
    return tomllib.loads(files(__package__).joinpath("cards.toml").read_text("utf-8"))


@cache
def printed(layout: str) -> tuple[FloorPlan, ...]:
    """Returns the floors of a printed layout, the lowest first (BB-SETUP-4).

    Raises :exc:`ValueError` for an unknown name.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"there are no walls of {layout!r}, expected {' or '.join(LAYOUTS)}")
    return tuple(
        FloorPlan(
            each["size"],
            frozenset(_border(one, other, each["size"]) for one, other in each["pairs"]),
            GRIDS[each["size"]].numbers.get(each.get("empty_cell")),
        )
        for each in sorted(component_data()["walls"], key=lambda each: int(each["floor"]))
        if each["scenario"] == layout
    )


def read_floor(
    text: str, size: int, empty: int | None = None, *, count: int | None = None
) -> FloorPlan:
    """Returns the plan with the walls in *text*; no text is no wall.

    Raises :exc:`WallError` for a wall that can stand nowhere or is there twice, for a room that is
    cut off, and with *count* unless there are that many walls.
    """
    walls: set[Border] = set()
    for part in text.split(",") if text.strip() else ():
        ends = [end.strip() for end in part.lower().split("|")]
        if len(ends) != 2:
            raise WallError(f"{part.strip()!r} is no wall, expected two cells: a1|b1", "BB-WALL-2")
        wall = _border(ends[0], ends[1], size)
        if wall in walls:
            raise WallError(f"{part.strip()!r} is there twice", "BB-WALL-2")
        walls.add(wall)
    return checked(FloorPlan(size, frozenset(walls), empty), count)


def read_building(
    text: str, size: int, floors: int, empty: int | None = None
) -> tuple[FloorPlan, ...]:
    """Returns the plans of all floors with the walls in *text*; raises :exc:`WallError`."""
    parts = text.split("/")
    if len(parts) != floors:
        raise WallError(
            f"got walls of {len(parts)}, expected {floors} floors with a / between two",
            "BB-WALL-1",
        )
    plans = []
    for floor, part in enumerate(parts, 1):
        try:
            plans.append(read_floor(part, size, empty, count=WALLS_PER_FLOOR[size]))
        except WallError as error:
            error.args = (f"floor {floor}: {error}",)
            raise
    return tuple(plans)


def checked(plan: FloorPlan, count: int | None = None) -> FloorPlan:
    """Returns the *plan*; raises :exc:`WallError` if the rules do not allow it.

    With *count*, it must have exactly that many walls.
    """
    names = GRIDS[plan.size].names
    if count is not None and len(plan.walls) != count:
        raise WallError(f"got {len(plan.walls)}, expected {count} walls", "BB-WALL-1")
    for one, other in sorted(plan.walls):
        if plan.empty in (one, other):
            wall, empty = f"{names[one]}|{names[other]}", names[plan.empty or 0]
            raise WallError(f"{wall!r} is against the empty cell {empty}", "BB-WALL-2")
    cells = plan.cells
    if lost := set(cells) - reached(plan, cells[0]):
        # The smaller part is the one that is cut off.
        lost = min(lost, set(cells) - lost, key=len)
        cut = ", ".join(names[cell] for cell in sorted(lost))
        raise WallError(f"walls cut off {cut} from the other rooms", "BB-WALL-3")
    return plan


def reached(plan: FloorPlan, start: int) -> set[int]:
    """Returns the cells that can be reached on foot from *start*, itself included."""
    adjacent = neighbours(plan)
    found = {start}
    cells = [start]
    for cell in cells:
        fresh = set(adjacent[cell]) - found
        found |= fresh
        cells += fresh
    return found


def wall_text(plans: Iterable[FloorPlan]) -> str:
    """Returns the walls of all floors as :func:`read_building` reads them, in order.

    >>> wall_text([FloorPlan(4, frozenset({(1, 5), (0, 1)}))])
    'a1|b1,b1|b2'
    """
    return "/".join(
        ",".join(
            f"{GRIDS[plan.size].names[one]}|{GRIDS[plan.size].names[other]}"
            for one, other in sorted(plan.walls)
        )
        for plan in plans
    )


def _border(one: str, other: str, size: int) -> Border:
    grid = GRIDS[size]
    for name in (one, other):
        if name not in grid.numbers:
            raise WallError(
                f"'{one}|{other}': there is no cell {name!r}, expected a1..{grid.names[-1]}",
                "BB-WALL-2",
            )
    first, second = sorted((grid.numbers[one], grid.numbers[other]))
    if second not in grid.beside[first]:
        raise WallError(f"'{one}|{other}': no border is between these cells", "BB-WALL-2")
    return first, second

"""The names of the reeds of all floors, as a table uses them."""

from collections.abc import Collection
from typing import Final

from heistboard.places import layout
from heistboard.places.place import COVERS, MOST_FLOORS, at_floor

__all__ = ["BUTTONS", "DONE", "REEDS", "covers_of", "examples"]

REEDS: Final = {
    floor: frozenset(at_floor(floor, reed) for reed in layout.REEDS if reed not in layout.BUTTONS)
    for floor in range(1, MOST_FLOORS + 1)
}
BUTTONS: Final = frozenset(at_floor(floor, button) for floor in REEDS for button in layout.BUTTONS)
DONE: Final = frozenset(at_floor(floor, "done") for floor in REEDS)


def covers_of(expected: Collection[tuple[int, str]]) -> tuple[tuple[str, str], ...]:
    """Returns the cells, each with its cover's reed, of all floors where a cover is expected."""
    floors = sorted({floor for floor, reed in expected if reed.endswith(".cover")})
    return tuple(
        (at_floor(floor, cell), at_floor(floor, cover))
        for floor in floors
        for cell, cover in COVERS.items()
    )


def examples(floors: range) -> str:
    """Returns names of reeds for a message."""
    return "b3.cover, x23.occupant" + ("" if len(floors) == 1 else ", 2:b3.cover")

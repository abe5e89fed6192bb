"""The components of the game by number: tiles, tools, loot, events, characters. From cards.toml.

A tile's number stands for one printed tile, so its kind and its digit follow from it. Tools and
loot share one numbering, because players hold and trade both alike: an *item*. A set of items, of
tiles or of cards is a bit mask.
"""

from typing import Any, Final, NamedTuple

from heistboard.games.burgle_bros.walls import component_data

__all__ = [
    "CHARACTERS",
    "DIGITS",
    "EVENTS",
    "FACE_DOWN",
    "HACKABLE",
    "ITEMS",
    "KINDS",
    "LOOT",
    "NO_ROOM",
    "SCENARIOS",
    "SIDES",
    "TILES",
    "TOOLS",
    "Scenario",
    "bit",
    "mask",
    "ones",
]

_DATA: Final = component_data()


class Scenario(NamedTuple):
    """What a scenario puts on the table."""

    name: str
    floors: int
    size: int
    guard_dice: tuple[int, ...]
    """The guards' speed at the beginning, by floor."""
    safes: int
    """How many safes are in the building, and have to be cracked."""


def _scenario(data: dict[str, Any]) -> Scenario:
    return Scenario(
        data["id"], data["floors"], data["size"], tuple(data["guard_die"]), data["safes"]
    )


SCENARIOS: Final = {each["id"]: _scenario(each) for each in _DATA["scenario"]}

FACE_DOWN: Final = "face_down"
NO_ROOM: Final = "no_room"  # the empty cell of Fort Knox


def _tiles() -> tuple[tuple[str, int, str], ...]:
    return tuple(
        (tile["id"], copy["digit"], copy["circle"])
        for tile in _DATA["tile"]
        for copy in tile["copies"]
    )


TILES: Final = ((FACE_DOWN, 0, ""), *_tiles(), (NO_ROOM, 0, ""))
"""By the number of a tile: its kind, digit and circle; 0 is face down, -1 where no room is."""

KINDS: Final[tuple[str, ...]] = tuple(kind for kind, _, _ in TILES)
DIGITS: Final = tuple(digit for _, digit, _ in TILES)

TOOLS: Final[tuple[str, ...]] = tuple(each["id"] for each in _DATA["tool"])
LOOT: Final[tuple[str, ...]] = tuple(each["id"] for each in _DATA["loot"])
ITEMS: Final[tuple[str, ...]] = (*TOOLS, *LOOT, "gold_bar")
"""The name of each item by number; the second gold bar is the last one."""

EVENTS: Final[tuple[str, ...]] = tuple(each["id"] for each in _DATA["event"])

SIDES: Final = ("basic", "advanced")
CHARACTERS: Final[tuple[str, ...]] = tuple(
    each["character"] for each in _DATA["character"] if each["side"] == SIDES[0]
)

HACKABLE: Final = {"fingerprint": 0, "laser": 1, "motion": 2}
"""The kinds of room whose alarms hack tokens cancel, and the number of their computer room."""


def bit(names: tuple[str, ...], name: str) -> int:
    """Returns the mask of one card."""
    return 1 << names.index(name)


def mask(count: int) -> int:
    """Returns the mask of the first *count* numbers."""
    return (1 << count) - 1


def ones(bits: int) -> list[int]:
    """Returns the numbers in a mask, in order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found

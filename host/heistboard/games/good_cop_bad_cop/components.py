"""The cards and guns by number, from ``cards.toml``, and what a number of players puts in play.

An integrity card is known by its *kind*, a number: its rank and its icons. A *slot* is a place in
a row of integrity cards: seat times three plus position. Sets of seats, slots and equipment are
bit masks.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

__all__ = [
    "AGENT",
    "BOMB",
    "EQUIPMENT",
    "KINDS",
    "KINGPIN",
    "KNIFE",
    "MOST",
    "PLAYERS",
    "ROW",
    "ROWS",
    "ROWS_OF",
    "SEATS",
    "SLOTS",
    "TIMINGS",
    "Kind",
    "card_data",
    "equipment_in_play",
    "guns_in_play",
    "integrity_in_play",
    "ones",
]

MOST: Final = 8
"""Players, at most."""

ROW: Final = 3
"""Integrity cards of a player."""

PLAYERS: Final = tuple(f"p{number}" for number in range(1, MOST + 1))
SLOTS: Final = tuple(f"{player}.{place}" for player in PLAYERS for place in range(1, ROW + 1))
ROWS: Final = tuple(0b111 << ROW * seat for seat in range(MOST))
"""The slots of each seat, as a mask."""


def card_data() -> dict[str, Any]:
    """Returns all cards and guns, as they are in ``cards.toml``."""
    return tomllib.loads(files(__package__).joinpath("cards.toml").read_text("utf-8"))


_DATA: Final = card_data()
_FLOOR: Final = int(_DATA["meta"]["equipment_and_gun_players_floor"])


class Kind(NamedTuple):
    """A kind of integrity card."""

    name: str
    rank: str
    has_bomb: bool
    has_knife: bool


def _kind(row: dict[str, Any]) -> Kind:
    icons = row.get("icons", [])
    name = "_".join((row["kind"], *icons))
    return Kind(name, row["kind"], "bomb" in icons, "knife" in icons)


AGENT: Final = 0
KINGPIN: Final = 1
KINDS: Final = tuple(dict.fromkeys(map(_kind, _DATA["integrity"])))
BOMB: Final = tuple(kind.has_bomb for kind in KINDS)
KNIFE: Final = tuple(kind.has_knife for kind in KINDS)

EQUIPMENT: Final = tuple(row["id"] for row in _DATA["equipment"])
TIMINGS: Final = tuple(row["timing"] for row in _DATA["equipment"])


def integrity_in_play(players: int, expansion: bool) -> tuple[int, ...]:
    """Returns how many integrity cards of each kind are in play (GC-SETUP-2)."""
    counts = [0] * len(KINDS)
    for row in _DATA["integrity"]:
        if row["set"] == ("bt" if expansion else "base") and row["min_players"] <= players:
            counts[KINDS.index(_kind(row))] += row["count"]
    return tuple(counts)


def equipment_in_play(players: int, expansion: bool) -> int:
    """Returns the equipment in play, as a mask; three players have that of four (GC-SETUP-2)."""
    cards = 0
    for number, row in enumerate(_DATA["equipment"]):
        is_in_box = row["set"] == "base" or expansion
        if is_in_box and row["min_players"] <= max(players, _FLOOR):
            cards |= 1 << number
    return cards


def guns_in_play(players: int) -> int:
    """Returns how many guns are in play (GC-SETUP-4); three players have those of four."""
    numbers = (row["min_players"] for row in _DATA["gun"])
    return sum(number <= max(players, _FLOOR) for number in numbers)


@cache
def ones(mask: int) -> tuple[int, ...]:
    """Returns the numbers of the bits that are set, the lowest first."""
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)


SEATS: Final = tuple(ones(mask) for mask in range(1 << MOST))
"""The seats of each mask."""

ROWS_OF: Final = tuple(sum(ROWS[seat] for seat in seats) for seats in SEATS)
"""The slots of the seats of each mask."""

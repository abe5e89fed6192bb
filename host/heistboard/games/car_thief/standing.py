"""Where the public pieces of Car Thief stand: buildings and helicopters. Pure."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from heistboard.games.car_thief.board import CELLS
from heistboard.games.car_thief.rules import CarThief

__all__ = ["piece_on", "standing"]

_BUILDINGS: Final = {str(number): cell for number, cell in enumerate(CELLS, 1)}


def standing(state: CarThief) -> Mapping[str, Mapping[str, str]]:
    """Returns the place of each building and of each helicopter that has been placed.

    A building that was lifted for a search goes back to its cell, so all of them are named.
    """
    return _standing(tuple(state.helicopters.items()))


def piece_on(state: CarThief, place: str) -> str:
    """Returns the public piece that belongs on *place*."""
    for colour, crossing in state.helicopters.items():
        if crossing == place:
            return f"heli {colour}"
    return "building"


@lru_cache(maxsize=64)
def _standing(helicopters: tuple[tuple[str, str | None], ...]) -> Mapping[str, Mapping[str, str]]:
    placed = {colour: crossing for colour, crossing in helicopters if crossing is not None}
    return {"building": _BUILDINGS, "heli": placed}

"""The ways of light from who holds a gun to whom it points at, over the crossings. Pure.

A way begins beside the holder's cell and ends beside the target's. It avoids crossings that an
earlier one has; where it cannot, the earlier one stays. Of two who aim at each other one way is
lit, from both ends to the middle.
"""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import product
from typing import Final

from heistboard.places.path import path_scene
from heistboard.places.scene import Colour, Intent, Level, Scene

__all__ = ["foot_of", "gun_lights"]

_LINES: Final = range(1, 5)
_STRAIGHT, _DIAGONAL = 10, 14
_USED: Final = 25  # what it costs to share a crossing
_ENDS: Final = ("x11", "x14", "x41", "x44")


@cache
def gun_lights(guns: tuple[tuple[str, str], ...]) -> Scene:
    """Returns the light of all *guns*: the cells of holder and target of each."""
    lights: dict[str, Intent] = {}
    for holder, target in guns:
        is_duel = (target, holder) in guns
        if is_duel and guns.index((target, holder)) < guns.index((holder, target)):
            continue
        way = _way(holder, target, lights)
        middle = -(-len(way) // 2) if is_duel else len(way)
        lights = {
            **path_scene(way[:middle], Colour.RED, Level.LOW),
            **path_scene(way[middle:][::-1], Colour.RED, Level.LOW),
            **lights,
        }
    return lights


def foot_of(cell: str) -> str:
    """Returns the crossing beside a cell of the rim where the way of its gun may begin."""
    return _feet(cell)[0]


def _feet(cell: str) -> list[str]:
    # The crossings that touch a cell; those in the corners touch three, and belong to the corner.
    column, row = "abcde".index(cell[0]), int(cell[1]) - 1
    near = [
        f"x{c}{r}"
        for c, r in product((column, column + 1), (row, row + 1))
        if c in _LINES and r in _LINES
    ]
    return near if len(near) == 1 else [each for each in near if each not in _ENDS]


def _way(holder: str, target: str, used: Collection[str]) -> Sequence[str]:
    # The cheapest way; of equal ones the first by name, so that it is the same everywhere.
    ends = _feet(target)
    found: dict[str, tuple[int, tuple[str, ...]]] = {
        foot: (_USED * (foot in used), (foot,)) for foot in _feet(holder)
    }
    done: set[str] = set()
    while True:
        cost, way = min(each for foot, each in found.items() if foot not in done)
        here = way[-1]
        if here in ends:
            return way
        done.add(here)
        for step, there in _steps(here):
            reached = cost + step + _USED * (there in used), (*way, there)
            if there not in found or reached < found[there]:
                found[there] = reached


def _steps(crossing: str) -> list[tuple[int, str]]:
    column, row = int(crossing[1]), int(crossing[2])
    return [
        (_DIAGONAL if c != column and r != row else _STRAIGHT, f"x{c}{r}")
        for c, r in product(range(column - 1, column + 2), range(row - 1, row + 2))
        if c in _LINES and r in _LINES and (c, r) != (column, row)
    ]

"""Measures of meshes by rays through them, and a figure with its limits; mm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.magnets.design import Point
from hardware.magnets.field import Array
from hardware.parts import mesh

__all__ = [
    "EXACT",
    "UP",
    "Check",
    "Meshes",
    "apart",
    "distance",
    "exactly",
    "pocket_at",
    "radius",
    "thickness",
]

UP = (0.0, 0.0, 1.0)
EXACT = 0.05  # mm; arcs are polygons

Meshes = Mapping[str, Array]


@dataclass(frozen=True)
class Check:
    """A figure and its limits."""

    name: str
    at: float
    low: float
    high: float = np.inf

    @property
    def holds(self) -> bool:
        """True if the figure is within its limits."""
        return self.low - 1e-6 <= self.at <= self.high + 1e-6


def exactly(name: str, at: float, wanted: float) -> Check:
    """A figure that must be *wanted*."""
    return Check(name, at, wanted - 1e-3, wanted + 1e-3)


def pocket_at(part: Array, at: Point) -> tuple[float, Point, float]:
    """Floor, centre and width of the pocket that opens upwards at *at*."""
    up = mesh.hits(part, (*at, -1.0), UP)
    if len(up) != 2:  # no pocket, or no floor
        return np.inf, (np.inf, np.inf), np.inf
    level = up[1] - 1.0 + 0.5
    east, west, north, south = (
        distance(part, (*at, level), towards)
        for towards in ((1.0, 0, 0), (-1.0, 0, 0), (0, 1.0, 0), (0, -1.0, 0))
    )
    middle = (at[0] + (east - west) / 2, at[1] + (north - south) / 2)
    return up[1] - up[0], middle, (east + west + north + south) / 2


def distance(
    part: Array, start: Sequence[float], towards: Sequence[float], count: int = 0
) -> float:
    """Distance to the first surface, or to one behind it; infinite if there is none."""
    found = mesh.hits(part, start, towards)
    return found[count] if len(found) > count else np.inf


def thickness(part: Array, start: Sequence[float], towards: Sequence[float]) -> float:
    """Thickness of the first wall along a ray."""
    return distance(part, start, towards, 1) - distance(part, start, towards)


def apart(one: Point, other: Point) -> float:
    """The distance of two points."""
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def radius(part: Array) -> float:
    """The farthest that a part reaches from its upright axis."""
    return float(np.hypot(part[..., 0], part[..., 1]).max())

"""The field of axially magnetised discs, and the force between them; pure numpy, SI units inside.

A disc magnet is two discs of magnetic charge, one per pole face. The scalar potential of each is
a sum over quadrature nodes: Gauss-Legendre in the square of the radius, evenly spaced in the
angle; few nodes where all points are far off. The field is right to 0.2 % farther than one radius
from the face (the tests compare with the closed form on the axis). Lengths are millimetres.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["MU0", "UPRIGHT", "Array", "Disc", "force", "on_axis", "potential"]

Array = NDArray[np.float64]

MU0 = 4e-7 * np.pi
_NEAR = (3, 10)  # rings and spokes of nodes
_FAR = (1, 4)
_FAR_RADII = 5.0  # from the middle of the magnet
_DENSITY = 7.5e-3  # g/mm3, sintered NdFeB

UPRIGHT: Array = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Disc:
    """A commercial disc magnet: nominal size, grade, and the spread of both."""

    diameter: float
    thickness: float
    grade: str
    br: tuple[float, float]  # remanence in T, lowest and highest of the grade
    size_error: float = 0.1  # mm on either dimension

    @property
    def name(self) -> str:
        """Diameter × thickness and grade."""
        return f"{self.diameter:g} × {self.thickness:g} mm {self.grade}"

    @property
    def grams(self) -> float:
        """Its mass."""
        return _DENSITY * np.pi * self.diameter**2 / 4 * self.thickness

    @property
    def strength(self) -> tuple[float, float]:
        """Lowest and highest moment of a good part at 20 degrees, as a share of :attr:`moment`."""
        middle = sum(self.br) / 2
        across, along = self.size_error / self.diameter, self.size_error / self.thickness
        low = (1 - across) ** 2 * (1 - along) * self.br[0] / middle
        return low, (1 + across) ** 2 * (1 + along) * self.br[1] / middle

    @property
    def moment(self) -> float:
        """Nominal dipole moment in A m2."""
        return self.charge * self.thickness * 1e-3

    @property
    def charge(self) -> float:
        """Nominal magnetic charge of one face in A m."""
        return sum(self.br) / 2 / MU0 * np.pi * (self.diameter / 2 * 1e-3) ** 2


def potential(disc: Disc, centre: Array, points: Array, axis: Array = UPRIGHT) -> Array:
    """Magnetic scalar potential in A at *points* (..., 3) of a nominal disc around *centre*.

    *centre* and *axis* broadcast against *points*. The field of a reed is a difference of this.
    """
    centre, axis = np.asarray(centre, float), np.asarray(axis, float)
    nearest = float(np.sqrt(_dot(points - centre, points - centre).min()))
    nodes, weights = _nodes(disc, nearest)
    across, along = _frame(axis)
    radii = (nodes**2).sum(axis=-1)
    total: Array = np.zeros(np.broadcast_shapes(points.shape[:-1], centre.shape[:-1]))
    for side in (1.0, -1.0):
        # The squared distance to each node, from the place of the point in the face's own frame.
        away = points - (centre + side * disc.thickness / 2 * axis)
        flat = np.stack([_dot(away, across), _dot(away, along)], axis=-1)
        squared = _dot(away, away)[..., None] + (radii - 2 * (flat @ nodes.T))
        total = total + side * ((1 / np.sqrt(squared)) @ weights)
    return total * disc.charge / (4 * np.pi) * 1e3


def on_axis(disc: Disc, distance: float) -> float:
    """Flux density in T on the axis, *distance* mm from the nearer face; the closed form."""
    radius = disc.diameter / 2
    far = distance + disc.thickness
    return float(
        sum(disc.br) / 4 * (far / np.hypot(radius, far) - distance / np.hypot(radius, distance))
    )


def force(one: Disc, other: Disc, offset: Array) -> Array:
    """Force in N on *other*, *offset* mm away from *one*, both upright and the same way up."""
    apart = float(np.sqrt((offset**2).sum()))
    nodes, weights = _nodes(one, apart)
    nodes2, weights2 = _nodes(other, apart)
    pairs = weights[:, None] * weights2
    total = np.zeros(3)
    for side in (1.0, -1.0):
        for side2 in (1.0, -1.0):
            away = np.empty((len(nodes), len(nodes2), 3))
            away[..., :2] = offset[:2] + nodes2 - nodes[:, None]
            away[..., 2] = offset[2] + side2 * other.thickness / 2 - side * one.thickness / 2
            cubed = (away**2).sum(axis=-1) ** 1.5
            total += side * side2 * ((pairs / cubed)[..., None] * away).sum(axis=(0, 1))
    return total * MU0 / (4 * np.pi) * one.charge * other.charge * 1e6


def _nodes(disc: Disc, nearest: float) -> tuple[Array, Array]:
    """Places on a face of *disc* in its plane, and their weights, which add up to one."""
    return _quadrature(
        disc.diameter, *(_FAR if nearest > _FAR_RADII * disc.diameter / 2 else _NEAR)
    )


@cache
def _quadrature(diameter: float, rings: int, spokes: int) -> tuple[Array, Array]:
    x, w = np.polynomial.legendre.leggauss(rings)
    radius = diameter / 2 * np.sqrt((x + 1) / 2)
    angle = 2 * np.pi * (np.arange(spokes) + 0.5) / spokes
    turned = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return (radius[:, None, None] * turned).reshape(-1, 2), np.repeat(w / 2 / spokes, spokes)


def _frame(axis: Array) -> tuple[Array, Array]:
    """Two unit vectors across *axis*, which must not lie along y."""
    x, y, z = axis[..., 0], axis[..., 1], axis[..., 2]
    size, none = np.sqrt(x**2 + z**2), np.zeros_like(x)
    return (
        np.stack([z / size, none, -x / size], axis=-1),
        np.stack([-x * y / size, size, -y * z / size], axis=-1),
    )


def _dot(one: Array, other: Array) -> Array:
    found: Array = np.einsum("...i,...i->...", one, other)
    return found

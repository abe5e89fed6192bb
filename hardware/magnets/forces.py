"""Forces between pieces at their closest: none is pulled away, lifted or stuck to another.

Every piece is shifted and has the strongest good magnets, and each neighbour lies the way up that
makes the sum of the pulls largest. Friction holds free-standing pieces; a base or tile is inside
the rim of its guide and could only tip over it. A hand holds the flashlight.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import numpy as np

from hardware.magnets.design import HERE, Design, Piece, Point
from hardware.magnets.field import Array, force
from hardware.magnets.proof import NEED

__all__ = ["Pull", "between", "guard_stays_from", "lifting", "pulls"]

_GRAVITY = 9.81  # mN/g
_LIFTS = np.arange(0.0, 30.0, 2.0)
_STEP, _FARTHEST = 0.5, 50.0  # mm


@dataclass(frozen=True)
class Pull:
    """The worst force on a piece and the force that holds it, in mN."""

    name: str
    held_by: str
    at: float
    limit: float
    need: float = NEED

    @property
    def margin(self) -> float:
        """The ratio of the two."""
        return self.limit / self.at

    @property
    def holds(self) -> bool:
        """True if the margin is as large as required."""
        return self.margin >= self.need


@cache
def pulls(design: Design) -> tuple[Pull, ...]:
    """All requirements on forces."""
    pitch, half = design.pitch, design.pitch / 2
    house, room = design.building(), design.room()
    car, guard = design.car(), design.on_tile()
    wand, wand_on_tile = design.wand(is_on_tile=False), design.wand(is_on_tile=True)
    next_door = [(pitch, 0.0)]
    beside = [(pitch, 0.0), (0.0, pitch), (-pitch, 0.0), (0.0, -pitch)]
    corners = [(x, y) for x in (half, -half) for y in (half, -half)]

    def slide(name: str, piece: Piece, other: Piece, places: Sequence[Point]) -> Pull:
        # A guard's mark is on its tile and moves with it.
        beneath = replace(other, play=0.0) if piece == guard else other
        aside, up = _worst(piece, beneath, places)
        return Pull(name, "friction", aside, design.friction * (_weight(piece) - up))

    def tip(name: str, piece: Piece, other: Piece, places: Sequence[Point]) -> Pull:
        aside, up = _worst(piece, other, places)
        lever = (design.pitch - design.street) / 2 / (design.stack.floor[1] + piece.disc.thickness)
        return Pull(name, "guide", aside, lever * (_weight(piece) - up))

    return (
        slide("helicopter between four buildings", car, house, corners),
        slide("car below its building", car, house, [HERE]),
        slide("guard on its tile", guard, room, [HERE]),
        tip("building beside four others", house, house, beside),
        tip("building with helicopters on its corners", house, car, corners),
        tip("room tile beside four others", room, house, beside),
        slide("helicopter, a flashlight beside it", car, wand, corners[:1]),
        slide("guard, a flashlight on the next tile", guard, wand_on_tile, next_door),
        tip("room tile below a flashlight", room, wand_on_tile, [HERE]),
        _stay("car, its building being lifted", car, house, HERE),
        _stay("helicopter, a building being lifted", car, house, corners[0]),
        lifting(design),
    )


def lifting(design: Design) -> Pull:
    """The requirement on a room tile while the flashlight is lifted from it."""
    wand = design.wand(is_on_tile=True)
    return _stay("room tile, a flashlight being lifted", design.room(), wand, HERE)


@cache
def guard_stays_from(design: Design) -> float:
    """The distance in mm between their middles from which the flashlight leaves a guard alone.

    Both are on tiles; the flashlight stands, or a hand carries it by at any height.
    """
    guard, wand = design.on_tile(), design.wand(is_on_tile=True)
    far = _FARTHEST
    while far > _STEP and _stays(design, guard, wand, far - _STEP):
        far -= _STEP
    return far


def _stays(design: Design, guard: Piece, wand: Piece, far: float) -> bool:
    for lift in _LIFTS:
        x, y, z = between(guard, wand, (far, 0.0), float(lift))
        # Either of the two may be the other way up.
        if NEED * np.hypot(x, y) > design.friction * (_weight(guard) - abs(z)):
            return False
    return True


def between(piece: Piece, other: Piece, place: Point, lift: float = 0.0) -> Array:
    """Force in mN on *piece*, all magnets strongest, from *other* standing *place* away."""
    height = other.face[0] + lift + other.disc.thickness / 2
    up = piece.face[0] + piece.disc.thickness / 2 - height
    total = np.zeros(3)
    for spot, sign in zip(piece.spots, piece.signs, strict=True):
        for spot2, sign2 in zip(other.spots, other.signs, strict=True):
            aside = np.array(spot) - np.array(place) - np.array(spot2)
            total += sign * sign2 * force(other.disc, piece.disc, np.array([*aside, up]))
    return total * piece.disc.strength[1] * other.disc.strength[1] * 1e3


def _stay(name: str, piece: Piece, lifted: Piece, place: Point) -> Pull:
    up = max(_worst(piece, lifted, [place], float(lift))[1] for lift in _LIFTS)
    return Pull(name, "weight", up, _weight(piece))


def _worst(
    piece: Piece, other: Piece, places: Sequence[Point], lift: float = 0.0
) -> tuple[float, float]:
    """The largest force sideways and up on *piece* among *other* on *places*, in mN.

    Neighbours come nearer by their play; a concentric one moves off centre.
    """
    aside = up = 0.0
    for angle in np.arange(16) * np.pi / 8:
        shift = piece.play * np.array([np.cos(angle), np.sin(angle)])
        found = []
        for place in places:
            away = np.array(place) - shift
            apart = float(np.hypot(*away))
            away = away * ((apart + (other.play if place == HERE else -other.play)) / apart)
            found.append(between(piece, other, (float(away[0]), float(away[1])), lift))
        for signs in product((1, -1), repeat=len(found)):
            x, y, z = np.array(signs) @ np.array(found)
            aside, up = max(aside, float(np.hypot(x, y))), max(up, float(z))
    return aside, up


def _weight(piece: Piece) -> float:
    return piece.grams * _GRAVITY

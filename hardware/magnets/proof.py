"""The proof: every reed closes for its own piece and for nothing else, worst case with margin.

A margin is a factor of the field. To close, the weakest field of the own piece minus the strongest
of everything else must be so many times what the least sensitive reed of the band needs. To open,
the strongest sum of all other pieces must be so many times below what keeps the most sensitive
reed closed. Each piece is shifted, raised and tilted for the worst, has the strongest or weakest
good magnets, and may lie either way up.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from hardware.magnets.design import HERE, Design, Piece, Point
from hardware.magnets.field import UPRIGHT, Array

__all__ = [
    "LIFTED",
    "NEED",
    "Around",
    "Influence",
    "Requirement",
    "bench",
    "lift",
    "prove",
    "prove_occupant",
    "response",
    "strength",
]

WARM, COLD = 0.976, 1.006  # of the remanence at 40 and at 15 degrees C (-0.12 %/K)
NEED = 1.5  # required of every margin; more than reed.MODEL_ERROR

# Pieces by name, and when their reeds must close.
LIFTED: dict[str, tuple[Callable[[Design], Piece], str]] = {
    "building": (Design.building, "building stands, car below"),
    "car": (Design.car, "car below a building"),
    "guard": (Design.on_tile, "guard on a tile"),
}
_LIFT_STEP, _HIGHEST = 0.5, 40.0  # mm
_REACH = 2.9  # pitches; all pieces farther off add less than 0.1 AT together
_SIDES, _TILTS = 24, 8  # directions of shifts and tilts; twice as many change a margin by 0.02


@dataclass(frozen=True)
class Influence:
    """The effect of one piece, or all of a kind, on a reed: weakest and strongest, in AT."""

    name: str
    low: float
    high: float


@dataclass(frozen=True)
class Requirement:
    """One requirement of the proof; *own* closes the reed, None if it must be open."""

    reed: str
    case: str
    limit: float
    own: Influence | None
    others: tuple[Influence, ...]
    need: float = NEED

    @property
    def at(self) -> float:
        """The worst field, in AT."""
        others = sum(part.high for part in self.others)
        return others if self.own is None else self.own.low - others

    @property
    def margin(self) -> float:
        """The factor by which it is met."""
        return self.limit / self.at if self.own is None else self.at / self.limit

    @property
    def holds(self) -> bool:
        """True if the margin is as large as required."""
        return self.margin >= self.need


def prove(design: Design) -> tuple[Requirement, ...]:
    """All requirements on reeds, in the order of the build guide's table."""
    return (*_cover(design), *prove_occupant(design), *_crossing(design))


def _cover(design: Design) -> Iterator[Requirement]:
    house, room = design.building(), design.room()
    car, guard = design.car(), design.on_tile()
    at = Around(design, design.cover)
    city = [at.total("other buildings", [house]), at.worst("helicopters", car, at.crossings)]
    floor = [at.total("other tiles", [house, room]), at.part("guard", guard)]
    city.append(at.part("car", car))
    yield at.closes("cover", "building stands, car below", at.part("building", house), city)
    yield at.closes("cover", "tile face down, guard on it", at.part("tile", house), floor)
    yield at.opens("cover", "building gone, car in the open", city)
    yield at.opens("cover", "tile face up, guard on it", [at.part("tile", room), *floor])


def prove_occupant(design: Design) -> Iterator[Requirement]:
    """The requirements on the reed in the centre of a cell, the hardest to place."""
    house, room = design.building(), design.room()
    car, guard = design.car(), design.on_tile()
    at = Around(design, HERE)
    city = [at.total("other buildings", [house]), at.worst("helicopters", car, at.crossings)]
    city.append(at.part("building", house))
    floor = [at.total("other tiles", [house, room]), at.total("tile", [house, room], [HERE])]
    yield at.closes("occupant", "car below a building", at.part("car", car), city)
    yield at.closes("occupant", "guard on a tile", at.part("guard", guard), floor)
    next_door = at.worst("car next door", car, at.others, 1)
    yield at.opens("occupant", "building, no car", [*city, next_door])
    next_door = at.worst("guard next door", guard, at.others, 1)
    yield at.opens("occupant", "tile, no guard", [*floor, next_door])


def _crossing(design: Design) -> Iterator[Requirement]:
    house, room = design.building(), design.room()
    car, guard = design.car(), design.on_tile()
    middle = (design.pitch / 2, design.pitch / 2)
    at = Around(design, middle)
    rest = [crossing for crossing in at.crossings if crossing != middle]
    city = [at.total("buildings", [house], at.cells), at.worst("car", car, at.cells, 1)]
    others = at.worst("other helicopters", car, rest, design.helicopters - 1)
    floor = [at.total("tiles", [house, room], at.cells), at.worst("guard", guard, at.cells, 1)]
    yield at.closes("crossing", "helicopter", at.part("helicopter", car, middle), [*city, others])
    all_beside = at.worst("helicopters beside", car, rest)
    yield at.opens("crossing", "no helicopter", [*city, all_beside])
    yield at.opens("crossing", "tiles and a guard", floor)


def response(design: Design, piece: Piece, offsets: Array) -> Array:
    """AT that a nominal *piece* gives an occupant reed when it stands *offsets* (..., 2) away."""
    total: Array = np.zeros(offsets.shape[:-1])
    for spot, sign in zip(piece.spots, piece.signs, strict=True):
        magnet = np.empty((*offsets.shape[:-1], 3))
        magnet[..., :2] = offsets + np.array(spot)
        magnet[..., 2] = sum(piece.face) / 2 + piece.disc.thickness / 2
        total = total + sign * design.reed.excitation(piece.disc, magnet, design.poles(HERE))
    return total


def lift(design: Design, error: float = 1.0, name: str = "building") -> tuple[float, float]:
    """The height up to which a lifted piece is sensed, and the height from which it is not.

    *error* is a factor by which the model may be wrong, *name* one of :data:`LIFTED`.
    """
    piece_of, case = LIFTED[name]
    claim = next(it for it in prove(design) if it.case == case)
    piece, others = piece_of(design), sum(part.high for part in claim.others)
    reed = design.cover if claim.reed == "cover" else HERE
    still, gone = 0.0, np.inf
    for up in np.arange(0.0, _HIGHEST, _LIFT_STEP):
        part = strength(design, reed, piece, HERE, float(up))
        if part.low - others >= design.reed.closes * error:
            still = float(up)
        if part.high + others > design.reed.opens / error:
            gone = float(up) + _LIFT_STEP
    return still, gone


def bench(design: Design, at: float) -> float:
    """The distance at which a car's magnet gives a reed *at* AT on the bench, in mm.

    Measured from the glass to the lower face of the magnet, which is centred above the reed and
    as strong as its grade says.
    """
    away = np.arange(1.0, 40.0, 0.05)
    magnets = np.zeros((len(away), 3))
    magnets[:, 2] = away + design.occupant.thickness / 2
    felt = np.abs(design.reed.excitation(design.occupant, magnets, design.poles(HERE)))
    return float(away[felt >= at].max())


@cache
def strength(
    design: Design, reed: Point, piece: Piece, place: Point, up: float = 0.0
) -> Influence:
    """The worst effect of *piece* on *place*, lifted by *up*, on the reed at *reed*.

    The height is searched at both ends, the play all around its edge; nearby also inside.
    """
    offsets = (piece.play + design.tolerance.apart) * _circle(_SIDES)
    if np.hypot(place[0] - reed[0], place[1] - reed[1]) < design.pitch:
        offsets = np.concatenate([np.zeros((1, 2)), offsets / 2, offsets])
    heights = np.array(piece.face) + piece.disc.thickness / 2 + up
    axes = _tilts(piece.tilt)
    spots = np.array(piece.spots) + np.array(place) - np.array(reed)
    magnets = np.empty((len(spots), len(offsets), len(heights), len(axes), 3))
    magnets[..., :2] = (spots[:, None, :] + offsets)[:, :, None, None, :]
    magnets[..., 2] = heights[:, None]
    felt = design.reed.excitation(piece.disc, magnets, design.poles(reed), axes)
    each = felt.reshape(len(spots), -1)
    each = each * np.array(piece.signs)[:, None]
    weak, strong = piece.disc.strength
    together = np.abs(each.sum(axis=0)) * (strong + weak) / 2
    apart = np.abs(each).sum(axis=0) * (strong - weak) / 2
    low = float(np.maximum(together - apart, 0.0).min()) * WARM
    return Influence(piece.name, low, float((together + apart).max()) * COLD)


class Around:
    """A reed, and the places around it from which a piece can reach it."""

    def __init__(self, design: Design, at: Point) -> None:
        self.design, self.at = design, at
        pitch, half = design.pitch, design.pitch / 2
        steps = range(-2, 3)
        self.cells = self._near((i * pitch, j * pitch) for i in steps for j in steps)
        self.others = [cell for cell in self.cells if cell != HERE]
        self.crossings = self._near(
            (half + i * pitch, half + j * pitch) for i in steps for j in steps
        )

    def closes(
        self, reed: str, case: str, own: Influence, others: Iterable[Influence]
    ) -> Requirement:
        """The reed must close for *own* among *others*."""
        return Requirement(reed, case, self.design.reed.closes, own, tuple(others))

    def opens(self, reed: str, case: str, others: Iterable[Influence]) -> Requirement:
        """The reed must be open among *others*."""
        return Requirement(reed, case, self.design.reed.opens, None, tuple(others))

    def part(self, name: str, piece: Piece, place: Point = HERE) -> Influence:
        """One piece on *place*."""
        found = strength(self.design, self.at, piece, place)
        return Influence(name, found.low, found.high)

    def total(self, name: str, pieces: Sequence[Piece], places: Iterable[Point] = ()) -> Influence:
        """The sum over *places* (default: all other cells) of the worst of *pieces* there."""
        worst = [
            max(strength(self.design, self.at, piece, place).high for piece in pieces)
            for place in places or self.others
        ]
        return Influence(name, 0.0, sum(worst))

    def worst(
        self, name: str, piece: Piece, places: Iterable[Point], count: int | None = None
    ) -> Influence:
        """All pieces of this kind, on the worst places."""
        highs = sorted(strength(self.design, self.at, piece, place).high for place in places)
        count = self.design.helicopters if count is None else count
        return Influence(name, 0.0, sum(highs[len(highs) - count :]))

    def _near(self, places: Iterable[Point]) -> list[Point]:
        reach = _REACH * self.design.pitch
        return [p for p in places if np.hypot(p[0] - self.at[0], p[1] - self.at[1]) < reach]


def _tilts(degrees: float) -> Array:
    """Upright, and tilted by *degrees* towards all sides."""
    sides = np.full((_TILTS, 3), np.cos(np.radians(degrees)))
    sides[:, :2] = np.sin(np.radians(degrees)) * _circle(_TILTS)
    return np.concatenate([UPRIGHT[None], sides])


def _circle(count: int) -> Array:
    """*count* points on a circle of radius 1."""
    angles = 2 * np.pi * np.arange(count) / count
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)

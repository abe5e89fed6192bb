"""Reed switches: the field that closes one, from a datasheet's ampere-turns; and the model's
error.

The model: a reed responds to the mean field along its glass, the difference of the magnetic
potential between the ends of the glass divided by its length. Multiplied by the length of the test
coil this gives ampere-turns, the datasheet's unit. Coils differ between makers, and cut leads
collect less field than the long ones in the coil, so the *effective* coil length is fitted to
published operate distances.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.magnets.field import UPRIGHT, Array, Disc, potential

__all__ = [
    "LEAD_SHARE",
    "MDSR_10",
    "MODEL_ERROR",
    "OPERATE_POINTS",
    "TIP_POINTS",
    "OperatePoint",
    "Pole",
    "Reed",
    "fit",
    "fit_tip",
    "shares",
]

Pole = tuple[float, Array]  # its share, and its place in mm; the shares of a reed add up to zero


@dataclass(frozen=True)
class Reed:
    """A reed switch of one sensitivity band."""

    order: str
    glass: float  # mm
    operate: tuple[float, float]  # AT, the band as ordered
    release_share: float  # of the operate value, the lowest to expect
    coil: float  # mm, effective: field = AT / coil

    @property
    def closes(self) -> float:
        """AT at which the least sensitive reed of the band certainly closes."""
        return self.operate[1]

    @property
    def opens(self) -> float:
        """AT below which the most sensitive reed of the band certainly opens."""
        return self.operate[0] * self.release_share

    def excitation(
        self, disc: Disc, magnet: Array, poles: Sequence[Pole], axis: Array = UPRIGHT
    ) -> Array:
        """Signed AT that a nominal disc around *magnet* gives a reed with its ends at *poles*."""
        over = [share * potential(disc, magnet, place, axis) for share, place in poles]
        felt: Array = np.sum(over, axis=0) * (self.coil / self.glass)
        return felt


@dataclass(frozen=True)
class OperatePoint:
    """A published pair: the reeds of a band close, and open again, between these distances."""

    reed: str
    band: tuple[float, float]
    rod: tuple[float, float]  # diameter and length of the magnet, mm
    operate: tuple[float, float]  # mm, least and most sensitive
    release: tuple[float, float] | None = None


# Reed Relays and Electronics India, "Actuation Distances" of MM-1018 (glass 10 x 1.8 mm) and
# SM-1322 (14 x 2.25 mm), cropped leads, their standard NdFeB rods beside the reed, +-0.5 mm.
OPERATE_POINTS = (
    OperatePoint("MM-1018", (10, 20), (2, 4), (3.0, 4.0), (4.0, 5.0)),
    OperatePoint("MM-1018", (10, 20), (3, 7), (7.0, 9.5), (9.0, 10.5)),
    OperatePoint("MM-1018", (10, 20), (4, 10), (11.0, 14.5), (14.0, 16.0)),
    OperatePoint("MM-1018", (10, 20), (8, 15), (22.0, 28.0), (27.0, 31.5)),
    OperatePoint("MM-1018", (20, 30), (2, 4), (2.0, 3.0), (3.0, 4.0)),
    OperatePoint("MM-1018", (20, 30), (3, 7), (5.5, 7.0), (6.5, 9.0)),
    OperatePoint("MM-1018", (20, 30), (8, 15), (18.0, 22.0), (21.0, 27.0)),
    OperatePoint("SM-1322", (10, 20), (2, 4), (3.0, 5.0), (4.0, 6.0)),
    OperatePoint("SM-1322", (10, 20), (3, 7), (7.5, 11.0), (9.0, 12.0)),
    OperatePoint("SM-1322", (10, 20), (4, 10), (11.5, 16.0), (13.5, 18.0)),
    OperatePoint("SM-1322", (10, 20), (6, 12), (18.0, 24.0), (21.0, 26.0)),
    OperatePoint("SM-1322", (10, 20), (8, 15), (25.0, 33.0), (29.0, 35.0)),
    OperatePoint("SM-1322", (20, 30), (3, 7), (6.5, 7.5), (8.5, 9.0)),
    OperatePoint("SM-1322", (20, 30), (4, 10), (10.0, 11.5), (12.5, 13.5)),
    OperatePoint("SM-1322", (20, 30), (6, 12), (16.0, 18.0), (19.5, 21.0)),
)
_GLASS = {"MM-1018": (10.0, 1.8), "SM-1322": (14.0, 2.25), "MS-214": (14.0, 2.25)}
_ROD_BR = (1.22, 1.28)  # "NdFeB, high energy", grade not said; N38..N40

# The same maker's cylinder sensors MS-214-1 and -2, rods end to end with the sensor. Inside sits
# a reed of 14 mm; how deep is not said.
TIP_POINTS = (
    OperatePoint("MS-214", (10, 15), (3, 7), (5.5, 8.0)),
    OperatePoint("MS-214", (10, 15), (4, 10), (10.5, 14.0)),
    OperatePoint("MS-214", (10, 15), (6, 12), (19.5, 24.0)),
    OperatePoint("MS-214", (10, 15), (8, 15), (29.0, 35.5)),
    OperatePoint("MS-214", (15, 20), (3, 7), (3.5, 5.5)),
    OperatePoint("MS-214", (15, 20), (4, 10), (8.0, 10.5)),
    OperatePoint("MS-214", (15, 20), (6, 12), (16.5, 19.5)),
    OperatePoint("MS-214", (15, 20), (8, 15), (25.0, 29.0)),
)

# The share of the upper pole at the end of a lead bent sideways above the glass, from a
# moment-method model of the iron, within 10 % for leads of 1.0 to 1.7 mm sideways.
LEAD_SHARE = 0.2

# How far a real reed may be from the model: two standard deviations of the fit below (1.12
# squared) and 3 % for the rods' unknown grade. Every required margin is larger.
MODEL_ERROR = 1.3


def fit(reed: str) -> tuple[float, float]:
    """The effective coil length in mm for *reed*, and one standard deviation as a factor."""
    return _mean_and_spread([p for p in OPERATE_POINTS if p.reed == reed], _beside)


def fit_tip(recess: float) -> tuple[float, float]:
    """The same from the end-on distances, if the glass begins *recess* mm inside the sensor."""
    return _mean_and_spread(TIP_POINTS, lambda point, gap: _end_on(point, gap + recess))


def shares(reed: str) -> tuple[float, ...]:
    """Release over operate, in field, of the least and the most sensitive reed of each point."""
    return tuple(
        _beside(point, release) / _beside(point, operate)
        for point in OPERATE_POINTS
        if point.reed == reed and point.release
        for operate, release in zip(point.operate, point.release, strict=True)
    )


def _mean_and_spread(
    points: Iterable[OperatePoint], field: Callable[[OperatePoint, float], float]
) -> tuple[float, float]:
    logs = []
    for point in points:
        near, far = point.operate
        deaf, keen = max(point.band), min(point.band)
        logs += [np.log(deaf / field(point, near)), np.log(keen / field(point, far))]
    return float(np.exp(np.mean(logs))), float(np.exp(np.std(logs)))


def _beside(point: OperatePoint, gap: float) -> float:
    """Mean field in A/mm along the glass, rod and reed side by side *gap* mm apart."""
    glass, thick = _GLASS[point.reed]
    beside = gap + (thick + point.rod[0]) / 2
    return _mean_field(point, [beside, 0.0, glass / 2], [beside, 0.0, -glass / 2])


def _end_on(point: OperatePoint, gap: float) -> float:
    """The same, rod and glass on one axis *gap* mm apart."""
    tip = gap + point.rod[1] / 2
    return _mean_field(point, [0.0, 0.0, tip], [0.0, 0.0, tip + _GLASS[point.reed][0]])


def _mean_field(point: OperatePoint, one: list[float], other: list[float]) -> float:
    rod = Disc(*point.rod, "rod", _ROD_BR)
    first, second = potential(rod, np.zeros(3), np.array([one, other]))
    return float(abs(first - second)) / _GLASS[point.reed][0]


# Littelfuse MDSR-10: glass at most 10.16 x 1.80 mm, leads 15 mm, bands of 5 AT. Its coil length is
# that of MM-1018, the same glass; its release share the lowest of that reed's, with a tenth off.
MDSR_10 = Reed("MDSR-10-20-25", 10.16, (20.0, 25.0), 0.55, 6.8)

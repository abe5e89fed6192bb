"""The design space: what else was tried, and by how much it falls short.

Every row is the design with something changed and its smallest margin to close and to open.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from hardware.magnets.design import DISCS, Design
from hardware.magnets.proof import Claim, prove, prove_occupant

__all__ = ["Row", "at_pitch", "best_lying", "rows"]

# The chiral angle at which a base's magnets are as far from their mirror images as they can be.
_CHIRAL = np.tan(np.pi / 8)
_RIM = 1.2  # mm of plastic outside a magnet


@dataclass(frozen=True)
class Row:
    """One design tried."""

    name: str
    closes: float
    opens: float


def rows(design: Design) -> Iterator[Row]:
    """What was tried, the design itself first."""
    yield _row("as chosen", prove(design))
    for pitch in (40.0, 42.0, 44.0, 46.0, 48.0):
        yield _row(f"pitch {pitch:g} mm", prove(at_pitch(design, pitch)))
    for key in ("5x2 N35", "5x3 N35", "6x2 N42", "6x3 N35"):
        disc = DISCS[key]
        other = replace(at_pitch(replace(design, base=disc), design.pitch), occupant=disc)
        yield _row(f"{disc.name} in all but the guard", prove(other))
    for key in ("6x2 N35", "6x3 N35", "8x2 N35", "8x3 N42"):
        yield _row(f"guard {DISCS[key].name}", prove(replace(design, guard=DISCS[key])))
    for band in ((10.0, 15.0), (15.0, 20.0)):
        reed = replace(design.reed, operate=band)
        yield _row(f"reed of {band[0]:g}-{band[1]:g} AT", prove(replace(design, reed=reed)))
    long = replace(design.reed, glass=14.0, coil=10.3)
    yield _row("reed with 14 mm of glass", prove(replace(design, reed=long)))
    sheet = replace(design.stack, sheet=(2.9, 3.1))
    yield _row("sheet of 3 mm", prove(replace(design, stack=sheet)))
    yield _row("base magnets all the same way up", prove(replace(design, signs=(1, 1, 1, 1))))
    yield _row("one base magnet the wrong way up", prove(replace(design, signs=(1, 1, 1, -1))))
    angle, along, claims = best_lying(design)
    yield _row(f"occupant reed lying, {angle:g}°, {along:g} mm off (the best)", claims)
    yield _row("occupant reed lying, its middle below the piece", _lying(design, 0.0, 0.0))


def at_pitch(design: Design, pitch: float) -> Design:
    """The design at another pitch, or with another base magnet: magnets as far out as they fit."""
    x = (pitch - design.street - design.base.diameter) / 2 - _RIM
    return replace(design, pitch=pitch, cover=(round(x, 1), round(x * float(_CHIRAL), 1)))


def best_lying(design: Design) -> tuple[float, float, tuple[Claim, ...]]:
    """The best that an occupant reed lying flat can do: degrees, mm off the centre, its claims."""
    half = design.reed.glass / 2
    tried = [
        (angle, along, _lying(design, angle, along))
        for angle in (0.0, 22.5, 45.0, 67.5)
        for along in (round(half - 1, 1), round(half, 1), round(half + 1, 1))
    ]
    return max(tried, key=lambda it: min(claim.margin for claim in it[2]))


def _lying(design: Design, angle: float, along: float) -> tuple[Claim, ...]:
    return tuple(prove_occupant(replace(design, lying=(angle, along))))


def _row(name: str, claims: Iterable[Claim]) -> Row:
    closes: list[float] = []
    opens: list[float] = []
    for claim in claims:
        (closes if claim.own else opens).append(claim.margin)
    return Row(name, min(closes), min(opens))

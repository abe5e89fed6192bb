"""The design space: alternatives that were tried, and how far they fall short.

Each row is the design with one change, and its smallest margins to close and to open.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from hardware.magnets.design import DISCS, HERE, Design
from hardware.magnets.flashlight import prove_flashlight
from hardware.magnets.forces import lifting
from hardware.magnets.proof import Influence, Requirement, prove, prove_occupant, strength

__all__ = ["FlashlightRow", "Row", "at_pitch", "best_lying", "flashlights", "one_wrong", "rows"]

# The chiral angle at which a base's magnets are farthest from their mirror images.
_CHIRAL = np.tan(np.pi / 8)
_RIM = 1.2  # mm of plastic outside a magnet
_WRONG = ((-1, -1, 1, -1), (1, 1, 1, -1), (1, -1, -1, -1), (1, -1, 1, 1))


@dataclass(frozen=True)
class Row:
    """One alternative."""

    name: str
    closes: float
    opens: float


@dataclass(frozen=True)
class FlashlightRow:
    """One magnet and floor of the flashlight, and its smallest margins."""

    name: str
    closes: float  # of its own cell's reed
    beside: float  # of other reeds that must stay open
    lifts: float  # of a tile's weight, while the flashlight is lifted from it


def rows(design: Design) -> Iterator[Row]:
    """The alternatives, after the design itself."""
    yield _row("as chosen", prove(design))
    for pitch in (40.0, 42.0, 44.0, 46.0, 48.0):
        yield _row(f"pitch {pitch:g} mm", prove(at_pitch(design, pitch)))
    for key in ("5x2 N35", "5x3 N35", "6x2 N42", "6x3 N35"):
        disc = DISCS[key]
        other = replace(at_pitch(replace(design, base=disc), design.pitch), occupant=disc)
        yield _row(f"{disc.name} in all but the guard", prove(other))
    for key in ("6x3 N35", "7x2 N35", "8x2 N35", "8x2 N42", "8x3 N35"):
        yield _row(f"guard {DISCS[key].name}", prove(replace(design, guard=DISCS[key])))
    for band in ((10.0, 15.0), (15.0, 20.0), (18.0, 27.0)):
        reed = replace(design.reed, operate=band)
        yield _row(f"reed of {band[0]:g}-{band[1]:g} AT", prove(replace(design, reed=reed)))
    long = replace(design.reed, glass=14.0, coil=10.3)
    yield _row("reed with 14 mm of glass", prove(replace(design, reed=long)))
    sheet = replace(design.stack, sheet=(2.9, 3.1))
    yield _row("sheet of 3 mm", prove(replace(design, stack=sheet)))
    yield _row("base magnets all the same way up", prove(replace(design, signs=(1, 1, 1, 1))))
    for side in (1.2, 2.7):
        yield _row(f"{side:g} mm of lead sideways", prove(replace(design, lead=side)))
    wrong = prove(replace(design, signs=(1, 1, 1, -1)))
    yield _row("one magnet the wrong way up in every base", wrong)
    yield _row("one magnet the wrong way up in one base", one_wrong(design))
    askew = replace(design.tolerance, tilt_free=5.0, tilt_guided=4.4)
    yield _row("magnetised 3° off their axis", prove(replace(design, tolerance=askew)))
    angle, along, claims = best_lying(design)
    yield _row(f"occupant reed lying, {angle:g}°, {along:g} mm off (the best)", claims)
    yield _row("occupant reed lying, its middle below the piece", _lying(design, 0.0, 0.0))


def flashlights(design: Design) -> Iterator[FlashlightRow]:
    """The flashlight's magnets and floors that were tried, the chosen one first."""
    yield _flashlight("as chosen", design)
    keys = ("6x2 N35", "8x5 N42", "8x10 N35", "10x4 N42", "10x5 N35", "10x6 N42", "12x5 N42")
    for key in (*keys, "15x3 N42"):
        yield _flashlight(DISCS[key].name, replace(design, flashlight=DISCS[key]))
    for floor in (0.4, 2.6, 4.6, 6.6):
        thicker = replace(design, flashlight_floor=(floor - 0.1, floor + 0.1))
        yield _flashlight(f"floor of {floor:g} mm", thicker)
    for key, floor in (("8x3 N42", 0.4), ("10x3 N42", 2.6), ("8x10 N35", 4.6), ("15x3 N42", 8.6)):
        other = replace(design, flashlight_floor=(floor - 0.1, floor + 0.1))
        name = f"{DISCS[key].name}, floor of {floor:g} mm"
        yield _flashlight(name, replace(other, flashlight=DISCS[key]))
    hand = replace(design.tolerance, tilt_free=5.0)
    yield _flashlight("tipped by 5°", replace(design, tolerance=hand))


def at_pitch(design: Design, pitch: float) -> Design:
    """The design at another pitch, with its magnets as far out as they fit."""
    x = (pitch - design.street - design.base.diameter) / 2 - _RIM
    return replace(design, pitch=pitch, cover=(round(x, 1), round(x * float(_CHIRAL), 1)))


def one_wrong(design: Design) -> tuple[Requirement, ...]:
    """The requirements if the worst single base or tile has one magnet turned over."""
    half, pitch = design.pitch / 2, design.pitch
    reeds = {"cover": design.cover, "occupant": HERE, "crossing": (half, half)}
    places = [(x * pitch, y * pitch) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    found = []
    for claim in prove(design):
        worse = 0.0
        for signs, place in product(_WRONG, places):
            if (claim.reed, place) == ("cover", HERE) and "face up" not in claim.case:
                continue  # its own building, or none at all
            bad, good = replace(design, signs=signs), design
            for each in ("room", "building") if "tile" in claim.case else ("building",):
                at = reeds[claim.reed]
                high = strength(bad, at, getattr(bad, each)(), place).high
                worse = max(worse, high - strength(good, at, getattr(good, each)(), place).high)
        extra = Influence("one magnet", 0.0, worse)
        found.append(replace(claim, others=(*claim.others, extra)))
    return tuple(found)


def best_lying(design: Design) -> tuple[float, float, tuple[Requirement, ...]]:
    """The best flat occupant reed: degrees, mm off the centre, its requirements."""
    half = design.reed.glass / 2
    tried = [
        (angle, along, _lying(design, angle, along))
        for angle in (0.0, 22.5, 45.0, 67.5)
        for along in (round(half - 1, 1), round(half, 1), round(half + 1, 1))
    ]
    return max(tried, key=lambda it: min(claim.margin for claim in it[2]))


def _flashlight(name: str, design: Design) -> FlashlightRow:
    claims = prove_flashlight(design)
    return FlashlightRow(
        name,
        min(claim.margin for claim in claims if claim.own and claim.own.name == "flashlight"),
        min(claim.margin for claim in claims if not claim.own),
        lifting(design).margin,
    )


def _lying(design: Design, angle: float, along: float) -> tuple[Requirement, ...]:
    return tuple(prove_occupant(replace(design, lying=(angle, along))))


def _row(name: str, claims: Iterable[Requirement]) -> Row:
    closes: list[float] = []
    opens: list[float] = []
    for claim in claims:
        (closes if claim.own else opens).append(claim.margin)
    return Row(name, min(closes), min(opens))

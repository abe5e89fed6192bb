"""The proof for the flashlight: its cell's occupant reed closes, no other place's reed changes.

The flashlight is a wand with a flat foot and one magnet, set down by hand on a free cell, on the
sheet or on a room tile. The cell's own cover reed may do anything meanwhile; the table does not
believe it. To the rest of the proof the flashlight is one more piece, standing on any other cell,
or lifted from it.
"""

from dataclasses import replace
from functools import cache

import numpy as np

from hardware.magnets.design import HERE, Design
from hardware.magnets.proof import Around, Influence, Requirement, prove, strength
from hardware.magnets.reed import MODEL_ERROR

__all__ = ["CLOSES_NEED", "OPEN_NEED", "disturbs", "felt_up_to", "prove_flashlight"]

CLOSES_NEED = MODEL_ERROR  # of reeds that must close or stay closed
# Of reeds that must stay open, all of which keep the proof's margin while there is no flashlight.
OPEN_NEED = 1.1
_LIFTS = (0.0, 8.0, 16.0)  # mm; a hand lifts it from there, too
_NEAR = 1.6  # pitches; from farther off it is felt less
_STEP, _HIGHEST = 0.5, 80.0  # mm


@cache
def prove_flashlight(design: Design) -> tuple[Requirement, ...]:
    """The requirements: on its cell, then every one of :func:`prove` with it on another cell."""
    plain = _without_its_magnet(design)
    return (*_taps(design, plain), *(_beside(design, plain, claim) for claim in prove(plain)))


def disturbs(design: Design) -> float:
    """The strongest effect in AT on the cover reed of its own cell."""
    pieces = (design.wand(is_on_tile=False), design.wand(is_on_tile=True))
    return max(strength(design, design.cover, piece, HERE).high for piece in pieces)


def felt_up_to(design: Design) -> tuple[float, float]:
    """The foot's height in mm up to which a reed closes, and from which none can be closed.

    Lifted straight up from its ring on the sheet, with all other pieces present.
    """
    wand = design.wand(is_on_tile=False)
    others = sum(part.high for part in prove_flashlight(design)[0].others)
    still, gone = 0.0, _HIGHEST
    for up in np.arange(0.0, _HIGHEST, _STEP):
        part = strength(design, HERE, wand, HERE, float(up))
        if part.low - others >= design.reed.closes:
            still = float(up)
        if part.high + others > design.reed.opens:
            gone = float(up) + _STEP
    return still, gone


def _without_its_magnet(design: Design) -> Design:
    # The rest of the proof is the same for every flashlight, and remembered for this one.
    return replace(design, flashlight=Design.flashlight, flashlight_floor=Design.flashlight_floor)


def _taps(design: Design, plain: Design) -> tuple[Requirement, Requirement]:
    house, room = design.building(), design.room()
    car, guard = design.car(), design.on_tile()
    at = Around(plain, HERE)
    city = [at.total("other buildings", [house]), at.worst("helicopters", car, at.crossings)]
    floor = [
        at.total("other tiles", [house, room]),
        at.total("tile", [house, room], [HERE]),
        at.worst("guard next door", guard, at.others, 1),
    ]
    on_sheet = at.part("flashlight", design.wand(is_on_tile=False))
    on_tile = at.part("flashlight", design.wand(is_on_tile=True))
    found = (
        at.closes("occupant", "flashlight on the sheet", on_sheet, city),
        at.closes("occupant", "flashlight on a tile", on_tile, floor),
    )
    first, second = (replace(claim, need=CLOSES_NEED) for claim in found)
    return first, second


def _beside(design: Design, plain: Design, claim: Requirement) -> Requirement:
    """*claim* with the flashlight on the worst cell but the reed's own, or above it."""
    half = design.pitch / 2
    reed = {"cover": design.cover, "occupant": HERE, "crossing": (half, half)}[claim.reed]
    around = Around(plain, reed)
    # A crossing belongs to no cell: the nearest cells' middles are around it.
    cells = around.cells if claim.reed == "crossing" else around.others
    worst = max(
        strength(plain, reed, design.wand(is_on_tile), (x, y), lift).high
        for is_on_tile in (False, True)
        for x, y in cells
        if np.hypot(x - reed[0], y - reed[1]) < _NEAR * design.pitch
        for lift in _LIFTS
    )
    others = (*claim.others, Influence("flashlight", 0.0, worst))
    need = CLOSES_NEED if claim.own else OPEN_NEED
    return replace(claim, others=others, need=need)

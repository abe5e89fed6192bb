"""The map of the dead zone: a cell from above, and a car's effect on a reed by distance."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from hardware.magnets.design import HERE, Design, Point
from hardware.magnets.field import Array
from hardware.magnets.proof import NEED, response

__all__ = ["MAP", "dead_ring", "svg"]

MAP = "hardware/magnets/map.svg"  # from the top of the repository

_SCALE = 8.0  # pixels per mm on the plan
_PLAN = 64.0  # mm of floor shown
_FAR = 40.0  # mm shown on the curve
_STYLE = (
    "text{font:14px sans-serif}.thin{fill:none;stroke:#555}.zone{fill:#2a7;fill-opacity:.18}"
    ".base{fill:#eee;stroke:#999}.reed{fill:#06c}.led{fill:#fc0;stroke:#960}"
    ".magnet{fill:none;stroke:#c30;stroke-width:2}.mirror{fill:none;stroke:#c30;"
    "stroke-dasharray:3}.stand{fill:none;stroke:#06c;stroke-width:2}"
    ".lie{fill:none;stroke:#c30;stroke-width:2;stroke-dasharray:6 4}"
)


def dead_ring(design: Design) -> float:
    """The smallest distance in mm from its place at which a car has no effect on the reed."""
    away = np.arange(0.0, _FAR, 0.1)
    angles = np.arange(8)[:, None] * np.pi / 4
    around = np.stack([away * np.cos(angles), away * np.sin(angles)], axis=-1)
    felt = response(design, design.car(), around)
    return float(min(away[np.argmax(side * side[0] <= 0)] for side in felt))


def svg(design: Design) -> str:
    """The map as an SVG document."""
    plan = _PLAN * _SCALE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * plan:g} {plan + 60:g}">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{2 * plan:g}" height="{plan + 60:g}" fill="#fff"/>',
        *_plan(design),
        *_curves(design, plan + 60),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _plan(design: Design) -> Iterator[str]:
    half, pitch = design.pitch / 2, design.pitch
    crossings = [(x, y) for x in (-half, half) for y in (-half, half)]
    base = pitch - design.street
    yield _rect("base", (0.0, 0.0), base)
    for place in (HERE, *crossings):
        yield _circle("zone", place, design.tolerance.free)
        yield _circle("thin", place, design.tolerance.circle)
        yield _circle("reed", place, 0.9)
        yield _rect("led", (place[0] + design.led[0], place[1] + design.led[1]), 5.0)
    for spot, mirror in zip(design.spots, design.mirrored, strict=True):
        yield _circle("magnet", spot, design.base.diameter / 2)
        yield _circle("mirror", mirror, design.base.diameter / 2)
    yield _circle("reed", design.cover, 0.9)
    yield _circle("thin", HERE, dead_ring(design))
    for line, words in enumerate(
        (
            "blue: reeds; yellow: LEDs; grey: a base; green: where a piece may stand",
            "red: magnets of a base, dashed when a tile is turned over",
            "outer ring: where the reed in the middle begins to feel nothing of a car",
        )
    ):
        yield _text(8, _PLAN * _SCALE + 12 + 18 * line, words)


def _curves(design: Design, left: float) -> Iterator[str]:
    away = np.arange(-_FAR / 2, _FAR / 2 + 0.1, 0.25)
    lying = replace(design, lying=(0.0, 0.0))
    standing_at = response(design, design.car(), _line(away))
    lying_at = response(lying, design.car(), _line(away))
    wide, tall = _PLAN * _SCALE - 90, _PLAN * _SCALE - 60
    top = float(np.abs(np.concatenate([standing_at, lying_at])).max()) * 1.05

    def x(mm: float) -> float:
        return left + (mm + _FAR / 2) / _FAR * wide

    def y(at: float) -> float:
        return 30 + tall * (1 - at / top)

    for at, name in (
        (design.reed.closes * NEED, f"closes, {NEED:g} times over"),
        (design.reed.closes, "every reed closes"),
        (design.reed.opens, "every reed opens"),
    ):
        yield f'<path class="thin" d="M{x(-_FAR / 2):.1f} {y(at):.1f}H{x(_FAR / 2):.1f}"/>'
        yield _text(x(-_FAR / 2) + 4, y(at) - 4, f"{at:.0f} AT: {name}")
    edge = design.tolerance.free
    width = x(edge) - x(-edge)
    yield f'<rect class="zone" x="{x(-edge):.1f}" y="30" width="{width:.1f}" height="{tall:.1f}"/>'
    for kind, values in (("stand", standing_at), ("lie", lying_at)):
        points = " ".join(
            f"{x(mm):.1f},{y(abs(at)):.1f}" for mm, at in zip(away, values, strict=True)
        )
        yield f'<polyline class="{kind}" points="{points}"/>'
    for mm in range(-20, 21, 5):
        yield _text(x(mm) - 8, tall + 48, f"{mm}")
    yield _text(left, 18, f"AT of a car ({design.occupant.name}), solid: standing, dashed: lying")
    yield _text(left, tall + 66, "mm beside the reed, its wire on the left; green: its place")


def _line(away: Array) -> Array:
    return np.stack([away, np.zeros_like(away)], axis=-1)


def _px(place: Sequence[float]) -> tuple[float, float]:
    return (place[0] + _PLAN / 2) * _SCALE, (place[1] + _PLAN / 2) * _SCALE


def _circle(kind: str, place: Point, radius: float) -> str:
    x, y = _px(place)
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius * _SCALE:.1f}"/>'


def _rect(kind: str, place: Point, side: float) -> str:
    x, y = _px((place[0] - side / 2, place[1] - side / 2))
    size = side * _SCALE
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}"/>'


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}">{words}</text>'

"""The parts' weights and measures, as a JSON document and as text."""

from collections.abc import Iterator, Mapping
from typing import Any

from hardware.magnets.field import Array
from hardware.parts import mesh
from hardware.parts.checks import checks, grams, hours
from hardware.parts.spec import PARTS, Spec

__all__ = ["document", "lines"]


def document(spec: Spec, meshes: Mapping[str, Array]) -> dict[str, Any]:
    """All measurements as plain values."""
    parts = []
    for part in PARTS:
        low, high = mesh.bounds(meshes[part.name])
        parts.append(
            {
                "part": part.name,
                "count": part.count,
                "what": part.what,
                "size_mm": [round(float(side), 1) for side in high - low],
                "grams": round(grams(meshes[part.name]), 1),
                "hours": round(hours(meshes[part.name]), 1),
                "triangles": len(meshes[part.name]),
            }
        )
    found = [
        {
            "check": each.name,
            "at": round(each.at, 3),
            "low": each.low,
            "high": None if each.high == float("inf") else each.high,
            "holds": each.holds,
        }
        for each in checks(spec, meshes)
    ]
    return {"parts": parts, "checks": found}


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The parts and the checks between parts, as text."""
    yield f"{'part':15} {'count':>5} {'mm':>20} {'g':>5} {'h':>4}  what"
    for row in found["parts"]:
        size = " x ".join(f"{side:g}" for side in row["size_mm"])
        yield (
            f"{row['part']:15} {row['count']:>5} {size:>20} {row['grams']:5.1f}"
            f" {row['hours']:4.1f}  {row['what']}"
        )
    total = sum(int(row["count"]) * row["grams"] for row in found["parts"])
    time = sum(int(row["count"]) * row["hours"] for row in found["parts"])
    yield f"all of a module: {total:.0f} g, {time:.0f} h"
    yield ""
    yield f"{'measured':58} {'is':>8} {'least':>7} {'most':>7}"
    for row in found["checks"]:
        most = "" if row["high"] is None else f"{row['high']:.2f}"
        yield f"{row['check']:58} {row['at']:8.2f} {row['low']:7.2f} {most:>7}"

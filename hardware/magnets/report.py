"""The table of the proof as text, and as one JSON document."""

from collections.abc import Iterator
from typing import Any

from hardware.magnets.chart import dead_ring
from hardware.magnets.design import Design
from hardware.magnets.flashlight import (
    CLOSES_NEED,
    OPEN_NEED,
    disturbs,
    felt_up_to,
    prove_flashlight,
)
from hardware.magnets.forces import guard_stays_from, pulls
from hardware.magnets.proof import LIFTED, NEED, Requirement, bench, lift, prove
from hardware.magnets.reed import MODEL_ERROR, fit
from hardware.magnets.search import flashlights, rows

__all__ = ["document", "lines"]


def document(design: Design, search: bool = False) -> dict[str, Any]:
    """All results as plain values; *search* adds the alternatives tried."""
    still, gone = lift(design)
    at_worst = lift(design, MODEL_ERROR)
    reed = design.reed
    low, high = design.stack.face
    found: dict[str, Any] = {
        "pitch_mm": design.pitch,
        "street_mm": design.street,
        "cover_offset_mm": list(design.cover),
        "led_offset_mm": list(design.led),
        "turned_over_mm": round(design.turned_over, 1),
        "reed": design.reed.order,
        "reed_glass_mm": design.reed.glass,
        "closes_at": design.reed.closes,
        "opens_at": round(design.reed.opens, 2),
        "magnets": {
            "base": design.base.name,
            "car and helicopter": design.occupant.name,
            "guard": design.guard.name,
            "flashlight": design.flashlight.name,
        },
        "glass_to_magnet_mm": [round(low, 1), round(high, 1)],
        "circle_mm": design.tolerance.circle,
        "dead_ring_mm": round(dead_ring(design), 1),
        "seen_up_to_mm": still,
        "gone_from_mm": gone,
        "with_model_error_mm": list(at_worst),
        "bench_mm": {
            "must have closed": round(bench(design, reed.closes * MODEL_ERROR), 1),
            "closes": [round(bench(design, at), 1) for at in reversed(reed.operate)],
            "must be open": round(bench(design, reed.opens / MODEL_ERROR), 1),
        },
        "closing": [_closing(design, name) for name in LIFTED],
        "model": {reed: [round(x, 2) for x in fit(reed)] for reed in ("MM-1018", "SM-1322")},
        "model_error": MODEL_ERROR,
        "need": NEED,
        "reeds": [_reed(claim) for claim in prove(design)],
        "flashlight": _flashlight(design),
        "forces": [
            {
                "case": pull.name,
                "held_by": pull.held_by,
                "worst_mn": round(pull.at, 1),
                "limit_mn": round(pull.limit, 1),
                "margin": round(pull.margin, 1),
                "holds": pull.holds,
            }
            for pull in pulls(design)
        ],
    }
    if search:
        found["tried"] = [
            {"change": row.name, "closes": round(row.closes, 2), "opens": round(row.opens, 2)}
            for row in rows(design)
        ]
        found["flashlights_tried"] = [
            {
                name: round(value, 2) if name != "name" else value
                for name, value in vars(row).items()
            }
            for row in flashlights(design)
        ]
    return found


def _reed(claim: Requirement) -> dict[str, Any]:
    return {
        "reed": claim.reed,
        "case": claim.case,
        "must": "close" if claim.own else "open",
        "own_at": round(claim.own.low, 1) if claim.own else None,
        "others_at": {part.name: round(part.high, 1) for part in claim.others},
        "worst_at": round(claim.at, 1),
        "limit_at": round(claim.limit, 1),
        "margin": round(claim.margin, 2),
        "need": claim.need,
        "holds": claim.holds,
    }


def _flashlight(design: Design) -> dict[str, Any]:
    still, gone = felt_up_to(design)
    return {
        "magnet": design.flashlight.name,
        "floor_mm": list(design.flashlight_floor),
        "tap_mm": design.tolerance.tap,
        "closes_need": CLOSES_NEED,
        "open_need": OPEN_NEED,
        "own_cover_at": round(disturbs(design), 1),
        "closes_up_to_mm": still,
        "open_from_mm": gone,
        "guard_stays_from_mm": guard_stays_from(design),
        "reeds": [_reed(claim) for claim in prove_flashlight(design)],
    }


def _closing(design: Design, name: str) -> dict[str, Any]:
    # From the glass to the magnet, over all tolerances and with all other pieces present.
    still, gone = lift(design, name=name)
    low, high = LIFTED[name][0](design).face
    return {
        "piece": name,
        "stands_mm": [round(low, 1), round(high, 1)],
        "closes_by_mm": round(high + still, 1),
        "open_from_mm": round(low + gone, 1),
    }


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The same as text."""
    magnets = ", ".join(f"{piece} {name}" for piece, name in found["magnets"].items())
    low, high = found["glass_to_magnet_mm"]
    need, error = found["need"], found["model_error"]
    yield f"Pitch {found['pitch_mm']:g} mm; cover reed {found['cover_offset_mm']} mm off centre."
    yield f"Reed {found['reed']}, standing: at the latest it closes at {found['closes_at']:g} AT"
    yield f"and opens again at {found['opens_at']:g} AT. Magnets: {magnets}."
    yield f"From glass to magnet {low}..{high} mm; free pieces within {found['circle_mm']:g} mm"
    yield f"of their places; a reed feels nothing of a car {found['dead_ring_mm']:g} mm beside it."
    still, gone = found["with_model_error_mm"]
    yield f"A building is seen up to {found['seen_up_to_mm']:g} mm above the sheet and is gone"
    yield f"from {found['gone_from_mm']:g} mm on; up to {still:g} and from {gone:g} mm on if the"
    yield f"model errs by {error:g}. Margins are factors in field: {need:g} is asked of each."
    test = found["bench_mm"]
    first, last = test["closes"]
    yield "One reed on the bench, from its glass to the magnet of a car: closes at"
    yield f"{first:.1f}..{last:.1f} mm, must have closed at {test['must have closed']:.1f} mm"
    yield f"and be open at {test['must be open']:.1f} mm."
    yield ""
    yield from _table(found["reeds"])
    yield ""
    yield from _flashlight_lines(found["flashlight"])
    yield ""
    yield f"{'force on':42} {'held by':9} {'worst':>6} {'limit':>6} {'margin':>6}  mN"
    for row in found["forces"]:
        yield (
            f"{row['case']:42} {row['held_by']:9} {row['worst_mn']:6.1f} {row['limit_mn']:6.0f}"
            f" {row['margin']:6.1f}"
        )
    if "tried" in found:
        yield ""
        yield f"{'tried':60} {'closes':>6} {'opens':>6}"
        for row in found["tried"]:
            yield f"{row['change']:60} {row['closes']:6.2f} {row['opens']:6.2f}"
        yield ""
        yield f"{'flashlight':42} {'closes':>6} {'beside':>6} {'tile':>6}"
        for row in found["flashlights_tried"]:
            figures = f"{row['closes']:6.2f} {row['beside']:6.2f} {row['lifts']:6.2f}"
            yield f"{row['name']:42} {figures}"


def _flashlight_lines(tap: dict[str, Any]) -> Iterator[str]:
    low, high = tap["floor_mm"]
    need, open_need = tap["closes_need"], tap["open_need"]
    still, gone = tap["closes_up_to_mm"], tap["open_from_mm"]
    yield f"Flashlight: {tap['magnet']} above a floor of {low}..{high} mm, its middle within"
    yield f"{tap['tap_mm']:g} mm of its cell's. To close, {need} is asked; to stay open with"
    yield f"the flashlight beside, set down or lifted, {open_need}. Lifted from the sheet"
    yield f"it closes its reed up to {still:g} mm, and none from {gone:g} mm on. Its own cell's"
    yield f"cover reed may close: it feels up to {tap['own_cover_at']} AT. A guard stays where"
    yield f"he is while its middle is {tap['guard_stays_from_mm']:g} mm or more from his."
    yield ""
    yield from _table(tap["reeds"])


def _table(reeds: list[dict[str, Any]]) -> Iterator[str]:
    yield f"{'reed':9} {'case':32} {'must':5} {'worst':>6} {'limit':>6} {'margin':>6}  AT"
    for row in reeds:
        parts = [f"{name} {at}" for name, at in row["others_at"].items()]
        own = [f"own {row['own_at']}"] if row["own_at"] else []
        yield (
            f"{row['reed']:9} {row['case']:32} {row['must']:5} {row['worst_at']:6.1f}"
            f" {row['limit_at']:6.1f} {row['margin']:6.2f}  {', '.join(own + parts)}"
        )

"""The self test's findings, in its own words, and their remedies; needs the host's package.

Each row comes from the evidence of a board with that fault, passed to the code that draws
conclusions.
"""

from collections.abc import Iterator

from heistboard.firmware import wire
from heistboard.places import layout, matrix
from heistboard.selftest import FaultKind, Finding, HandPlan, find
from heistboard.selftest.walk import Evidence

__all__ = ["CURES", "failures", "found"]

CURES = {
    FaultKind.DEAD: "hold a bare magnet over the glass: if it closes now, gauge the reed's height "
    "and look at the magnet of the piece; else measure the diode (band to the column), then "
    "resolder reed and wire",
    FaultKind.DEAD_LINE: "look at this line's pin of the connectors between strips, then at the "
    "Pico's pin; a row: the row connector at the left edge",
    FaultKind.STUCK: "take every magnet off the table; feel for one that is glued in the wrong "
    "way round; look for solder between the reed's two holes; a whole row: ohms between it and "
    "ground",
    FaultKind.CHATTER: "gauge its height, resolder both ends; if it persists, fit another reed",
    FaultKind.SWAPPED: "wired by hand: exchange the two wires, or their names [in `board.toml`]"
    "(#by-hand-on-wood); on boards: solder bridges the two",
    FaultKind.SWAPPED_LINES: "exchange the two wires at the Pico; this cannot happen on boards",
    FaultKind.MISPLACED: "follow the wire from its diode; look for a bridge of solder",
    FaultKind.GHOST: "measure the diode out of circuit, or simply fit a new one, "
    "band to the column",
    FaultKind.SLOW: "ohms between the row and 3V3 without power: 4.7 kOhm, R1 to R5",
    FaultKind.LED_SWAPPED: "wired by hand: wire data in the order of board.toml's chain; this "
    "cannot happen on boards",
    FaultKind.LED_MISPLACED: "as above",
    FaultKind.LED_DARK: "5 V at it? Its cut corner at the frame's cut corner? Then fit a new one",
    FaultKind.CHAIN_CUT: "resolder the last one that lights and the first dark one, then "
    "replace the first dark one, then the last that lights; at a seam: the row connector; from "
    "r1 on: JP2 of strip 5; nothing at all: JP1 of strip 1, and 5 V at TP2",
}


def found() -> Iterator[Finding]:
    """At least one finding of each kind."""
    for evidence in _boards():
        yield from (finding for finding in find(evidence, HandPlan()) if finding.is_fault)


def _boards() -> Iterator[Evidence]:
    yield Evidence(answers={"b3.cover": None})
    yield Evidence(answers=dict.fromkeys(_line(column=2), None))
    yield Evidence(stuck={"c2.occupant"})
    yield Evidence(stuck=set(_line(row=1)))
    yield Evidence(chattering={"d4.cover"})
    yield Evidence(answers={"a1.cover": "b1.cover", "b1.cover": "a1.cover"})
    one, other = _line(column=4), _line(column=6)
    yield Evidence(answers=dict(zip(one + other, other + one, strict=True)))
    yield Evidence(answers={"e2.cover": "e3.cover", "e3.cover": "e3.cover"})
    closed = frozenset({"a1.cover", "a2.cover", "b1.cover"})
    for suspect in sorted(closed):
        if ghosts := matrix.seen_closed(closed, {suspect}) - closed:
            yield Evidence(diodes={"a1.cover": (closed, ghosts)})
    yield Evidence(rises_us={0: [11]})
    yield Evidence(rises_us={3: [wire.RISE_NEVER]})
    right = dict.fromkeys(layout.LEDS, "right")
    yield Evidence(leds=right | {"b2": "c2", "c2": "b2"})
    yield Evidence(leds=right | {"b2": "d2"})
    yield Evidence(leds=right | {"c3": "dark"})
    yield Evidence(leds=right, cut="x42")
    yield Evidence(cut=layout.LEDS[0])


def _line(*, column: int | None = None, row: int | None = None) -> list[str]:
    return [
        reed
        for reed in layout.REEDS
        if matrix.column_of(reed) == column or matrix.row_of(reed) == row
    ]


def failures() -> str:
    """The findings of `board test`, causes and remedies as a Markdown table."""
    lines = ["| `board test` says | because | Cure |", "|---|---|---|"]
    said = None
    for finding in found():
        cure = CURES[finding.kind]
        lines.append(
            f"| {finding.text} | {finding.cause} | {'as above' if cure == said else cure} |"
        )
        said = cure
    return "\n".join(lines)

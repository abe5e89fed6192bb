"""Printed parts and circuit boards do not collide.

The printed parts are the committed meshes, the boards' parts the courtyards of their footprints.
Positions are in mm from the centre of cell a1, y down.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from hardware.boardfile import load
from hardware.electronics import circuit, footprints
from hardware.electronics.parts import footprint
from hardware.electronics.strips import STRIPS
from hardware.magnets.field import Array
from hardware.parts import build, mesh, scenes
from hardware.parts.spec import SPEC
from tests.support.kicad import needs_kicad

MESHES = build.kept()
BOARD = load(Path(__file__).parents[2] / "hardware" / "board.toml")
LEFT = BOARD.geometry.a1[0]
CLEAR = 0.25  # mm; what a courtyard adds to its part
# The height of a part, or what protrudes above from a part below the board.
TALL = {"button": 8.0, "schottky": 2.6, "buffer": 1.8, "led": 1.6, "usb_fuse": 1.6,
        "feed_fuse": 1.6, "bypass": 1.4, "diode": 1.4, "pull_up": 0.7, "series": 0.7,
        "test_point": 0.0}  # fmt: skip
PINS = 2.5


@dataclass(frozen=True)
class Box:
    name: str
    low: tuple[float, float]
    high: tuple[float, float]
    tall: float

    def grid(self) -> Iterator[tuple[float, float]]:
        """Points all over the box, including its edges."""
        steps = [
            np.linspace(a, b, math.ceil((b - a) / 0.5) + 1)
            for a, b in zip(self.low, self.high, strict=True)
        ]
        for x in steps[0]:
            yield from ((float(x), float(y)) for y in steps[1])


@cache
def courtyard(name: str) -> tuple[tuple[float, float], tuple[float, float]]:
    library, _, own = name.partition(":")
    path = Path("/usr/share/kicad/footprints") / f"{library}.pretty" / f"{own}.kicad_mod"
    text = footprints.OWN[own] if library == "heist" else path.read_text(encoding="utf-8")
    places = []
    for item in footprints.parsed(text):
        if not isinstance(item, list) or ["layer", "F.CrtYd"] not in item:
            continue
        at = {
            it[0]: [float(str(n)) for n in it[1:]]
            for it in item
            if isinstance(it, list) and it[0] in ("start", "end", "center")
        }
        if item[0] == "fp_circle":
            radius = math.dist(at["center"], at["end"])
            places += [[n + side * radius for n in at["center"]] for side in (1, -1)]
        else:
            places += [at["start"], at["end"]]
    low, high = np.min(places, axis=0) + CLEAR, np.max(places, axis=0) - CLEAR
    return (low[0], low[1]), (high[0], high[1])


def parts() -> Iterator[tuple[circuit.Part, tuple[float, float], int]]:
    """All parts of a module, each with the corner and the number of its board."""
    for n in range(STRIPS):
        for part in circuit.strip(BOARD).parts:
            if not (n == STRIPS - 1 and circuit.is_at_crossing(part)):
                yield part, (-LEFT, n * SPEC.design.pitch - circuit.ABOVE), n
    for part in circuit.controller(BOARD).parts:
        yield part, (-LEFT, STRIPS * SPEC.design.pitch - circuit.ABOVE), STRIPS


def body(part: circuit.Part, corner: tuple[float, float]) -> Box:
    (x0, y0), (x1, y1) = courtyard(footprint(BOARD, part.kind))
    angle, flip = math.radians(part.turn), 1 if part.side == "top" else -1
    cos, sin = math.cos(angle), math.sin(angle)
    corners = [
        (x * cos + flip * y * sin, -x * sin + flip * y * cos)
        for x, y in ((x0, y0), (x1, y0), (x0, y1), (x1, y1))
    ]
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    at = np.array(part.at) + corner
    return Box(part.ref, tuple(low + at), tuple(high + at), TALL.get(part.kind, 0.0))


def pins(part: circuit.Part, corner: tuple[float, float]) -> Iterator[Box]:
    """The pins of a part whose pads have holes."""
    if part.kind in TALL and part.kind != "button":
        return
    places = footprints.pads_at(footprint(BOARD, part.kind), part.at, part.turn, part.side)
    for number, (x, y) in ((number, at) for number, ats in places.items() for at in ats):
        low, high = (
            (x + corner[0] - 0.8, y + corner[1] - 0.8),
            (
                x + corner[0] + 0.8,
                y + corner[1] + 0.8,
            ),
        )
        yield Box(f"{part.ref}.{number}", low, high, PINS)


def headroom(parts: list[Array], at: tuple[float, float]) -> float:
    found = [SPEC.grid]
    for part in parts:
        found += [hit - 1 for hit in mesh.hits(part, (*at, SPEC.grid + 1), (0, 0, -1))[:1]]
    return min(found)


@needs_kicad
def test_round_track_stands_on_the_controller_alone() -> None:
    corner = (-LEFT, STRIPS * SPEC.design.pitch - circuit.ABOVE)
    height = circuit.CONTROLLER_HEIGHT
    origin = np.array((corner[0] + 24.0, corner[1] + height - 4.0, 0.0))
    halves = [MESHES[name] + origin for name in ("track_w", "track_e")]
    boxes = [
        Box("screw", (x - 3.0, y - 3.0), (x + 3.0, y + 3.0), SPEC.strip.screw_height)
        for x, y in np.array(circuit.CONTROLLER_SCREWS) + corner
    ]
    for part, at, n in parts():
        if n == STRIPS:
            boxes += [body(part, at)] if part.side == "top" else []
            boxes += pins(part, at) if part.kind != "test_point" else []
    for box in boxes:
        assert min(headroom(halves, at) for at in box.grid()) >= box.tall, box.name


def under(name: str, x: float, y: float, box: Box) -> bool:
    """True if a foot of that name at that place touches *box*."""
    across = max(box.low[0] - x, x - box.high[0], 0.0)
    along = max(box.low[1] - y, y - box.high[1], 0.0)
    wide, deep = (float(n) for n in mesh.bounds(MESHES[name])[1][:2])
    return math.hypot(across, along) < wide if name == "post" else across < wide and along < deep


@needs_kicad
def test_no_part_below_the_boards_is_in_the_way_of_a_foot() -> None:
    below = [body(part, at) for part, at, n in parts() if part.side == "bottom" and has(part, n)]
    below += [box for part, at, n in parts() if has(part, n) for box in pins(part, at)]
    assert len(below) > 300
    found = [
        (name, round(x), round(y), box.name)
        for name, x, y in scenes.feet(SPEC)
        for box in below
        if under(name, x, y, box)
    ]
    assert found == []


def has(part: circuit.Part, board: int) -> bool:
    """Strip 1 has no headers; bridge and wires are flat."""
    return part.kind not in ("bridge", "test_point") and not (board == 0 and part.kind == "header")


def test_each_screw_has_a_foot() -> None:
    pitch, last = SPEC.design.pitch, 4 * SPEC.design.pitch
    screws = [
        (x + shift, y + row * pitch)
        for cell, shift in (("a", 0.0), ("e", last))
        for x, y in circuit.SCREWS[cell]
        for row in range(5)
    ]
    down = 5 * pitch - circuit.ABOVE
    screws += [(x - LEFT, y + down) for x, y in circuit.CONTROLLER_SCREWS]
    assert len(screws) == 24
    feet = list(scenes.feet(SPEC))
    for x, y in screws:
        near = [(name, x - u, y - v) for name, u, v in feet if abs(x - u) < 6 and abs(y - v) < 12]
        assert len(near) == 1
        name, dx, dy = near[0]
        wall = mesh.hits(MESHES[name], (dx, -dy, 2.0), (0, 1, 0))
        assert wall[0] > SPEC.strip.screw / 2  # a hole, and room for the screw
    assert {name for name, *_ in feet} == {"foot", "post"}
    assert [sum(each[0] == name for each in feet) for name in ("foot", "post")] == [8, 8]

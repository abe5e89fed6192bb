"""What must hold of the parts, measured on their meshes; limits come from the magnet model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from hardware.magnets.design import Point
from hardware.magnets.field import Array
from hardware.magnets.forces import force
from hardware.parts import mesh
from hardware.parts.spec import PARTS, Spec

__all__ = ["PLA", "Check", "checks", "grams", "hours"]

PLA = 1.24e-3  # g/mm3
_FILLED = 0.95  # of the volume, printed solid
_RATE = 4.5  # mm3/s that an ordinary printer lays down, moves included
_UP = (0.0, 0.0, 1.0)
_EXACT = 0.05  # mm; arcs are polygons

Meshes = Mapping[str, Array]


@dataclass(frozen=True)
class Check:
    """One sentence: a figure, and the least and most it may be."""

    name: str
    at: float
    low: float
    high: float = np.inf

    @property
    def holds(self) -> bool:
        """Whether it lies between."""
        return self.low - 1e-6 <= self.at <= self.high + 1e-6


def grams(triangles: Array) -> float:
    """Of a part that is printed solid."""
    return mesh.volume(triangles) * PLA * _FILLED


def hours(triangles: Array) -> float:
    """A rough print time; printers differ by a factor of two."""
    return 0.05 + mesh.volume(triangles) / _RATE / 3600


def checks(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    """All of them."""
    for part in PARTS:
        yield from _printable(spec, part.name, meshes[part.name])
    yield from _pockets(spec, meshes)
    yield from _weights(spec, meshes)
    yield from _clearances(spec, meshes)
    yield from _guide(spec, meshes["guide"])
    yield from _grid(spec, meshes)
    yield from _tools(spec, meshes)


def _printable(spec: Spec, name: str, triangles: Array) -> Iterator[Check]:
    low, high = mesh.bounds(triangles)
    yield Check(f"{name}: edges that join no two faces", mesh.loose_edges(triangles), 0, 0)
    yield Check(f"{name}: volume, mm3", mesh.volume(triangles), 100)
    yield Check(f"{name}: lowest point on the bed", float(low[2]), 0, 0)
    yield Check(f"{name}: longest side on the bed", float((high - low)[:2].max()), 0, spec.printer.bed)


def _pockets(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    design = spec.design
    low, high = design.stack.floor
    disc = design.base
    for name, flip in (("base", -1), ("sled", 1)):
        part = meshes[name]
        for n, (x, y) in enumerate(design.spots, 1):
            floor, middle, across = _pocket(part, (x, flip * y))
            away = float(np.hypot(middle[0] - x, middle[1] - flip * y))
            yield Check(f"{name}, magnet {n}: floor", floor, low, high)
            yield Check(f"{name}, magnet {n}: off its place", away, 0, _EXACT)
            yield Check(f"{name}, magnet {n}: pocket", across, disc.diameter + 0.1, disc.diameter + 0.3)
            outwards = (x, 0.0, 0.0) if abs(x) > abs(y) else (0.0, flip * y, 0.0)
            for at, towards in (("edge", outwards), ("middle", (-x, -flip * y, 0.0))):
                walls = mesh.hits(part, (x, flip * y, 1.5), towards)
                if name == "base" or at == "edge":
                    thick = walls[1] - walls[0]
                    yield Check(f"{name}, magnet {n}: wall to the {at}", thick, spec.printer.wall - _EXACT)
    yield Check("sled: magnets flush with the card's side", _deep(meshes["sled"], design.spots[0]),
                disc.thickness - 0.1, disc.thickness + 0.1)  # fmt: skip
    thick = float(mesh.bounds(meshes["sled"])[1][2])
    yield Check("tile with the thinner card", thick + spec.card[0], *design.sled)
    yield Check("tile with the thicker card", thick + spec.card[1], *design.sled)
    yield Check("tile face down: the card is the floor", spec.card[0], low, high)
    face_up = thick - _deep(meshes["sled"], design.spots[0])
    yield Check("tile face up: floor below its magnets", face_up, low + 0.1, high + 0.5)
    for name in ("car", "guard", "helicopter"):
        magnet = design.guard if name == "guard" else design.occupant
        floor, middle, across = _pocket(meshes[name], (0.0, 0.0))
        yield Check(f"{name}: floor below the magnet", floor, low, high)
        yield Check(f"{name}: magnet off the middle", float(np.hypot(*middle)), 0, _EXACT)
        yield Check(f"{name}: pocket", across, magnet.diameter + 0.1, magnet.diameter + 0.3)


def _weights(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    design, nuts = spec.design, spec.nut.grams * spec.nut.count
    four = 4 * design.base.grams
    house = grams(meshes["base"]) + grams(meshes["building"]) + four
    yield Check("building, g", house, design.building_grams)
    yield Check("tile without its card, g", grams(meshes["sled"]) + four, design.tile_grams)
    for name in ("car", "guard", "helicopter"):
        magnet = design.guard if name == "guard" else design.occupant
        plastic = grams(meshes[name]) + grams(meshes[f"{name}_cap"])
        yield Check(f"{name}, g", plastic + nuts + magnet.grams, design.occupant_grams)


def _clearances(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    design, play = spec.design, spec.design.tolerance
    hole = mesh.hits(meshes["base"], (0, 0, 1.5), (1.0, 0, 0))[0]
    car = _radius(meshes["car"])
    yield Check("car to the hole of a base, both at their worst",
                hole - car - play.circle - play.guided, 0.3)  # fmt: skip
    tall = _height(meshes, "car", spec)
    lift = float(mesh.bounds(meshes["building"])[1][2]) - spec.roof + spec.base_height
    yield Check("car to the ceiling of a building", lift - tall, 1.0)
    for name in ("car", "guard", "helicopter"):
        bore = mesh.hits(meshes[name], (0, 0, 9.0), (1.0, 0, 0))[0]
        yield Check(f"{name}: air around the nuts", 2 * bore - spec.nut.corners, 0.2, 0.6)
        wall = np.diff(mesh.hits(meshes[name], (0, 0, 9.0), (0, 1.0, 0))[:2])[0]
        yield Check(f"{name}: wall around the nuts", float(wall), spec.printer.wall)
        room = float(mesh.bounds(meshes[name])[1][2]) - spec.cap - _shelf(meshes[name])
        yield Check(f"{name}: room above the nuts", room - spec.nut.height * spec.nut.count, 0.1, 0.5)
    flyer = max(_radius(meshes["helicopter"]), _radius(meshes["helicopter_cap"]))
    half = design.pitch / 2
    for name in ("base", "building", "sled"):
        corner = half * np.sqrt(2) - _reach(meshes[name], (1.0, 1.0))
        yield Check(f"helicopter to the corner of a {name}, both at their worst",
                    float(corner) - play.guided - flyer - play.circle, 0.3)  # fmt: skip
    window = mesh.hits(meshes["building"], (0, 0, 10.0), (1.0, 0, 0))
    yield Check("building: wall behind a window", window[1] - window[0], spec.printer.wall)
    tall = float(mesh.bounds(meshes["base"])[1][2]) - spec.base_height
    yield Check("base: lips inside the walls", tall, 0.8, spec.building)
    inner = mesh.hits(meshes["building"], (0, 0, 20.0), (1.0, 1.0, 0))[0]
    lips = mesh.hits(meshes["base"], (0, 0, spec.base_height + 0.6), (1.0, 1.0, 0))[1]
    yield Check("base: air between lips and walls", inner - lips, 0.1, 0.3)


def _guide(spec: Spec, guide: Array) -> Iterator[Check]:
    design, play = spec.design, spec.design.tolerance
    middle, inside = spec.design.pitch, 1.0  # cell b2, which has walls on all sides
    opening = {
        towards: mesh.hits(guide, (middle, middle, inside), (*towards, 0.0))[0]
        for towards in _EIGHT
    }
    air = min(opening.values()) - spec.side / 2
    yield Check("guide: air around a base, tight print", air - spec.printer.spread, 0.1)
    worst = _play(spec, opening) + spec.skirt_air
    yield Check("base in its guide: a magnet's way from its place", worst, 0, play.guided)
    at = 1.5 * design.pitch
    ring = mesh.hits(guide, (at, at, inside), (1.0, 0, 0))[0]
    most = ring - spec.foot + spec.printer.spread
    yield Check("helicopter in its ring: from its place", most, 0, play.circle + _EXACT)
    walls = mesh.hits(guide, (at, at, inside), (1.0, 1.0, 0))
    yield Check("guide: wall between ring and base", walls[1] - walls[0], spec.printer.wall)
    rows = mesh.hits(guide, (0, 0, spec.guide_height + 1.0), (-1.0, 0, 0))
    outer = design.pitch / 2 + spec.grid_wall / 2
    yield Check("guide: air between skirt and grid", rows[0] - outer, spec.skirt_air - 0.01, 0.2)


def _grid(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    design, stack = spec.design, spec.design.stack
    segments = [meshes[f"grid_{name}"] for name in ("nw", "ne", "sw", "se")]
    for name, segment in zip(("nw", "ne", "sw", "se"), segments, strict=True):
        yield Check(f"grid_{name}: height", float(mesh.bounds(segment)[1][2]), spec.grid, spec.grid)
    glass = spec.reed_seat + design.reed.glass
    yield Check("from the glass of a reed to the sheet", spec.grid - glass, *stack.lead)
    nearest = min(
        _free(segments, (x + dx, y + dy), radius)
        for x, y, dx, dy, radius in _standing(spec)
    )
    yield Check("grid: air around reeds, wires and lights", nearest, 0.2)
    for name, place, tall in _high(spec):
        least = min(_headroom(spec, segment, place) for segment in segments)
        yield Check(f"grid: above {name}", least - tall, 0.2)
    # Where walls part two wells, light must not pass at board level nor below the sheet.
    for level in (0.3, spec.grid - 0.3):
        across = [mesh.hits(segments[0], (0, 10, level), (1.0, 0, 0))]
        across.append(mesh.hits(segments[0], (25, 25, level), (-1.0, 0.9, 0)))
        yield Check(f"grid: walls between wells, {level:g} mm off the sheet", min(map(len, across)), 2)
    for one, other in combinations(("nw", "ne", "sw", "se"), 2):
        shared = _shared(meshes[f"grid_{one}"], meshes[f"grid_{other}"])
        yield Check(f"grid_{one} and grid_{other}: corners inside each other", shared, 0, 0)
    shared = _shared(meshes["track_w"], meshes["track_e"])
    yield Check("track_w and track_e: corners inside each other", shared, 0, 0)


def _tools(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    design = spec.design
    (go, stop), (wide, narrow), pins = spec.gauge
    gauge = meshes["gauge"]
    yield Check("gauge: glass of a reed, go", mesh.hits(gauge, (2, 0, 2), (0, 1.0, 0))[0], go - 1e-3, go + 1e-3)
    yield Check("gauge: glass of a reed, no-go", mesh.hits(gauge, (35, 0, 2), (0, 1.0, 0))[0], stop - 1e-3, stop + 1e-3)
    for x, width, name in ((8, wide, "go"), (14, narrow, "no-go")):
        slot = sum(mesh.hits(gauge, (x, 24, 2), (side, 0, 0))[0] for side in (1.0, -1.0))
        yield Check(f"gauge: sheet, {name}", slot, width - 1e-3, width + 1e-3)
    for x, long, name in ((22, pins[0], "go"), (28.5, pins[1], "no-go")):
        tip = mesh.hits(gauge, (x, 40, 2), (0, -1.0, 0))[0]
        shoulder = mesh.hits(gauge, (x + 2.3, 40, 2), (0, -1.0, 0))[0]
        yield Check(f"gauge: depth of a base's pocket, {name}", shoulder - tip, long - 1e-3, long + 1e-3)
    for name, flip in (("jig_base", -1), ("jig_sled", 1)):
        for x, y in design.spots:
            _, middle, _ = _pocket(meshes[name], (x, flip * y))
            away = float(np.hypot(middle[0] - x, middle[1] - flip * y))
            yield Check(f"{name}: magnet off its place", away, 0, _EXACT)
    gap = spec.jig_gap + spec.floor + design.base.thickness
    pull = -float(force(design.base, design.base, np.array([0, 0, gap]))[2]) * design.base.br[0] ** 2
    yield Check("jig: pull on a magnet over its weight", pull / (design.base.grams * 9.81e-3), 50)
    yield Check("jig: pull on a whole base, N", 4 * pull, 0, 10)


_EIGHT = [(float(x), float(y)) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def _pocket(part: Array, at: Point) -> tuple[float, Point, float]:
    """Floor, middle and width of the pocket that is open upwards at *at*."""
    up = mesh.hits(part, (*at, -1.0), _UP)
    if len(up) != 2:  # no pocket, or no floor
        return np.inf, (np.inf, np.inf), np.inf
    level = up[1] - 1.0 + 0.5
    east, west, north, south = (
        mesh.hits(part, (*at, level), towards)[0]
        for towards in ((1.0, 0, 0), (-1.0, 0, 0), (0, 1.0, 0), (0, -1.0, 0))
    )
    middle = (at[0] + (east - west) / 2, at[1] + (north - south) / 2)
    return up[1] - up[0], middle, (east + west + north + south) / 2


def _deep(part: Array, at: Point) -> float:
    floor, _, _ = _pocket(part, at)
    return float(mesh.bounds(part)[1][2]) - floor


def _shelf(part: Array) -> float:
    """How high the nuts lie."""
    return mesh.hits(part, (0.0, 6.0, -1.0), _UP)[1] - 1.0


def _radius(part: Array) -> float:
    return float(np.hypot(part[..., 0], part[..., 1]).max())


def _reach(part: Array, towards: Point) -> float:
    return float((part[..., :2] @ np.array(towards)).max() / np.hypot(*towards))


def _height(meshes: Meshes, name: str, spec: Spec) -> float:
    foot, cap = (float(mesh.bounds(meshes[each])[1][2]) for each in (name, f"{name}_cap"))
    return foot + cap - spec.cap


def _play(spec: Spec, opening: Mapping[Point, float]) -> float:
    """The farthest a magnet gets while the base shifts and turns in its opening."""
    half, cut = spec.side / 2, spec.side / 2 - spec.corner
    outline = np.array([(x * a, y * b) for a, b in ((half, cut), (cut, half))
                        for x in (1, -1) for y in (1, -1)])  # fmt: skip
    sides = np.array(list(opening)) / np.hypot(*np.array(list(opening)).T)[:, None]
    walls = np.array(list(opening.values())) + spec.printer.spread
    spots, worst = np.array(spec.design.spots), 0.0
    for angle in np.radians(np.arange(0.0, 4.0, 0.05)):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        room = walls - (sides @ (outline @ turn.T).T).max(axis=1)
        if (room < 0).any():
            break
        moved = spots @ turn.T - spots
        for one, other in combinations(range(len(sides)), 2):
            pair = sides[[one, other]]
            if abs(np.linalg.det(pair)) < 1e-9:
                continue
            shift = np.linalg.solve(pair, room[[one, other]])
            if (sides @ shift <= room + 1e-9).all():
                worst = max(worst, float(np.hypot(*(moved + shift).T).max()))
    return worst


def _standing(spec: Spec) -> Iterator[tuple[float, float, float, float, float]]:
    """Place and radius of all that stands on the strips below the sheet, in the grid's frame."""
    design, wire = spec.design, 3.81
    pitch, half = design.pitch, design.pitch / 2
    cover = design.cover
    for row in range(5):
        for column in range(5):
            x, y = column * pitch, row * pitch
            yield x, y, 0, 0, 1.6
            yield x, y, -wire, 0, 0.5
            yield x, y, *cover, 1.6
            yield x, y, cover[0], cover[1] - wire, 0.5
            yield x, y, *design.led, 3.0
            if row < 4 and column < 4:
                yield x + half, y + half, 0, 0, 1.6
                yield x + half, y + half, wire, 0, 0.5
                yield x + half, y + half, *design.led, 3.0


def _free(segments: Sequence[Array], at: Point, radius: float) -> float:
    """Air between a thing of that radius and the nearest wall, at the board."""
    found = 99.0
    for segment in segments:
        for x, y in _EIGHT:
            for level in (0.5, 12.5):
                found = min([found, *mesh.hits(segment, (*at, level), (x, y, 0.0))[:1]])
    return found - radius


def _high(spec: Spec) -> Iterator[tuple[str, Point, float]]:
    strip, pitch = spec.strip, spec.design.pitch
    x, y, _, _, tall = strip.connector
    yield "a connector", (x + pitch, y - 2.75), tall
    yield "a connector of the rows", (strip.rows_connector[0] - 1.0, y), strip.rows_connector[4]
    for x, y in strip.screws:
        yield "a screw", (x, y), strip.screw_height
    for x, y in strip.screws_right:
        yield "a screw", (4 * pitch + x, pitch + y), strip.screw_height


def _headroom(spec: Spec, segment: Array, place: Point) -> float:
    """The lowest wall above *place*, from the board; the sheet if there is none."""
    top = spec.grid
    for dx in np.linspace(-3, 3, 7):
        for dy in np.linspace(-3, 3, 7):
            up = mesh.hits(segment, (place[0] + dx, place[1] + dy, spec.grid + 1.0), (0, 0, -1.0))
            if up:
                top = min(top, up[0] - 1.0)
    return top


def _shared(one: Array, other: Array) -> float:
    """How many corners of each lie inside the other, a little off their surfaces."""
    found = 0
    for part, rest in ((one, other), (other, one)):
        low, high = mesh.bounds(rest)
        corners = np.unique(part.reshape(-1, 3), axis=0)
        near = corners[((corners > low) & (corners < high))[:, :2].all(axis=1)]
        for corner in near:
            level = float(np.clip(corner[2], 0.1, high[2] - 0.1))
            found += len(mesh.hits(rest, (*corner[:2], level), (0.3, 1.0, 0.0))) % 2
    return found

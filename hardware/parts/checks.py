"""Requirements on the parts, measured on their meshes; limits come from the magnet model."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from hardware.magnets.design import Point
from hardware.magnets.field import Array, force
from hardware.parts import mesh
from hardware.parts.measures import (
    EXACT,
    UP,
    Check,
    Meshes,
    apart,
    distance,
    exactly,
    pocket_at,
    radius,
    thickness,
)
from hardware.parts.room_checks import flashlight, wall_pieces
from hardware.parts.spec import PARTS, Spec

__all__ = ["SECTIONS", "Check", "checks", "grams", "hours"]

_PLA = 1.24e-3  # g/mm3
_FILLED = 0.95  # of the volume, printed solid
_RATE = 4.5  # mm3/s of an ordinary printer, including moves


def grams(triangles: Array) -> float:
    """Mass of a part that is printed solid."""
    return mesh.volume(triangles) * _PLA * _FILLED


def hours(triangles: Array) -> float:
    """A rough print time; printers differ by a factor of two."""
    return 0.05 + mesh.volume(triangles) / _RATE / 3600


def checks(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    """Yields all checks."""
    for section in SECTIONS:
        yield from section(spec, meshes)


def _printable(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    for part in PARTS:
        yield from _part(spec, part.name, meshes[part.name])


def _part(spec: Spec, name: str, triangles: Array) -> Iterator[Check]:
    low, high = mesh.bounds(triangles)
    yield Check(f"{name}: edges that join no two faces", mesh.loose_edges(triangles), 0, 0)
    yield Check(f"{name}: volume, mm3", mesh.volume(triangles), 100)
    yield Check(f"{name}: lowest point on the bed", float(low[2]), 0, 0)
    yield Check(
        f"{name}: longest side on the bed", float((high - low)[:2].max()), 0, spec.printer.bed
    )


def _pockets(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    design = spec.design
    low, high = design.stack.floor
    for name, flip in (("base", -1), ("sled", 1)):
        part = meshes[name]
        for n, (x, y) in enumerate(design.spots, 1):
            magnet, at = f"{name}, magnet {n}", (x, flip * y)
            yield from _pocket_checks(spec, magnet, part, at)
            outwards = (x, 0.0, 0.0) if abs(x) > abs(y) else (0.0, flip * y, 0.0)
            sides = {"edge": outwards} | ({"hole": (-x, -flip * y, 0.0)} if name == "base" else {})
            for side, towards in sides.items():
                thick = thickness(part, (*at, 1.5), towards)
                yield Check(f"{magnet}: wall to the {side}", thick, spec.printer.wall - EXACT)
    thick = float(mesh.bounds(meshes["sled"])[1][2])
    back, _, _ = pocket_at(meshes["sled"], design.spots[0])
    flush = thick - back - design.base.thickness
    yield Check("sled: from the magnets to the card", flush, -0.1, 0.1)
    for card in spec.card:
        yield Check(f"tile with a card of {card:g} mm: height", thick + card, *design.sled)
        yield Check(f"tile with a card of {card:g} mm: floor, face down", card, low, high)
    yield Check("tile face up: floor", back, low + 0.1, high + 0.5)
    for name in ("car", "guard", "helicopter"):
        yield from _pocket_checks(spec, name, meshes[name], (0.0, 0.0))
    for name, flip in (("base", -1), ("sled", 1), ("jig_base", -1), ("jig_sled", 1)):
        for n, sign in enumerate(design.signs):
            arms = 4 if sign > 0 else 2
            found = _arms(spec, meshes[name], 90 * n, flip)
            yield Check(f"{name}: arms of the mark {n + 1}", found, arms, arms)


def _arms(spec: Spec, part: Array, turn: float, flip: int) -> int:
    """The number of arms of the mark beside a magnet: four of a plus, two of a minus."""
    x, y = spec.design.spots[0]
    top = float(mesh.bounds(part)[1][2]) + 1.0
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))

    def depth(dx: float, dy: float) -> float:
        u, v = x + 0.9 + dx, flip * (y - 7.7) + dy
        return distance(part, (u * cos - v * sin, u * sin + v * cos, top), (0.0, 0.0, -1.0))

    beside = depth(1.4, 1.4)
    return sum(depth(*arm) > beside + 0.3 for arm in ((1.4, 0), (-1.4, 0), (0, 1.4), (0, -1.4)))


def _pocket_checks(spec: Spec, name: str, part: Array, at: Point) -> Iterator[Check]:
    disc = spec.design.guard if name == "guard" else spec.design.base
    floor, middle, across = pocket_at(part, at)
    yield Check(f"{name}: floor", floor, *spec.design.stack.floor)
    yield Check(f"{name}: off its place", apart(middle, at), 0, EXACT)
    yield Check(f"{name}: pocket", across, disc.diameter + 0.1, disc.diameter + 0.3)


def _weights(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    design, nuts = spec.design, spec.nut.grams * spec.nut.count
    four = 4 * design.base.grams
    house = grams(meshes["base"]) + grams(meshes["building"]) + four
    yield Check("building, g", house, design.building_grams)
    yield Check("tile without its card, g", grams(meshes["sled"]) + four, design.tile_grams)
    for name in ("car", "guard", "helicopter"):
        magnet = design.guard if name == "guard" else design.occupant
        weight = grams(meshes[name]) + nuts + magnet.grams
        yield Check(f"{name}, g", weight + grams(meshes[f"{name}_cap"]), design.occupant_grams)
        if name == "guard":
            stand = weight + grams(meshes["guard_stand"])
            yield Check("guard without his figure, g", stand, design.occupant_grams)


def _clearances(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    design, play = spec.design, spec.design.tolerance
    hole = distance(meshes["base"], (0, 0, 1.5), (1.0, 0, 0))
    car = radius(meshes["car"])
    air = hole - car - play.circle - play.guided
    yield Check("car to the hole of a base, both at their worst", air, 0.3)
    tall = _height(meshes, "car", spec)
    lift = float(mesh.bounds(meshes["building"])[1][2]) - spec.roof + spec.base_height
    yield Check("car to the ceiling of a building", lift - tall, 1.0)
    roof = float(mesh.bounds(meshes["building"])[1][2]) + spec.base_height
    over = _height(meshes, "helicopter", spec) - roof
    yield Check("helicopter above the roofs, to grip it", over, 6.0)
    for name in ("car", "guard", "helicopter"):
        bore = distance(meshes[name], (0, 0, 9.0), (1.0, 0, 0))
        yield Check(f"{name}: air around the nuts", 2 * bore - spec.nut.corners, 0.2, 0.6)
        wall = thickness(meshes[name], (0, 0, 9.0), (0, 1.0, 0))
        yield Check(f"{name}: wall around the nuts", wall, spec.printer.wall)
        room = float(mesh.bounds(meshes[name])[1][2]) - spec.cap - _shelf(meshes[name])
        room -= spec.nut.height * spec.nut.count
        yield Check(f"{name}: room above the nuts", room, 0.1, 0.5)
        cap = meshes[f"{name}_cap"]
        plug = radius(cap[cap[..., 2] > mesh.bounds(cap)[1][2] - 0.1])
        yield Check(f"{name}: air around the plug of its cap", 2 * (bore - plug), 0.2, 0.5)
    flyer = max(radius(meshes["helicopter"]), radius(meshes["helicopter_cap"]))
    half = design.pitch / 2
    for name in ("base", "building", "sled"):
        corner = float(half * np.sqrt(2)) - _reach(meshes[name], (1.0, 1.0))
        air = corner - play.guided - flyer - play.circle
        yield Check(f"helicopter to the corner of a {name}, both at their worst", air, 0.3)
    wall = thickness(meshes["building"], (0, 0, 10.0), (1.0, 0, 0))
    yield Check("building: wall behind a window", wall, spec.printer.wall)
    roof = thickness(meshes["building"], (spec.token / 2, 0, -1.0), UP)
    yield Check("building: roof behind its sign", roof, spec.printer.wall)
    tall = float(mesh.bounds(meshes["base"])[1][2]) - spec.base_height
    yield Check("base: lips inside the walls", tall, 0.8, spec.building)
    inner = distance(meshes["building"], (0, 0, 20.0), (1.0, 1.0, 0))
    lips = distance(meshes["base"], (0, 0, spec.base_height + 0.6), (1.0, 1.0, 0), 1)
    yield Check("base: air between lips and walls", inner - lips, 0.1, 0.3)


def _guide(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    guide = meshes["guide"]
    design, play = spec.design, spec.design.tolerance
    middle, inside = spec.design.pitch, 1.0  # cell b2, which has walls on all sides
    opening = {
        towards: distance(guide, (middle, middle, inside), (*towards, 0.0)) for towards in _EIGHT
    }
    air = min(far - _reach(meshes["base"], towards) for towards, far in opening.items())
    yield Check("guide: air around a base, tight print", air - spec.printer.spread, 0.1)
    worst = _play(spec, meshes["base"], opening) + spec.skirt_air
    yield Check("base in its guide: a magnet's way from its place", worst, 0, play.guided)
    at = 1.5 * design.pitch
    ring = distance(guide, (at, at, inside), (1.0, 0, 0))
    air = ring - radius(meshes["helicopter"])
    yield Check("helicopter in its ring: air, tight print", air - spec.printer.spread, 0.5)
    most = air + spec.printer.spread + spec.skirt_air
    yield Check("helicopter in its ring: from its place", most, 0, play.circle + 0.01)
    wall = thickness(guide, (at, at, inside), (1.0, 1.0, 0))
    yield Check("guide: wall between ring and base", wall, spec.printer.wall)
    skirt = distance(guide, (0, 0, spec.guide_height + 1.0), (-1.0, 0, 0))
    outer = design.pitch / 2 + spec.grid_wall / 2
    yield exactly("guide: air between skirt and grid", skirt - outer, spec.skirt_air)
    over = float(mesh.bounds(guide)[1][2]) - spec.guide_height - design.stack.sheet[1]
    yield Check("guide: skirt over the grid", over, 1.0)
    middle = 2 * design.pitch
    turned = (guide - (middle, middle, 0)) @ np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1.0]])
    shared = _shared(guide, turned + np.array((middle, middle, 0)))
    yield Check("guide and its neighbour: corners inside each other", shared, 0, 0)


def _grid(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    design, stack = spec.design, spec.design.stack
    segments = [meshes[f"grid_{name}"] for name in ("nw", "ne", "sw", "se")]
    for name, segment in zip(("nw", "ne", "sw", "se"), segments, strict=True):
        yield exactly(f"grid_{name}: height", float(mesh.bounds(segment)[1][2]), spec.grid)
    glass = spec.reed_seat + design.reed.glass
    yield Check("from the glass of a reed to the sheet", spec.grid - glass, *stack.lead)
    nearest = min(
        _free(spec, segments, (x + dx, y + dy), radius) for x, y, dx, dy, radius in _standing(spec)
    )
    yield Check("grid: air around reeds, wires and lights", nearest, 0.2)
    for name, tall, places in _high(spec):
        least = min(_headroom(spec, segments, place) for place in places)
        yield Check(f"grid: above {name}", least - tall, 0.2)
    # Between two wells no light may pass, neither at the board nor below the sheet.
    for level in (0.3, spec.grid - 0.3):
        across = [mesh.hits(segments[0], (0, 10, level), (1.0, 0, 0))]
        across.append(mesh.hits(segments[0], (25, 25, level), (-1.0, 0.9, 0)))
        count = min(map(len, across))
        yield Check(f"grid: faces between wells, {level:g} mm off the sheet", count, 2)
    for one, other in combinations(("nw", "ne", "sw", "se"), 2):
        shared = _shared(meshes[f"grid_{one}"], meshes[f"grid_{other}"])
        yield Check(f"grid_{one} and grid_{other}: corners inside each other", shared, 0, 0)
    halves = [meshes["track_w"], meshes["track_e"]]
    lights = [((n + 0.5) * spec.track_step, 0.0) for n in range(sum(spec.track_wells))]
    nearest = min(_free(spec, halves, at, spec.strip.light / 2) for at in lights)
    yield Check("track: air around its lights", nearest, 1.0)
    yield Check("track_w and track_e: corners inside each other", _shared(*halves), 0, 0)


def _tools(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    design, gauge = spec.design, meshes["gauge"]
    (reed, sheet, pin), sides = spec.gauge, ("go", "no-go")
    for x, wanted, side in zip((2.0, 35.0), reed, sides, strict=True):
        found = distance(gauge, (x, 0, 2), (0, 1.0, 0))
        yield exactly(f"gauge: glass of a reed, {side}", found, wanted)
    for x, wanted, side in zip((8.0, 14.0), sheet, sides, strict=True):
        found = distance(gauge, (x, 24, 2), (1.0, 0, 0)) + distance(
            gauge, (x, 24, 2), (-1.0, 0, 0)
        )
        yield exactly(f"gauge: sheet, {side}", found, wanted)
    pins = (((24.0, 50.0), (0.0, -1.0), (2.3, 0.0)), ((60.0, 21.0), (-1.0, 0.0), (0.0, 2.3)))
    for (at, towards, beside), wanted, side in zip(pins, pin, sides, strict=True):
        tip, shoulder = (
            distance(gauge, (at[0] + n * beside[0], at[1] + n * beside[1], 2), (*towards, 0))
            for n in (0, 1)
        )
        yield exactly(f"gauge: depth of a base's pocket, {side}", shoulder - tip, wanted)
    for n, (x, y) in enumerate(((8.0, 8.0), (8.0, 14.0), (24.0, 21.0))):
        found = len(mesh.hits(gauge, (x, y + 1.0, -1.0), UP))
        yield Check(f"gauge, go {n + 1}: faces beside its middle, a round hole", found, 0, 0)
    for n, (x, y) in enumerate(((29.0, 8.0), (14.0, 14.0), (35.5, 21.0))):
        found = len(mesh.hits(gauge, (x, y + 1.0, -1.0), UP))
        yield Check(f"gauge, no-go {n + 1}: faces beside its middle, a bar", found, 2, 2)
    for name, flip in (("jig_base", -1), ("jig_sled", 1)):
        for n, (x, y) in enumerate(design.spots, 1):
            _, middle, _ = pocket_at(meshes[name], (x, flip * y))
            away = apart(middle, (x, flip * y))
            yield Check(f"{name}, magnet {n}: off its place", away, 0, EXACT)
        x, y = design.spots[0]
        floor, _, _ = pocket_at(meshes[name], (x, flip * y))
        seat = distance(meshes[name], (0.0, 13.5, -1.0), UP, 1) - 1.0
        above = seat - floor - design.base.thickness
        yield Check(f"{name}: above its magnets", above, spec.jig_gap, spec.jig_gap + 0.2)
        # A pencil pushes parts out through its holes.
        angle = np.radians(flip * 55)
        hole = (18 * float(np.cos(angle)), 18 * float(np.sin(angle)), -1.0)
        pushed = meshes[name.removeprefix("jig_")]
        yield Check(f"{name}: faces above a hole", len(mesh.hits(pushed, hole, UP)), 2, 2)
        yield Check(f"{name}: faces in a hole", len(mesh.hits(meshes[name], hole, UP)), 0, 0)
    gap = spec.jig_gap + spec.floor + design.base.thickness
    strength = design.base.br[0] ** 2
    pull = -float(force(design.base, design.base, np.array([0, 0, gap]))[2]) * strength
    yield Check("jig: pull on a magnet over its weight", pull / (design.base.grams * 9.81e-3), 50)
    yield Check("jig: pull on a whole base, N", 4 * pull, 0, 10)
    circle = distance(meshes["stencil"], (0, 0, 0.6), (1.0, 0, 0)) - radius(meshes["car"])
    yield Check("stencil: a car off the middle", circle, 0, design.tolerance.circle + 0.01)
    shut = ((-1.0, 0, 0), (0, 1.0, 0), (0, -1.0, 0))  # the fourth is the slot
    room = [distance(meshes["centre"], (0, 0, 3.0), towards) for towards in shut]
    yield Check("centre: air around a lead", min(room) - 0.3, 0.2)
    yield Check("centre: off the middle", max(room) - min(room), 0, EXACT)
    yield from _feet(spec, meshes)


def _feet(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    """The screws of a seam and their nuts fit, at both ends of the strips; one in a post."""
    places = [(0.0, 0.0)]
    yield from _foot(spec, "post", meshes["post"], places)
    places.clear()
    for upper, lower in (spec.strip.screws, spec.strip.screws_right):
        x, y = (lower[0] - upper[0]) / 2, (lower[1] - upper[1] - spec.design.pitch) / 2
        places += [(x, y), (-x, -y)]
    yield from _foot(spec, "foot", meshes["foot"], places)


def _foot(spec: Spec, name: str, foot: Array, places: Sequence[Point]) -> Iterator[Check]:
    tall = float(mesh.bounds(foot)[1][2])
    screw, nut, wall = [], [], []
    for x, y in places:
        screw += [distance(foot, (x, y, 2.0), (*towards, 0.0)) for towards in _EIGHT]
        nut += [distance(foot, (x, y, tall - 2.0), (0.0, side, 0.0)) for side in (1.0, -1.0)]
        wall += [thickness(foot, (x, y, tall - 2.0), (side, 0.01, 0.0)) for side in (1.0, -1.0)]
    under = mesh.hits(foot, (places[0][0], places[0][1] + 2.4, -1.0), UP)
    through = under[1] - under[0] + spec.strip.board + 2.4  # an M3 nut's height
    yield Check(f"{name}: length of a screw up to its nut's end", through, 7.0, 10.0)
    yield Check(f"{name}: air around a screw", min(screw) - spec.strip.screw / 2, 0.1)
    yield Check(f"{name}: air around a nut", 2 * min(nut) - spec.strip.nut, 0.1, 0.4)
    yield Check(f"{name}: wall around a nut", min(wall), spec.printer.wall)
    yield Check(f"{name}: air below what hangs", tall - spec.strip.hanging, 2.0)


SECTIONS: tuple[Callable[[Spec, Meshes], Iterator[Check]], ...] = (
    _printable,
    _pockets,
    _weights,
    _clearances,
    _guide,
    _grid,
    _tools,
    flashlight,
    wall_pieces,
)
_EIGHT = [(float(x), float(y)) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def _shelf(part: Array) -> float:
    """Height of the nuts."""
    return distance(part, (0.0, 6.0, -1.0), UP, 1) - 1.0


def _reach(part: Array, towards: Point) -> float:
    return float((part[..., :2] @ np.array(towards)).max() / np.hypot(*towards))


def _height(meshes: Meshes, name: str, spec: Spec) -> float:
    foot, cap = (float(mesh.bounds(meshes[each])[1][2]) for each in (name, f"{name}_cap"))
    return foot + cap - spec.cap


def _play(spec: Spec, base: Array, opening: Mapping[Point, float]) -> float:
    """The farthest a magnet moves while the base shifts and turns in its opening."""
    outline = np.unique(base[..., :2].reshape(-1, 2), axis=0)
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
    """Place and radius of everything on the strips below the sheet, in the grid's frame."""
    design, wire = spec.design, spec.strip.wire
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


def _free(spec: Spec, segments: Sequence[Array], at: Point, radius: float) -> float:
    """Air between a part of that radius and the nearest wall, at the sheet and at the board."""
    found = 99.0
    for segment in _near(segments, at):
        for x, y in _EIGHT:
            for level in (0.5, spec.grid - 0.5):
                found = min(found, distance(segment, (*at, level), (x, y, 0.0)))
    return found - radius


def _high(spec: Spec) -> Iterator[tuple[str, float, list[Point]]]:
    """Heights and places of what protrudes from the strips below the grid's walls."""
    strip, pitch = spec.strip, spec.design.pitch
    for name, (x, y, _, _, tall) in (("pins", strip.pins), ("pins of the rows", strip.row_pins)):
        yield name, tall, [(x, y - 3.0 + row * pitch) for row in range(5)]
    x, y = strip.bridge
    yield "a bridge", 1.5, [(x, y + row * pitch) for row in range(5)]
    screws = [*strip.screws, *((4 * pitch + x, y) for x, y in strip.screws_right)]
    places = [(x, y + row * pitch) for x, y in screws for row in range(5)]
    yield "a screw", strip.screw_height, places


def _headroom(spec: Spec, segments: Sequence[Array], place: Point) -> float:
    """The height of the lowest wall above *place*, from the board; else of the sheet."""
    top = spec.grid
    for segment in _near(segments, place):
        for dx in (-3.0, 0.0, 3.0):
            for dy in (-3.0, -1.5, 0.0, 1.5, 3.0):
                start = (place[0] + dx, place[1] + dy, spec.grid + 1.0)
                top = min(top, distance(segment, start, (0, 0, -1.0)) - 1.0)
    return top


def _near(segments: Sequence[Array], place: Point) -> Iterator[Array]:
    for segment in segments:
        low, high = mesh.bounds(segment)
        if (low[:2] - 15 < place).all() and (high[:2] + 15 > place).all():
            yield segment


def _shared(one: Array, other: Array) -> float:
    """The number of corners of each mesh inside the other, slightly off their surfaces."""
    found = 0
    for part, rest in ((one, other), (other, one)):
        low, high = mesh.bounds(rest)
        corners = np.unique(part.reshape(-1, 3), axis=0)
        near = corners[((corners > low) & (corners < high))[:, :2].all(axis=1)]
        for corner in near:
            level = float(np.clip(corner[2], 0.1, high[2] - 0.1))
            found += len(mesh.hits(rest, (*corner[:2], level), (0.3, 1.0, 0.0))) % 2
    return found

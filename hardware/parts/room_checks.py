"""Requirements on the pieces of games with rooms: the flashlight, walls, a figure's stand."""

from collections.abc import Iterator

from hardware.magnets.design import Point
from hardware.magnets.field import Array
from hardware.magnets.forces import guard_stays_from
from hardware.parts import mesh
from hardware.parts.measures import (
    EXACT,
    UP,
    Check,
    Meshes,
    apart,
    distance,
    pocket_at,
    radius,
    thickness,
)
from hardware.parts.spec import Spec

__all__ = ["flashlight", "wall_pieces"]

_CRUMB = 0.3  # mm, as in `Tolerance.tilt_free`
_TILT = 1.0 / 57.3  # what a crumb may tilt a foot by; the pocket has the rest


def flashlight(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    """Yields the checks of foot, stick and cap."""
    design, foot, stick = spec.design, meshes["flashlight"], meshes["flashlight_stick"]
    disc = design.flashlight
    floor, middle, across = pocket_at(foot, (0.0, 0.0))
    yield Check("flashlight: floor", floor, *design.flashlight_floor)
    yield Check("flashlight: off its place", apart(middle, (0.0, 0.0)), 0, EXACT)
    yield Check("flashlight: pocket", across, disc.diameter + 0.1, disc.diameter + 0.3)
    wall = thickness(foot, (0, 0, floor + disc.thickness / 2), (1.0, 0, 0))
    yield Check("flashlight: wall around its magnet", wall, spec.printer.wall)
    flat = foot[foot[..., 2] < EXACT]
    wide = 2 * float((flat[..., 0] ** 2 + flat[..., 1] ** 2).max() ** 0.5)
    yield Check("flashlight: flat side, on a crumb", wide, _CRUMB / _TILT)
    # So its ring does not hide the circle on the cell, and inside it a tap is near enough.
    yield Check("flashlight: ring inside the circle", spec.stencil - radius(foot), 1.0)
    off = spec.stencil - radius(foot)
    yield Check("flashlight inside the circle: off its middle", off, 0, design.tolerance.tap)
    tall = float(mesh.bounds(foot)[1][2])
    end = float(mesh.bounds(stick)[1][2]) - spec.flashlight_stick
    room = tall - end - floor - disc.thickness
    yield Check("flashlight: room above its magnet", room, 0.1, 0.5)
    above = stick[stick[..., 2] > spec.flashlight_stick + EXACT]
    yield Check("flashlight: air around the stick's end", across - 2 * radius(above), 0.2, 0.5)
    shell = thickness(stick, (0, 0, spec.flashlight_stick + 1.0), (1.0, 0, 0))
    yield Check("flashlight: wall of the stick's end", shell, spec.printer.wall)
    bore = distance(stick, (0, 0, 1.0), (1.0, 0, 0))
    cap = meshes["flashlight_cap"]
    plug = radius(cap[cap[..., 2] > mesh.bounds(cap)[1][2] - 0.1])
    yield Check("flashlight: air around the plug of its cap", 2 * (bore - plug), 0.2, 0.5)
    hand = tall + spec.flashlight_stick - spec.wall_piece[1]
    yield Check("flashlight above the walls, to grip it", hand, 60.0)


def wall_pieces(spec: Spec, meshes: Meshes) -> Iterator[Check]:
    """Yields the checks of walls: in their slots, beside tiles and guards; and of a stand."""
    design, play = spec.design, spec.design.tolerance
    wall, guide = meshes["wall"], meshes["guide"]
    half, inside = design.pitch / 2, 1.0
    slots = list(_slots(spec))
    found = [_slot(guide, at, turn) for at, turn in slots]
    open_ = sum(not mesh.hits(guide, (*at, -1.0), UP) for at, _ in slots)
    yield Check("guide: slots for walls, open", open_, len(slots), len(slots))
    top = float(mesh.bounds(wall)[1][2])
    tongue = wall[wall[..., 2] > top - EXACT]
    long = float(abs(tongue[..., 0]).max() - abs(tongue[..., 0]).min())
    thick = 2 * float(abs(tongue[..., 1]).max())
    yield Check("wall: air beside a tongue", min(each[1] for each in found) - thick, 0.2, 0.3)
    yield Check("wall: air along a tongue", min(each[0] for each in found) - long, 0.2, 0.3)
    low = float(wall[wall[..., 2] < top - EXACT][..., 2].max())
    yield Check(
        "wall: its tongues above the sheet",
        thickness(guide, (half, 0.0, -1.0), UP) - (top - low),
        0.2,
        0.5,
    )
    foot = float(abs(wall[..., 1]).max())
    tile = half - float(abs(meshes["sled"][..., 0]).max()) - play.guided
    air = tile - foot - spec.printer.joint
    yield Check("wall to a tile, both at their worst", air, 0.2)
    guard = half - foot - radius(meshes["guard"]) - play.circle
    yield Check("wall to a guard on his circle", guard, 5.0)
    ring = distance(guide, (half, half, inside), (1.0, 0, 0))
    end = half - ring - float(abs(wall[..., 0]).max())
    yield Check("wall to the ring of a crossing", end, 1.0)
    rest = thickness(guide, (half, spec.tongue_at, inside), (0.0, 1.0, 0.0))
    yield Check("guide: plastic between a slot and a ring", rest, spec.printer.wall)
    tall = float(mesh.bounds(meshes["guard"])[1][2])
    yield Check("guard above the walls, to grip him", tall - low, 4.0)
    near = design.pitch - play.tap - play.circle - guard_stays_from(design)
    yield Check("flashlight on the next tile: farther than a guard needs", near, 10.0)
    stand = meshes["guard_stand"]
    plug = radius(stand[stand[..., 2] > mesh.bounds(stand)[1][2] - 0.1])
    bore = distance(meshes["guard"], (0, 0, 9.0), (1.0, 0, 0))
    yield Check("guard: air around the plug of his stand", 2 * (bore - plug), 0.2, 0.5)


def _slots(spec: Spec) -> Iterator[tuple[Point, bool]]:
    """The slots in a quarter of the guide, and whether each lies along y."""
    pitch, half = spec.design.pitch, spec.design.pitch / 2
    for across in (half, half + pitch):
        for n in range(3):
            for side in (-1, 1):
                along = n * pitch + side * spec.tongue_at
                if along < 2 * pitch:
                    yield (across, along), True
                    yield (along, across), False


def _slot(guide: Array, at: Point, is_along_y: bool) -> tuple[float, float]:
    """Length and width of a slot."""
    x, y = (
        distance(guide, (*at, 1.0), (*to, 0.0))
        + distance(guide, (*at, 1.0), (-to[0], -to[1], 0.0))
        for to in ((1.0, 0.0), (0.0, 1.0))
    )
    return (y, x) if is_along_y else (x, y)

"""Pictures for the build guide: each part, an exploded cell, the whole board with pieces."""

from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np

from hardware.magnets.field import Array
from hardware.parts import mesh
from hardware.parts.render import Camera, Picture, Solid, box, cylinder, draw
from hardware.parts.spec import PARTS, SPEC, Spec

__all__ = ["SCENES", "feet", "pictures", "placed"]

SCENES = ("cell", "board", "rooms")

Meshes = Mapping[str, Array]

_PLASTIC = (232, 176, 82)
_GRID, _SHEET, _GUIDE = (92, 98, 108), (222, 232, 240), (150, 158, 170)
_BOARD, _LED, _PINS, _GLASS, _COPPER = (
    (58, 130, 80), (250, 250, 235), (170, 170, 175), (170, 205, 220), (200, 120, 60),
)  # fmt: skip
_BASE, _BUILDING, _MAGNET, _BRASS = (196, 152, 98), (214, 122, 84), (190, 190, 195), (212, 180, 70)
_CAR, _HELICOPTER, _TILE = (70, 120, 200), (200, 70, 70), (120, 160, 120)
_CARD, _WALL, _WAND = (244, 240, 228), (120, 76, 48), (240, 196, 60)
_TURNED = ((0, 0), (0, 1), (1, 1), (2, 1))  # tiles that lie face up in the picture of rooms
_WALLS = ((0.5, 0), (1, 0.5), (2, 1.5), (2.5, 2), (0, 2.5), (1.5, 2), (3, 0.5), (1.5, 3))
_FLIPPED = {part.name for part in PARTS if part.flipped}


def pictures(meshes: Meshes, spec: Spec = SPEC) -> Iterator[tuple[str, Picture]]:
    """Yields all pictures by name."""
    for part in PARTS:
        yield part.name, draw([Solid(meshes[part.name], _PLASTIC)], Camera(400, 300))
    yield "cell", draw(list(_cell(meshes, spec)), Camera(640, 1280, 28, 24))
    yield "board", draw(list(_board(meshes, spec)), Camera(1200, 900, 24, 42))
    yield "rooms", draw(list(_rooms(meshes, spec)), Camera(1000, 750, 24, 42))


def placed(meshes: Meshes, name: str, x: float, y: float, z: float, turn: float = 0.0) -> Array:
    """A part in use: at *x*, *y* of the board file, its lowest point at *z*; y runs up."""
    part: Array = meshes[name].copy()
    if name in _FLIPPED:
        part = part * (1, -1, -1)
        part[..., 2] -= part[..., 2].min()
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    part[..., :2] = part[..., :2] @ np.array([[cos, sin], [-sin, cos]])
    moved: Array = part + np.array((x, -y, z))
    return moved


def _cell(meshes: Meshes, spec: Spec) -> Iterator[Solid]:
    """Cell b2 from the board upwards, and the crossing right below it."""
    pitch, half = spec.design.pitch, spec.design.pitch / 2
    window = (pitch - half - 1, -pitch - half - 12, pitch + half + 12, -pitch + half + 1)
    yield from _strips(spec, 0.0, window)
    z = 40.0
    yield from (Solid(part, _GRID, window) for part in _grid(meshes, z))
    z += spec.grid + 22
    sheet = box((window[0], window[1], z), (window[2], window[3], z + 1.5))
    yield Solid(sheet, _SHEET)
    z += 16
    yield from (Solid(part, _GUIDE, window) for part in _guides(meshes, spec, z - 3.5))
    z += 24
    yield from _base(meshes, spec, pitch, pitch, z, 12)
    yield from _piece(meshes, spec, "car", pitch, pitch, z + 34, 18)
    yield Solid(placed(meshes, "building", pitch, pitch, z + 130), _BUILDING)


def _board(meshes: Meshes, spec: Spec) -> Iterator[Solid]:
    """The module in play: buildings, one lifted with a car below it, tiles, helicopters."""
    pitch = spec.design.pitch
    top = spec.strip.board + spec.grid
    yield from _strips(spec, 0.0, (-99.0, -999.0, 999.0, 99.0))
    yield from (Solid(part, _GRID) for part in _grid(meshes, spec.strip.board))
    seam = 5 * pitch - spec.strip.above
    right = 4 * pitch + spec.strip.right
    yield Solid(
        box(
            (-spec.strip.left, -seam - spec.strip.controller, 0), (right, -seam, spec.strip.board)
        ),
        _BOARD,
    )
    for name, x, y in feet(spec):
        yield Solid(placed(meshes, name, x, y, -spec.feet), _GRID)
    for name in ("track_w", "track_e"):
        track = placed(
            meshes, name, -spec.track_step / 2, seam + spec.strip.controller - 4, spec.strip.board
        )
        yield Solid(track, _GRID)
    low, high = -pitch / 2 - 0.5, 4.5 * pitch + 0.5
    # The sheet is cut away above the lower right cells to show the wells.
    yield Solid(box((low, -3.5 * pitch, top), (high, -low, top + 1.5)), _SHEET)
    yield Solid(box((low, -high, top), (2.5 * pitch, -3.5 * pitch, top + 1.5)), _SHEET)
    top += 1.5
    window = (-99.0, -3.5 * pitch, 999.0, 99.0)
    yield from (Solid(part, _GUIDE, window) for part in _guides(meshes, spec, top - 3.5))
    for column, row in product(range(5), range(3)):
        x, y = column * pitch, row * pitch
        lifted = 45.0 if (column, row) == (3, 1) else 0.0
        yield from _base(meshes, spec, x, y, top + lifted, 0)
        if lifted:
            yield from _piece(meshes, spec, "car", x, y, top, 0)
        if (column, row) != (0, 2):
            z = top + lifted + spec.base_height
            yield Solid(placed(meshes, "building", x, y, z), _BUILDING)
    for column in range(4):
        yield Solid(placed(meshes, "sled", column * pitch, 3 * pitch, top + spec.card[1]), _TILE)
    yield from _piece(meshes, spec, "guard", pitch, 3 * pitch, top + spec.design.sled[1], 0)
    for x, y in ((0.5, 0.5), (2.5, 1.5), (1.5, 2.5)):
        yield from _piece(meshes, spec, "helicopter", x * pitch, y * pitch, top, 0)


def _rooms(meshes: Meshes, spec: Spec) -> Iterator[Solid]:
    """A floor of 4 × 4 rooms: tiles, walls in the guide, a guard, the flashlight on a tile."""
    pitch, low, high = spec.design.pitch, -spec.design.pitch / 2, 4.5 * spec.design.pitch
    yield Solid(box((low, -high, -1.5), (high, -low, 0.0)), _SHEET)
    yield from (Solid(part, _GUIDE) for part in _guides(meshes, spec, -3.5))
    card = spec.card[1]
    for column, row in product(range(4), range(4)):
        x, y = column * pitch, row * pitch
        is_up = (column, row) in _TURNED
        if is_up:  # as it is printed: its card on top
            sled = meshes["sled"] + np.array((x, -y, 0.0))
            yield Solid(sled, _TILE)
            face = placed(meshes, "stencil", x, y, spec.floor + spec.sled_pocket)
            face[..., 2] = face[..., 2].clip(None, spec.floor + spec.sled_pocket + card)
            yield Solid(face, _CARD)
        else:
            yield Solid(placed(meshes, "sled", x, y, card), _TILE)
    for u, v in _WALLS:
        turn = 90.0 if u % 1 else 0.0
        top = spec.guide_height - spec.tongue[2]
        yield Solid(placed(meshes, "wall", u * pitch, v * pitch, top, turn), _WALL)
    tile = spec.floor + spec.sled_pocket + card
    yield from _piece(meshes, spec, "guard", 2 * pitch, pitch, tile, 0)
    stick = float(mesh.bounds(meshes["flashlight"])[1][2]) - spec.flashlight_socket
    top = stick + spec.flashlight_socket + spec.flashlight_stick
    for name, up in (("", 0.0), ("_stick", stick), ("_cap", top - 5.0)):
        yield Solid(placed(meshes, f"flashlight{name}", 0, pitch, tile + up), _WAND)


def feet(spec: Spec) -> Iterator[tuple[str, float, float]]:
    """Each foot and post, and its place in the board file's frame, from cell a1."""
    strip, pitch = spec.strip, spec.design.pitch
    for shift, (upper, lower) in ((0.0, strip.screws), (4 * pitch, strip.screws_right)):
        yield "post", shift + upper[0], upper[1]
        for row in range(4):
            y = row * pitch + (lower[1] + upper[1] + pitch) / 2
            yield "foot", shift + (upper[0] + lower[0]) / 2, y
        yield "post", shift + lower[0], 4 * pitch + lower[1]
    for x, y in strip.controller_screws:
        yield "post", x - strip.left, y + 5 * pitch - strip.above + strip.seam / 2


def _base(
    meshes: Meshes, spec: Spec, x: float, y: float, z: float, apart: float
) -> Iterator[Solid]:
    yield Solid(placed(meshes, "base", x, y, z), _BASE)
    radius, thick = spec.design.base.diameter / 2, spec.design.base.thickness
    for u, v in spec.design.spots:
        low = z + spec.floor + apart
        yield Solid(cylinder(x + u, -y - v, radius, low, low + thick), _MAGNET)


def _piece(
    meshes: Meshes, spec: Spec, name: str, x: float, y: float, z: float, apart: float
) -> Iterator[Solid]:
    colour = {"car": _CAR, "helicopter": _HELICOPTER, "guard": _CAR}[name]
    magnet = spec.design.guard if name == "guard" else spec.design.occupant
    yield Solid(placed(meshes, name, x, y, z), colour)
    tall = float(mesh.bounds(meshes[name])[1][2])
    if apart:
        low = z + tall + 5
        yield Solid(cylinder(x, -y, magnet.diameter / 2, low, low + magnet.thickness), _MAGNET)
        low += 8
        for _ in range(spec.nut.count):
            nut = cylinder(x, -y, spec.nut.corners / 2, low, low + spec.nut.height, 6)
            yield Solid(nut, _BRASS)
            low += spec.nut.height + 3
        yield Solid(placed(meshes, f"{name}_cap", x, y, low + 3), colour)
    else:
        yield Solid(placed(meshes, f"{name}_cap", x, y, z + tall - spec.cap), colour)


def _grid(meshes: Meshes, z: float) -> Iterator[Array]:
    return (placed(meshes, f"grid_{name}", 0, 0, z) for name in ("nw", "ne", "sw", "se"))


def _guides(meshes: Meshes, spec: Spec, z: float) -> Iterator[Array]:
    middle = 2 * spec.design.pitch
    part = placed(meshes, "guide", -middle, -middle, z)
    for turn in (0.0, 90.0, 180.0, 270.0):
        cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        turned: Array = part.copy()
        turned[..., :2] = turned[..., :2] @ np.array([[cos, sin], [-sin, cos]])
        yield turned + np.array((middle, -middle, 0.0))


def _strips(spec: Spec, z: float, window: tuple[float, float, float, float]) -> Iterator[Solid]:
    """The five boards with what stands on them."""
    design, strip = spec.design, spec.strip
    pitch, half, top = design.pitch, design.pitch / 2, z + strip.board
    for row in range(5):
        y = row * pitch
        low, high = (
            (-strip.left, -y - pitch + strip.above + 0.1),
            (4 * pitch + strip.right, -y + strip.above - 0.1),
        )
        yield Solid(box((*low, z), (*high, top)), _BOARD, window)
        for column in range(5):
            x = column * pitch
            cover = (x + design.cover[0], y + design.cover[1])
            at = [((x, y), (-strip.wire, 0.0)), (cover, (0.0, -strip.wire))]
            lights = [(x + design.led[0], y + design.led[1])]
            if row < 4 and column < 4:
                at.append(((x + half, y + half), (strip.wire, 0.0)))
                lights.append((x + half + design.led[0], y + half + design.led[1]))
            for (u, v), wire in at:
                if _inside(window, u, v):
                    yield from _reed(spec, u, v, wire, top)
            for u, v in lights:
                if _inside(window, u, v):
                    yield Solid(
                        box((u - 2.5, -v - 2.5, top), (u + 2.5, -v + 2.5, top + 1.6)), _LED
                    )
            u, v, wide, deep, _ = strip.pins
            for down in (-deep / 2 + 1.75, deep / 2 - 1.75) if row < 4 else ():
                if _inside(window, x + u, y + v + down):
                    left, lower = x + u - wide / 2, -y - v - down - 1
                    pins = box((left, lower, top), (left + wide, lower + 2, top + 1.5))
                    yield Solid(pins, _PINS)


def _reed(
    spec: Spec, x: float, y: float, wire: tuple[float, float], top: float
) -> Iterator[Solid]:
    low = top + spec.reed_seat
    high = low + spec.design.reed.glass
    yield Solid(cylinder(x, -y, 0.9, low, high, 12), _GLASS)
    for radius, u, v in ((0.3, 0.0, 0.0), (0.3, *wire)):
        yield Solid(cylinder(x + u, -y - v, radius, top, high + 1.3, 8), _COPPER)
    (u, v), level = wire, high + 1.3
    corners = sorted((x, x + u)), sorted((-y, -y - v))
    lead = box((corners[0][0] - 0.25, corners[1][0] - 0.25, level - 0.25),
               (corners[0][1] + 0.25, corners[1][1] + 0.25, level + 0.25))  # fmt: skip
    yield Solid(lead, _COPPER)


def _inside(window: tuple[float, float, float, float], x: float, y: float) -> bool:
    return window[0] < x < window[2] and window[1] < -y < window[3]

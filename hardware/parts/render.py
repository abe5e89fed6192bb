"""Pictures of meshes: a small renderer, because OpenSCAD's own needs a screen."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.magnets.field import Array

__all__ = ["Camera", "Picture", "Solid", "box", "cylinder", "draw", "png", "text_of"]

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

_LIGHT = np.array([-0.35, -0.55, 0.76])
_FINE = 2  # supersampling in both directions
_PAPER = 255.0


@dataclass(frozen=True)
class Solid:
    """A mesh and its colour; *window* (x0, y0, x1, y1) hides everything outside it."""

    triangles: Array
    colour: Colour
    window: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class Camera:
    """The direction of view in degrees, and the picture's size."""

    width: int = 480
    height: int = 360
    turn: float = 30.0
    tilt: float = 35.0  # 90 looks straight down


def draw(solids: Sequence[Solid], view: Camera) -> Picture:
    """Draws an orthographic picture of all *solids* with darkened edges."""
    turn, tilt = np.radians(view.turn), np.radians(view.tilt)
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    ahead = np.array([-np.sin(turn) * np.cos(tilt), np.cos(turn) * np.cos(tilt), -np.sin(tilt)])
    up = np.cross(right, ahead)
    frame = np.stack([right, up, -ahead])
    corners = np.concatenate([_shown(solid) for solid in solids]) @ frame.T
    low, high = corners[:, :2].min(axis=0), corners[:, :2].max(axis=0)
    size = np.array([view.width, view.height]) * _FINE
    scale = float((0.94 * size / (high - low)).min())
    middle = (low + high) / 2
    depth = np.full((size[1], size[0]), -np.inf)
    shade = np.full((size[1], size[0], 3), _PAPER)
    for solid in solids:
        across = np.cross(
            solid.triangles[:, 1] - solid.triangles[:, 0],
            solid.triangles[:, 2] - solid.triangles[:, 0],
        )
        normals = across / np.maximum(np.sqrt((across**2).sum(axis=1)), 1e-12)[:, None]
        bright = 0.62 + 0.38 * normals @ (_LIGHT / np.sqrt((_LIGHT**2).sum()))
        towards = normals @ ahead < 0
        seen = solid.triangles @ frame.T
        seen[..., :2] = (seen[..., :2] - middle) * scale + size / 2
        for n in np.nonzero(towards)[0]:
            colour = np.array(solid.colour) * bright[n]
            _fill(depth, shade, seen[n], colour, solid, solid.triangles[n])
    return _smaller(_edged(depth, shade, scale))


def png(picture: Picture, text: str = "") -> bytes:
    """Returns the picture as a PNG file with the comment *text*."""
    height, width, _ = picture.shape
    # Differences to the left neighbour are mostly zero and compress well.
    rows = picture.astype(np.int16)
    rows[:, 1:] -= picture[:, :-1].astype(np.int16)
    lines = np.concatenate(
        [np.ones((height, 1), np.uint8), (rows % 256).astype(np.uint8).reshape(height, -1)], axis=1
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"tEXt", b"Comment\0" + text.encode("latin-1"))]
    chunks += [(b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def text_of(data: bytes) -> str:
    """Returns the comment of a PNG file from :func:`png`; empty if there is none."""
    start = data.find(b"tEXtComment\0")
    if start < 0:
        return ""
    length = int.from_bytes(data[start - 4 : start], "big")
    return data[start + 12 : start + 4 + length].decode("latin-1")


def box(low: Sequence[float], high: Sequence[float]) -> Array:
    """A box as a mesh."""
    square = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    return _prism(np.array(square), low[2], high[2])


def cylinder(x: float, y: float, radius: float, low: float, high: float, sides: int = 24) -> Array:
    """An upright cylinder as a mesh."""
    angle = 2 * np.pi * np.arange(sides) / sides
    ring = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1)
    return _prism(ring, low, high)


def _prism(ring: Array, low: float, high: float) -> Array:
    floor = np.column_stack([ring, np.full(len(ring), low)])
    top = np.column_stack([ring, np.full(len(ring), high)])
    found = []
    for n in range(len(ring)):
        m = (n + 1) % len(ring)
        found += [(floor[n], floor[m], top[m]), (floor[n], top[m], top[n])]
        if 0 < n < len(ring) - 1:
            found += [(top[0], top[n], top[m]), (floor[0], floor[m], floor[n])]
    return np.array(found)


def _shown(solid: Solid) -> Array:
    corners = solid.triangles.reshape(-1, 3)
    if solid.window is None:
        return corners
    clipped: Array = corners.copy()
    x0, y0, x1, y1 = solid.window
    clipped[:, 0] = clipped[:, 0].clip(x0, x1)
    clipped[:, 1] = clipped[:, 1].clip(y0, y1)
    return clipped


def _fill(
    depth: Array, shade: Array, seen: Array, colour: Array, solid: Solid, places: Array
) -> None:
    """Draws one triangle where it is nearer than what is there."""
    low = np.maximum(np.floor(seen[:, :2].min(axis=0)).astype(int), 0)
    limit = np.array([depth.shape[1], depth.shape[0]]) - 1
    high = np.minimum(np.ceil(seen[:, :2].max(axis=0)).astype(int), limit)
    if (low > high).any():
        return
    (ax, ay), (bx, by), (cx, cy) = seen[0, :2], seen[1, :2], seen[2, :2]
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-9:
        return
    x = np.arange(low[0], high[0] + 1)[None, :] + 0.5
    y = np.arange(low[1], high[1] + 1)[:, None] + 0.5
    second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    first = 1 - second - third
    inside = (first >= 0) & (second >= 0) & (third >= 0)
    near = first * seen[0, 2] + second * seen[1, 2] + third * seen[2, 2]
    if solid.window is not None:
        x0, y0, x1, y1 = solid.window
        px = first * places[0, 0] + second * places[1, 0] + third * places[2, 0]
        py = first * places[0, 1] + second * places[1, 1] + third * places[2, 1]
        inside &= (px >= x0) & (px <= x1) & (py >= y0) & (py <= y1)
    there = depth[low[1] : high[1] + 1, low[0] : high[0] + 1]
    nearer = inside & (near > there)
    there[nearer] = near[nearer]
    shade[low[1] : high[1] + 1, low[0] : high[0] + 1][nearer] = colour


def _edged(depth: Array, shade: Array, scale: float) -> Array:
    """Darkens pixels where the surface jumps or bends."""
    flat = np.where(np.isfinite(depth), depth, -1e6)
    edge = np.zeros(depth.shape, bool)
    for axis in (0, 1):
        bend = np.abs(np.diff(flat, 2, axis=axis))
        body = (slice(1, -1), slice(None)) if axis == 0 else (slice(None), slice(1, -1))
        edge[body] |= bend > 0.25 + 1.2 / scale
    return np.where(edge[..., None], shade * 0.55, shade)


def _smaller(shade: Array) -> Picture:
    height, width, _ = shade.shape
    cells = shade.reshape(height // _FINE, _FINE, width // _FINE, _FINE, 3)
    picture: Picture = np.flipud(cells.mean(axis=(1, 3)).clip(0, 255).astype(np.uint8))
    return picture

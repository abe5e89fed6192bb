"""Triangle meshes: OpenSCAD's binary STL files, and measurements."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hardware.magnets.field import Array

__all__ = ["bounds", "canonical", "hits", "loose_edges", "packed", "read", "volume", "write"]

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("unused", "<u2")])
_HEADER = b"Heistboard, CERN-OHL-P-2.0".ljust(80)
_NUDGE = np.array([0.000271, 0.000314, 0.000137])  # off edges and corners


def read(path: Path) -> Array:
    """The triangles (n, 3, 3) of a binary STL file, in mm."""
    data = path.read_bytes()
    count = int.from_bytes(data[80:84], "little")
    if len(data) != 84 + count * _RECORD.itemsize:
        raise ValueError(f"{path.name} is not a binary STL file")
    corners: Array = np.frombuffer(data, _RECORD, offset=84)["corners"].astype(np.float64)
    return corners


def write(path: Path, triangles: Array) -> None:
    """Writes a binary STL file."""
    path.write_bytes(packed(triangles))


def packed(triangles: Array) -> bytes:
    """The bytes of a binary STL file; equal meshes in the same order give equal bytes."""
    records = np.zeros(len(triangles), _RECORD)
    records["corners"] = triangles
    # From the rounded corners, so that a mesh read from a file packs to the same bytes.
    records["normal"] = _normals(records["corners"].astype(np.float64))
    return _HEADER + len(triangles).to_bytes(4, "little") + records.tobytes()


def canonical(triangles: Array) -> Array:
    """Returns the mesh in a canonical order; OpenSCAD's order changes from run to run."""
    rounded = np.round(triangles, 4) + 0.0
    # Drops slivers whose corners coincide after rounding.
    rounded = rounded[[len({tuple(corner) for corner in t}) == 3 for t in rounded]]
    first = np.array([min(range(3), key=lambda n: tuple(t[n])) for t in rounded])
    turned = np.stack(
        [rounded[np.arange(len(rounded)), (first + n) % 3] for n in range(3)], axis=1
    )
    flat: Array = turned.reshape(len(turned), 9)
    ordered: Array = flat[np.lexsort(flat.T[::-1])].reshape(-1, 3, 3)
    return ordered


def loose_edges(triangles: Array) -> int:
    """The number of edges that do not join exactly two triangles; 0 is watertight."""
    _, names = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    corner = names.reshape(-1, 3).astype(np.int64)
    start = corner.ravel()
    end = np.roll(corner, -1, axis=1).ravel()
    many = int(corner.max()) + 1
    there, count = np.unique(start * many + end, return_counts=True)
    back = np.unique(end * many + start)
    return int((count != 1).sum()) + len(np.setxor1d(there, back))


def volume(triangles: Array) -> float:
    """The volume in mm3; positive if the triangles face outwards."""
    one, two, three = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    return float((one * np.cross(two, three)).sum() / 6)


def bounds(triangles: Array) -> tuple[Array, Array]:
    """Lowest and highest corner of the bounding box."""
    return triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))


def hits(triangles: Array, start: Sequence[float], towards: Sequence[float]) -> list[float]:
    """Returns the distance along a ray to each surface it passes.

    An even number of hits means that the ray starts outside the mesh.
    """
    origin = np.array(start) + _NUDGE
    ray = np.array(towards) / float(np.sqrt(np.square(towards).sum()))
    # Most rays are parallel to a coordinate plane; they only hit triangles that reach that plane.
    for axis in np.nonzero(ray == 0)[0]:
        one, two, three = triangles[:, 0, axis], triangles[:, 1, axis], triangles[:, 2, axis]
        low = np.minimum(np.minimum(one, two), three)
        high = np.maximum(np.maximum(one, two), three)
        triangles = triangles[(low <= origin[axis]) & (high >= origin[axis])]
    if not len(triangles):
        return []
    edge1, edge2 = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    across = _cross(ray, edge2)
    area = (edge1 * across).sum(axis=1)
    facing = np.abs(area) > 1e-12
    scale = 1 / np.where(facing, area, 1.0)
    away = origin - triangles[:, 0]
    u = (away * across).sum(axis=1) * scale
    side = _cross(away, edge1)
    v = (side @ ray) * scale
    far = (edge2 * side).sum(axis=1) * scale
    hit = facing & (u >= 0) & (v >= 0) & (u + v <= 1) & (far > 0)
    return sorted(float(each) for each in far[hit])


def _cross(one: Array, other: Array) -> Array:
    # As np.cross, which takes longer for few vectors.
    (x, y, z), (x2, y2, z2) = one.T, other.T
    return np.stack([y * z2 - z * y2, z * x2 - x * z2, x * y2 - y * x2], axis=-1)


def _normals(triangles: Array) -> Array:
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.sqrt((across**2).sum(axis=1, keepdims=True))
    normals: Array = across / np.where(length > 0, length, 1.0)
    return normals

"""Makes the parts with OpenSCAD and keeps them as files; equal sources give equal bytes."""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from hardware.magnets.field import Array
from hardware.parts import mesh, render, scenes
from hardware.parts.spec import PARTS, SPEC, Spec, scad

__all__ = ["FOLDER", "OpenScadError", "build", "is_installed", "kept", "mark", "stale", "write"]

FOLDER = Path(__file__).parent
_PARAMETERS = "parameters.scad"
_SOURCES = ("parts.scad", "lib.scad")
_LONGEST_S = 300


class OpenScadError(Exception):
    """OpenSCAD is missing or refused a part; the text says what to do, or quotes OpenSCAD."""


def is_installed() -> bool:
    """True if OpenSCAD is installed."""
    return shutil.which("openscad") is not None


def build(names: Iterable[str], spec: Spec = SPEC) -> Iterator[tuple[str, Array]]:
    """Yields each part's mesh as it lies on the print bed; raises :exc:`OpenScadError`."""
    if not is_installed():
        raise OpenScadError("there is no openscad (Debian: apt-get install openscad)")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for source in _SOURCES:
            shutil.copy(FOLDER / source, work)
        (work / _PARAMETERS).write_text(scad(spec), encoding="utf-8")
        for name in names:
            yield name, mesh.canonical(_run(work, name))


def kept(folder: Path = FOLDER) -> dict[str, Array]:
    """Returns the committed meshes."""
    return {part.name: mesh.read(_stl(folder, part.name)) for part in PARTS}


def write(folder: Path = FOLDER) -> Iterator[str]:
    """Makes and writes everything; yields the file names."""
    meshes = dict(build(part.name for part in PARTS))
    (folder / _PARAMETERS).write_text(scad(SPEC), encoding="utf-8", newline="\n")
    yield _PARAMETERS
    for name, triangles in meshes.items():
        path = _stl(folder, name)
        path.parent.mkdir(exist_ok=True)
        mesh.write(path, triangles)
        yield f"{path.parent.name}/{path.name}"
    for name, picture in scenes.pictures(meshes):
        path = _picture(folder, name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(render.png(picture, mark(name, meshes)))
        yield f"{path.parent.name}/{path.name}"


def stale(folder: Path = FOLDER) -> list[str]:
    """Returns the files that differ from fresh ones; pictures are compared by their mark."""
    meshes = dict(build(part.name for part in PARTS))
    found = []
    if not _same(folder / _PARAMETERS, scad(SPEC).encode()):
        found.append(_PARAMETERS)
    for name, triangles in meshes.items():
        path = _stl(folder, name)
        if not _same(path, mesh.packed(triangles)):
            found.append(f"{path.parent.name}/{path.name}")
    for name in (*meshes, *scenes.SCENES):
        path = _picture(folder, name)
        if not path.is_file() or render.text_of(path.read_bytes()) != mark(name, meshes):
            found.append(f"{path.parent.name}/{path.name}")
    return found


def mark(picture: str, meshes: Mapping[str, Array]) -> str:
    """Returns the hash, stored in a picture, of its meshes and the renderer."""
    digest = hashlib.sha256()
    for name in sorted(meshes) if picture in scenes.SCENES else [picture]:
        digest.update(name.encode() + mesh.packed(meshes[name]))
    for module in (render, scenes):
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()


def _stl(folder: Path, name: str) -> Path:
    return folder / "stl" / f"{name}.stl"


def _picture(folder: Path, name: str) -> Path:
    return folder / "pictures" / f"{name}.png"


def _same(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _run(work: Path, name: str) -> Array:
    made = work / f"{name}.stl"
    command = ["openscad", "-o", str(made), "--export-format", "binstl"]
    command += ["-D", f'part="{name}"', "--hardwarnings", "parts.scad"]
    done = subprocess.run(
        command, cwd=work, capture_output=True, text=True, check=False, timeout=_LONGEST_S
    )
    if done.returncode or not made.is_file():
        raise OpenScadError(f"openscad does not make {name}: {done.stderr.strip()}")
    return mesh.read(made)

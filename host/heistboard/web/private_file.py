"""Files of the data folder that only their owner may read, written whole or not at all."""

import contextlib
import os
from pathlib import Path

__all__ = ["write_private"]


def write_private(path: Path, text: str) -> None:
    """Replaces the file at *path*; a crash leaves the old content or the new one.

    Raises :exc:`OSError`.
    """
    fresh = path.with_name(f".{path.name}-{os.getpid()}")
    with contextlib.suppress(FileNotFoundError):
        fresh.unlink()
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)

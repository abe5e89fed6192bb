"""Folders in memory, for tests that commit often and do not test the disk itself."""

import os
import tempfile
from typing import Final

__all__ = ["RAM", "ram_folder"]

RAM: Final = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where files stay in memory; ``None`` where no such folder is known."""


def ram_folder() -> "tempfile.TemporaryDirectory[str]":
    """Returns a temporary folder, in memory if possible; use it in a ``with`` statement."""
    return tempfile.TemporaryDirectory(dir=RAM)

"""How the scripts here print what they measured."""

import os
import platform
from collections.abc import Sequence

from heistboard.boards import percentiles


def machine() -> str:
    """This machine in a line."""
    system = f"{platform.system()} {platform.machine()}"
    return f"{system}, {os.cpu_count()} cores, Python {platform.python_version()}"


def spread(name: str, values: Sequence[float], unit: str, budget: str) -> str:
    """One line: p50, p99, max and how many."""
    size, p50, p99, most = percentiles.spread(values)
    return f"{name}: p50 {p50:.3f} p99 {p99:.3f} max {most:.3f} {unit} (n={size}; budget {budget})"

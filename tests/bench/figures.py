"""Formats the figures of benchmarks."""

import os
import platform
from collections.abc import Sequence

from heistboard.boards import percentiles


def machine() -> str:
    """Returns a line about this machine."""
    system = f"{platform.system()} {platform.machine()}"
    return f"{system}, {os.cpu_count()} cores, Python {platform.python_version()}"


def spread(name: str, values: Sequence[float], unit: str, budget: str) -> str:
    """Returns a line with p50, p99, maximum and sample size."""
    size, p50, p99, most = percentiles.spread(values)
    return f"{name}: p50 {p50:.3f} p99 {p99:.3f} max {most:.3f} {unit} (n={size}; budget {budget})"

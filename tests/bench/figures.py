"""How the scripts here print what they measured."""

import os
import platform
from collections.abc import Sequence


def machine() -> str:
    """This machine in a line."""
    system = f"{platform.system()} {platform.machine()}"
    return f"{system}, {os.cpu_count()} cores, Python {platform.python_version()}"


def spread(name: str, values: Sequence[float], unit: str, budget: str) -> str:
    """One line: p50, p99, max and how many."""
    ordered = sorted(values)
    p50, p99 = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
    return (
        f"{name}: p50 {p50:.3f} p99 {p99:.3f} max {ordered[-1]:.3f} {unit}"
        f" (n={len(ordered)}; budget {budget})"
    )

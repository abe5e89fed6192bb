"""Inserts the generated tables between their marks in the guide; leaves the rest unchanged."""

import re
from collections.abc import Callable, Mapping

from hardware.boardfile import BoardSpec
from hardware.guide.current import current
from hardware.guide.failures import failures
from hardware.guide.shopping import FLOORS, items, shopping
from hardware.magnets import report
from hardware.magnets.design import DESIGN
from hardware.margins import DIODE, DIODES, margins
from hardware.parts import build, checks
from hardware.parts.spec import PARTS
from hardware.spice import run

__all__ = ["GUIDE", "GuideError", "filled", "tables"]

GUIDE = "hardware/README.md"  # from the top of the repository
_BLOCK = re.compile(r"(<!-- begin (\w+)[^>]*-->\n).*?(<!-- end \2 -->)", re.DOTALL)


class GuideError(ValueError):
    """A table is missing from the guide, or the guide has an unknown one."""


def tables(board: BoardSpec) -> dict[str, Callable[[], str]]:
    """The writer of each table in the guide."""
    return {
        "shopping": lambda: _shopping(board),
        "margins": lambda: _margins(board),
        "magnets": _magnets,
        "current": lambda: current(board),
        "failures": failures,
    }


def filled(text: str, writers: Mapping[str, Callable[[], str]]) -> str:
    """Returns the guide's *text* with every table renewed."""
    names = [match[2] for match in _BLOCK.finditer(text)]
    if sorted(names) != sorted(writers):
        raise GuideError(f"{GUIDE} has tables {sorted(names)}, expected {sorted(writers)}")
    return _BLOCK.sub(lambda match: f"{match[1]}\n{writers[match[2]]()}\n\n{match[3]}", text)


def _shopping(board: BoardSpec) -> str:
    meshes = build.kept()
    hours = sum(
        int(part.count) * checks.hours(meshes[part.name])
        for part in PARTS
        if part.name not in FLOORS
    )
    grams = {name: checks.grams(mesh) for name, mesh in meshes.items()}
    return (
        f"{shopping(items(board, grams))}\n\nA module, the pieces of Car Thief and the tools take "
        f"a printer about {hours:.0f} hours."
    )


def _magnets() -> str:
    found = report.document(DESIGN)
    lines = ["| Reed | When | Must | At worst, AT | Limit, AT | Margin |"]
    lines += ["|---|---|---|---:|---:|---:|"]
    for row in found["reeds"]:
        figures = f"{row['worst_at']} | {row['limit_at']} | {row['margin']:.2f}"
        lines.append(f"| {row['reed']} | {row['case']} | {row['must']} | {figures} |")
    pulls = min(row["margin"] for row in found["forces"])
    still, gone = found["with_model_error_mm"]
    closing = ["| Piece | Its magnet, mm above the glass | Closes from | Is open from |"]
    closing += ["|---|---:|---:|---:|"]
    for row in found["closing"]:
        low, high = row["stands_mm"]
        figures = f"{low}–{high} | {row['closes_by_mm']} | {row['open_from_mm']}"
        closing.append(f"| {row['piece']} | {figures} |")
    return "\n".join(
        [
            *lines,
            "",
            *closing,
            "",
            f"A margin of {found['need']} is asked of each reed. A building is seen up to "
            f"{found['seen_up_to_mm']} mm above the sheet and is gone from "
            f"{found['gone_from_mm']} mm on ({still} and {gone} mm if the model errs by "
            f"{found['model_error']}). What holds a piece is {pulls} times as strong as "
            "what pulls it, at least.",
        ]
    )


def _margins(board: BoardSpec) -> str:
    lines = ["| | Worst case | Allowed |", "|---|---:|---:|"]
    for each in margins(board, DIODES[DIODE], run):
        sign = "≥" if each.is_least else "≤"
        shown = f"{each.value:.3g} {each.unit}"
        lines.append(f"| {each.name} | {shown} | {sign} {each.limit:.3g} {each.unit} |")
    return "\n".join(lines)

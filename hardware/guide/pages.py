"""Inserts the generated tables between their marks in the pages; leaves the rest unchanged."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hardware.boardfile import BoardSpec
from hardware.guide import pulses
from hardware.guide.current import current, played, worst
from hardware.guide.failures import failures
from hardware.guide.shopping import FLOORS, items, shopping
from hardware.magnets import report
from hardware.magnets.design import DESIGN
from hardware.margins import DIODE, DIODES, margins
from hardware.parts import build, checks
from hardware.parts.spec import PARTS
from hardware.spice import run

__all__ = ["CHANGING", "GUIDE", "GuideError", "filled", "reasons", "tables"]

# From the top of the repository.
GUIDE = "hardware/README.md"
CHANGING = "hardware/CHANGING.md"
_BLOCK = re.compile(r"(<!-- begin (\w+)[^>]*-->\n).*?(<!-- end \2 -->)", re.DOTALL)


class GuideError(ValueError):
    """A table is missing from a page, or a page has an unknown one."""


def tables(board: BoardSpec) -> dict[str, Callable[[], str]]:
    """The writer of each table in the guide."""
    return {
        "shopping": lambda: _shopping(board),
        "margins": lambda: _margins(board),
        "pulses": lambda: _pulses(board),
        "magnets": _magnets,
        "flashlight": _flashlight,
        "current": lambda: current(board),
        "failures": failures,
    }


def reasons(board: BoardSpec) -> dict[str, Callable[[], str]]:
    """The writer of each table in the page for people who change the design."""
    return {"staggering": lambda: pulses.staggering(board, run)}


def filled(text: str, writers: Mapping[str, Callable[[], str]], page: str = GUIDE) -> str:
    """Returns the *text* of *page* with every table renewed."""
    names = [match[2] for match in _BLOCK.finditer(text)]
    if sorted(names) != sorted(writers):
        raise GuideError(f"{page} has tables {sorted(names)}, expected {sorted(writers)}")
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
    lines = _reeds(found["reeds"])
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


def _flashlight() -> str:
    found = report.document(DESIGN)
    tap = found["flashlight"]
    rows = tap["reeds"]
    own = [row for row in rows if "flashlight" not in row["others_at"]]
    beside = [row for row in rows if "flashlight" in row["others_at"]]
    worst = [
        min((row for row in beside if row["must"] == must), key=lambda row: float(row["margin"]))
        for must in ("close", "open")
    ]
    lifted = min(row["margin"] for row in found["forces"] if "flashlight" in row["case"])
    named = [{**row, "case": f"a flashlight beside it, at worst: {row['case']}"} for row in worst]
    return "\n".join(
        [
            *_reeds([*own, *named]),
            "",
            f"Its magnet is a disc of {tap['magnet']} above {sum(tap['floor_mm']) / 2:.1f} mm of "
            f"plastic; its middle may be {tap['tap_mm']:g} mm off. To close, a margin of "
            f"{tap['closes_need']} is asked; to stay open, {tap['open_need']}. What it pulls "
            f"would have to weigh {lifted} times less to move. Lifted, it closes its reed up to "
            f"{tap['closes_up_to_mm']:g} mm above the sheet, and none from "
            f"{tap['open_from_mm']:g} mm on.",
        ]
    )


def _reeds(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = ["| Reed | When | Must | At worst, AT | Limit, AT | Margin |"]
    lines += ["|---|---|---|---:|---:|---:|"]
    for row in rows:
        figures = f"{row['worst_at']} | {row['limit_at']} | {row['margin']:.2f}"
        lines.append(f"| {row['reed']} | {row['case']} | {row['must']} | {figures} |")
    return lines


def _pulses(board: BoardSpec) -> str:
    scenes = [*played(), *worst().items()]
    return f"{pulses.in_step(board, run)}\n\n{pulses.out_of_step(board, scenes, run)}"


def _margins(board: BoardSpec) -> str:
    lines = ["| | Worst case | Allowed |", "|---|---:|---:|"]
    for each in margins(board, DIODES[DIODE], run):
        sign = "≥" if each.is_least else "≤"
        shown = f"{each.value:.3g} {each.unit}"
        lines.append(f"| {each.name} | {shown} | {sign} {each.limit:.3g} {each.unit} |")
    return "\n".join(lines)

"""What to buy for one, two and three modules, and what that costs; pure.

Electronics come from the bill of materials, prints from the list of parts. The rest is listed
here: boards, magnets, sheet, weights, supplies.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from typing import NamedTuple

from hardware.boardfile import BoardSpec
from hardware.electronics.circuit import CONTROLLER_SCREWS, SCREWS
from hardware.electronics.export import bill
from hardware.electronics.strips import STRIP, STRIPS, Wiring
from hardware.magnets.design import DESIGN, Design
from hardware.parts.spec import PARTS, SPEC

__all__ = ["CAR_THIEF", "FLOORS", "MODULES", "ONCE", "PER_MODULE", "Item", "items", "shopping"]

MODULES = (1, 2, 3)
FAB_LEAST = 5  # boards of a kind

# Printed parts needed per module, once for Car Thief, once in total (tools), and by games with
# rooms and guards.
PER_MODULE = (
    *("guide", "grid_nw", "grid_ne", "grid_sw", "grid_se", "track_w", "track_e", "foot", "post"),
)
CAR_THIEF = ("base", "building", "car", "car_cap", "helicopter", "helicopter_cap")
ONCE = ("centre", "jig_base", "gauge", "stencil")
FLOORS = (
    *("sled", "guard", "guard_cap", "guard_stand", "jig_sled", "wall"),
    *("flashlight", "flashlight_stick", "flashlight_cap"),
)

_COUNT = {part.name: int(part.count) for part in PARTS}


class Item(NamedTuple):
    """A row of the list; *packs* gives the packs to buy for one, two and three modules."""

    group: str
    what: str
    number: str
    eur: float  # a pack
    needed: tuple[int, ...]  # pieces
    pack: int = 1

    @property
    def packs(self) -> tuple[int, ...]:
        """The number of packs needed."""
        return tuple(ceil(count / self.pack) for count in self.needed)

    @property
    def costs(self) -> tuple[float, ...]:
        """Their total cost."""
        return tuple(count * self.eur for count in self.packs)


def items(board: BoardSpec, grams: Mapping[str, float]) -> list[Item]:
    """All items by group; *grams* are the weights of the printed parts."""
    return [
        *_boards(board),
        *_electronics(board),
        *_mechanics(grams),
        *_pieces(grams),
        *_supplies(),
    ]


def _each(count: float) -> tuple[int, ...]:
    return tuple(ceil(count * modules) for modules in MODULES)


def _once(count: float) -> tuple[int, ...]:
    return (ceil(count),) * len(MODULES)


def _boards(board: BoardSpec) -> Iterator[Item]:
    group = "Circuit boards"
    for name, count in Counter(Wiring(board).boards).items():
        what = name.replace(STRIP, "row strip ").strip() + "s" * (count > 1)
        yield Item(group, what, f"{name}-gerbers.zip", 18.0, _each(count), FAB_LEAST)
    yield Item(group, "controllers", "controller-gerbers.zip", 18.0, _each(1), FAB_LEAST)


def _electronics(board: BoardSpec) -> Iterator[Item]:
    for row in csv.DictReader(io.StringIO(bill(board))):
        if row["part"] in board.parts:
            number = row["order number"]
            if row["alternatives"]:
                number += f"; or {row['alternatives']}"
            what = row["part"].replace("_", " ")
            needed = _each(int(row["quantity"]))
            yield Item("Electronics", what, number, float(row["eur each"]), needed)


def _mechanics(grams: Mapping[str, float]) -> Iterator[Item]:
    group = "Around the boards"
    sheet = "opal acrylic (PMMA), 1.5 mm: 251 × 251 mm at most, 221 × 12.5 mm"
    yield Item(group, "sheet", sheet, 9.0, _each(1))
    screws = sum(map(len, SCREWS.values())) * STRIPS + len(CONTROLLER_SCREWS)
    yield Item(group, "screws", "M3 × 10, nylon or brass, each with its nut", 0.12, _each(screws))
    guide = _COUNT["guide"] * grams["guide"]
    plastic = sum(_COUNT[name] * grams[name] for name in PER_MODULE) - guide
    yield Item(group, "plastic, g", "PLA, black or grey", 0.022, _each(plastic))
    yield Item(group, "plastic of the guide, g", "PLA, white or natural", 0.022, _each(guide))


def _pieces(grams: Mapping[str, float], design: Design = DESIGN) -> Iterator[Item]:
    group = "Pieces of Car Thief and tools, once"
    of_base = len(design.spots)
    free = _COUNT["car"] + _COUNT["helicopter"]
    magnets = of_base * (_COUNT["base"] + _COUNT["jig_base"]) + free
    disc = design.base.name.replace("x", " × ")
    yield Item(group, "magnets", f"disc Ø {disc}, through its thickness", 0.12, _once(magnets))
    wand = f"disc Ø {design.flashlight.name}; one, only for games with a flashlight"
    yield Item(group, "flashlight", wand, 0.6, (0,) * len(MODULES))
    nuts = free * SPEC.nut.count
    yield Item(group, "nuts", "M8, DIN 934, solid brass", 0.35, _once(nuts))
    plastic = sum(_COUNT[name] * grams[name] for name in (*CAR_THIEF, *ONCE))
    yield Item(group, "plastic, g", "PLA, not translucent", 0.022, _once(plastic))
    yield Item(group, "glue", "superglue, 10 g", 4.0, _once(1))


def _supplies() -> Iterator[Item]:
    group = "Cables"
    yield Item(group, "cable", "USB A to micro-USB with data lines, 1 m", 4.0, _each(1))
    hub = (0, *(1 for _ in MODULES[1:]))
    yield Item(group, "hub", "powered USB hub, 4 ports", 20.0, hub)
    none = (0,) * len(MODULES)
    supply = "5 V, 2 A, regulated, plug 2.1 × 5.5 mm, centre positive; only for more light or a Pi"
    yield Item(group, "supply", supply, 8.0, none)
    leads = "jumper leads, socket to pin, 30 cm; 22 for a Raspberry Pi in the Pico's place"
    yield Item(group, "leads", leads, 0.1, none)


def shopping(found: Iterable[Item]) -> str:
    """The list as Markdown tables."""
    found = list(found)
    heads = "".join(f" {n} |" for n in MODULES)
    lines = []
    for group in dict.fromkeys(item.group for item in found):
        rows = [item for item in found if item.group == group]
        lines += [f"**{group}**", "", f"| | What to ask for | EUR |{heads}"]
        lines += ["|---|---|---:|" + "---:|" * len(MODULES)]
        lines += [_row(item) for item in rows]
        lines += [_sum("together, EUR", rows), ""]
    lines += [f"| |{heads}", "|---|" + "---:|" * len(MODULES)]
    electronics = [item for item in found if item.group == "Electronics"]
    lines += [_sum("electronics alone, EUR", electronics, 0), _sum("everything, EUR", found, 0)]
    return "\n".join(lines)


def _row(item: Item) -> str:
    pack = f" for {item.pack}" if item.pack > 1 else ""
    counts = " | ".join(map(str, item.needed))
    price = f"{item.eur:.3f}".removesuffix("0")
    return f"| {item.what} | {item.number} | {price}{pack} | {counts} |"


def _sum(name: str, rows: list[Item], blanks: int = 2) -> str:
    totals = [sum(item.costs[n] for item in rows) for n in range(len(MODULES))]
    return f"| **{name}** |{' |' * blanks} " + " | ".join(f"**{it:.0f}**" for it in totals) + " |"

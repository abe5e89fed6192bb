"""Reads back KiCad's files: nets of schematic and copper, values, positions of pads."""

import math
import xml.etree.ElementTree as ET
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from hardware.boardfile import Point
from hardware.electronics.footprints import Tree, parsed

__all__ = ["Netlist", "read_netlist"]

Nets = dict[str, frozenset[tuple[str, str]]]


@dataclass(frozen=True)
class Netlist:
    """One board as KiCad has it; the nets leave out unconnected pads."""

    drawn: Nets
    copper: Nets
    values: dict[str, str]
    pads: dict[tuple[str, str], Point]
    at: dict[str, Point]


def read_netlist(xml: Path, pcb: Path) -> Netlist:
    """Reads an exported netlist and the board it belongs to."""
    root = ET.parse(xml).getroot()
    drawn = {}
    for net in root.iter("net"):
        name = net.attrib["name"]
        nodes = list(net.iter("node"))
        if not name.startswith("unconnected-"):
            drawn[name] = frozenset((n.attrib["ref"], n.attrib["pin"]) for n in nodes)
    values = {c.attrib["ref"]: c.findtext("value", "") for c in root.iter("comp")}

    copper: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    pads: dict[tuple[str, str], Point] = {}
    places: dict[str, Point] = {}
    for item in parsed(pcb.read_text(encoding="utf-8")):
        if not isinstance(item, list) or item[0] != "footprint":
            continue
        ref = next(str(it[2]) for it in item if it[0] == "property" and it[1] == "Reference")
        x, y, turn = _at(item)
        places[ref] = (x, y)
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        for pad in item:
            if not isinstance(pad, list) or pad[0] != "pad" or not pad[1]:
                continue
            dx, dy, _ = _at(pad)
            number = str(pad[1])
            spot = (round(x + dx * cos + dy * sin, 3), round(y - dx * sin + dy * cos, 3))
            pads.setdefault((ref, number), spot)
            net_name = next(
                (str(it[2]) for it in pad if isinstance(it, list) and it[0] == "net"), ""
            )
            if net_name and not net_name.startswith("unconnected-"):
                copper[net_name].add((ref, number))
    frozen = {net: frozenset(nodes) for net, nodes in copper.items()}
    return Netlist(drawn, frozen, values, pads, places)


def _at(item: Tree) -> tuple[float, float, float]:
    at = next(it for it in item if isinstance(it, list) and it[0] == "at")
    numbers = [float(str(number)) for number in at[1:]]
    return (numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else 0.0)

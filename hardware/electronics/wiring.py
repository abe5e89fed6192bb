"""The module without circuit boards: wires below a sheet of wood; pure.

Rows are bare wires between lower leads within a row of cells; all other wires are insulated. Three
wires lead from each light to the next. Wires run parallel to the edges, so a wire's length is the
sum of both distances plus its ends. The joints beside the Pico come from the controller's circuit.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hardware.boardfile import BoardSpec, Point
from hardware.electronics.circuit import (
    PICO_AT,
    Part,
    around_pico,
    origin,
)
from hardware.electronics.footprints import WIRE_MM, pads_at
from hardware.electronics.strips import STRIPS
from hardware.pins import PICO_PIN

__all__ = ["BUFFER", "FEED_AGAIN", "Wire", "pico_pins", "place", "wires", "wiring_csv"]
__all__ += ["on_stripboard", "wire_hole"]

FEED_AGAIN = 10  # lights between two thick wires of the feed
BUFFER = "U2"
_ENDS_MM = 15  # at every wire, for stripping and bends
_PICO_UP_MM = 6  # higher than on the controller, clear of the lights' holes
_COLUMN_COLOURS = ("yellow", "orange", "white", "grey", "violet", "brown", "pink")
_THIN, _LIGHT, _THICK = "0.14 mm2", "0.5 mm2", "0.75 mm2"
_FEED = {"+5V": ("+5 V", "red"), "GND": ("ground", "black")}
_SUPPLIES = ("VBUS", "VBUS_FUSED", "FEED", "FEED_FUSED", "+3V3")
_FROM_FEED_MM = (-15.0, 0.0)  # from the buffer
_LEADS = {
    "schottky": ("band", "other end"),
    "bulk": ("+", "-"),
    "jack": ("centre", "sleeve"),
}
# From a reed to the hole for its upper lead's wire, seen from above; the bare row goes left.
_TOWARDS_WIRE = {"cover": (0.0, -1.0), "occupant": (1.0, 0.0)}
_THICK_ENDS = ("pico", "usb_fuse", "feed_fuse", *_LEADS)


@dataclass(frozen=True)
class Wire:
    """One piece of wire; *group* is its step of the work."""

    group: str
    net: str
    colour: str
    section: str
    start: str
    end: str
    mm: int
    path: tuple[Point, Point]


Stop = tuple[str, Point]


def wires(board: BoardSpec) -> list[Wire]:
    """All wires in the order of work: rows, columns, those at the Pico, lights."""
    return [*_rows(board), *_columns(board), *_at_pico(board), *_lights(board)]


def pico_pins(board: BoardSpec) -> dict[int, Point]:
    """The places of the Pico's pins by number, where it hangs below the wood."""
    _, top = origin(board, STRIPS)
    pads = pads_at("heist:Pico", PICO_AT, -90, "bottom")
    return {int(pin): (x, round(y + top - _PICO_UP_MM, 3)) for pin, ((x, y),) in pads.items()}


def place(board: BoardSpec, name: str) -> Point:
    """The position of a reed, button or light."""
    x, y = board.place_mm[name]
    if name in board.leds.chain and name[0] != "r":
        return (x + board.geometry.led_offset[0], y + board.geometry.led_offset[1])
    return (x, y)


def wire_hole(board: BoardSpec, reed: str) -> Point:
    """The hole in the wood for the wire of a reed's upper lead."""
    (x, y), (right, down) = place(board, reed), _TOWARDS_WIRE[reed.partition(".")[2]]
    return (round(x + WIRE_MM * right, 3), round(y + WIRE_MM * down, 3))


def on_stripboard(board: BoardSpec) -> dict[str, Part]:
    """The parts beside the Pico by their reference in the controller's schematic."""
    parts = around_pico(board)
    return {part.ref: part for part in parts if part.kind != "debug"}


def _gpio(board: BoardSpec, gpio: int) -> Stop:
    return (f"Pico GP{gpio}", pico_pins(board)[PICO_PIN[gpio]])


def _wire(group: str, net: str, colour: str, section: str, start: Stop, end: Stop) -> Wire:
    (x, y), (x2, y2) = start[1], end[1]
    mm = round(abs(x - x2) + abs(y - y2)) + _ENDS_MM
    return Wire(group, net, colour, section, start[0], end[0], mm, (start[1], end[1]))


def _rows(board: BoardSpec) -> Iterator[Wire]:
    for row, gpio in enumerate(board.matrix.row_pins):
        reeds = [column.reeds[row] for column in board.matrix.columns]
        # Buttons first, to the right; then from the far end to the one above the Pico.
        names = sorted((name for name in reeds if "." not in name), key=board.place_mm.__getitem__)
        names += sorted(
            (name for name in reeds if "." in name), key=lambda n: -board.place_mm[n][0]
        )
        stops = [(name, place(board, name)) for name in names]
        for start, end in pairwise([*stops, _gpio(board, gpio)]):
            if "." in start[0] and "." in end[0] and _are_of_a_row(board, start[1], end[1]):
                yield _wire("row", f"row {row}", "bare", "0.5 mm", start, end)
            else:
                yield _wire("row on", f"row {row}", "blue", _THIN, start, end)


def _are_of_a_row(board: BoardSpec, one: Point, other: Point) -> bool:
    return abs(one[1] - other[1]) <= board.geometry.pitch / 2


def _columns(board: BoardSpec) -> Iterator[Wire]:
    for n, column in enumerate(board.matrix.columns):
        stops = [(f"diode of {reed}", place(board, reed)) for reed in column.reeds]
        stops.sort(key=lambda stop: stop[1][1])
        colour = _COLUMN_COLOURS[n % len(_COLUMN_COLOURS)]
        for start, end in pairwise([*stops, _gpio(board, column.pin)]):
            yield _wire("column", f"column {n}", colour, _THIN, start, end)


def _at_pico(board: BoardSpec) -> Iterator[Wire]:
    """The wires of the controller's circuit: a star from the feed, otherwise from part to part."""
    nets: dict[str, list[tuple[Part, str]]] = defaultdict(list)
    for part in on_stripboard(board).values():
        for pad, net in part.pads.items():
            # One of the Pico's grounds is enough.
            if (part.kind, net) != ("pico", "GND") or pad == "38":
                nets[net].append((part, pad))
    for net, nodes in nets.items():
        if net in _FEED:
            name, colour = _FEED[net]
            start = _of_feed(board, name)
            for node in nodes:
                section = _section(net, node)
                yield _wire("at the Pico", name, colour, section, start, _end(board, *node))
        else:
            colour = "red" if net in _SUPPLIES else "green"
            for one, other in pairwise(nodes):
                ends = _end(board, *one), _end(board, *other)
                yield _wire("at the Pico", net, colour, _section(net, one, other), *ends)


def _section(net: str, *nodes: tuple[Part, str]) -> str:
    is_thick = net != "+3V3" and all(part.kind in _THICK_ENDS for part, _ in nodes)
    return _THICK if is_thick else _THIN


def _of_feed(board: BoardSpec, net: str) -> Stop:
    dx, dy = _FROM_FEED_MM
    x, y = _on_wood(board, on_stripboard(board)[BUFFER])
    return (f"{net} of the feed", (x + dx, y + dy))


def _on_wood(board: BoardSpec, part: Part) -> Point:
    return (part.at[0], round(part.at[1] + origin(board, STRIPS)[1], 3))


def _end(board: BoardSpec, part: Part, pad: str) -> Stop:
    """A part's lead in words, and its place."""
    if part.kind == "pico":
        gpios = {str(pin): f"GP{gpio}" for gpio, pin in PICO_PIN.items()}
        names = gpios | {"36": "3V3", "38": "GND", "40": "VBUS"}
        return (f"Pico {names[pad]}", pico_pins(board)[int(pad)])
    if part.kind == "buffer":
        return (f"{part.ref} pin {pad}", _on_wood(board, part))
    words = _LEADS.get(part.kind, ("one end", "other end"))
    return (f"{part.ref} {words[int(pad) - 1]}", _on_wood(board, part))


def _lights(board: BoardSpec) -> Iterator[Wire]:
    stops = [(f"light {name}", place(board, name)) for name in board.leds.chain]
    series = _end(board, on_stripboard(board)["R6"], "2")
    for start, end in pairwise([series, *stops]):
        yield _wire("data", "data", "green", _THIN, start, end)
    for net, colour in _FEED.values():
        for start, end in pairwise([_of_feed(board, net), *stops]):
            yield _wire(net, net, colour, _LIGHT, start, end)
    for stop in stops[FEED_AGAIN - 1 :: FEED_AGAIN]:
        for net, colour in _FEED.values():
            yield _wire("feed again", net, colour, _THICK, _of_feed(board, net), stop)


def wiring_csv(board: BoardSpec) -> str:
    """The wires, one per line, numbered from 1 in the order of work."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["wire", "net", "colour", "section", "from", "to", "mm"])
    for n, wire in enumerate(wires(board), 1):
        row = [n, wire.net, wire.colour, wire.section, wire.start, wire.end, wire.mm]
        table.writerow(row)
    return out.getvalue()

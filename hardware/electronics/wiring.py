"""The same module without a circuit board: what to wire by hand below a sheet of wood; pure text.

Rows are bare wires from lower lead to lower lead, columns are insulated ones from diode to diode;
lights take three wires from one to the next. Wires run square to the edges, so a wire's length is
the sum of both distances and something for its ends.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from hardware.boardfile import Board, Point
from hardware.electronics.circuit import (
    CONTROLLER_HEIGHT,
    PICO_AT,
    PICO_PIN,
    STRIPS,
    origin,
    right_edge,
)
from hardware.electronics.footprints import pads_at

__all__ = ["Wire", "wire_list", "wires", "wiring", "wiring_csv", "wiring_svg", "wiring_text"]

_ENDS_MM = 15  # of every wire, for stripping and for the bend
_COLUMN_COLOURS = ("yellow", "orange", "white", "grey", "violet", "brown", "pink")


@dataclass(frozen=True)
class Wire:
    """One piece of wire."""

    net: str
    colour: str
    start: str
    end: str
    mm: int
    path: tuple[Point, Point]


def wiring(board: Board) -> dict[str, str]:
    """The whole plan by file."""
    return {
        "wiring.csv": wiring_csv(board),
        "wiring.md": wiring_text(board),
        "wiring.svg": wiring_svg(board),
    }


def wires(board: Board) -> list[Wire]:
    """All wires in the order of work: rows, columns, lights."""
    return [*_rows(board), *_columns(board), *_lights(board)]


def _pico(gpio: int) -> tuple[str, Point]:
    """Name and place of a pin of the Pico, which lies where the controller has it."""
    x, y = pads_at("heist:Pico", PICO_AT, -90, "bottom")[str(PICO_PIN[gpio])][0]
    return (f"Pico GP{gpio}", (x, y))


def _place(board: Board, name: str) -> Point:
    x, y = board.place_mm[name]
    if name in board.leds.chain and name[0] != "r":
        return (x + board.geometry.led_offset[0], y + board.geometry.led_offset[1])
    return (x, y)


def _joined(net: str, colour: str, stops: list[tuple[str, Point]]) -> Iterator[Wire]:
    for (start, (x, y)), (end, (x2, y2)) in pairwise(stops):
        mm = round(abs(x - x2) + abs(y - y2)) + _ENDS_MM
        yield Wire(net, colour, start, end, mm, ((x, y), (x2, y2)))


def _rows(board: Board) -> Iterator[Wire]:
    _, top = origin(board, STRIPS)
    for row, gpio in enumerate(board.matrix.row_pins):
        reeds = [column.reeds[row] for column in board.matrix.columns]
        stops = [(reed, _place(board, reed)) for reed in reeds]
        # From the far end to the one from which the wire goes down to the Pico; buttons last.
        stops.sort(key=lambda stop: ("." not in stop[0], -stop[1][0]))
        name, (x, y) = _pico(gpio)
        yield from _joined(f"row {row}", "bare", [*stops, (name, (x, y + top))])


def _columns(board: Board) -> Iterator[Wire]:
    _, top = origin(board, STRIPS)
    for n, column in enumerate(board.matrix.columns):
        stops = [(f"diode of {reed}", _place(board, reed)) for reed in column.reeds]
        stops.sort(key=lambda stop: stop[1][1])
        name, (x, y) = _pico(column.pin)
        colour = _COLUMN_COLOURS[n % len(_COLUMN_COLOURS)]
        yield from _joined(f"column {n}", colour, [*stops, (name, (x, y + top))])


def _lights(board: Board) -> Iterator[Wire]:
    _, top = origin(board, STRIPS)
    name, (x, y) = _pico(board.leds.pin)
    buffer = _buffer(board)
    yield from _joined("data", "green", [(name, (x, y + top)), buffer])
    stops = [(f"light {place}", _place(board, place)) for place in board.leds.chain]
    for net, colour in (("data", "green"), ("+5 V", "red"), ("ground", "black")):
        start = buffer if net == "data" else (f"{net} of the feed", buffer[1])
        yield from _joined(net, colour, [start, *stops])


def _buffer(board: Board) -> tuple[str, Point]:
    """Beside the Pico."""
    _, (x, y) = _pico(board.leds.pin)
    return ("74AHCT125", (x + 30, y + origin(board, STRIPS)[1]))


def wire_list(board: Board) -> list[dict[str, str]]:
    """The list as rows of text, numbered from 1 in the order of work."""
    return [
        {
            "wire": str(n),
            "net": wire.net,
            "colour": wire.colour,
            "from": wire.start,
            "to": wire.end,
            "mm": str(wire.mm),
        }
        for n, wire in enumerate(wires(board), 1)
    ]


def wiring_csv(board: Board) -> str:
    """The wire list, one wire a line."""
    out = io.StringIO()
    rows = wire_list(board)
    table = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue()


def wiring_text(board: Board) -> str:
    """What to do in which order, with the lengths to cut."""
    everything = wires(board)
    first = {
        name: _range(everything, name) for name in ("row", "column", "data", "+5 V", "ground")
    }
    pull_up = board.matrix.row_pull_up_ohm
    lines = [
        "# The module wired by hand",
        "",
        "Generated by `python -m hardware build` from `hardware/board.toml`. Do not edit.",
        "",
        "For a board of wood or acrylic instead of circuit boards: the same reeds, diodes, lights "
        "and Pico at the same places. [wiring.svg](wiring.svg) shows it from below, as you see it "
        "while you solder; print it at full size, on A3, as a drilling plan, holes and all. "
        "[wiring.csv](wiring.csv) has every wire with its ends and its length, numbered in the "
        f"order of work: {len(everything)} wires.",
        "",
        "Diodes with leads are easier here: BAT43 in DO-35. Lights: single WS2812B on round "
        "boards of 10 mm, each with its own capacitor.",
        "",
        "| Wire | Pieces | Together |",
        "|---|---:|---:|",
        *(
            f"| {_WORDS[name]} | {len(found)} | {sum(w.mm for w in found) / 1000:.1f} m |"
            for name, found in first.items()
        ),
        "",
        "## Order of work",
        "",
        "1. Drill: 1 mm for each reed's lower lead and for the wire beside it, 3.8 mm away; 11 mm "
        "for each light, or glue the lights on top and drill for their wires.",
        "2. Set the reeds upright by the gap gauge, glue their feet, solder the copper wire to "
        "each upper lead, bring it down through its hole. Feel that no glass is under tension.",
        "3. Solder a diode to each of these wires, and to one pin of each button: its row side "
        "has no band, the banded end points to the column. Look at each one twice; the self test "
        "finds a turned one, but only after all is closed.",
        "4. Rows: bare wire along the lower leads, from the right edge (seen from above) to the "
        "left, then insulated down to the Pico. After each row: a magnet on each cell, a beep "
        "between row wire and diode.",
        "5. Columns: insulated wire, stripped where a diode meets it. Where it crosses a bare row "
        "leave 3 mm or a sleeve between them.",
        "6. At the Pico, on a piece of stripboard, as the "
        "[controller's schematic](controller-schematic.pdf) has it: "
        f"{_ohms(pull_up)} from each row to 3V3; fuses and diodes of both feeds, 1000 µF before "
        f"the jack's diode; the 74AHCT125 with 100 nF at its supply, {_ohms(pull_up)} from its "
        "input to ground, 330 Ω from its output to the first light, its enable (pin 1) and the "
        "three inputs that rest at ground.",
        "7. Lights: data from output to input in the order of the list, +5 V and ground along the "
        "same way. Every tenth light gets +5 V and ground once more from the feed by thick wire.",
        "8. Measure before the first power: no short between +5 V and ground, between 3V3 and "
        "ground, between any two rows. Then `heistboard board test`.",
        "",
        "## The Pico's pins",
        "",
        "| Pin | GPIO | Wire | Reeds |",
        "|---:|---|---|---|",
    ]
    for row, gpio in enumerate(board.matrix.row_pins):
        reeds = [column.reeds[row] for column in board.matrix.columns]
        lines.append(f"| {PICO_PIN[gpio]} | GP{gpio} | row {row} | {reeds[0]} … {reeds[-1]} |")
    for n, column in enumerate(board.matrix.columns):
        text = f"| {PICO_PIN[column.pin]} | GP{column.pin} | column {n} |"
        lines.append(f"{text} {', '.join(column.reeds)} |")
    lines.append(f"| {PICO_PIN[board.leds.pin]} | GP{board.leds.pin} | data, to the 74AHCT125 | |")
    lines.append("| 36 | 3V3 | pull-ups of the rows | |")
    lines.append("| 38 | GND | ground of the lights and of the 74AHCT125 | |")
    lines.append("| 40 | VBUS | USB's fuse, then its diode, then +5 V of the lights | |")
    return "\n".join([*lines, ""])


_WORDS = {
    "row": "rows, bare, 0.5 mm",
    "column": "columns, insulated, 0.14 mm²",
    "data": "data, insulated, 0.14 mm²",
    "+5 V": "+5 V, red, 0.5 mm²",
    "ground": "ground, black, 0.5 mm²",
}


def _range(everything: Iterable[Wire], name: str) -> list[Wire]:
    return [wire for wire in everything if wire.net.startswith(name)]


def _ohms(ohm: int) -> str:
    return f"{ohm / 1000:g} kΩ"


def wiring_svg(board: Board) -> str:
    """The plan seen from below at full size: left and right are those of who solders."""
    width, height = right_edge(board), origin(board, STRIPS)[1] + CONTROLLER_HEIGHT
    colours = {"bare": "#b87333", "white": "#bbbbbb", "yellow": "#d9b300"}

    def flip(point: Point) -> Point:
        return (round(width - point[0], 2), round(point[1], 2))

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="2.4">',
        "<title>The module wired by hand, seen from below</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="#f6efe2" stroke="#806040"/>',
        '<g fill="none" stroke-width="0.5">',
    ]
    for wire in wires(board):
        if wire.net in ("+5 V", "ground"):
            continue  # they go where data goes
        (x, y), (x2, y2) = map(flip, wire.path)
        bend = f"H{x2:g}V{y2:g}" if wire.net.startswith(("row", "data")) else f"V{y2:g}H{x2:g}"
        colour = colours.get(wire.colour, wire.colour)
        lines.append(f'<path d="M{x:g} {y:g}{bend}" stroke="{colour}"/>')
    lines += ["</g>", '<g stroke="#333" stroke-width="0.25" fill="#fff">']
    names = []
    for reed in board.reeds:
        x, y = flip(_place(board, reed))
        lines.append(f'<circle cx="{x:g}" cy="{y:g}" r="1.4"/>')
        if "." in reed:
            lines.append(f'<circle cx="{x - 3.8:g}" cy="{y:g}" r="0.6" fill="#b87333"/>')
        names.append((x + 1.8, y - 1, reed.removesuffix(".occupant"), "start"))
    for n, light in enumerate(board.leds.chain, 1):
        x, y = flip(_place(board, light))
        square = f'<rect x="{x - 2.5:g}" y="{y - 2.5:g}" width="5" height="5" fill="#ffe9a8"/>'
        lines.append(square)
        names.append((x, y + 0.9, str(n), "middle"))
    lines.append("</g>")
    lines += _pico_svg(board, flip)
    name, at = _buffer(board)
    x, y = flip(at)
    names.append((x, y - 1, name, "end"))
    for x, y, text, anchor in names:
        place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}"'
        lines.append(f"<text {place}>{escape(text)}</text>")
    note = "from below; circles: buttons, reeds with their wire's hole; squares: lights"
    lines.append(
        f'<text x="{width / 2:g}" y="5" text-anchor="middle" font-size="3.5">{note}</text>'
    )
    return "\n".join([*lines, "</svg>", ""])


def _pico_svg(board: Board, flip: Callable[[Point], Point]) -> Iterator[str]:
    _, top = origin(board, STRIPS)
    pads = pads_at("heist:Pico", PICO_AT, -90, "bottom")
    used = {PICO_PIN[pin]: f"GP{pin}" for pin in board.matrix.row_pins}
    used |= {PICO_PIN[column.pin]: f"GP{column.pin}" for column in board.matrix.columns}
    used |= {PICO_PIN[board.leds.pin]: f"GP{board.leds.pin}", 36: "3V3"}
    corners = [flip((x, y + top)) for x, y in (pads["1"][0], pads["21"][0])]
    left, right = sorted(x for x, _ in corners)
    upper, lower = sorted(y for _, y in corners)
    yield (
        f'<rect x="{left - 1.6:g}" y="{upper - 1.6:g}" width="{right - left + 3.2:g}" '
        f'height="{lower - upper + 3.2:g}" fill="#cfe8cf" stroke="#2f6f2f" stroke-width="0.3"/>'
    )
    for number, name in used.items():
        x, y = pads[str(number)][0]
        px, py = flip((x, y + top))
        below = 3.2 if number <= 20 else -1.6
        yield f'<circle cx="{px:g}" cy="{py:g}" r="0.6"/>'
        turn = f'transform="rotate(90 {px:g} {py + below:g})"'
        anchor = "start" if number <= 20 else "end"
        yield (
            f'<text x="{px:g}" y="{py + below:g}" font-size="1.8" text-anchor="{anchor}" '
            f"{turn}>{name}</text>"
        )

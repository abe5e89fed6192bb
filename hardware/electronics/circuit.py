"""The circuits of the row strips, of the controller, and of the module they form; pure.

A module is five strips above one controller. A strip has five cells and the four crossings below
them. Column lines run straight through all strips. A strip's own row is the first of the row
lines; it passes the others on, each moved by one place, and its own in the last place. The chain
of lights starts at the top strip, which LED_UP leads to, and comes down from strip to strip.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from hardware.boardfile import BUTTONS, ROUND_TRACK, BoardSpec, Point
from hardware.electronics.strips import STRIP, STRIPS, Moved, Wiring, line_net, row_net
from hardware.pins import PICO_PIN

__all__ = [
    "ABOVE",
    "CONTROLLER",
    "CONTROLLER_HEIGHT",
    "CONTROLLER_SCREWS",
    "PICO_AT",
    "POWER",
    "SCREWS",
    "Circuit",
    "Node",
    "Part",
    "around_pico",
    "controller",
    "is_at_crossing",
    "is_fitted",
    "module",
    "origin",
    "right_edge",
    "strip",
]

CONTROLLER = "controller"
POWER = ("+5V", "GND", "+3V3", "VBUS")

SEAM = 0.2  # mm between two boards; the holes keep the pitch, the edges never touch
ABOVE = 18 - SEAM / 2  # mm from a board's upper edge to its line of cells
HEADER_Y = 3.0  # mm from a board's upper edge to the pins that plug into the strip above
REACH = 14.5  # mm from a socket's pins to those of the header in it; 14.07 is all the way in
CONNECTOR_DX = -4.95  # mm from a cell to the middle of its connector, clear of its reeds
ROWS_DX = -24.0  # mm from cell a to the middle of the connector of the rows
PIN = 2.54
END = 20.0  # mm from cell e to the right edge
CONTROLLER_HEIGHT = 52.0

# The lines of a cell's connector by pin; pin 1 is on the right, seen from above.
CELL_PINS = ("GND", "+5V", "GND", "cover", "occupant", "extra")

# Offsets from a reed to its diode and from a light to its capacitor, and their rotation. A reed
# stands upright; its rotation gives the side of the wire to its upper lead.
REED_TURN = {"cover": 90.0, "occupant": 180.0, "crossing": 0.0}
DIODE = {
    "cover": (-4.8, -3.81, 0.0),
    "occupant": (-3.81, 4.4, 90.0),
    "crossing": (8.2, 0.0, 180.0),
}
BYPASS = {"cell": (6.0, 0.5, 90.0), "crossing": (6.0, 0.5, -90.0)}

# M3 screws of a strip, from cell a and from cell e; 13 mm and more from any reed.
SCREWS = {"a": ((9.0, -13.5), (11.5, 25.5)), "e": ((12.0, -13.5), (14.0, 25.5))}
# Those of the controller, from its corner.
CONTROLLER_SCREWS = ((24.5, 48.5), (152.0, 29.0), (249.5, 33.0), (249.5, 46.5))

PICO_AT = (3.015, 24.5)  # its pin 1, upper left; half way between the pins of the connectors
PULL_UPS_AT = (65.0, 26.5)
BUFFER_AT = (86.0, 33.0)
DEBUG_AT = (60.0, 26.5)

_PICO_POWER = {str(pin): "GND" for pin in (3, 8, 13, 18, 23, 28, 33, 38)} | {
    "36": "+3V3",
    "40": "VBUS",
}

Node = tuple[str, str]  # a part's reference and one of its pads


@dataclass(frozen=True)
class Part:
    """A part on a board; *at* is in mm from the board's upper left corner, y down."""

    ref: str
    kind: str
    label: str
    at: Point
    pads: dict[str, str]  # net by pad; other pads are unconnected
    turn: float = 0.0  # degrees, counterclockwise seen from above
    side: str = "top"


@dataclass(frozen=True)
class Circuit:
    """One board's parts."""

    name: str
    title: str
    size: Point
    parts: tuple[Part, ...]
    nets: dict[str, frozenset[Node]] = field(init=False)

    def __post_init__(self) -> None:
        nets = defaultdict(set)
        for part in self.parts:
            for pad, net in part.pads.items():
                nets[net].add((part.ref, pad))
        object.__setattr__(self, "nets", {net: frozenset(nets[net]) for net in sorted(nets)})

    def __getitem__(self, ref: str) -> Part:
        return next(part for part in self.parts if part.ref == ref)


def origin(board: BoardSpec, index: int) -> Point:
    """The upper left corner of strip *index* (0..4), or of the controller (5)."""
    it = board.geometry
    return (0.0, round(it.a1[1] + index * it.pitch - ABOVE, 3))


def connectors(board: BoardSpec) -> list[tuple[str, float]]:
    """What the six connectors of an edge carry, and the x of pin 1 of each in mm."""
    first = board.geometry.a1[0] + 2.5 * PIN
    cells = [
        (f"columns of {c}", round(first + n * board.geometry.pitch + CONNECTOR_DX, 3))
        for n, c in enumerate("abcde")
    ]
    return [("rows", round(first + ROWS_DX, 3)), *cells]


def strip(board: BoardSpec, name: str = STRIP) -> Circuit:
    """The circuit of a row strip; *name* is one of :attr:`Wiring.boards`."""
    wiring = Wiring(board)
    parts = [*_strip_connectors(board), *_reeds(board, wiring.moved.get(name, {}))]
    parts += [*_strip_leds(board), *_bridges(board)]
    size = (right_edge(board), round(board.geometry.pitch - SEAM, 3))
    if name == STRIP:
        title = f"row strip, {wiring.boards.count(STRIP)} alike"
    else:
        title = f"row strip {name.removeprefix(STRIP)}, no other"
    return Circuit(name, title, size, tuple(parts))


def right_edge(board: BoardSpec) -> float:
    """The width of every board, in mm."""
    return board.geometry.a1[0] + 4 * board.geometry.pitch + END


def _cell_lines(cell: str) -> list[str]:
    """The nets of the connector of a column of cells by pin."""
    extra = "LED_UP" if cell == "a" else f"X{'abcde'.index(cell)}"
    lines = {"cover": line_net(f"{cell}.cover"), "occupant": line_net(f"{cell}.occupant")}
    return [lines.get(pin, extra if pin == "extra" else pin) for pin in CELL_PINS]


def _strip_connectors(board: BoardSpec) -> Iterator[Part]:
    """Headers on the upper edge, sockets on the lower one, all lying flat below the board."""
    ups = [row_net(n) for n in range(1, STRIPS)]
    down = round(board.geometry.pitch + HEADER_Y - REACH, 3)
    for first, kind, y, rows, where in (
        (1, "header", HEADER_Y, ["CHAIN_IN", *ups, row_net(0)], "above"),
        (11, "socket", down, ["CHAIN_OUT", row_net(0), *ups], "below"),
    ):
        for n, (name, x) in enumerate(connectors(board)):
            nets = _cell_lines("abcde"[n - 1]) if n else rows
            pads = {str(pin): net for pin, net in enumerate(nets, 1)}
            yield Part(f"J{first + n}", kind, f"{name}, {where}", (x, y), pads, 90, "bottom")


def _reeds(board: BoardSpec, moved: Moved) -> Iterator[Part]:
    names = [(f"{c}1.{kind}", f"{c}.{kind}") for kind in ("cover", "occupant") for c in "abcde"]
    names += [(f"x{i}1.occupant", f"x{i}") for i in range(1, 5)]
    for n, (name, line) in enumerate(names, 1):
        kind = "crossing" if name[0] == "x" else name.partition(".")[2]
        at = _local(board, 0, board.place_mm[name])
        middle = f"{line_net(line)}_REED"
        column, up = moved.get(line, (line, 0))
        ends = {"1": row_net(up), "2": middle}
        yield Part(f"SW{n}", "reed", line, at, ends, REED_TURN[kind])
        *offset, turn = DIODE[kind]
        # Pad 1 of a diode is its banded end, the cathode.
        ends = {"1": line_net(column), "2": middle}
        yield Part(f"D{n}", "diode", line, _shift(at, offset[0], offset[1]), ends, turn)


def _local(board: BoardSpec, index: int, place: Point) -> Point:
    left, top = origin(board, index)
    return _shift(place, -left, -top)


def _shift(at: Point, dx: float, dy: float) -> Point:
    return (round(at[0] + dx, 3), round(at[1] + dy, 3))


def _strip_leds(board: BoardSpec) -> Iterator[Part]:
    chain = [f"{c}1" for c in "abcde"] + [f"x{i}1" for i in (4, 3, 2, 1)]
    nets = ["CHAIN_IN", *(f"LED{n}_OUT" for n in range(1, len(chain))), "CHAIN_OUT"]
    for n, name in enumerate(chain, 1):
        at = _shift(_local(board, 0, board.place_mm[name]), *board.geometry.led_offset)
        label = name[:-1]
        kind = "crossing" if name[0] == "x" else "cell"
        yield from _light(n, label, kind, at, nets[n - 1], nets[n])


def _light(n: int, label: str, kind: str, at: Point, data: str, onward: str) -> Iterator[Part]:
    """A WS2812B and its capacitor; data runs left through the crossings, else right."""
    pads = {"1": "+5V", "3": "GND", "4": data}
    if onward:
        pads["2"] = onward
    yield Part(f"LED{n}", "led", label, at, pads, 0 if kind == "crossing" else 180)
    dx, dy, turn = BYPASS[kind]
    ends = {"1": "+5V", "2": "GND"}
    yield Part(f"C{n}", "bypass", f"at {label}", _shift(at, dx, dy), ends, turn)


def _bridges(board: BoardSpec) -> Iterator[Part]:
    """Solder bridges that continue the chain where no other part does."""
    x = board.geometry.a1[0]
    up = {"1": "LED_UP", "2": "CHAIN_IN"}
    yield Part("JP1", "bridge", "close on strip 1 only", (x - 14, ABOVE - 6.5), up, 180)
    home = {"1": "LED5_OUT", "2": "CHAIN_OUT"}
    yield Part("JP2", "bridge", "close on strip 5 only", (x - 15.5, ABOVE + 25.5), home, 90)


def around_pico(board: BoardSpec) -> tuple[Part, ...]:
    """The parts that a hand-wired module has too: Pico, pull-ups, 74AHCT125 and feeds."""
    return (*_pico(board), *_pull_ups(board), *_buffer(), *_feed(right_edge(board)))


def controller(board: BoardSpec) -> Circuit:
    """The circuit of the controller."""
    parts = [
        *_controller_connectors(board),
        *_pico(board),
        *_pull_ups(board),
        *_buffer(),
        *_inputs(board),
        *_round_track(board),
        *_feed(right_edge(board)),
        *_test_points(),
    ]
    return Circuit(CONTROLLER, "controller", (right_edge(board), CONTROLLER_HEIGHT), tuple(parts))


def _controller_connectors(board: BoardSpec) -> Iterator[Part]:
    wiring = Wiring(board)
    # The rows in the order of the lowest strip: its own first.
    rows = [f"ROW{row}" for row in reversed(wiring.rows)]
    columns = {line_net(line): f"COL{n}" for line, n in wiring.columns.items()}
    for n, (name, x) in enumerate(connectors(board)):
        nets = _cell_lines("abcde"[n - 1]) if n else ["CHAIN", *rows]
        pads = {str(pin): columns.get(net, net) for pin, net in enumerate(nets, 1)}
        yield Part(f"J{n + 1}", "header", f"{name}, above", (x, HEADER_Y), pads, 90, "bottom")


def _pico(board: BoardSpec) -> Iterator[Part]:
    gpios = {f"ROW{n}": pin for n, pin in enumerate(board.matrix.row_pins)}
    gpios |= {f"COL{n}": column.pin for n, column in enumerate(board.matrix.columns)}
    gpios["LED_3V3"] = board.leds.pin
    free = [gpio for gpio in PICO_PIN if gpio not in gpios.values()]
    gpios |= {f"DEBUG{n}": gpio for n, gpio in enumerate(free[:2])}
    pads = _PICO_POWER | {str(PICO_PIN[gpio]): net for net, gpio in gpios.items()}
    yield Part("U1", "pico", "USB to the left", PICO_AT, pads, -90, "bottom")
    label = " ".join(f"GP{gpio}" for gpio in free[:2]) + " GND"
    ends = {"1": "DEBUG0", "2": "DEBUG1", "3": "GND"}
    yield Part("J8", "debug", label, DEBUG_AT, ends, 90, "bottom")


def _pull_ups(board: BoardSpec) -> Iterator[Part]:
    for n in range(len(board.matrix.row_pins)):
        at = _shift(PULL_UPS_AT, n * PIN, 0)
        yield Part(f"R{n + 1}", "pull_up", f"row {n}", at, {"1": f"ROW{n}", "2": "+3V3"}, -90)


def _buffer() -> Iterator[Part]:
    """One gate raises the chain's data from 3.3 V to 5 V; the other three are unused."""
    pads = {"1": "GND", "2": "LED_3V3", "3": "LED_5V", "7": "GND", "14": "+5V"}
    pads |= {"5": "GND", "9": "GND", "12": "GND", "4": "+5V", "10": "+5V", "13": "+5V"}
    yield Part("U2", "buffer", "3.3 V to 5 V", BUFFER_AT, pads, 0)
    yield Part("C12", "bypass", "at U2", _shift(BUFFER_AT, 0, -6.5), {"1": "+5V", "2": "GND"}, 180)
    ends = {"1": "LED_5V", "2": "LED_UP"}
    yield Part("R6", "series", "into the chain", _shift(BUFFER_AT, -7, -1.27), ends, 180)
    ends = {"1": "LED_3V3", "2": "GND"}
    yield Part(
        "R7", "pull_up", "down while no Pico drives", _shift(BUFFER_AT, -7, -4.4), ends, 180
    )


def _inputs(board: BoardSpec) -> Iterator[Part]:
    """The three buttons, and the spare input on two pins, each with its diode."""
    for n, name in enumerate((*BUTTONS, "spare"), 1):
        column, row = divmod(board.reeds.index(name), 5)
        x, y = _local(board, STRIPS, board.place_mm[name])
        ends = {"1": f"ROW{row}", "2": f"{name.upper()}_SWITCH"}
        if name == "spare":
            yield Part("J9", "spare", name, (x + PIN / 2, y), ends, 90, "bottom")
        else:
            yield Part(f"SW{n}", "button", name, (x - 6.25, y - 2.5), ends)
        ends = {"1": f"COL{column}", "2": f"{name.upper()}_SWITCH"}
        yield Part(f"D{n}", "diode", name, (x - 10, round(y + 0.85, 3)), ends, -90)


def _round_track(board: BoardSpec) -> Iterator[Part]:
    nets = ["CHAIN", *(f"LED{n}_OUT" for n in range(1, len(ROUND_TRACK)))]
    for n, name in enumerate(ROUND_TRACK, 1):
        at = _local(board, STRIPS, board.place_mm[name])
        onward = nets[n] if n < len(nets) else ""
        yield from _light(n, name, "cell", at, nets[n - 1], onward)


def _feed(right: float) -> Iterator[Part]:
    """USB or a 5 V supply; each has a fuse and a diode, so neither can feed the other."""
    yield Part("F1", "usb_fuse", "USB", (8.5, 48.0), {"1": "VBUS", "2": "VBUS_FUSED"})
    yield Part("D5", "schottky", "from USB", (17.0, 48.0), {"1": "+5V", "2": "VBUS_FUSED"}, 180)
    ends = {"1": "FEED", "2": "GND"}
    yield Part("J7", "jack", "5 V, centre positive", (right - 14.1, 13.0), ends, -90, "bottom")
    yield Part("F2", "feed_fuse", "supply", (right - 19.5, 13.0), {"1": "FEED", "2": "FEED_FUSED"},
               180)  # fmt: skip
    yield Part("D6", "schottky", "from supply", (right - 19.5, 19.0),
               {"1": "+5V", "2": "FEED_FUSED"})  # fmt: skip
    # Before the diode, because a USB port must see at most 10 uF when it is plugged in. A jack
    # with reversed polarity is shorted by D7, and its fuse trips.
    ends = {"1": "FEED_FUSED", "2": "GND"}
    yield Part("C13", "bulk", "bulk", (right - 12, 24.0), ends, 0, "bottom")
    yield Part("D7", "schottky", "against a wrong supply", (right - 3.5, 24.2), ends, 90)


def _test_points() -> Iterator[Part]:
    nets = ("GND", "+5V", "+3V3", "LED_5V")
    for n, net in enumerate(nets, 1):
        yield Part(f"TP{n}", "test_point", net, (60.0 + 4 * n, 40.0), {"1": net})


def module(board: BoardSpec) -> dict[str, frozenset[tuple[str, str, str]]]:
    """Returns the nets of a whole module; a node is board, reference and pad.

    Boards are `strip1` .. `strip5` and `controller`, joined by their connectors and, on strips 1
    and 5, by the bridges; strip 5 has no parts at its crossings. A net is named by its nodes on
    the controller, or else by those of the first strip it touches.
    """
    boards = {f"strip{n}": strip(board, name) for n, name in enumerate(Wiring(board).boards, 1)}
    boards[CONTROLLER] = controller(board)
    joined = _Joined()
    for name, circuit in boards.items():
        for net, nodes in circuit.nets.items():
            for ref, pad in nodes:
                if not (name == f"strip{STRIPS}" and is_at_crossing(circuit[ref])):
                    joined.join((name, net), (name, ref, pad))
    names = list(boards)
    for above, below in pairwise(names):
        for n in range(6):
            for pad in ("1", "2", "3", "4", "5", "6"):
                joined.join((above, f"J{11 + n}", pad), (below, f"J{1 + n}", pad))
    for name, ref in (("strip1", "JP1"), (f"strip{STRIPS}", "JP2")):
        joined.join((name, ref, "1"), (name, ref, "2"))
    return joined.nets()


def is_fitted(part: Part, number: int) -> bool:
    """True if strip *number* (1..5) has this part; strip 1 has no upper connectors."""
    is_above = number == 1 and part.kind == "header"
    return not is_above and not (number == STRIPS and is_at_crossing(part))


def is_at_crossing(part: Part) -> bool:
    """True if strip 5 lacks this part."""
    return part.kind in ("reed", "diode", "led", "bypass") and "x" in part.label


class _Joined:
    """Groups of nodes and net names that form one net."""

    def __init__(self) -> None:
        self._group: dict[tuple[str, ...], list[tuple[str, ...]]] = {}

    def join(self, one: tuple[str, ...], other: tuple[str, ...]) -> None:
        a = self._group.setdefault(one, [one])
        b = self._group.setdefault(other, [other])
        if a is not b:
            a += b
            for item in b:
                self._group[item] = a

    def nets(self) -> dict[str, frozenset[tuple[str, str, str]]]:
        found = {}
        for group in {id(group): group for group in self._group.values()}.values():
            names = sorted(
                (n for n in group if len(n) == 2), key=lambda n: (n[0] != CONTROLLER, n)
            )
            nodes = frozenset((n[0], n[1], n[2]) for n in group if len(n) == 3)
            name = names[0][1] if names[0][0] == CONTROLLER else "/".join(names[0])
            found[name] = nodes
        return found

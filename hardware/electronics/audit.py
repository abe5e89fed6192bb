"""Traces the finished boards from every reed to the Pico and compares them with `board.toml`.

Deliberately independent of the generator: it reads the board file itself, finds parts by their
position on the copper, joins boards whose connectors meet, and takes the Pico's pins from its
datasheet. It uses nothing of :mod:`circuit`, so a mistake there cannot hide here.
"""

import math
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from hardware.electronics.netlist import Netlist

__all__ = ["PICO", "audit"]

Pad = tuple[str, str, str]  # board, part, pad
Spot = tuple[float, float]

# The Pico's edge, pins 1..40, from its datasheet.
PICO = (
    *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
    *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
    *("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN"),
    *("GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"),
)
_STRIPS = 5
_FUSES = {"usb": "0.5 A", "jack": "1.1 A"}
# From a board's upper edge to its cells, between strips, and from a socket to the pins in it.
_UPPER = 17.9
_MATE = (14.07, 14.8)


def audit(netlists: Mapping[str, Netlist], board_file: Path) -> list[str]:
    """Returns where a module of five strips and a controller differs from the board file."""
    document = tomllib.loads(board_file.read_text(encoding="utf-8"))
    module = _Module(netlists, document)
    return [
        *_matrix(module, document),
        *_buttons(module, document),
        *_pull_ups(module, document),
        *_lights(module, document),
        *_power(module),
    ]


class _Module:
    """All pads of six boards, grouped by what copper, connectors and bridges join."""

    def __init__(self, netlists: Mapping[str, Netlist], document: dict[str, Any]) -> None:
        # A strip that differs from the others has a board of its own, named by its number.
        strips = [f"strip{n}" for n in range(1, _STRIPS + 1)]
        self.boards = {name: netlists.get(name) or netlists["strip"] for name in strips}
        self.boards["controller"] = netlists["controller"]
        self.geometry = document["place_mm"]
        self._group: dict[Pad, set[Pad]] = {}
        for name, netlist in self.boards.items():
            # From the copper; the build checks that the schematic agrees.
            for nodes in netlist.copper.values():
                self._join((name, *node) for node in nodes)
        names = list(self.boards)
        for above, below in pairwise(names):
            self._plug(above, below)
        self._join([("strip1", "JP1", "1"), ("strip1", "JP1", "2")])
        last = f"strip{_STRIPS}"
        self._join([(last, "JP2", "1"), (last, "JP2", "2")])

    def _join(self, pads: Iterable[Pad]) -> None:
        merged: set[Pad] = set()
        for pad in pads:
            merged |= self._group.get(pad, {pad})
        for pad in merged:
            self._group[pad] = merged

    def _plug(self, above: str, below: str) -> None:
        """Joins the socket pads of one board with the header pads that meet them."""
        down = self.origin(below)[1] - self.origin(above)[1]
        uppers = {pad: at for pad, at in self.boards[above].pads.items() if pad[0][0] == "J"}
        lowers = {pad: at for pad, at in self.boards[below].pads.items() if pad[0][0] == "J"}
        for upper, (x, y) in uppers.items():
            for lower, (x2, y2) in lowers.items():
                if abs(x - x2) < 0.05 and _MATE[0] <= y2 + down - y <= _MATE[1]:
                    self._join([(above, *upper), (below, *lower)])

    def origin(self, board: str) -> Spot:
        index = _STRIPS if board == "controller" else int(board[-1]) - 1
        return (0.0, self.geometry["a1"][1] + index * self.geometry["pitch"] - _UPPER)

    def with_(self, pad: Pad) -> set[Pad]:
        """All pads joined to *pad*, including itself."""
        return self._group.get(pad, {pad})

    def parts(self, pads: Iterable[Pad], prefix: str, but: Iterable[str] = ()) -> list[Pad]:
        """The *pads* that belong to fitted parts with that prefix."""
        return sorted(
            pad
            for pad in pads
            if pad[1].rstrip("0123456789") == prefix and self.is_fitted(pad) and pad[1] not in but
        )

    def is_fitted(self, pad: Pad) -> bool:
        """False at the crossings of strip 5 and on the upper edge of strip 1."""
        at = self.place(pad[0], pad[1])
        lowest = self.geometry["a1"][1] + (_STRIPS - 1) * self.geometry["pitch"]
        on_strip_5 = pad[0] == f"strip{_STRIPS}" and pad[1][0] in "SDLC"
        return not (on_strip_5 and at[1] > lowest + self.geometry["pitch"] / 4)

    def place(self, board: str, ref: str) -> Spot:
        (x, y), (left, top) = self.boards[board].at[ref], self.origin(board)
        return (x + left, y + top)

    def at(self, spot: Spot, prefix: str, names: Iterable[str] | None = None) -> tuple[str, str]:
        """The part with that prefix whose centre is at *spot*."""
        for board in names or self.boards:
            for ref in self.boards[board].at:
                is_kind = ref.rstrip("0123456789") == prefix
                if is_kind and math.dist(self.place(board, ref), spot) < 0.01:
                    return (board, ref)
        return ("", "")

    def gpios(self, pads: Iterable[Pad]) -> list[str]:
        """The names of the Pico's pins among *pads*."""
        return sorted(PICO[int(pad[2]) - 1] for pad in pads if pad[:2] == ("controller", "U1"))


def _spot(geometry: dict[str, Any], name: str) -> Spot:
    """The expected position of a reed or light."""
    base, _, kind = name.partition(".")
    (x, y), pitch = geometry["a1"], geometry["pitch"]
    if base[0] == "r":
        n = int(base[1:]) - 1
        step = geometry["round_track_step"]
        return (geometry["r1"][0] + n * step[0], geometry["r1"][1] + n * step[1])
    if base[0] == "x":
        column, row = int(base[1]) - 0.5, int(base[2]) - 0.5
    else:
        column, row = float("abcde".index(base[0])), float(int(base[1]) - 1)
    offset = geometry[f"{kind or 'led'}_offset"]
    return (x + column * pitch + offset[0], y + row * pitch + offset[1])


def _matrix(module: _Module, document: dict[str, Any]) -> Iterator[str]:
    for column in document["matrix"]["columns"]:
        for row, reed in enumerate(column["reeds"]):
            if "." not in reed:
                continue
            board, ref = module.at(_spot(module.geometry, reed), "SW")
            if not ref:
                yield f"no reed lies at the place of {reed}"
                continue
            row_pin = document["matrix"]["row_pins"][row]
            yield from _switch(module, document, reed, (board, ref), row_pin, column["pin"])


def _buttons(module: _Module, document: dict[str, Any]) -> Iterator[str]:
    for column in document["matrix"]["columns"]:
        for row, name in enumerate(column["reeds"]):
            if "." in name:
                continue
            x, y = module.geometry[name]
            # A button is known by its first pin, the spare input by the pin right of its middle.
            spot, prefix = ((x + 1.27, y), "J") if name == "spare" else ((x - 6.25, y - 2.5), "SW")
            found = module.at(spot, prefix, ["controller"])
            if not found[1]:
                yield f"no switch lies at the place of {name}"
                continue
            row_pin = document["matrix"]["row_pins"][row]
            yield from _switch(module, document, name, found, row_pin, column["pin"])


def _switch(
    module: _Module,
    document: dict[str, Any],
    name: str,
    switch: tuple[str, str],
    row_pin: int,
    column_pin: int,
) -> Iterator[str]:
    """Checks that a switch leads from its row to one diode, and that to its column."""
    sides = [module.with_((*switch, pad)) for pad in ("1", "2")]
    rows = [side for side in sides if module.gpios(side)]
    middles = [side for side in sides if not module.gpios(side)]
    if len(rows) != 1 or len(middles) != 1:
        yield f"{name}: one side must lead to the Pico and one to a diode"
        return
    if module.gpios(rows[0]) != [f"GP{row_pin}"]:
        yield f"{name}: its row reaches {module.gpios(rows[0])}, board.toml says GP{row_pin}"
    diodes = module.parts(middles[0], "D")
    if len(diodes) != 1 or len(middles[0]) != 2:
        yield f"{name}: joins {len(diodes)} diodes, {len(middles[0])} pads; expected 1 and 2"
        return
    board, diode, near = diodes[0]
    far = {"1": "2", "2": "1"}[near]
    # Pad 1 is the cathode.
    if (far == "1") != (document["matrix"]["diode_cathode"] == "column"):
        yield f"{name}: {diode} of {board} is the wrong way round"
    reached = module.gpios(module.with_((board, diode, far)))
    if reached != [f"GP{column_pin}"]:
        yield f"{name}: its column reaches {reached}, board.toml says GP{column_pin}"


def _pull_ups(module: _Module, document: dict[str, Any]) -> Iterator[str]:
    ohm = document["matrix"]["row_pull_up_ohm"]
    for pin in document["matrix"]["row_pins"]:
        row = module.with_(("controller", "U1", str(PICO.index(f"GP{pin}") + 1)))
        resistors = module.parts(row, "R")
        if len(resistors) != 1:
            yield f"the row at GP{pin} has {len(resistors)} resistors, expected 1"
            continue
        board, ref, near = resistors[0]
        far = module.with_((board, ref, {"1": "2", "2": "1"}[near]))
        if module.gpios(far) != ["3V3"]:
            yield f"{ref} pulls the row at GP{pin} to {module.gpios(far)}, expected 3V3"
        if _ohm(module.boards[board].values[ref]) != ohm:
            yield f"{ref} has {module.boards[board].values[ref]}, board.toml says {ohm} ohm"


def _ohm(text: str) -> int:
    if "k" in text:
        whole, _, tenths = text.partition("k")
        return int(whole) * 1000 + int((tenths or "0").ljust(3, "0"))
    return int(text.rstrip("R"))


def _lights(module: _Module, document: dict[str, Any]) -> Iterator[str]:
    """Follows the chain from the Pico through the buffer and from light to light."""
    data = module.with_(("controller", "U1", str(PICO.index(f"GP{document['leds']['pin']}") + 1)))
    inputs = module.parts(data, "U", but=["U1"])
    # 74AHCT125: output enable, input and output of each gate.
    gates = {"2": ("1", "3"), "5": ("4", "6"), "9": ("10", "8"), "12": ("13", "11")}
    if len(inputs) != 1 or inputs[0][2] not in gates:
        yield f"the Pico's data pin leads to {len(inputs)} inputs of a buffer, expected 1"
        return
    board, buffer, pin = inputs[0]
    enable, output = gates[pin]
    if module.gpios(module.with_((board, buffer, enable)))[:1] not in (["AGND"], ["GND"]):
        yield f"the gate of {buffer} that lifts the data is not enabled"
    resistors = module.parts(module.with_((board, buffer, output)), "R")
    if len(resistors) != 1:
        yield f"{len(resistors)} resistors follow the buffer, expected 1"
        return
    board, ref, near = resistors[0]
    wire = module.with_((board, ref, {"1": "2", "2": "1"}[near]))
    for name in document["leds"]["chain"]:
        lights = module.parts(wire, "LED")
        takers = [pad for pad in lights if pad[2] == "4"]
        if len(takers) != 1:
            yield f"the data for {name} reaches {len(takers)} inputs, expected 1"
            return
        givers = [pad for pad in lights if pad[2] == "2"]
        if len(givers) > 1:
            yield f"the data for {name} comes from {len(givers)} lights at once"
            return
        board, ref, _ = takers[0]
        if math.dist(module.place(board, ref), _spot(module.geometry, name)) > 0.01:
            yield f"the data for {name} reaches {ref} of {board}, which lies elsewhere"
        wire = module.with_((board, ref, "2"))
        yield from _supply(module, name, (board, ref))
    if module.parts(wire, "LED", but=[ref]):
        yield "the chain does not end where board.toml ends it"


def _supply(module: _Module, name: str, light: tuple[str, str]) -> Iterator[str]:
    five, ground = _rails(module)
    if (*light, "1") not in five or (*light, "3") not in ground:
        yield f"the light {name} is not between +5V and GND"
    near = [
        ref
        for ref in module.boards[light[0]].at
        if ref[0] == "C" and math.dist(module.place(light[0], ref), module.place(*light)) < 8
        if (light[0], ref, "1") in five and (light[0], ref, "2") in ground
    ]
    if not near:
        yield f"no capacitor lies beside the light {name}"


def _rails(module: _Module) -> tuple[set[Pad], set[Pad]]:
    """The pads on +5 V, found at the buffer, and on ground, found at the Pico."""
    return module.with_(("controller", "U2", "14")), module.with_(("controller", "U1", "3"))


def _power(module: _Module) -> Iterator[str]:
    five, ground = _rails(module)
    if five & ground:
        yield "+5V and GND are joined"
    if module.gpios(five):
        yield f"+5V is joined to the Pico's {module.gpios(five)}, past fuse and diode"
    if module.gpios(ground) != ["AGND", *["GND"] * 7]:
        yield f"ground joins {module.gpios(ground)} of the Pico"
    # Each feed reaches +5 V through a fuse and then a diode that blocks reverse current.
    feeds = [pad for pad in module.parts(five, "D") if pad[0] == "controller"]
    sources = defaultdict(list)
    for board, ref, near in feeds:
        if near != "1":
            yield f"{ref} lets +5V flow back to where it comes from"
        fuses = module.parts(module.with_((board, ref, "2")), "F")
        for _, fuse, pad in fuses:
            behind = module.with_((board, fuse, {"1": "2", "2": "1"}[pad]))
            source = "usb" if "VBUS" in module.gpios(behind) else "jack"
            sources[source].append(fuse)
            if (amperes := module.boards[board].values[fuse]) != _FUSES[source]:
                yield f"{fuse}, the fuse of {source}, is of {amperes}, expected {_FUSES[source]}"
            if source == "jack":
                yield from _jack(module, behind, ground)
        if len(fuses) != 1:
            yield f"{ref} has {len(fuses)} fuses before it, expected 1"
    if sorted(sources) != ["jack", "usb"]:
        yield f"+5V is fed by {sorted(sources)}, expected USB and the jack"
    yield from _electrolytics(module, five, ground)


def _jack(module: _Module, feed: set[Pad], ground: set[Pad]) -> Iterator[str]:
    """Pin 1 of the jack is its centre, pin 2 its sleeve."""
    jacks = module.parts(feed, "J")
    if [pad for *_, pad in jacks] != ["1"] or (*jacks[0][:2], "2") not in ground:
        yield f"the jack feeds by {[pad for *_, pad in jacks]}, expected its centre, pin 1"


def _electrolytics(module: _Module, five: set[Pad], ground: set[Pad]) -> Iterator[str]:
    """USB must find no more than 10 uF, and a capacitor that is the wrong way round bursts."""
    board = module.boards["controller"]
    for ref in (ref for ref, value in board.values.items() if ref[0] == "C" and value != "100n"):
        plus, minus = ("controller", ref, "1"), ("controller", ref, "2")
        if minus not in ground:
            yield f"{ref} has its minus elsewhere than at ground"
        if plus in five or "VBUS" in module.gpios(module.with_(plus)):
            yield f"USB has to charge {ref}"
        across = [pad for pad in module.parts(module.with_(plus), "D") if pad[2] == "1"]
        if not any((*pad[:2], "2") in ground for pad in across):
            yield f"no diode keeps {ref} from a jack with plus outside"

"""Draws a circuit as a KiCad schematic: cells as blocks in board order."""

import uuid
from collections.abc import Collection, Iterable

from hardware.boardfile import BoardSpec
from hardware.electronics.circuit import CONTROLLER, POWER, Circuit, Part
from hardware.electronics.parts import NOT_BOUGHT, footprint, value
from hardware.electronics.symbols import LIBRARY, POWER_SYMBOLS, SYMBOLS, Pin, symbol_text

__all__ = ["schematic"]

_STUB = 2.54
_FAR = 15.24  # beyond the labels of the pins above and below


def schematic(circuit: Circuit, board: BoardSpec, crc: int) -> str:
    """The text of the `.kicad_sch` file; equal circuits give equal texts, including ids."""
    sheet = _Sheet(circuit, board)
    if circuit.name == CONTROLLER:
        _draw_controller(sheet)
    else:
        _draw_strip(sheet)
    return sheet.text(crc)


_COPPER_ONLY = {SYMBOLS[kind].name for kind in NOT_BOUGHT}


class _Sheet:
    """The drawing so far; coordinates in mm from the upper left corner of an A3 sheet."""

    def __init__(self, circuit: Circuit, board: BoardSpec) -> None:
        self.circuit = circuit
        self._board = board
        self._items: list[str] = []
        self._left = {part.ref: part for part in circuit.parts}
        self._count = 0
        self._root = self._id("root")

    def _id(self, *names: object) -> str:
        # Depends only on the name and the order, so that a fresh drawing is the same file.
        what = "/".join(str(name) for name in ("heistboard", self.circuit.name, *names))
        return str(uuid.uuid5(uuid.NAMESPACE_URL, what))

    def _next(self) -> str:
        self._count += 1
        return self._id("item", self._count)

    def part(self, ref: str, x: float, y: float, bare: Collection[str] = ()) -> dict[str, Pin]:
        """Draws a part with a label at every pin except *bare* ones; returns its pins."""
        part = self._left.pop(ref)
        symbol = SYMBOLS[part.kind]
        above, below = y - symbol.text_y[0], y - symbol.text_y[1]
        fields = [("Reference", ref, x + symbol.text_x, above, False)]
        fields += [("Value", value(self._board, part), x + symbol.text_x, below, False)]
        fields += [("Footprint", footprint(self._board, part.kind), x, y, True)]
        self._instance(symbol.name, ref, x, y, fields, symbol.pins)
        places = {}
        for pin in symbol.pins:
            px, py = round(x + pin.x, 2), round(y - pin.y, 2)
            places[pin.number] = Pin(pin.number, pin.name, pin.type, px, py, pin.angle)
            if pin.number in bare:
                continue
            if pin.number in part.pads:
                crowd = len(symbol.pins) > 2
                self._join(part.pads[pin.number], px, py, pin.angle, among_others=crowd)
            else:
                self._items.append(f'(no_connect (at {px:g} {py:g}) (uuid "{self._next()}"))')
        return places

    def _join(self, net: str, x: float, y: float, angle: int, *, among_others: bool) -> None:
        """Connects a pin that points into its symbol at *angle*."""
        if net in POWER and angle == (90 if net == "GND" else 270):
            self.power(net, x, y)
            return
        dx, dy = {0: (-1, 0), 180: (1, 0), 90: (0, 1), 270: (0, -1)}[angle]
        stub = _FAR if net in POWER and among_others else _STUB
        end = (round(x + dx * stub, 2), round(y + dy * stub, 2))
        self.wire((x, y), end)
        self.label(net, *end, (angle + 180) % 360)

    def label(self, net: str, x: float, y: float, angle: int = 0) -> None:
        side = "right" if angle in (180, 270) else "left"
        font = "(effects (font (size 1.27 1.27))"
        if net in POWER:
            head = f'(global_label "{net}" (shape passive)'
            tail = f"{font} (justify {side}))"
        else:
            head, tail = f'(label "{net}"', f"{font} (justify {side} bottom))"
        self._items.append(f'{head} (at {x:g} {y:g} {angle}) {tail} (uuid "{self._next()}"))')

    def power(self, net: str, x: float, y: float) -> None:
        """Draws the symbol of a power net, or a PWR_FLAG."""
        self._count += 1
        ref = f"#{'FLG' if net == 'PWR_FLAG' else 'PWR'}{self._count:03}"
        text_y = y - (POWER_SYMBOLS[net][1] if net in POWER_SYMBOLS else 3.81)
        fields = [("Reference", ref, x, y, True), ("Value", net, x, text_y, False)]
        fields += [("Footprint", "", x, y, True)]
        self._instance(net, ref, x, y, fields, (Pin("1", net, "", 0, 0, 0),))

    def _instance(
        self,
        symbol: str,
        ref: str,
        x: float,
        y: float,
        fields: list[tuple[str, str, float, float, bool]],
        pins: Iterable[Pin],
    ) -> None:
        it = [f'(symbol (lib_id "{LIBRARY}:{symbol}") (at {x:g} {y:g} 0) (unit 1)']
        in_bom = "no" if symbol in _COPPER_ONLY else "yes"
        it += [f"(exclude_from_sim no) (in_bom {in_bom}) (on_board yes) (dnp no)"]
        it += [f'(uuid "{self._id(ref)}")']
        everything = [*fields, ("Datasheet", "", x, y, True), ("Description", "", x, y, True)]
        for key, text, px, py, hidden in everything:
            hide = " (hide yes)" if hidden else ""
            it += [f'(property "{key}" "{text}" (at {px:g} {py:g} 0)']
            it += [f"(effects (font (size 1.27 1.27)){hide}))"]
        it += [f'(pin "{pin.number}" (uuid "{self._id(ref, pin.number)}"))' for pin in pins]
        project = f'(project "{self.circuit.name}" (path "/{self._root}"'
        it += [f'(instances {project} (reference "{ref}") (unit 1)))))']
        self._items.append("\n".join(it))

    def wire(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        xy = f"(xy {start[0]:g} {start[1]:g}) (xy {end[0]:g} {end[1]:g})"
        stroke = "(stroke (width 0) (type default))"
        self._items.append(f'(wire (pts {xy}) {stroke} (uuid "{self._next()}"))')

    def write(self, text: str, x: float, y: float, size: float = 1.8) -> None:
        effects = f"(effects (font (size {size:g} {size:g})) (justify left bottom))"
        words = text.replace("\n", "\\n")
        at = f"(at {x:g} {y:g} 0)"
        self._items.append(
            f'(text "{words}" (exclude_from_sim no) {at} {effects} (uuid "{self._next()}"))'
        )

    def frame(self, title: str, x: float, y: float, width: float, height: float) -> None:
        corners = f"(start {x:g} {y:g}) (end {x + width:g} {y + height:g})"
        style = "(stroke (width 0) (type dash)) (fill (type none))"
        self._items.append(f'(rectangle {corners} {style} (uuid "{self._next()}"))')
        self.write(title, x + 1.27, y + 4)

    def text(self, crc: int) -> str:
        if self._left:
            raise AssertionError(f"not drawn: {', '.join(self._left)}")
        title = f"Heistboard {self._board.name} module: {self.circuit.title}"
        lines = ['(kicad_sch (version 20250114) (generator "heist") (generator_version "9.0")']
        lines += [f'(uuid "{self._root}") (paper "A3")']
        lines += [f'(title_block (title "{title}") (rev "{self._board.revision}")']
        lines += [f'(company "layout {crc:08X}, CERN-OHL-P-2.0") (comment 1 "generated"))']
        lines += ["(lib_symbols"]
        for kind in sorted({part.kind for part in self.circuit.parts}):
            lines += symbol_text(kind, f"{LIBRARY}:")
        for net in (*POWER_SYMBOLS, "PWR_FLAG"):
            lines += symbol_text(net, f"{LIBRARY}:")
        lines += [")", *self._items, '(sheet_instances (path "/" (page "1")))']
        return "\n".join([*lines, "(embedded_fonts no))", ""])


def _draw_strip(sheet: _Sheet) -> None:
    by_label: dict[str, list[Part]] = {}
    for part in sheet.circuit.parts:
        by_label.setdefault(part.label.removeprefix("at "), []).append(part)

    for n, cell in enumerate("abcde"):
        x, y = 20.32 + n * 76.2, 20.32
        sheet.frame(f"cell {cell}", x, y, 73.66, 60.96)
        for k, kind in enumerate(("cover", "occupant")):
            reed, diode = by_label[f"{cell}.{kind}"]
            _draw_switch(sheet, reed, diode, x + 20.32, y + 12.7 + k * 10.16)
        _draw_light(sheet, by_label[cell], x + 30.48, y + 43.18)

    for n in range(4):
        line = f"x{n + 1}"
        x, y = 58.42 + n * 76.2, 88.9
        sheet.frame(f"crossing {line}, not on strip 5", x, y, 73.66, 50.8)
        reed, diode, *light = by_label[line]
        _draw_switch(sheet, reed, diode, x + 20.32, y + 12.7)
        _draw_light(sheet, light, x + 30.48, y + 33.02)

    for first, y, where in ((1, 157.48, "to the strip above"), (11, 190.5, "to the strip below")):
        sheet.frame(f"{where}; not on strip 1" if first == 1 else where, 20.32, y, 378.46, 27.94)
        for n in range(6):
            sheet.part(f"J{first + n}", 58.42 + n * 63.5, y + 13.97)
            sheet.write(
                sheet.circuit[f"J{first + n}"].label.split(",")[0], 62.2 + n * 63.5, y + 15
            )

    sheet.part("JP1", 45.72, 236.22)
    sheet.write("close on strip 1 only", 34, 243)
    sheet.part("JP2", 45.72, 254)
    sheet.write("close on strip 5 only", 34, 261)
    _draw_flags(sheet, ("+5V", "GND"), 109.22, 241.3)
    sheet.write(
        "A closed reed pulls ROW low while its column is driven low.\n"
        "Diodes: cathode (banded end) on the column.\n"
        "Row lines: this strip's own comes first and leaves last, the others move up by one pin.",
        152.4,
        250,
    )


def _draw_switch(sheet: _Sheet, switch: Part, diode: Part, x: float, y: float) -> None:
    """A switch and its diode in series, from the row to the column."""
    start = sheet.part(switch.ref, x, y, bare=("2",))["2"]
    end = sheet.part(diode.ref, x + 30.48, y, bare=("2",))["2"]
    sheet.wire((start.x, start.y), (end.x, end.y))
    sheet.label(switch.pads["2"], start.x + 1.27, start.y)


def _draw_light(sheet: _Sheet, parts: list[Part], x: float, y: float) -> None:
    for part in parts:
        sheet.part(part.ref, x if part.kind == "led" else x + 34.29, y)


def _draw_flags(sheet: _Sheet, nets: Iterable[str], x: float, y: float) -> None:
    """Flags these nets as fed from outside."""
    for n, net in enumerate(nets):
        sheet.power("PWR_FLAG", x + n * 15.24, y)
        if net == "GND":
            sheet.power(net, x + n * 15.24, y)
        else:
            sheet.wire((x + n * 15.24, y), (x + n * 15.24, y + 5.08))
            sheet.label(net, x + n * 15.24, y + 5.08, 270)


def _draw_controller(sheet: _Sheet) -> None:
    sheet.frame("to strip 5", 20.32, 17.78, 378.46, 27.94)
    for n in range(6):
        sheet.part(f"J{1 + n}", 58.42 + n * 63.5, 31.75)
        sheet.write(sheet.circuit[f"J{1 + n}"].label.split(",")[0], 62.2 + n * 63.5, 33)

    sheet.frame("Pico, on two 1x20 sockets", 20.32, 50.8, 96.52, 73.66)
    sheet.part("U1", 68.58, 88.9)
    sheet.frame("debug: two free pins", 20.32, 129.54, 48.26, 20.32)
    sheet.part("J8", 53.34, 139.7)

    sheet.frame("row pull-ups to 3V3", 121.92, 50.8, 50.8, 73.66)
    for n in range(5):
        sheet.part(f"R{n + 1}", 147.32, 63.5 + n * 12.7)

    sheet.frame("data of the lights, 3.3 V to 5 V", 177.8, 50.8, 91.44, 73.66)
    sheet.part("U2", 210.82, 83.82)
    sheet.part("R6", 251.46, 71.12)
    sheet.part("R7", 251.46, 83.82)
    sheet.part("C12", 248.92, 104.14)

    sheet.frame("buttons and a spare input", 274.32, 50.8, 124.46, 73.66)
    for n in range(3):
        switch, diode = sheet.circuit[f"SW{n + 1}"], sheet.circuit[f"D{n + 1}"]
        _draw_switch(sheet, switch, diode, 304.8, 64.77 + n * 15.24)
        sheet.write(switch.label, 376, 66 + n * 15.24)
    sheet.part("J9", 309.88, 113.03)
    sheet.part("D4", 355.6, 113.03)

    title = "feeds: USB or a 5 V supply; the diodes keep each from feeding the other"
    sheet.frame(title, 73.66, 129.54, 256.54, 43.18)
    sheet.part("F1", 104.14, 142.24)
    sheet.part("D5", 152.4, 142.24)
    sheet.part("J7", 104.14, 160.02)
    sheet.part("F2", 152.4, 160.02)
    sheet.part("D6", 200.66, 160.02)
    sheet.part("C13", 238.76, 152.4)
    sheet.part("D7", 281.94, 160.02)
    _draw_flags(sheet, ("+5V", "GND"), 271.78, 139.7)
    sheet.frame("test points", 335.28, 129.54, 63.5, 43.18)
    for n in range(4):
        sheet.part(f"TP{n + 1}", 345.44 + n * 12.7, 148.59)

    sheet.frame("round track", 20.32, 177.8, 378.46, 73.66)
    for n in range(11):
        x, y = 45.72 + n % 6 * 62.23, 198.12 + n // 6 * 35.56
        sheet.part(f"LED{n + 1}", x, y)
        sheet.part(f"C{n + 1}", x + 27.94, y)

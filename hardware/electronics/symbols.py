"""The schematic symbols, drawn here so that no library version matters."""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.pins import PICO_PIN

__all__ = ["LIBRARY", "POWER_SYMBOLS", "SYMBOLS", "Pin", "Symbol", "library", "symbol_text"]

LIBRARY = "heist"

# Symbol coordinates are in mm with y up, as in KiCad; a pin's position is its free end.
_GRID = 2.54
_SCHOTTKY_BAR = [(1.9, 0.8), (1.9, 1.27), (1.27, 1.27), (1.27, -1.27), (0.64, -1.27), (0.64, -0.8)]


@dataclass(frozen=True)
class Pin:
    """One pin; *angle* points from the free end into the symbol."""

    number: str
    name: str
    type: str
    x: float
    y: float
    angle: int


@dataclass(frozen=True)
class Symbol:
    """One drawing with its pins; *shapes* are s-expressions."""

    name: str
    prefix: str
    value: str
    pins: tuple[Pin, ...]
    shapes: tuple[str, ...]
    text_y: tuple[float, float]  # of reference and value, up
    shows_pins: bool = False
    text_x: float = 0.0


def _line(*points: tuple[float, float], fill: str = "none") -> str:
    xy = " ".join(f"(xy {x:g} {y:g})" for x, y in points)
    return f"(polyline (pts {xy}) (stroke (width 0.254) (type default)) (fill (type {fill})))"


def _box(x: float, top: float, bottom: float) -> str:
    return (
        f"(rectangle (start {-x:g} {top:g}) (end {x:g} {bottom:g})"
        f" (stroke (width 0.254) (type default)) (fill (type background)))"
    )


def _dot(x: float, y: float, radius: float = 0.5) -> str:
    return (
        f"(circle (center {x:g} {y:g}) (radius {radius:g})"
        f" (stroke (width 0.254) (type default)) (fill (type none)))"
    )


def _two(one: str = "1", other: str = "2", names: str = "AB") -> tuple[Pin, Pin]:
    """Two pins, left and right."""
    return (
        Pin(one, names[0], "passive", -5.08, 0, 0),
        Pin(other, names[1], "passive", 5.08, 0, 180),
    )


def _diode(name: str, value: str) -> Symbol:
    triangle = _line((-1.27, 1.27), (1.27, 0), (-1.27, -1.27), (-1.27, 1.27), fill="outline")
    leads = (_line((-2.54, 0), (-1.27, 0)), _line((1.27, 0), (2.54, 0)))
    pins = _two("2", "1", "AK")
    return Symbol(name, "D", value, pins, (triangle, _line(*_SCHOTTKY_BAR), *leads), (2.54, -3.3))


def _chip(
    name: str,
    prefix: str,
    value: str,
    left: list[tuple[str, str, str] | None],
    right: list[tuple[str, str, str] | None],
    half: float,
) -> Symbol:
    """A box with rows of pins; None leaves a gap."""
    rows = max(len(left), len(right))
    top = round((rows - 1) // 2 * _GRID, 2)
    pins = []
    for side, items in ((-1, left), (1, right)):
        for n, item in enumerate(items):
            if item:
                x = side * (half + _GRID)
                pins.append(Pin(*item, x, round(top - n * _GRID, 2), 0 if side < 0 else 180))
    bottom = round(top - (rows - 1) * _GRID - _GRID, 2)
    body = _box(half, top + _GRID, bottom)
    return Symbol(name, prefix, value, tuple(pins), (body,), (top + 3.81, bottom - 1.27), True)


def _row_of_pins(name: str, count: int) -> Symbol:
    pins: list[tuple[str, str, str] | None] = [
        (str(n), f"Pin_{n}", "passive") for n in range(1, count + 1)
    ]
    chip = _chip(name, "J", f"1x{count:02}", pins, [], _GRID)
    return Symbol(name, "J", chip.value, chip.pins, chip.shapes, chip.text_y)


def _pico() -> Symbol:
    names = {str(pin): f"GP{gpio}" for gpio, pin in PICO_PIN.items()}
    names |= {str(n): "GND" for n in (3, 8, 13, 18, 23, 28, 38)} | {"33": "AGND"}
    names |= {"30": "RUN", "35": "ADC_VREF", "36": "3V3", "37": "3V3_EN", "39": "VSYS"}
    names["40"] = "VBUS"

    def pin(number: int) -> tuple[str, str, str]:
        name = names[str(number)]
        kind = "bidirectional" if name.startswith("GP") else "passive"
        return (str(number), name, "power_out" if name in ("3V3", "VBUS") else kind)

    left = [pin(n) for n in range(1, 21)]
    right = [pin(n) for n in range(40, 20, -1)]
    return _chip("Pico", "U", "Raspberry Pi Pico", [*left], [*right], 12.7)


def _buffer() -> Symbol:
    left: list[tuple[str, str, str] | None] = []
    right: list[tuple[str, str, str] | None] = []
    for gate, (enable, data, out) in enumerate((("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"),
                                                ("13", "12", "11")), 1):  # fmt: skip
        left += [(enable, f"{gate}OE", "input"), (data, f"{gate}A", "input")]
        right += [None, (out, f"{gate}Y", "tri_state")]
    left += [("7", "GND", "power_in")]
    right += [("14", "VCC", "power_in")]
    return _chip("74AHCT125", "U", "74AHCT125", left, right, 7.62)


def _light() -> Symbol:
    pins = (
        Pin("4", "DIN", "input", -10.16, 0, 0),
        Pin("2", "DOUT", "output", 10.16, 0, 180),
        Pin("1", "VDD", "power_in", 0, 7.62, 270),
        Pin("3", "VSS", "power_in", 0, -7.62, 90),
    )
    return Symbol("WS2812B", "LED", "WS2812B", pins, (_box(7.62, 5.08, -5.08),), (6.35, -6.35),
                  True, 6.35)  # fmt: skip


def _capacitor(name: str, value: str, *, polar: bool) -> Symbol:
    pins = (
        Pin("1", "+" if polar else "1", "passive", 0, 3.81, 270),
        Pin("2", "-" if polar else "2", "passive", 0, -3.81, 90),
    )
    shapes = [_line((-2.032, 0.762), (2.032, 0.762)), _line((-2.032, -0.762), (2.032, -0.762))]
    shapes += [_line((0, 0.762), (0, 1.27)), _line((0, -0.762), (0, -1.27))]
    if polar:
        shapes += [_line((-1.8, 1.4), (-1.0, 1.4)), _line((-1.4, 1.0), (-1.4, 1.8))]
    return Symbol(
        name, "C", value, pins, tuple(shapes), (1.27, -1.27), text_x=8.89 if polar else 5.08
    )


def _resistor(name: str, prefix: str, value: str, *, fuse: bool = False) -> Symbol:
    shapes = [_box(2.54, 1.016, -1.016)]
    if fuse:
        shapes.append(_line((-2.54, 0), (2.54, 0)))
    return Symbol(name, prefix, value, _two(), tuple(shapes), (2.286, -2.54))


SYMBOLS = {
    "reed": Symbol(
        "Reed", "SW", "reed", _two(),
        (_dot(-1.778, 0), _dot(1.778, 0), _line((-1.27, 0.1), (1.5, 1.1)),
         _line((-3.2, 1.9), (3.2, 1.9), (3.2, -1.3), (-3.2, -1.3), (-3.2, 1.9)),
         _line((-2.54, 0), (-2.286, 0)), _line((2.286, 0), (2.54, 0))),
        (2.9, -2.54),
    ),
    "button": Symbol(
        "Button", "SW", "button", _two(),
        (_dot(-1.778, 0), _dot(1.778, 0), _line((-2.3, 1.1), (2.3, 1.1)),
         _line((0, 1.1), (0, 2.4)),
         _line((-2.54, 0), (-2.286, 0)), _line((2.286, 0), (2.54, 0))),
        (3.81, -2.54),
    ),
    "diode": _diode("BAT43W", "BAT43W"),
    "schottky": _diode("Schottky", "40 V 3 A"),
    "led": _light(),
    "bypass": _capacitor("C", "100n", polar=False),
    "bulk": _capacitor("CP", "1000u 10 V", polar=True),
    "pull_up": _resistor("R", "R", ""),
    "series": _resistor("R_series", "R", "330R"),
    "usb_fuse": _resistor("Polyfuse_USB", "F", "0.5 A", fuse=True),
    "feed_fuse": _resistor("Polyfuse_feed", "F", "1.1 A", fuse=True),
    "bridge": Symbol("Bridge", "JP", "open", _two(),
                     (_dot(-1.27, 0, 0.7), _dot(1.27, 0, 0.7), _line((-2.54, 0), (-1.97, 0)),
                      _line((1.97, 0), (2.54, 0))), (2.286, -2.54)),
    "header": _row_of_pins("Header", 6),
    "socket": _row_of_pins("Socket", 6),
    "spare": _row_of_pins("Pins2", 2),
    "debug": _row_of_pins("Pins3", 3),
    "jack": _chip(
        "Jack", "J", "5 V jack", [],
        [("1", "+", "passive"), ("2", "-", "passive"), ("3", "switch", "passive")], 5.08,
    ),
    "pico": _pico(),
    "buffer": _buffer(),
    "test_point": Symbol("TestPoint", "TP", "", (Pin("1", "1", "passive", 0, -2.54, 90),),
                         (_dot(0, 0.7, 0.7),), (2.54, 4.2)),
}  # fmt: skip

POWER_SYMBOLS = {
    "GND": (
        _line((0, 0), (0, -1.27), (1.27, -1.27), (0, -2.54), (-1.27, -1.27), (0, -1.27)), -3.81,
    ),
    **{net: (_line((-0.762, 1.27), (0, 2.54), (0.762, 1.27)) + _line((0, 0), (0, 2.54)), 3.81)
       for net in ("+5V", "+3V3", "VBUS")},
}  # fmt: skip


def symbol_text(name: str, prefix: str = "") -> Iterator[str]:
    """The s-expression of the symbol of a kind of part or of a power net, or of PWR_FLAG."""
    if name in SYMBOLS:
        yield from _part_symbol(SYMBOLS[name], prefix)
    elif name == "PWR_FLAG":
        shape = _line((0, 0), (0, 1.27), (-1.0, 1.9), (0, 2.54), (1.0, 1.9), (0, 1.27))
        yield from _power_symbol(name, "power_out", "#FLG", shape, 3.81, prefix)
    else:
        shape, y = POWER_SYMBOLS[name]
        yield from _power_symbol(name, "power_in", "#PWR", shape, y, prefix)


def _part_symbol(it: Symbol, prefix: str) -> Iterator[str]:
    pin_names = "" if it.shows_pins else " (hide yes)"
    yield f'(symbol "{prefix}{it.name}"'
    if not it.shows_pins and len(it.pins) < 3:
        yield "(pin_numbers (hide yes))"
    yield f"(pin_names (offset 0.508){pin_names})"
    yield "(exclude_from_sim no) (in_bom yes) (on_board yes)"
    yield from _properties(it.prefix, it.value or it.name, it.text_y[0], it.text_y[1])
    yield f'(symbol "{it.name}_0_1"'
    yield from it.shapes
    yield f') (symbol "{it.name}_1_1"'
    for pin in it.pins:
        yield (
            f"(pin {pin.type} line (at {pin.x:g} {pin.y:g} {pin.angle}) (length 2.54)"
            f' (name "{pin.name}" (effects (font (size 1.27 1.27))))'
            f' (number "{pin.number}" (effects (font (size 1.27 1.27)))))'
        )
    yield ") (embedded_fonts no))"


def _power_symbol(
    net: str, kind: str, reference: str, shape: str, y: float, prefix: str
) -> Iterator[str]:
    yield f'(symbol "{prefix}{net}" (power) (pin_numbers (hide yes))'
    yield "(pin_names (offset 0) (hide yes)) (exclude_from_sim no) (in_bom yes) (on_board yes)"
    yield from _properties(reference, net, -y, y)
    yield f'(symbol "{net}_0_1" {shape})'
    yield f'(symbol "{net}_1_1" (pin {kind} line (at 0 0 90) (length 0)'
    yield f' (name "{net}" (effects (font (size 1.27 1.27))))'
    yield ' (number "1" (effects (font (size 1.27 1.27))))))'
    yield "(embedded_fonts no))"


def _properties(reference: str, value: str, y: float, y2: float) -> Iterator[str]:
    hidden = " (hide yes)" if reference.startswith("#") else ""
    font = "(effects (font (size 1.27 1.27))"
    yield f'(property "Reference" "{reference}" (at 0 {y:g} 0) {font}{hidden}))'
    yield f'(property "Value" "{value}" (at 0 {y2:g} 0) {font}))'
    for key in ("Footprint", "Datasheet", "Description"):
        yield f'(property "{key}" "" (at 0 0 0) {font} (hide yes)))'


def library() -> str:
    """The text of the symbol library that both schematics use."""
    lines = ['(kicad_symbol_lib (version 20241209) (generator "heist") (generator_version "9.0")']
    for name in (*SYMBOLS, *POWER_SYMBOLS, "PWR_FLAG"):
        lines += symbol_text(name)
    return "\n".join([*lines, ")", ""])

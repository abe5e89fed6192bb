"""Footprints: our own as text, and the pad positions of any footprint."""

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from hardware.boardfile import Point

__all__ = ["OWN", "Tree", "pads", "pads_at", "parsed"]

_KICAD = Path("/usr/share/kicad/footprints")

WIRE_MM = 3.81  # from an upright reed to the wire of its upper lead

Tree = list["Tree | str"]


def _reed() -> str:
    """An upright reed: its lower lead in pad 1, the wire to its upper lead in pad 2."""
    lines = [*_head("Reed", "through_hole", "upright reed, a wire beside it", 2.6)]
    lines += [
        _hole("1", 0, 0, "rect"),
        _hole("2", WIRE_MM, 0, "circle"),
        _circle(1.6, "F.SilkS"),
        _line(1.6, 0, WIRE_MM - 1.0, 0, "F.SilkS"),
        _circle(0.9, "F.Fab"),
        *_box(-1.9, -1.9, WIRE_MM + 1.1, 1.9, "F.CrtYd", 0.05),
    ]
    return "\n".join([*lines, ")", ""])


def _pico() -> str:
    """Two 1x20 sockets for a Pico; pin 1 at the origin, its USB towards -y."""
    lines = [*_head("Pico", "through_hole", "Raspberry Pi Pico on two 1x20 sockets", 28)]
    for n in range(20):
        y = round(n * 2.54, 2)
        lines.append(_hole(str(n + 1), 0, y, "circle" if n else "rect"))
        lines.append(_hole(str(40 - n), 17.78, y, "circle"))
    lines += [
        *_box(-1.61, -1.37, 19.39, 49.63, "F.SilkS", 0.12),
        *_box(5, -2.6, 12.78, 3, "F.SilkS", 0.12),
        '(fp_text user "USB" (at 8.89 1 0) (layer "F.SilkS")'
        " (effects (font (size 1 1) (thickness 0.15))))",
        *_box(-1.86, -2.85, 19.64, 49.88, "F.CrtYd", 0.05),
    ]
    return "\n".join([*lines, ")", ""])


def _head(name: str, attribute: str, description: str, text_y: float) -> Iterator[str]:
    font = "(effects (font (size 1 1) (thickness 0.15)))"
    yield f'(footprint "{name}" (version 20241229) (generator "heist") (layer "F.Cu")'
    yield f'(descr "{description}")'
    yield f'(property "Reference" "REF**" (at 0 {-text_y:g} 0) (layer "F.SilkS") {font})'
    yield f'(property "Value" "{name}" (at 0 {text_y:g} 0) (layer "F.Fab") {font})'
    yield f"(attr {attribute})"


def _hole(number: str, x: float, y: float, shape: str) -> str:
    return (
        f'(pad "{number}" thru_hole {shape} (at {x:g} {y:g}) (size 1.7 1.7) (drill 1)'
        ' (layers "*.Cu" "*.Mask"))'
    )


def _line(x: float, y: float, x2: float, y2: float, layer: str, width: float = 0.15) -> str:
    return (
        f"(fp_line (start {x:g} {y:g}) (end {x2:g} {y2:g})"
        f' (stroke (width {width}) (type solid)) (layer "{layer}"))'
    )


def _circle(radius: float, layer: str) -> str:
    return (
        f"(fp_circle (center 0 0) (end {radius:g} 0)"
        f' (stroke (width 0.15) (type solid)) (fill no) (layer "{layer}"))'
    )


def _box(x: float, y: float, x2: float, y2: float, layer: str, width: float) -> Iterator[str]:
    corners = [(x, y), (x2, y), (x2, y2), (x, y2), (x, y)]
    for start, end in pairwise(corners):
        yield _line(*start, *end, layer, width)


def _header() -> str:
    """Six angled pins; KiCad's own footprint prints beyond the board's edge."""
    lines = [*_head("Header", "through_hole", "1x06 angled pin header over an edge", 3)]
    lines += [
        _hole(str(n + 1), 0, round(n * 2.54, 2), "circle" if n else "rect") for n in range(6)
    ]
    for x, y, x2, y2 in (
        (1.5, -1.27, 2.4, -1.27),
        (1.5, 13.97, 2.4, 13.97),
        (1.5, -1.27, 1.5, 13.97),
    ):
        lines.append(_line(x, y, x2, y2, "F.SilkS"))
    lines += _box(-1.1, -1.5, 4.3, 14.2, "F.CrtYd", 0.05)
    return "\n".join([*lines, ")", ""])


OWN = {"Reed": _reed(), "Pico": _pico(), "Header": _header()}


@cache
def pads(footprint: str) -> dict[str, tuple[Point, ...]]:
    """Returns the positions of a footprint's pads by number, as in its library.

    Raises :exc:`FileNotFoundError` if KiCad's libraries are not installed.
    """
    library, _, name = footprint.partition(":")
    if library == "heist":
        text = OWN[name]
    else:
        text = (_KICAD / f"{library}.pretty" / f"{name}.kicad_mod").read_text(encoding="utf-8")
    found: dict[str, list[Point]] = {}
    for item in parsed(text):
        if isinstance(item, list) and item[0] == "pad" and item[1]:
            at = next(it for it in item if isinstance(it, list) and it[0] == "at")
            found.setdefault(str(item[1]), []).append((float(str(at[1])), float(str(at[2]))))
    return {number: tuple(places) for number, places in found.items()}


def pads_at(footprint: str, at: Point, turn: float, side: str) -> dict[str, tuple[Point, ...]]:
    """The pad positions of a placed footprint; below the board it is flipped top to bottom."""
    angle = math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)
    flip = 1 if side == "top" else -1
    return {
        number: tuple(
            (
                round(at[0] + x * cos + flip * y * sin, 4),
                round(at[1] - x * sin + flip * y * cos, 4),
            )
            for x, y in places
        )
        for number, places in pads(footprint).items()
    }


def parsed(text: str) -> Tree:
    """Reads the first s-expression of *text*."""
    stack: list[Tree] = [[]]
    n = 0
    while n < len(text):
        char = text[n]
        if char == "(":
            stack.append([])
        elif char == ")":
            done = stack.pop()
            stack[-1].append(done)
            if len(stack) == 1:
                break
        elif char == '"':
            end = n + 1
            while text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            stack[-1].append(text[n + 1 : end])
            n = end
        elif not char.isspace():
            end = n
            while text[end] not in '() \n\t\r"':
                end += 1
            stack[-1].append(text[n:end])
            n = end - 1
        n += 1
    first = stack[0][0]
    if isinstance(first, str):
        raise ValueError("not an s-expression")
    return first

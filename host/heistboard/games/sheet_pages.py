"""Draws what a game has for the printer on pages of A4, at its true size. Pure.

A tile lies in the opening of its cell, and a printed card lies on the tile: a square with its
corners cut off. The circle in its middle is where a piece stands or the flashlight is set down.
Labels lie as their cells do on the board; together they are a strip that fits below the guide, and
cut apart each fits its cell's opening.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from heistboard.games.sheets import Face, Label, Sheets
from heistboard.places import layout

__all__ = ["CIRCLE", "CORNER", "PITCH", "SIDE", "Page", "document", "pages"]

# In mm; tests compare them with the printed parts in hardware/parts/spec.py.
PITCH: Final = layout.PLACE_MM["b1"][0] - layout.PLACE_MM["a1"][0]
SIDE: Final = PITCH - 7  # of a tile
CORNER: Final = 10.0  # cut off each corner
CIRCLE: Final = 12.5  # radius

_WIDE, _TALL, _MARGIN, _GAP = 210.0, 297.0, 10.0, 2.0
_FOOT = 18.0  # below the faces, for the ruler
_RULER = 100  # mm; who prints measures it
_LETTER = 0.62  # a letter's width by its height, on average
_CUT = 'fill="none" stroke="#777" stroke-width="0.15"'
_THIN = 'fill="none" stroke="#999" stroke-width="0.25"'
_LINES = 'fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round"'


class Page(NamedTuple):
    """One page."""

    name: str
    """``faces-1``, ``labels-1`` and so on."""
    svg: str


def pages(sheets: Sheets, said: str, side: float = SIDE) -> list[Page]:
    """Returns the pages; *said* is written on each of them, beside a line of 100 mm.

    Faces have that *side* in mm. Labels always have the size of the board's cells.
    """
    columns = _fitting(_WIDE - 2 * _MARGIN, side)
    per_page = columns * _fitting(_TALL - _MARGIN - _FOOT, side)
    found = []
    for number, start in enumerate(range(0, len(sheets.faces), per_page), 1):
        drawn = []
        for n, face in enumerate(sheets.faces[start : start + per_page]):
            x = _MARGIN + side / 2 + n % columns * (side + _GAP)
            y = _MARGIN + side / 2 + n // columns * (side + _GAP)
            drawn.append(_at(x, y, _face(face, side)))
        found.append(Page(f"faces-{number}", _page(drawn, said)))
    for number, labels in enumerate(_by_rows(sheets.labels), 1):
        found.append(Page(f"labels-{number}", _page([_strip(labels)], said)))
    return found


def document(title: str, made: Sequence[Page]) -> str:
    """Returns an HTML page with all pages *made*, for browsers to print or to save as PDF."""
    style = "@page{size:210mm 297mm;margin:0}body{margin:0}svg{display:block;break-after:page}"
    body = "\n".join(page.svg for page in made)
    return (
        f'<!doctype html>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>{style}</style>\n{body}\n"
    )


def _fitting(room: float, side: float) -> int:
    return int((room + _GAP) // (side + _GAP))


def _by_rows(labels: Sequence[Label]) -> Iterator[list[Label]]:
    # As many rows of the board as fit on a page that lies on its side, from the lowest one up.
    rows = int((_WIDE - 2 * _MARGIN + PITCH - SIDE) // PITCH)
    lowest = max((int(label.cell[1]) for label in labels), default=0)
    for last in range(lowest, 0, -rows):
        if found := [each for each in labels if last - rows < int(each.cell[1]) <= last]:
            yield found


def _page(drawn: Sequence[str], said: str) -> str:
    y = _TALL - 7
    ruler = f'<path {_LINES} stroke-width="0.3" d="M{_MARGIN} {y}v-3v1.5h{_RULER}v-1.5v3"/>'
    text = _text(said, _MARGIN + _RULER + 4, y - 0.5, 3.2, anchor="start")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE:g}mm" height="{_TALL:g}mm" '
        f'viewBox="0 0 {_WIDE:g} {_TALL:g}" font-family="sans-serif">\n'
        + "\n".join((*drawn, ruler, text, "</svg>"))
    )


def _at(x: float, y: float, drawn: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{drawn}</g>'


def _outline(side: float) -> str:
    half = side / 2
    cut = half - CORNER
    return (
        f'<path {_CUT} d="M{-cut:g} {-half:g}H{cut:g}L{half:g} {-cut:g}V{cut:g}L{cut:g} {half:g}'
        f'H{-cut:g}L{-half:g} {cut:g}V{-cut:g}Z"/>'
    )


def _symbol(path: str, x: float, y: float, scale: float) -> str:
    wide = max(0.9, 0.4 / scale)
    at = f'transform="translate({x:g} {y:g}) scale({scale:g})"'
    return f'<path {_LINES} stroke-width="{wide:.2f}" {at} d={quoteattr(path)}/>'


def _text(text: str, x: float, y: float, size: float, *, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.2f}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _card(name: str, symbol: str, side: float) -> str:
    # What faces and labels have alike: outline, circle, symbol, name.
    circle = f'<circle {_THIN} r="{CIRCLE:g}"/>'
    return "".join((_outline(side), circle, _symbol(symbol, 0, 0, 0.95), _named(name, side)))


def _face(face: Face, side: float) -> str:
    # A piece on the circle hides the large symbol, so there is a small one beside it.
    x, y = side / 2 - 11, -(side / 2 - 7)
    parts = [_card(face.name, face.symbol, side), _symbol(face.symbol, -x, y, 0.37)]
    if face.number:
        parts.append(_text(face.number, x, y + 2.3, 6.5))
    if face.is_ringed:
        parts.append(f'<circle {_LINES} stroke-width="0.4" cx="{x:g}" cy="{y:g}" r="4.1"/>')
    return "".join(parts)


def _named(name: str, side: float) -> str:
    words = name.split()
    is_long = len(words) > 1 and len(name) > 12
    split = (len(words) + 1) // 2 if is_long else len(words)
    lines = [" ".join(words[:split]), *([" ".join(words[split:])] if is_long else [])]
    half = side / 2
    found = []
    for line, up in zip(lines, (5.2, 1.7) if is_long else (3.4,), strict=True):
        # The cut corners leave less room the lower a line is.
        room = 2 * (2 * half - CORNER - (half - up)) - 2
        size = min(3.3 if is_long else 4.0, room / (_LETTER * len(line)))
        found.append(_text(line, 0, half - up, size))
    return "".join(found)


def _strip(labels: Sequence[Label]) -> str:
    # On its side, in the middle of the page.
    places = {label.cell: layout.PLACE_MM[label.cell] for label in labels}
    xs, ys = zip(*places.values(), strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    drawn = []
    for label in labels:
        x, y = places[label.cell]
        for other in ((x + PITCH, y), (x, y + PITCH)):
            if other in places.values():
                drawn.append(_street((x, y), other))
        name = _text(label.cell, -(SIDE / 2 - 11), -(SIDE / 2 - 7) + 1, 3.0)
        drawn.append(_at(x, y, _card(label.name, label.symbol, SIDE) + name))
    turn = f"translate({_WIDE / 2:g} {_TALL / 2 - 5:g}) rotate(90)"
    away = f"translate({-middle[0]:g} {-middle[1]:g})"
    return f'<g transform="{turn} {away}">' + "".join(drawn) + "</g>"


def _street(one: tuple[float, float], other: tuple[float, float]) -> str:
    # The two edges of the paper that joins two labels.
    half, wide = SIDE / 2, SIDE / 2 - CORNER
    (x, y), along = one, other[0] > one[0]
    lines = (
        f"M{x + half:g} {y + side:g}h{PITCH - SIDE:g}"
        if along
        else f"M{x + side:g} {y + half:g}v{PITCH - SIDE:g}"
        for side in (-wide, wide)
    )
    return f'<path {_CUT} d="{"".join(lines)}"/>'

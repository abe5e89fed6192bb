"""What Burgle Bros has for the printer: the faces of its tiles, and the labels of its pads."""

import json
from functools import cache
from importlib.resources import files
from typing import Final

from heistboard.games.burgle_bros.components import FACE_DOWN, NO_ROOM, TILES
from heistboard.games.burgle_bros.pads import PADS
from heistboard.games.sheets import Face, Label, Sheets
from heistboard.words import Words

__all__ = ["sheets"]

_WHITE: Final = "white"  # the circle of the tiles that the Office Job is played with

_PADS: Final = {
    "hack": "M-9-8H9V4H-9ZM-4 8H4M0 4V8M-5-4L-2-2L-5 0M0 1H5",
    "die": "M-8-4H4V8H-8ZM-4 0H-3.9M0 4H.1M-4 4H-3.9M0 0H.1M6.5-9V-4M4-6.5H9",
    "crack": "M-9-2L-2-5L1 2L-6 5ZM-4 0H-3.9M2-8H9V-1H2ZM5.5-4.5H5.6M-8-8L-4-7M4 8L8 4",
    "room": "M-8 8V-8H1V8M-9 8H3M-2 0H-1.9M3 1H9M6-2L9 1L6 4",
    "pass": "M-7-8V8M-2-8L9 0L-2 8Z",
    "target": "M6 0A6 6 0 1 1-6 0A6 6 0 1 1 6 0ZM0-9V-3M0 3V9M-9 0H-3M3 0H9",
    "menu": "M-8-6H8M-8 0H8M-8 6H8",
}


def sheets(words: Words) -> Sheets:
    """Returns a face for each tile of the box, and the label of each pad."""
    symbols = _room_symbols()
    rooms = (tile for tile in TILES if tile[0] not in (FACE_DOWN, NO_ROOM))
    return Sheets(
        faces=tuple(
            Face(
                words.name("tile", kind),
                symbols[kind],
                str(digit) if digit else "",
                is_ringed=circle == _WHITE,
            )
            for kind, digit, circle in rooms
        ),
        labels=tuple(
            Label(cell, words.name("sheets", f"pad-{pad}"), _PADS[pad])
            for cell, pad in PADS.items()
        ),
    )


@cache
def _room_symbols() -> dict[str, str]:
    # The pages draw the same: their file has the symbols as JSON.
    text = files(__package__).joinpath("pages", "tile_symbols.js").read_text(encoding="utf-8")
    return dict(json.loads(text.partition("const SYMBOLS = ")[2].partition(";\n")[0]))

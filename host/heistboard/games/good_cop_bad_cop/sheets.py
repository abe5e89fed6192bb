"""What Good Cop Bad Cop has for the printer: the labels of its pads."""

from typing import Final

from heistboard.games.good_cop_bad_cop.scene import PADS
from heistboard.games.sheets import Label, Sheets
from heistboard.words import Words

__all__ = ["sheets"]

_SYMBOLS: Final = {
    "equip": "M-8-3H8V7H-8ZM-3-3V-7H3V-3M0-1V5M-3 2H3",
    "arm": "M-9-5H8V0H-1L-3 8H-8L-6 0H-9ZM-1 0V3H-3",
    "shoot": "M6 0A6 6 0 1 1-6 0A6 6 0 1 1 6 0ZM0-9V-3M0 3V9M-9 0H-3M3 0H9",
    "keep": "M-8 1L-3 7L8-7",
}


def sheets(words: Words) -> Sheets:
    """Returns the label of each pad."""
    return Sheets(
        labels=tuple(
            Label(cell, words.name("sheets", f"pad-{pad}"), _SYMBOLS[pad])
            for pad, cell in PADS.items()
        )
    )

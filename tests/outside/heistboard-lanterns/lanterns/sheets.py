"""What Lanterns has for the printer: its street cards, for tables that turn over real ones."""

from heistboard.games.sheets import Face, Sheets
from heistboard.words import Words

from lanterns.notation import STREETS
from lanterns.rules import OF_EACH_STREET

__all__ = ["sheets"]

_SYMBOLS = {
    "calm": "M-9 0H9",
    "wind": "M-9-4H4A3 3 0 1 0 1-7M-9 1H8M-9 6H2A3 3 0 1 1-1 9",
}


def sheets(words: Words) -> Sheets:
    """Returns a face for each street card."""
    return Sheets(
        tuple(
            Face(words.name("street", street), _SYMBOLS[street])
            for street in STREETS
            for _ in range(OF_EACH_STREET)
        )
    )

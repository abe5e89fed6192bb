"""Draws the district of Car Thief as lines of text, with a word in each cell."""

from collections.abc import Iterator, Mapping

from heistboard.games.car_thief.board import CELLS

__all__ = ["grid", "percent"]

COLUMNS = sorted({cell[0] for cell in CELLS})
ROWS = sorted({cell[1] for cell in CELLS})


def grid(words: Mapping[str, str]) -> Iterator[str]:
    """Yields the lines of the grid; a cell without a word has a dot."""
    wide = max(map(len, words.values()), default=1)
    yield f"   {'  '.join(column.rjust(wide) for column in COLUMNS)}"
    for row in ROWS:
        cells = (words.get(f"{column}{row}", ".").rjust(wide) for column in COLUMNS)
        yield f"{row}  {'  '.join(cells)}"


def percent(count: int, trails: int) -> str:
    """Returns *count* as a percentage of *trails*."""
    share = 100 * count / trails
    return f"{share:.1f}%" if share >= 0.1 or not count else "<0.1%"

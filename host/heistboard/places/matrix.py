"""The wiring of the reed matrix: rows, columns, and the effect of shorted diodes. Pure.

The diodes point from row to column: see hardware/board.toml.
"""

from collections.abc import Collection, Iterable, Set
from typing import Final, Protocol

from heistboard.firmware import COLUMN_PINS, ROW_PINS
from heistboard.places import layout

__all__ = [
    "COLUMNS",
    "ROWS",
    "LineName",
    "column_of",
    "line_name",
    "reed_at",
    "row_of",
    "seen_closed",
]

COLUMNS: Final = len(COLUMN_PINS)
ROWS: Final = len(ROW_PINS)
_NUMBER = {name: number for number, name in enumerate(layout.REEDS)}


class LineName(Protocol):
    """Names a line of the matrix by its pin; :func:`line_name` does so for a Pico."""

    def __call__(self, *, column: int | None = None, row: int | None = None) -> str:
        """Returns the name of the line of *column* or *row*."""


def column_of(reed: str) -> int:
    """Returns the matrix column of *reed*, from 0."""
    return _NUMBER[reed] // ROWS


def row_of(reed: str) -> int:
    """Returns the matrix row of *reed*, from 0."""
    return _NUMBER[reed] % ROWS


def reed_at(column: int, row: int) -> str:
    """Returns the reed where *column* and *row* meet."""
    return layout.REEDS[column * ROWS + row]


def line_name(*, column: int | None = None, row: int | None = None) -> str:
    """Returns the name of a line, with its pin on a Pico.

    >>> line_name(column=6), line_name(row=0)
    ('column pin GP6', 'row pin GP16')
    """
    if column is not None:
        return f"column pin GP{COLUMN_PINS[column]}"
    assert row is not None
    return f"row pin GP{ROW_PINS[row]}"


def seen_closed(closed: Set[str], shorted: Collection[str] = ()) -> frozenset[str]:
    """Returns the reeds that a scan reads as closed when *closed* are.

    Current flows from a row through a closed reed to the column that is driven low. Through a
    reed with a *shorted* diode it also flows backwards: row, reed, column, shorted reed, row,
    reed, driven column. So three closed corners of a rectangle make the fourth look closed if the
    opposite corner is shorted.

    >>> sorted(seen_closed({"a1.cover", "a2.cover", "b2.cover"}, {"a2.cover"}) - {"a1.cover"})
    ['a2.cover', 'b1.cover', 'b2.cover']
    """
    backward = [reed for reed in shorted if reed in closed]
    if not backward:
        return frozenset(closed)
    columns_by_row: dict[int, set[int]] = {}
    rows_by_column: dict[int, set[int]] = {}
    for reed in closed:
        columns_by_row.setdefault(row_of(reed), set()).add(column_of(reed))
    for reed in backward:
        rows_by_column.setdefault(column_of(reed), set()).add(row_of(reed))
    return frozenset(
        reed_at(column, row)
        for row in columns_by_row
        for column in _reached(row, columns_by_row, rows_by_column)
    )


def _reached(
    start: int, columns_by_row: dict[int, set[int]], rows_by_column: dict[int, set[int]]
) -> Iterable[int]:
    columns: set[int] = set()
    rows = [start]
    known = {start}
    while rows:
        fresh = columns_by_row[rows.pop()] - columns
        columns |= fresh
        for column in fresh:
            for row in rows_by_column.get(column, set()) - known:
                known.add(row)
                rows.append(row)
    return columns

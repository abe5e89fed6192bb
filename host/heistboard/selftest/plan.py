"""The order in which a hand sweeps the reeds, and where magnets stand for the diodes. Pure."""

import itertools
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from heistboard.places import layout, matrix

__all__ = ["PARTS", "SWEEP", "HandPlan", "choose_anchors", "diodes_shown", "place_of", "where"]

PARTS: Final = ("reeds", "lights", "diodes")
_SPARE = "spare"  # an input, not a reed; last because most boards have nothing there


def place_of(reed: str) -> str:
    """Returns the cell, crossing or button of a reed."""
    return reed.partition(".")[0]


def where(reed: str) -> str:
    """Describes a reed's position for a person sitting at the buttons."""
    place = place_of(reed)
    if place in layout.BUTTONS:
        return "the button"
    if place == _SPARE:
        return "two pins below the board; wait if nothing is connected to them"
    (x, y), (x0, y0) = layout.PLACE_MM[reed], layout.PLACE_MM[place]
    if (x, y) == (x0, y0):
        return f"the middle of {place}"
    right, down = f"{abs(x - x0):.0f} mm to the", f"{abs(y - y0):.0f} mm"
    side, end = "right" if x > x0 else "left", "towards you" if y > y0 else "away from you"
    return f"{right} {side} of the middle of {place}, {down} {end}"


def _serpentine() -> tuple[str, ...]:
    # Line by line from the buttons upwards, back and forth, so that a magnet sweeps without jumps.
    lines: dict[float, list[str]] = {}
    for reed in sorted(set(layout.REEDS) - {_SPARE}):
        lines.setdefault(layout.PLACE_MM[place_of(reed)][1], []).append(reed)
    order: list[str] = []
    for number, y in enumerate(sorted(lines, reverse=True)):
        line = sorted(lines[y], key=lambda reed: layout.PLACE_MM[reed][0])
        order += reversed(line) if number % 2 else line
    return (*order, _SPARE)


SWEEP: Final = _serpentine()
"""All reeds in sweep order; buttons first, because they answer questions later."""


@dataclass(frozen=True)
class HandPlan:
    """The parts (of :data:`PARTS`) and the reeds to test, in order."""

    parts: tuple[str, ...] = PARTS
    reeds: tuple[str, ...] = field(default=SWEEP)

    @classmethod
    def between(cls, first: str | None, last: str | None, parts: tuple[str, ...]) -> "HandPlan":
        """Returns the plan for the reeds from *first* to *last* in sweep order.

        Raises :exc:`ValueError` if *last* comes before *first*.
        """
        start = SWEEP.index(first) if first is not None else 0
        end = SWEEP.index(last) if last is not None else len(SWEEP) - 1
        if start > end:
            raise ValueError(f"the sweep reaches {last} before {first}; exchange them")
        return cls(parts, SWEEP[start : end + 1])


def choose_anchors(good: Collection[str]) -> tuple[str, ...]:
    """Returns one *good* reed per column, where magnets stand while the diodes are swept.

    A bad diode shows when the reed's column and its row each have another closed reed, and the
    fourth corner of that rectangle is open. Magnets along diagonals, at least two in each row,
    give every swept reed such a rectangle.
    """
    anchors: dict[int, str] = {}
    for column in range(matrix.COLUMNS):
        cells = 2 * len(layout.CELLS) // matrix.ROWS
        first = column // 2 + column % 2 if column < cells else column - cells
        rows = (matrix.reed_at(column, (first + i) % matrix.ROWS) for i in range(matrix.ROWS))
        usual = next((reed for reed in rows if reed in good), None)
        if usual is not None:
            anchors[column] = usual
    # A row with too few good reeds takes a magnet from a row that has more than two.
    for row, column in itertools.product(range(matrix.ROWS), tuple(anchors)):
        count = Counter(map(matrix.row_of, anchors.values()))
        reed = matrix.reed_at(column, row)
        can_step_in = reed in good and reed not in layout.BUTTONS
        if count[row] < 2 < count[matrix.row_of(anchors[column])] and can_step_in:
            anchors[column] = reed
    return tuple(anchors.values())


def diodes_shown(reed: str, standing: Collection[str]) -> frozenset[str]:
    """Returns the reeds whose bad diode would show when *reed* closes beside *standing*."""
    closed = {*standing, reed}
    column = [each for each in closed if matrix.column_of(each) == matrix.column_of(reed)]
    return frozenset(each for each in column if matrix.seen_closed(closed, {each}) != closed)

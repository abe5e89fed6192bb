"""A floor of Burgle Bros as text: the walls, around rooms drawn by somebody else. Pure."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from heistboard.games.burgle_bros.cells import GRIDS
from heistboard.games.burgle_bros.walls import FloorPlan

__all__ = ["LABEL_WIDTH", "Signs", "plan_lines", "way_lines"]

LABEL_WIDTH: Final = 2  # the number of the row
WAY_WIDTH: Final = 5

# By the walls that meet at a corner: above, right, below, left.
_CORNERS: Final = dict(
    zip(
        (tuple(bool(each >> bit & 1) for bit in (3, 2, 1, 0)) for each in range(16)),
        "·╸╻┓╺━┏┳╹┛┃┫┗┻┣╋",
        strict=True,
    )
)


class Signs:
    """The signs of pieces and marks, in ASCII or Unicode. Letters are the same in both."""

    def __init__(self, *, is_ascii: bool) -> None:
        self.is_ascii = is_ascii
        self.player = "@"
        self.guard = "G"
        self.target = "X"
        self.step = ">" if is_ascii else "→"
        self.alarm = "!"
        self.cracked = "*"
        self.up = "^" if is_ascii else "↑"
        self.down = "v" if is_ascii else "↓"
        self.both = "H" if is_ascii else "↕"
        self.hole = "o" if is_ascii else "○"
        self.open = "="
        self.off = "/"
        self.searched = "-"
        self.face_down = "?"
        self.outside = "#" if is_ascii else "▒"
        self.row = "-" if is_ascii else "━"
        self.column = "|" if is_ascii else "┃"
        self.to = "->" if is_ascii else "→"
        self.more = "+"

    def corner(self, arms: tuple[bool, ...]) -> str:
        """Returns the sign where walls meet; *arms*: above, right, below, left."""
        return "+" if self.is_ascii else _CORNERS[arms]


def plan_lines(
    plan: FloorPlan, title: str, rooms: Sequence[Sequence[Text]], signs: Signs
) -> list[Text]:
    """Returns the lines of a floor, all of the same width; *rooms* are its rooms by cell.

    All rooms are of the same size. The *title* stands in the corner.
    """
    size, width = plan.size, len(rooms[0][0].plain)
    columns = (name[0].center(width) for name in GRIDS[size].names[:size])
    lines = [Text.assemble((title.ljust(LABEL_WIDTH), "bold"), (f" {' '.join(columns)} ", "dim"))]
    for row in range(size):
        lines.append(_border(plan, row, width, signs))
        for number in range(len(rooms[0])):
            label = f"{row + 1}" if number == 0 else ""
            line = Text.assemble((label.ljust(LABEL_WIDTH), "dim"))
            for column, room in enumerate(rooms[row * size : row * size + size]):
                is_wall = _has_wall(plan, row, column - 1, row, column)
                line.append(signs.column if is_wall else " ").append_text(room[number])
            lines.append(line.append(signs.column))
    lines.append(_border(plan, size, width, signs))
    return lines


def way_lines(plan: FloorPlan, path: Sequence[int], signs: Signs) -> list[Text]:
    """Returns the lines of a floor with a guard and his steps along *path*, if it is not empty."""
    told = {cell: f"{signs.step}{number}" for number, cell in enumerate(path)}
    if path:
        told[path[0]] = signs.guard
        told[path[-1]] += signs.target
    if plan.empty is not None:
        told[plan.empty] = signs.outside * WAY_WIDTH
    rooms = [[Text(told.get(cell, "").center(WAY_WIDTH))] for cell in range(plan.size**2)]
    return plan_lines(plan, "", rooms, signs)


def _has_wall(plan: FloorPlan, row: int, column: int, row2: int, column2: int) -> bool:
    # Between two rooms beside one another, of which one may be outside.
    cells = range(plan.size)
    if row not in cells or column not in cells:
        return row2 in cells and column2 in cells
    if row2 not in cells or column2 not in cells:
        return True
    return (row * plan.size + column, row2 * plan.size + column2) in plan.walls


def _border(plan: FloorPlan, row: int, width: int, signs: Signs) -> Text:
    # The line above a row.
    size = plan.size
    line = " " * LABEL_WIDTH
    for column in range(size + 1):
        arms = (
            row > 0 and _has_wall(plan, row - 1, column - 1, row - 1, column),
            column < size and _has_wall(plan, row - 1, column, row, column),
            row < size and _has_wall(plan, row, column - 1, row, column),
            column > 0 and _has_wall(plan, row - 1, column - 1, row, column - 1),
        )
        line += signs.corner(arms)
        if column < size:
            line += (signs.row if arms[1] else " ") * width
    return Text(line)

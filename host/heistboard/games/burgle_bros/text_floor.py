"""A floor of Burgle Bros as text: its rooms with what is in them, and the walls between. Pure.

A room has two lines of :data:`ROOM_WIDTH` characters: the sign of its tile and what the room has,
then the pieces in it. ``drawing`` puts floors side by side.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from heistboard.games.burgle_bros.cells import GRIDS
from heistboard.games.burgle_bros.seen_site import SeenFloor, SeenSite

if TYPE_CHECKING:
    from heistboard.words import Words

__all__ = ["ROOM_WIDTH", "Signs", "floor_lines", "floor_width"]

ROOM_WIDTH: Final = 8
LABEL_WIDTH: Final = 2  # the number of the row

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


def floor_width(size: int) -> int:
    """Returns the width of a floor of *size* × *size* rooms."""
    return LABEL_WIDTH + size * (ROOM_WIDTH + 1) + 1


def floor_lines(site: SeenSite, floor: SeenFloor, words: "Words", signs: Signs) -> list[Text]:
    """Returns the lines of a floor, all of the same width."""
    size = site.size
    columns = (name[0].center(ROOM_WIDTH) for name in GRIDS[size].names[:size])
    title = words.of("table", "floor-sign", floor=floor.number)
    lines = [Text.assemble((title.ljust(LABEL_WIDTH), "bold"), (f" {' '.join(columns)} ", "dim"))]
    for row in range(size):
        lines.append(_border(floor, row, signs))
        rooms = [
            _room(site, floor, cell, words, signs) for cell in range(row * size, row * size + size)
        ]
        for number in range(2):
            label = f"{row + 1}" if number == 0 else ""
            line = Text.assemble((label.ljust(LABEL_WIDTH), "dim"))
            for column, room in enumerate(rooms):
                is_wall = _has_wall(floor, row, column - 1, row, column)
                line.append(signs.column if is_wall else " ").append_text(room[number])
            lines.append(line.append(signs.column))
    lines.append(_border(floor, size, signs))
    return lines


# Walls.


def _has_wall(floor: SeenFloor, row: int, column: int, row2: int, column2: int) -> bool:
    # Between two rooms beside one another, of which one may be outside.
    cells = range(floor.plan.size)
    if row not in cells or column not in cells:
        return row2 in cells and column2 in cells
    if row2 not in cells or column2 not in cells:
        return True
    size = floor.plan.size
    return (row * size + column, row2 * size + column2) in floor.plan.walls


def _border(floor: SeenFloor, row: int, signs: Signs) -> Text:
    # The line above a row.
    size = floor.plan.size
    line = " " * LABEL_WIDTH
    for column in range(size + 1):
        arms = (
            row > 0 and _has_wall(floor, row - 1, column - 1, row - 1, column),
            column < size and _has_wall(floor, row - 1, column, row, column),
            row < size and _has_wall(floor, row, column - 1, row, column),
            column > 0 and _has_wall(floor, row - 1, column - 1, row, column - 1),
        )
        line += signs.corner(arms)
        if column < size:
            line += (signs.row if arms[1] else " ") * ROOM_WIDTH
    return Text(line)


# Rooms.


def _room(
    site: SeenSite, floor: SeenFloor, cell: int, words: "Words", signs: Signs
) -> tuple[Text, Text]:
    room = floor.names[cell]
    if cell == floor.plan.empty:
        blank = signs.outside * ROOM_WIDTH
        return Text(blank, "dim"), Text(blank, "dim")
    tile = site.tiles.get(room)
    if tile is None:
        head = (f" {signs.face_down}  ", "dim")
    else:
        sign = words.of("table", f"sign-{tile.kind}")
        head = (f"{sign}{tile.digit or ' '}", "bold" if tile.kind == "safe" else "")
    first, rest = _filled([head, *_marks(site, room, signs)], ROOM_WIDTH)
    others = [*_pieces(site, floor, room, signs), *rest]
    second, lost = _filled(others, ROOM_WIDTH)
    if lost:
        second = _filled(others, ROOM_WIDTH - len(signs.more))[0].append(signs.more)
    for line in (first, second):
        line.append(" " * (ROOM_WIDTH - len(line.plain)))
    return first, second


def _filled(parts: Iterable[tuple[str, str]], width: int) -> tuple[Text, list[tuple[str, str]]]:
    # The parts that fit into a line, each whole, and the rest.
    line = Text()
    left = [*parts]
    while left and len(line.plain) + len(left[0][0]) <= width:
        line.append(*left.pop(0))
    return line, left


def _marks(site: SeenSite, room: str, signs: Signs) -> Iterator[tuple[str, str]]:
    # What a room has, with its style.
    seen, tile = site.seen, site.tiles.get(room)
    kind = tile.kind if tile else ""
    if room in seen["alarms"]:
        yield signs.alarm, "bold red"
    if room in seen["cracked"] or room in seen["marks"]:
        yield signs.cracked, "bold green"
    if kind in seen["hacks"]:
        yield f"h{seen['hacks'][kind]}", "cyan"
    for what, letter in (("dice", "d"), ("room-stealth", "s")):
        if count := seen[what].get(room):
            yield f"{letter}{count}", "cyan"
    is_up, is_down = site.stair_ends(room)
    if is_up or is_down:
        yield signs.both if is_up and is_down else signs.up if is_up else signs.down, "cyan"
    if kind == "walkway" and site.floor_of(room) > 1:
        yield signs.hole, "cyan"
    for rooms, sign in (
        ("opened", signs.open),
        ("crowbarred", signs.off),
        ("searched", signs.searched),
    ):
        if room in seen[rooms]:
            yield sign, ""
    if any(room == lying for lying, _ in seen["lying"]):
        yield "$", "yellow"
    if room == seen["crow"]:
        yield "c", ""
    if room == seen["entrance"] and "outside" in site.players:
        yield "e", ""


def _pieces(
    site: SeenSite, floor: SeenFloor, room: str, signs: Signs
) -> Iterator[tuple[str, str]]:
    if players := site.players.get(room):
        yield f"{signs.player}{players}", "bold reverse"
    if room == floor.guard["at"]:
        yield signs.guard, "bold red reverse"
    if room in floor.path:
        yield f"{signs.step}{floor.path.index(room) + 1}", "yellow"
    if room == floor.guard["target"]:
        yield signs.target, "bold red"

"""The rooms of Burgle Bros as text: what a room is, what it has and who is there. Pure.

A room has two lines of :data:`ROOM_WIDTH` characters: the sign of its tile and what the room has,
then the pieces in it. ``text_walls`` draws the walls, and ``drawing`` puts floors side by side.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from heistboard.games.burgle_bros.seen_site import SeenFloor, SeenSite
from heistboard.games.burgle_bros.text_walls import LABEL_WIDTH, Signs, plan_lines

if TYPE_CHECKING:
    from heistboard.words import Words

__all__ = ["ROOM_WIDTH", "floor_lines", "floor_width"]

ROOM_WIDTH: Final = 8


def floor_width(size: int) -> int:
    """Returns the width of a floor of *size* × *size* rooms."""
    return LABEL_WIDTH + size * (ROOM_WIDTH + 1) + 1


def floor_lines(site: SeenSite, floor: SeenFloor, words: "Words", signs: Signs) -> list[Text]:
    """Returns the lines of a floor, all of the same width."""
    rooms = [_room(site, floor, cell, words, signs) for cell in range(site.size**2)]
    title = words.of("drawing", "floor-sign", floor=floor.number)
    return plan_lines(floor.plan, title, rooms, signs)


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
        sign = words.of("drawing", f"sign-{tile.kind}")
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

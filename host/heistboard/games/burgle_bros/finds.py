"""Tools and loot that are found: drawn, taken up, put down, handed over."""

from typing import Final

from heistboard.games.burgle_bros.components import ITEMS, TOOLS, bit, ones
from heistboard.games.burgle_bros.decks import draw_tool
from heistboard.games.burgle_bros.job import NOBODY, Job, Question, replaced
from heistboard.games.burgle_bros.notation import make
from heistboard.rules import Move

__all__ = [
    "GOLD",
    "can_hold",
    "discard",
    "gain_tool",
    "get",
    "has",
    "holder",
    "item_in",
    "lose_item",
    "pick_up",
    "put_down",
]

GOLD: Final = bit(ITEMS, "gold_bar") | 1 << len(ITEMS) - 1
"""Both gold bars."""

_BITS: Final = {name: bit(ITEMS, name) for name in ITEMS} | {"gold_bar": GOLD}


def has(job: Job, seat: int, name: str) -> bool:
    """Returns whether a player holds a tool or loot."""
    return job.items[seat] & _BITS[name] != 0


def holder(job: Job, name: str) -> int:
    """Returns who holds a tool or loot, or :data:`NOBODY`."""
    wanted = _BITS[name]
    for seat, held in enumerate(job.items):
        if held & wanted:
            return seat
    return NOBODY


def item_in(held: int, name: str) -> int:
    """Returns the number of the item of that name in a set; of two gold bars the one there."""
    return ones(held & _BITS[name])[0]


def can_hold(job: Job, seat: int, item: int) -> bool:
    """Returns whether a player may get an item: one gold bar each (BB-LOOT-GOLD)."""
    return not (1 << item & GOLD and job.items[seat] & GOLD)


def get(job: Job, seat: int, item: int) -> None:
    """Gives a player an item that nobody has."""
    job.items = replaced(job.items, seat, job.items[seat] | 1 << item)


def lose_item(job: Job, seat: int, item: int) -> None:
    """Takes an item from a player."""
    job.items = replaced(job.items, seat, job.items[seat] & ~(1 << item))


def discard(job: Job, seat: int, tool: str) -> None:
    """Puts a player's tool onto the discards."""
    lose_item(job, seat, ITEMS.index(tool))
    job.tools_gone |= 1 << TOOLS.index(tool)


def put_down(job: Job, cell: int, item: int) -> None:
    """Lays an item into a room."""
    job.lying = tuple(sorted((*job.lying, (cell, item))))


def pick_up(job: Job, seat: int, item: int) -> None:
    """Lets a player take an item that lies in their room."""
    job.lying = tuple(each for each in job.lying if each != (job.at[seat], item))
    get(job, seat, item)


# Drawing a tool. With a Rigger in the team everybody may draw two and keep one.


def gain_tool(job: Job, seat: int, room: int = -1) -> None:
    """Draws a tool for a player; it is laid into *room* if that is a cell."""
    if job.tools_left or job.tools_gone:
        job.next(_found, seat, room)
        draw_tool(job)


def _found(job: Job, seat: int, room: int) -> None:
    if "rigger" in job.characters and (job.tools_left or job.tools_gone):
        job.next(SECOND, seat, job.drawn, room)
    else:
        _take(job, seat, job.drawn, room)


def _take(job: Job, seat: int, item: int, room: int) -> None:
    if room >= 0:
        put_down(job, room, item)
    else:
        get(job, seat, item)


def _second_moves(job: Job, seat: int, first: int, room: int) -> tuple[Move, ...]:
    return make("keep", ITEMS[first]), make("second")


def _second(job: Job, move: Move, seat: int, first: int, room: int) -> None:
    if move.verb == "keep":
        _take(job, seat, first, room)
    else:
        job.next(_found_second, seat, first, room)
        draw_tool(job)


def _found_second(job: Job, seat: int, first: int, room: int) -> None:
    job.next(KEEP, seat, (first, job.drawn), room)


def _keep_moves(job: Job, seat: int, tools: tuple[int, ...], room: int) -> tuple[Move, ...]:
    return tuple(make("keep", ITEMS[tool]) for tool in tools)


def _keep(job: Job, move: Move, seat: int, tools: tuple[int, ...], room: int) -> None:
    for tool in tools:
        if ITEMS[tool] == move.parts["tool"]:
            _take(job, seat, tool, room)
        else:
            job.tools_gone |= 1 << tool


SECOND: Final = Question("second", lambda job, seat, *about: seat, _second_moves, _second)
KEEP: Final = Question("keep", lambda job, seat, *about: seat, _keep_moves, _keep)

"""Loot: what a card does when it is drawn, and at the start of its holder's turn.

What a card does while it is held is where it counts: the Bust in ``acting``, the Gemstone and the
Painting in ``ways``, the Isotope in ``tiles``, the Keycard in ``safes``, the Mirror in ``alarms``
and ``turn``, the Stamp in ``turn``, the Tiara in ``moving``.
"""

from collections.abc import Callable
from typing import Final

from heistboard.games.burgle_bros.alarms import alarm_in
from heistboard.games.burgle_bros.components import ITEMS, TOOLS, ones
from heistboard.games.burgle_bros.decks import LOOT_CARD
from heistboard.games.burgle_bros.dice import roll
from heistboard.games.burgle_bros.finds import GOLD, get, item_in, lose_item, put_down
from heistboard.games.burgle_bros.guards import lose
from heistboard.games.burgle_bros.job import Job, Question
from heistboard.games.burgle_bros.notation import by_cell
from heistboard.rules import Move

__all__ = ["AT_START", "ON_DRAWING", "chihuahua", "gain_loot", "persian_kitty"]


def gain_loot(job: Job, seat: int, safe: int, is_drilled: bool) -> None:
    """Draws a loot for a player; with the Drill it is laid into the safe's room."""
    job.next(_drawn, seat, safe, is_drilled)
    job.next(LOOT_CARD)


def _drawn(job: Job, seat: int, safe: int, is_drilled: bool) -> None:
    item = job.drawn
    if is_drilled:
        put_down(job, safe, item)
    else:
        get(job, seat, item)
    effect = ON_DRAWING.get(ITEMS[item])
    if effect is not None:
        effect(job, seat, safe, is_drilled)


def cursed_goblet(job: Job, seat: int, safe: int, is_drilled: bool) -> None:
    """The drawer loses a stealth token, if an own one is left (BB-CONF-4)."""
    if not is_drilled and (job.stealth[seat] or job.site.options["goblet"] == "deadly"):
        lose(job, seat)


def gold_bar(job: Job, seat: int, safe: int, is_drilled: bool) -> None:
    """The other bar is laid into the safe's room."""
    bars = GOLD >> len(TOOLS)
    for card in ones(job.loot_left & bars):
        job.loot_left ^= 1 << card
        put_down(job, safe, card + len(TOOLS))


ON_DRAWING: Final[dict[str, Callable[[Job, int, int, bool], None]]] = {
    "cursed_goblet": cursed_goblet,
    "gold_bar": gold_bar,
}


# At the start of the holder's turn.


def chihuahua(job: Job, seat: int) -> None:
    """A 6 sets off an alarm in the holder's room."""
    job.next(_bark, seat)
    roll(job, 1)


def _bark(job: Job, seat: int) -> None:
    if job.rolled == (6,):
        alarm_in(job, seat, job.at[seat])


def persian_kitty(job: Job, seat: int) -> None:
    """On a 1 or 2 the kitty runs a room toward the nearest dangerous one (BB-CONF-3)."""
    job.next(_run, seat)
    roll(job, 1)


_RUNS_ON: Final = (1, 2)
_DANGERS: Final = {
    "rulebook": ("laser", "motion", "fingerprint"),
    "wide": ("laser", "motion", "fingerprint", "camera", "scanner", "thermo"),
}


def _run(job: Job, seat: int) -> None:
    if job.rolled[0] not in _RUNS_ON:
        return
    rooms = _kitty_rooms(job, job.at[seat])
    if len(rooms) == 1:
        _run_to(job, seat, rooms[0])
    elif rooms:
        job.next(KITTY, seat, rooms)


def _kitty_rooms(job: Job, cell: int) -> tuple[int, ...]:
    floor = job.site.floor[cell]
    first = floor * job.site.area
    kinds = _DANGERS.get(str(job.site.options["kitty-target"]), ())
    targets = [
        room - first
        for room in job.site.rooms(floor)
        if room != cell and (job.kind(room) in kinds or (not kinds and job.alarms >> room & 1))
    ]
    guard_ways = job.paths[floor]
    nearest = guard_ways.nearest(cell - first, targets)
    return tuple(
        room
        for room in job.near[cell]
        if any(
            guard_ways.steps[room - first][to] < guard_ways.steps[cell - first][to]
            for to in nearest
        )
    )


def _kitty_moves(job: Job, seat: int, rooms: tuple[int, ...]) -> tuple[Move, ...]:
    moves = by_cell("kitty", job.site.size, job.site.floors)
    return tuple(moves[room] for room in rooms)


def _kitty(job: Job, move: Move, seat: int, rooms: tuple[int, ...]) -> None:
    _run_to(job, seat, job.site.numbers[move.parts["cell"]])


def _run_to(job: Job, seat: int, room: int) -> None:
    item = item_in(job.items[seat], "persian_kitty")
    lose_item(job, seat, item)
    put_down(job, room, item)


KITTY: Final = Question("kitty", lambda job, seat, rooms: seat, _kitty_moves, _kitty)

AT_START: Final[dict[str, Callable[[Job, int], None]]] = {
    "chihuahua": chihuahua,
    "persian_kitty": persian_kitty,
}

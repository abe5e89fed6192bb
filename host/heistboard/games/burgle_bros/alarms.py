"""Alarms: setting them off, cancelling them with hack tokens, and where the guard's die goes."""

from typing import Final

from heistboard.games.burgle_bros.components import HACKABLE, ITEMS, TOOLS, bit
from heistboard.games.burgle_bros.decks import GONE_GUARD, draw_patrol
from heistboard.games.burgle_bros.job import AWAY, NOBODY, Job, Question, replaced
from heistboard.games.burgle_bros.notation import COMPUTERS, LAPTOP, by_cell, make
from heistboard.rules import Move

__all__ = [
    "alarm_in",
    "can_ring",
    "draw_target",
    "eat_donuts",
    "look_again",
    "lose_sight",
    "remove_alarm",
    "remove_all",
    "ring",
    "tile_alarm",
]

_MIRROR: Final = bit(ITEMS, "mirror")


def can_ring(job: Job, cell: int) -> bool:
    """Returns whether an alarm can be set off in a room (BB-ALARM-1)."""
    return not job.alarms >> cell & 1 and job.emp == NOBODY and not job.has_guard(cell)


def ring(job: Job, *cells: int) -> None:
    """Sets off alarms in rooms, all together (BB-ALARM-1, -4)."""
    floors = set()
    for cell in cells:
        if can_ring(job, cell):
            job.alarms |= 1 << cell
            floors.add(job.site.floor[cell])
    for floor in sorted(floors, reverse=True):
        job.next(look_again, floor)


def tile_alarm(job: Job, seat: int, cell: int, *, can_pay: bool = False) -> None:
    """Has a room's own text set off its alarm, caused by *seat* (BB-ENTRY-1).

    With *can_pay* one more action keeps a Laser quiet (BB-TILE-LASER).
    """
    if can_ring(job, cell) and not job.crowbarred >> cell & 1:
        _ring_unless_cancelled(job, seat, cell, can_pay)


def alarm_in(job: Job, seat: int, cell: int) -> None:
    """Sets off an alarm by a tool, a loot or a character of *seat* (BB-CONF-13)."""
    if job.site.options["hack-scope"] == "any" and can_ring(job, cell):
        _ring_unless_cancelled(job, seat, cell, can_pay=False)
    else:
        ring(job, cell)


def _ring_unless_cancelled(job: Job, seat: int, cell: int, can_pay: bool) -> None:
    kind = job.kind(cell)
    if kind in HACKABLE:
        if _is_jammed(job, cell):
            return
        if kind == "laser" and job.items[seat] & _MIRROR:
            return
        if can_pay or job.hacks[HACKABLE[kind]] or job.laptop:
            job.next(CANCEL, seat, cell, can_pay)
            return
    ring(job, cell)


def _is_jammed(job: Job, cell: int) -> bool:
    # Only a player in the room sets off its alarm this way. The Hacker jams those of his own room.
    hacker = job.seat_of("hacker", "basic")
    return hacker != NOBODY and job.at[hacker] == cell


def _cancel_moves(job: Job, seat: int, cell: int, can_pay: bool) -> tuple[Move, ...]:
    number = HACKABLE[job.kind(cell)]
    moves = []
    if can_pay:
        moves.append(make("pay"))
    if job.hacks[number]:
        moves.append(make("token", COMPUTERS[number]))
    if job.laptop:
        moves.append(make("token", LAPTOP))
    return (*moves, make("alarm"))


def _cancel(job: Job, move: Move, seat: int, cell: int, can_pay: bool) -> None:
    if move.verb == "pay":
        job.spend(1)
    elif move.verb == "alarm":
        ring(job, cell)
    elif move.parts["computer"] == LAPTOP:
        job.laptop -= 1
    else:
        number = COMPUTERS.index(move.parts["computer"])
        job.hacks = replaced(job.hacks, number, job.hacks[number] - 1)


CANCEL: Final = Question("cancel", lambda job, seat, *about: seat, _cancel_moves, _cancel)


# Where the die goes.


def look_again(job: Job, floor: int) -> None:
    """Puts the die on the alarm nearest to the guard; of several, players choose (BB-ALARM-4)."""
    guard, area = job.guards[floor], job.site.area
    alarms = job.alarms_on(floor)
    if guard < 0 or not alarms:
        return
    first = floor * area
    if len(alarms) > 1:
        nearest = job.paths[floor].nearest(guard - first, [cell - first for cell in alarms])
        alarms = [cell + first for cell in nearest]
    if len(alarms) == 1:
        job.targets = replaced(job.targets, floor, alarms[0])
    else:
        job.next(NEAREST, floor, tuple(alarms))


def _nearest_moves(job: Job, floor: int, cells: tuple[int, ...]) -> tuple[Move, ...]:
    moves = by_cell("target", job.site.size, job.site.floors)
    return tuple(moves[cell] for cell in cells)


def _nearest(job: Job, move: Move, floor: int, cells: tuple[int, ...]) -> None:
    cell = job.site.numbers[move.parts["cell"]]
    job.targets = replaced(job.targets, floor, cell)


NEAREST: Final = Question("nearest", lambda job, *about: job.active, _nearest_moves, _nearest)


def draw_target(job: Job, floor: int) -> None:
    """Draws a patrol card for the guard's die, unless he is not there."""
    if job.guards[floor] >= 0:
        job.next(_aim, floor)
        draw_patrol(job, floor)


def _aim(job: Job, floor: int) -> None:
    if job.drawn == GONE_GUARD:
        lose_sight(job, floor)
    elif job.drawn == job.guards[floor]:
        draw_target(job, floor)  # he is there already (BB-GUARD-6)
    else:
        job.targets = replaced(job.targets, floor, job.drawn)


def lose_sight(job: Job, floor: int) -> None:
    """Takes the guard of a floor off the board (BB-LV-2)."""
    job.guards = replaced(job.guards, floor, AWAY)
    job.targets = replaced(job.targets, floor, AWAY)
    eat_donuts(job, floor)


def eat_donuts(job: Job, floor: int) -> bool:
    """Discards the Donuts under a guard; returns whether there were any."""
    if not job.donuts >> floor & 1:
        return False
    job.donuts ^= 1 << floor
    job.tools_gone |= 1 << TOOLS.index("donuts")
    return True


def remove_alarm(job: Job, cell: int) -> None:
    """Takes an alarm token away by a card; the guard finds another target (BB-ALARM-4, -5)."""
    floor = job.site.floor[cell]
    job.alarms &= ~(1 << cell)
    job.next(look_again if job.alarms_on(floor) else draw_target, floor)


def remove_all(job: Job) -> None:
    """Takes all alarm tokens away; on each floor that had one a card is drawn (BB-ALARM-5)."""
    floors = [floor for floor in range(job.site.floors) if job.alarms_on(floor)]
    job.alarms = 0
    for floor in reversed(floors):
        job.next(draw_target, floor)

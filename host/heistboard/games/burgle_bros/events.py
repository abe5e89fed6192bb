"""Events: one function for each, called like it. *seat* is who drew the card.

Cards about the guard of the drawer's floor do nothing while he is not on the board.
"""

from collections.abc import Callable
from typing import Final

from heistboard.games.burgle_bros.alarms import draw_target, look_again, lose_sight, ring
from heistboard.games.burgle_bros.components import ones
from heistboard.games.burgle_bros.decks import GONE_GUARD, draw_patrol
from heistboard.games.burgle_bros.finds import GOLD, gain_tool
from heistboard.games.burgle_bros.guards import arrive, redirect, step_toward
from heistboard.games.burgle_bros.job import NOBODY, Job, Question, replaced
from heistboard.games.burgle_bros.moving import go, land
from heistboard.games.burgle_bros.notation import COMPUTERS, PLAYERS, by_cell, make
from heistboard.games.burgle_bros.site import ROOF
from heistboard.games.burgle_bros.tiles import reveal
from heistboard.games.burgle_bros.turn import escape, is_roof_open
from heistboard.games.burgle_bros.ways import stairs_from
from heistboard.rules import Move

__all__ = ["EFFECTS", "next_player", "previous_player"]


def _guard_floor(job: Job, seat: int) -> int:
    # The drawer's floor, or -1 if its guard is not on the board.
    floor = job.floor(seat)
    return floor if job.guards[floor] >= 0 else -1


def _quiet_floor(job: Job, seat: int) -> int:
    # The same, but only without an alarm.
    floor = _guard_floor(job, seat)
    return -1 if floor >= 0 and job.alarms_on(floor) else floor


def next_player(job: Job, seat: int) -> int:
    """Returns the next player who has not escaped, or :data:`NOBODY`."""
    return next((each for each in job.seats_from(seat)[1:] if job.at[each] != ROOF), NOBODY)


def previous_player(job: Job, seat: int) -> int:
    """Returns the previous player who has not escaped, or :data:`NOBODY`."""
    order = job.seats_from(seat)[:0:-1]
    return next((each for each in order if job.at[each] != ROOF), NOBODY)


def _cell_question(verb: str, then: Callable[[Job, int, int], None]) -> Question:
    # The drawer chooses a room; *then* gets it.
    def moves(job: Job, seat: int, cells: tuple[int, ...]) -> tuple[Move, ...]:
        named = by_cell(verb, job.site.size, job.site.floors)
        return tuple(named[cell] for cell in cells)

    def answer(job: Job, move: Move, seat: int, cells: tuple[int, ...]) -> None:
        then(job, seat, job.site.numbers[move.parts["cell"]])

    return Question(verb, lambda job, seat, cells: seat, moves, answer)


def _choose(
    job: Job,
    question: Question,
    then: Callable[[Job, int, int], None],
    seat: int,
    cells: "list[int]",
) -> None:
    # Asks only where there is a choice.
    if len(cells) == 1:
        then(job, seat, cells[0])
    elif cells:
        job.next(question, seat, tuple(cells))


def brown_out(job: Job, seat: int) -> None:
    """All alarms go off; each token costs a patrol card of its floor, the last one counts."""
    counts = [len(job.alarms_on(floor)) for floor in range(job.site.floors)]
    job.alarms = 0
    for floor in reversed(range(job.site.floors)):
        if counts[floor]:
            job.next(_burn, floor, counts[floor] - 1)


def _burn(job: Job, floor: int, cards: int) -> None:
    if job.guards[floor] < 0:
        return
    if not cards:
        draw_target(job, floor)
        return
    job.next(_burnt, floor, cards - 1)
    draw_patrol(job, floor)


def _burnt(job: Job, floor: int, cards: int) -> None:
    if job.drawn == GONE_GUARD:
        lose_sight(job, floor)
    else:
        _burn(job, floor, cards)


def buddy_system(job: Job, seat: int) -> None:
    """Another player comes into the drawer's room."""
    others = [other for other in range(job.site.players) if other != seat and job.at[other] >= 0]
    if len(others) == 1:
        _come_over(job, seat, others[0])
    elif others:
        job.next(BUDDY, seat, tuple(others))


def _come_over(job: Job, seat: int, other: int) -> None:
    if job.at[other] != job.at[seat]:
        land(job, other, job.at[seat])


BUDDY: Final = Question(
    "buddy",
    lambda job, seat, others: seat,
    lambda job, seat, others: tuple(make("buddy", PLAYERS[other]) for other in others),
    lambda job, move, seat, others: _come_over(job, seat, PLAYERS.index(move.parts["player"])),
)


def change_of_plans(job: Job, seat: int) -> None:
    """The guard gets another destination."""
    if (floor := _quiet_floor(job, seat)) >= 0:
        draw_target(job, floor)


def crash(job: Job, seat: int) -> None:
    """The guard comes for the drawer."""
    if (floor := _quiet_floor(job, seat)) >= 0:
        redirect(job, floor, job.at[seat])


def throw_voice(job: Job, seat: int) -> None:
    """The die goes to an adjacent room (BB-CONF-12)."""
    if (floor := _quiet_floor(job, seat)) >= 0:
        _choose(job, VOICE, _voice, seat, list(job.near[job.targets[floor]]))


def _voice(job: Job, seat: int, cell: int) -> None:
    redirect(job, job.site.floor[cell], cell)


VOICE: Final = _cell_question("voice", _voice)


def daydreaming(job: Job, seat: int) -> None:
    """One step less."""
    job.guard_steps = -1


def espresso(job: Job, seat: int) -> None:
    """One step more."""
    job.guard_steps = 1


def dead_drop(job: Job, seat: int) -> None:
    """All tools and loot go to the previous player; a second gold bar stays."""
    other = previous_player(job, seat)
    if other == NOBODY:
        return
    stays = job.items[seat] & GOLD if job.items[other] & GOLD else 0
    given = job.items[seat] & ~stays
    job.items = replaced(job.items, other, job.items[other] | given)
    job.items = replaced(job.items, seat, stays)


def freight_elevator(job: Job, seat: int) -> None:
    """Up one floor; from the top floor onto the roof, if it is open."""
    above = job.site.above(job.at[seat])
    if above >= 0:
        land(job, seat, above)
    elif is_roof_open(job):
        escape(job, seat)


def go_with_your_gut(job: Job, seat: int) -> None:
    """The drawer must go into an adjacent face-down room."""
    cell = job.at[seat]
    rooms = dict.fromkeys((*job.near[cell], *stairs_from(job, cell)))
    _choose(job, GUT, _follow_gut, seat, [room for room in rooms if job.is_face_down(room)])


def _follow_gut(job: Job, seat: int, cell: int) -> None:
    go(job, seat, cell, "gut")


GUT: Final = _cell_question("gut", _follow_gut)


def gymnastics(job: Job, seat: int) -> None:
    """Walkways are stairs (BB-CONF-7)."""
    job.gymnastics = seat


def heads_up(job: Job, seat: int) -> None:
    """One more action for the next player, or for the only one."""
    other = next_player(job, seat)
    other = seat if other == NOBODY else other
    job.heads_up = replaced(job.heads_up, other, job.heads_up[other] + 1)


def jump_the_gun(job: Job, seat: int) -> None:
    """The next player loses a turn."""
    other = next_player(job, seat)
    if other != NOBODY:
        job.skips |= 1 << other


def jury_rig(job: Job, seat: int) -> None:
    """A tool."""
    gain_tool(job, seat)


def keycode_change(job: Job, seat: int) -> None:
    """All Keypads are locked."""
    job.opened = 0


def lampshade(job: Job, seat: int) -> None:
    """A stealth token."""
    job.add_stealth(seat, 1)


def lost_grip(job: Job, seat: int) -> None:
    """Down one floor."""
    below = job.site.below(job.at[seat])
    if below >= 0:
        land(job, seat, below)


def peekhole(job: Job, seat: int) -> None:
    """A look at a neighbour, through a wall, up or down too."""
    cell = job.at[seat]
    rooms = (*job.site.beside[cell], job.site.above(cell), job.site.below(cell))
    hidden = tuple(room for room in rooms if room >= 0 and job.is_face_down(room))
    if hidden:
        job.next(PEEKHOLE, seat, hidden)


def _peekhole_moves(job: Job, seat: int, cells: tuple[int, ...]) -> tuple[Move, ...]:
    named = by_cell("peekhole", job.site.size, job.site.floors)
    return (make("skip"), *(named[cell] for cell in cells))


def _peekhole(job: Job, move: Move, seat: int, cells: tuple[int, ...]) -> None:
    if move.verb != "skip":
        reveal(job, job.site.numbers[move.parts["cell"]])


PEEKHOLE: Final = Question("peekhole", lambda job, seat, cells: seat, _peekhole_moves, _peekhole)


def reboot(job: Job, seat: int) -> None:
    """One hack token in each revealed computer room."""
    rooms = {job.kind(cell) for cell in range(job.site.cells)}
    job.hacks = tuple(int(kind in rooms) for kind in COMPUTERS)


def shift_change(job: Job, seat: int) -> None:
    """The other guards move instead."""
    job.shift_change = True


def shoplifting(job: Job, seat: int) -> None:
    """An alarm in each Laboratory whose tool was taken."""
    ring(job, *ones(job.searched))


def squeak(job: Job, seat: int) -> None:
    """The guard takes a step toward the nearest player."""
    floor = _guard_floor(job, seat)
    if floor < 0:
        return
    first, guard = floor * job.site.area, job.guards[floor]
    rooms = {cell - first for cell in job.at if cell >= 0 and job.site.floor[cell] == floor}
    if guard - first in rooms:
        return
    nearest = job.paths[floor].nearest(guard - first, rooms)
    _choose(job, TOWARD, _toward, seat, [cell + first for cell in nearest])


def _toward(job: Job, seat: int, cell: int) -> None:
    floor = job.site.floor[cell]
    job.next(_after_squeak, floor, job.alarms_on(floor))
    step_toward(job, floor, cell)


def _after_squeak(job: Job, floor: int, alarms: list[int]) -> None:
    # Where the alarms have changed they have been looked at already.
    if job.alarms_on(floor) == alarms:
        look_again(job, floor)


TOWARD: Final = _cell_question("toward", _toward)


def switch_signs(job: Job, seat: int) -> None:
    """Guard and die swap; with an alarm on, he goes to the nearest one (BB-CONF-6)."""
    floor = _guard_floor(job, seat)
    if floor < 0:
        return
    if job.alarms_on(floor) and job.site.options["switch-signs"] == "alarm":
        job.next(_go_to_die, floor)
        look_again(job, floor)
        return
    guard, die = job.guards[floor], job.targets[floor]
    job.targets = replaced(job.targets, floor, guard)
    arrive(job, floor, die)


def _go_to_die(job: Job, floor: int) -> None:
    arrive(job, floor, job.targets[floor])


def time_lock(job: Job, seat: int) -> None:
    """Nobody moves by stairs."""
    job.time_lock = seat


def video_loop(job: Job, seat: int) -> None:
    """Cameras do nothing."""
    job.video_loop = seat


def where_is_he(job: Job, seat: int) -> None:
    """The guard jumps to his destination."""
    if (floor := _guard_floor(job, seat)) >= 0:
        _go_to_die(job, floor)


EFFECTS: Final[dict[str, Callable[[Job, int], None]]] = {
    each.__name__: each
    for each in (
        *(brown_out, buddy_system, change_of_plans, crash, daydreaming, dead_drop, espresso),
        *(freight_elevator, go_with_your_gut, gymnastics, heads_up, jump_the_gun, jury_rig),
        *(keycode_change, lampshade, lost_grip, peekhole, reboot, shift_change, shoplifting),
        *(squeak, switch_signs, throw_voice, time_lock, video_loop, where_is_he),
    )
}

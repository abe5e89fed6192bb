"""Tools: one function for each, called like it, and what each can be used on.

A tool that has targets and finds none may be used without effect (BB-TOOL-1); the rest of what it
does happens all the same. The Stethoscope is in ``safes``: it is used right after a roll.
"""

from collections.abc import Callable
from itertools import permutations
from typing import Final

from heistboard.games.burgle_bros.alarms import alarm_in, look_again, remove_all
from heistboard.games.burgle_bros.components import EVENTS, TOOLS, ones
from heistboard.games.burgle_bros.finds import discard, has, lose_item
from heistboard.games.burgle_bros.job import EVENT_DECK, Job, Question, replaced
from heistboard.games.burgle_bros.looked_cards import known_to, look_at, show, stack
from heistboard.games.burgle_bros.notation import COMPUTERS, PLAYERS, make
from heistboard.games.burgle_bros.site import adjacent, paths
from heistboard.games.burgle_bros.tiles import reveal
from heistboard.games.burgle_bros.ways import beside_through_walls, stairs_from
from heistboard.rules import TABLE, Move

__all__ = ["USES", "moves", "use"]

MOST_HACKS: Final = 6
_SMOKE_TOKENS: Final = 3
_VIRUS_TOKENS: Final = 3
_SEEN_IN_CRYSTAL: Final = 3


def moves(job: Job, seat: int) -> list[Move]:
    """Returns how a player can use the tools in hand."""
    if has(job, seat, "bust"):
        return []
    held = job.items[seat] & (1 << len(TOOLS)) - 1
    found: list[Move] = []
    for number in ones(held):
        tool = TOOLS[number]
        if tool not in USES:
            continue
        targets = _TARGETS.get(tool)
        if targets is None:
            found.append(make(f"use_{tool}"))
        elif (words := targets(job, seat)) is not None:
            found += [make(f"use_{tool}", word) for word in words] or [make(f"use_{tool}")]
    return found


def use(job: Job, seat: int, move: Move) -> None:
    """Has a player use a tool. Donuts and the E.M.P. are discarded later."""
    tool = move.verb.removeprefix("use_")
    if tool in ("donuts", "emp") and (move.parts or tool == "emp"):
        lose_item(job, seat, TOOLS.index(tool))
    else:
        discard(job, seat, tool)
    USES[tool](job, seat, next(iter(move.parts.values()), ""))


def _names(job: Job, cells: list[int]) -> list[str]:
    return [job.site.names[cell] for cell in cells]


def blueprints(job: Job, seat: int, name: str) -> None:
    """Reveals a face-down tile anywhere."""
    if name:
        reveal(job, job.site.numbers[name])


def blueprints_targets(job: Job, seat: int) -> list[str]:
    """Any face-down tile."""
    return _names(job, [cell for cell, tile in enumerate(job.tiles) if not tile])


def crowbar(job: Job, seat: int, name: str) -> None:
    """Takes stop, extra costs and alarms from a room for good."""
    if name:
        job.crowbarred |= 1 << job.site.numbers[name]


def crowbar_targets(job: Job, seat: int) -> list[str]:
    """A revealed adjacent room, also by stairs."""
    cell = job.at[seat]
    rooms = dict.fromkeys((*job.near[cell], *stairs_from(job, cell, is_walking=False)))
    return _names(job, [room for room in rooms if not job.is_face_down(room)])


def crystal_ball(job: Job, seat: int, word: str) -> None:
    """Shows its user the topmost events, which go back in any order."""
    count = min(_SEEN_IN_CRYSTAL, job.events_left.bit_count())
    if count:
        job.next(CRYSTAL, seat, count)
        look_at(job, seat, EVENT_DECK, count)


def _crystal_moves(job: Job, seat: int, count: int) -> tuple[Move, ...]:
    cards = known_to(job, seat, EVENT_DECK)[:count]
    orders = (make("stack", PLAYERS[seat], *order) for order in permutations(cards))
    is_shown = known_to(job, TABLE, EVENT_DECK)[:count] == cards
    return tuple(orders) if is_shown else (*orders, make("show"))


def _crystal(job: Job, move: Move, seat: int, count: int) -> None:
    if move.verb == "show":
        show(job, EVENT_DECK, count)
        job.next(CRYSTAL, seat, count)
    else:
        order = [EVENTS.index(name) for part, name in move.parts.items() if part != "player"]
        stack(job, seat, order)


CRYSTAL: Final = Question("crystal", lambda job, seat, count: seat, _crystal_moves, _crystal)


def donuts(job: Job, seat: int, floor: str) -> None:
    """Has a guard miss his next movement."""
    if floor:
        job.donuts |= 1 << int(floor) - 1


def donuts_targets(job: Job, seat: int) -> list[str]:
    """Any guard on the board."""
    return [str(floor + 1) for floor, guard in enumerate(job.guards) if guard >= 0]


def dynamite(job: Job, seat: int, name: str) -> None:
    """Removes a wall of the room for good, then there is an alarm."""
    cell = job.at[seat]
    floor = job.site.floor[cell]
    if name:
        first = floor * job.site.area
        plan = job.plans[floor].without(cell - first, job.site.numbers[name] - first)
        job.plans = (*job.plans[:floor], plan, *job.plans[floor + 1 :])
        job.near, job.paths = adjacent(job.plans), paths(job.plans)
        job.next(_look_if_same, floor, job.alarms)
    alarm_in(job, seat, cell)


def _look_if_same(job: Job, floor: int, alarms: int) -> None:
    # Where the alarms have changed they have been looked at already.
    if job.alarms == alarms:
        look_again(job, floor)


def dynamite_targets(job: Job, seat: int) -> list[str]:
    """A room behind a wall of one's own."""
    return _names(job, beside_through_walls(job, job.at[seat]))


def emp(job: Job, seat: int, word: str) -> None:
    """Removes all alarms; none can start until its user's next turn."""
    job.emp = seat
    remove_all(job)


def invisible_suit(job: Job, seat: int, word: str) -> None:
    """One more action; nobody sees its user's own moves in this turn."""
    job.suit = True
    job.left += 1


def makeup_kit(job: Job, seat: int, word: str) -> None:
    """A stealth token for everybody in the room."""
    for each in job.seats_in(job.at[seat]):
        job.add_stealth(each, 1)


def rollerskates(job: Job, seat: int, word: str) -> None:
    """Two more actions."""
    job.left += 2


def smoke_bomb(job: Job, seat: int, word: str) -> None:
    """Stealth tokens in the room."""
    job.add_tokens(job.at[seat], _SMOKE_TOKENS)


def thermal_bomb(job: Job, seat: int, way: str) -> None:
    """Makes stairs up or down, then there is an alarm."""
    cell = job.at[seat]
    job.stairs |= 1 << (cell if way == "up" else job.site.below(cell))
    alarm_in(job, seat, cell)


def thermal_bomb_targets(job: Job, seat: int) -> list[str]:
    """Up, to the roof at last, and down where there is a floor."""
    return ["up", "down"] if job.site.below(job.at[seat]) >= 0 else ["up"]


def virus(job: Job, seat: int, name: str) -> None:
    """Three hack tokens for a computer room, as far as there is space."""
    if name:
        number = COMPUTERS.index(job.kind(job.site.numbers[name]))
        tokens = min(job.hacks[number] + _VIRUS_TOKENS, MOST_HACKS)
        job.hacks = replaced(job.hacks, number, tokens)


def virus_targets(job: Job, seat: int) -> list[str] | None:
    """A revealed computer room that is not full; ``None`` if all are (BB-TOOL-1)."""
    rooms = [cell for cell in range(job.site.cells) if job.kind(cell) in COMPUTERS]
    free = [cell for cell in rooms if job.hacks[COMPUTERS.index(job.kind(cell))] < MOST_HACKS]
    return None if rooms and not free else _names(job, free)


USES: Final[dict[str, Callable[[Job, int, str], None]]] = {
    "blueprints": blueprints,
    "crowbar": crowbar,
    "crystal_ball": crystal_ball,
    "donuts": donuts,
    "dynamite": dynamite,
    "emp": emp,
    "invisible_suit": invisible_suit,
    "makeup_kit": makeup_kit,
    "rollerskates": rollerskates,
    "smoke_bomb": smoke_bomb,
    "thermal_bomb": thermal_bomb,
    "virus": virus,
}

_TARGETS: Final[dict[str, Callable[[Job, int], list[str] | None]]] = {
    "blueprints": blueprints_targets,
    "crowbar": crowbar_targets,
    "donuts": donuts_targets,
    "dynamite": dynamite_targets,
    "thermal_bomb": thermal_bomb_targets,
    "virus": virus_targets,
}

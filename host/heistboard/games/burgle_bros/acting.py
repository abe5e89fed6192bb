"""The active player's actions: what is offered, what each costs and does (section 4).

A step into a neighbouring room and back that changes nothing does not count as two actions, so
that it does not dodge the event (BB-TURN-6). ``job.idle`` is how the state was before the last
move, if that was a move; see :func:`_remember`.
"""

from collections.abc import Callable
from typing import Final

from heistboard.games.burgle_bros import characters, tools
from heistboard.games.burgle_bros.components import ITEMS, ones
from heistboard.games.burgle_bros.events import EFFECTS
from heistboard.games.burgle_bros.finds import can_hold, get, item_in, lose_item, pick_up
from heistboard.games.burgle_bros.job import NOBODY, Job, Question, replaced
from heistboard.games.burgle_bros.moving import go
from heistboard.games.burgle_bros.notation import COMPUTERS, PLAYERS, by_cell, make
from heistboard.games.burgle_bros.safes import add_die, can_add, can_roll, crack, in_reach
from heistboard.games.burgle_bros.site import ROOF
from heistboard.games.burgle_bros.tiles import reveal
from heistboard.games.burgle_bros.tools import MOST_HACKS
from heistboard.games.burgle_bros.turn import escape, finish, is_roof_open
from heistboard.games.burgle_bros.ways import MOST_COSTS, cost, drop_from, peeks, ways
from heistboard.rules import Move

__all__ = ["ACT", "act", "moves"]

_PASS: Final = make("pass")
_HACK: Final = make("hack")
_ESCAPE: Final = make("escape")


# What is offered.


def moves(job: Job) -> tuple[Move, ...]:
    """Returns everything the active player may do now."""
    seat, site = job.active, job.site
    size, floors = site.size, site.floors
    cell = job.at[seat]
    found: list[Move] = []
    if job.left:
        steps = by_cell("move", size, floors)
        if job.left >= MOST_COSTS:
            found += [steps[room] for room in ways(job, seat)]
        else:
            found += [steps[room] for room in ways(job, seat) if cost(job, seat, room) <= job.left]
        below = drop_from(job, cell)
        if below >= 0 and _drop_cost(job, seat, below) <= job.left:
            found.append(by_cell("drop", size, floors)[below])
        if hidden := peeks(job, cell):
            peek = by_cell("peek", size, floors)
            found += [peek[room] for room in hidden]
        kind = job.kind(cell)
        if kind in COMPUTERS and job.hacks[COMPUTERS.index(kind)] < MOST_HACKS:
            found.append(_HACK)
        for safe in in_reach(job, seat):
            if can_add(job, safe):
                found.append(make("die", site.names[safe]))
            if can_roll(job, safe):
                found.append(make("crack", site.names[safe]))
        if can_escape(job, seat):
            found.append(_ESCAPE)
    found += characters.moves(job, seat)
    if job.items[seat]:
        found += tools.moves(job, seat)
    if job.at.count(cell) > 1:
        found += _trades(job, seat)
    if job.lying:
        found += [
            make("pick", ITEMS[item])
            for room, item in job.lying
            if room == cell and can_hold(job, seat, item)
        ]
    found.append(_PASS)
    return tuple(found)


def _drop_cost(job: Job, seat: int, below: int) -> int:
    return cost(job, seat, below, is_landing=job.site.options["walkway-down"] == "landing")


def can_escape(job: Job, seat: int) -> bool:
    """Returns whether stairs lead from the player's room to the open roof."""
    cell = job.at[seat]
    is_top = job.site.above(cell) < 0
    return bool(
        is_top
        and job.stairs >> cell & 1
        and job.time_lock == NOBODY
        and job.cracked
        and is_roof_open(job)
    )


def _trades(job: Job, seat: int) -> list[Move]:
    found = []
    for other in range(job.site.players):
        if other != seat and job.at[other] == job.at[seat]:
            name = PLAYERS[other]
            found += [
                make("give", ITEMS[item], name)
                for item in ones(job.items[seat])
                if can_hold(job, other, item)
            ]
            found += [
                make("ask", ITEMS[item], name)
                for item in ones(job.items[other])
                if can_hold(job, seat, item)
            ]
    return found


# What each does.


def _move(job: Job, seat: int, move: Move) -> None:
    job.spend(1)
    go(job, seat, job.site.numbers[move.parts["cell"]])


def _drop(job: Job, seat: int, move: Move) -> None:
    job.spend(1)
    is_landing = job.site.options["walkway-down"] == "landing"
    go(job, seat, job.site.numbers[move.parts["cell"]], is_landing=is_landing)


def _peek(job: Job, seat: int, move: Move) -> None:
    job.spend(1)
    reveal(job, job.site.numbers[move.parts["cell"]])


def _hack(job: Job, seat: int, move: Move) -> None:
    job.spend(1)
    number = COMPUTERS.index(job.kind(job.at[seat]))
    job.hacks = replaced(job.hacks, number, job.hacks[number] + 1)


def _die(job: Job, seat: int, move: Move) -> None:
    add_die(job, job.site.numbers[move.parts["cell"]])


def _crack(job: Job, seat: int, move: Move) -> None:
    crack(job, seat, job.site.numbers[move.parts["cell"]])


def _escape(job: Job, seat: int, move: Move) -> None:
    job.spend(1)
    escape(job, seat)


def _pick(job: Job, seat: int, move: Move) -> None:
    here = sum(1 << item for cell, item in job.lying if cell == job.at[seat])
    pick_up(job, seat, item_in(here, move.parts["item"]))


def _give(job: Job, seat: int, move: Move) -> None:
    other = PLAYERS.index(move.parts["player"])
    job.next(TRADE, other, seat, other, item_in(job.items[seat], move.parts["item"]))


def _ask(job: Job, seat: int, move: Move) -> None:
    other = PLAYERS.index(move.parts["player"])
    job.next(TRADE, other, other, seat, item_in(job.items[other], move.parts["item"]))


def _trade(job: Job, move: Move, seat: int, giver: int, taker: int, item: int) -> None:
    if move.verb == "accept":
        lose_item(job, giver, item)
        get(job, taker, item)


_TRADE_MOVES: Final = (make("refuse"), make("accept"))
TRADE: Final = Question(
    "trade", lambda job, seat, *about: seat, lambda job, *about: _TRADE_MOVES, _trade
)

_DO: Final[dict[str, Callable[[Job, int, Move], None]]] = {
    "move": _move,
    "drop": _drop,
    "peek": _peek,
    "hack": _hack,
    "die": _die,
    "crack": _crack,
    "escape": _escape,
    "pick": _pick,
    "give": _give,
    "ask": _ask,
    **dict.fromkeys((f"use_{tool}" for tool in tools.USES), tools.use),
    **characters.ABILITIES,
}


def act(job: Job) -> None:
    """Asks the active player for the next action, or ends the actions of who has escaped."""
    if job.at[job.active] == ROOF:
        finish(job, act, _resolve)
        return
    if job.idle:
        _forget_idle_step(job)
    job.next(ACT)


def _answer(job: Job, move: Move) -> None:
    job.walked = ()
    if move.verb == "pass":
        finish(job, act, _resolve)
        return
    if move.verb in _STEPS:
        if job.site.options["idle-steps"] == "dropped":
            _remember(job)
    else:
        job.idle = ()
    if move.verb in characters.ENDS_ACTIONS:
        job.next(finish, act, _resolve)
    else:
        job.next(act)
    _DO[move.verb](job, job.active, move)
    job.has_acted = True


ACT: Final = Question("act", lambda job: job.active, moves, _answer)


def _resolve(job: Job) -> None:
    if job.event:
        EFFECTS[job.event](job, job.active)


# Steps that go and come back.

_STEPS: Final = ("move", "drop", "flex")
_PASSING: Final[dict[str, object]] = dict.fromkeys(
    (
        "agenda",
        "drawn",
        "has_acted",
        "idle",
        "left",
        "rolled",
        "sneaked",
        "spent",
        "used",
        "walked",
    )
)


def _signature(job: Job) -> tuple[object, ...]:
    # The whole state except for what a step and back may change.
    return tuple((job.__dict__ | _PASSING).values())


def _remember(job: Job) -> None:
    # Before a step: the state and the count before the last step, if there was one, and now.
    before = job.idle[1] if job.idle else None
    job.idle = (before, (_signature(job), job.used))


def _forget_idle_step(job: Job) -> None:
    # After a step: if this is how it was before the last but one, both do not count.
    before, _ = job.idle
    if before is not None and before[0] == _signature(job):  # type: ignore[index]
        job.used = before[1]  # type: ignore[index]
        job.idle = ()  # pairs of steps do not overlap

"""A game as everybody knows it, made from a view, to look ahead with the rules themselves. Pure.

A :class:`~heistboard.games.burgle_bros.job.Job` does not know what lies face down, and its decks
have no order, so only the cards that somebody has looked at are left out. What a view does not
have is taken from the moves of this turn: failed tries at a Keypad, and whether the active
player came into a Motion room.
"""

from functools import lru_cache
from typing import Any, cast

from heistboard.games.burgle_bros.acting import ACT
from heistboard.games.burgle_bros.characters import ENDS_ACTIONS
from heistboard.games.burgle_bros.components import DIGITS, EVENTS, ITEMS, KINDS, TOOLS
from heistboard.games.burgle_bros.finds import GOLD
from heistboard.games.burgle_bros.job import (
    ALL_SEATS,
    AWAY,
    EVENT_DECK,
    NOBODY,
    UNPLACED,
    Job,
    Looked,
    replaced,
)
from heistboard.games.burgle_bros.notation import COMPUTERS, LOST_VISUAL, PLAYERS
from heistboard.games.burgle_bros.options import OPTIONS
from heistboard.games.burgle_bros.site import OUTSIDE, ROOF, Plans, Site, adjacent, paths
from heistboard.games.burgle_bros.walls import read_floor
from heistboard.rules import Choice, View

__all__ = ["public_job"]

_ENDS = ("pass", "escape", *ENDS_ACTIONS)  # moves after which a turn's actions are over


def public_job(view: View) -> Job:
    """Returns the game of *view* while the active player may act.

    The view is that of a game in which all characters have been drawn.
    """
    seen = cast(dict[str, Any], view)
    site = _site(tuple((name, seen[name]) for name in ("players", *OPTIONS)))
    job = Job(site)
    job.plans = _plans(seen["plan"], site)
    job.near, job.paths = adjacent(job.plans), paths(job.plans)
    _set_rooms(job, seen)
    _set_team(job, seen)
    _set_guards(job, seen)
    _set_decks(job, seen)
    _set_turn(job, seen)
    job.next(ACT)
    return job


@lru_cache(16)
def _site(options: tuple[tuple[str, Choice], ...]) -> Site:
    return Site(dict(options))


@lru_cache(64)
def _plans(text: str, site: Site) -> Plans:
    return tuple(
        read_floor(walls, site.size, plan.empty)
        for walls, plan in zip(text.split("/"), site.plans, strict=True)
    )


def _mask(job: Job, names: list[str]) -> int:
    return sum(1 << job.site.numbers[name] for name in names)


def _cell(job: Job, name: str | None, otherwise: int) -> int:
    return otherwise if name is None else job.site.numbers[name]


def _set_rooms(job: Job, seen: dict[str, Any]) -> None:
    numbers = job.site.numbers
    tiles = list(job.tiles)
    for name, tile in seen["tiles"].items():
        kind, _, digit = tile.partition(" ")
        cell, bit = numbers[name], 1 << numbers[name]
        tiles[cell] = _tile(job, kind, int(digit or 0))
        job.unseen &= ~(1 << tiles[cell])
        if kind == "camera":
            job.cameras |= bit
        elif kind == "walkway":
            job.walkways |= bit
        elif kind == "service_duct":
            job.ducts = (*job.ducts, cell)
    job.tiles = tuple(tiles)
    job.entrance = _cell(job, seen["entrance"], OUTSIDE)
    for field in ("stairs", "opened", "crowbarred", "searched", "marks", "cracked", "alarms"):
        setattr(job, field, _mask(job, seen[field]))
    job.safe_dice = tuple(sorted((numbers[name], dice) for name, dice in seen["dice"].items()))
    job.hacks = tuple(seen["hacks"][each] for each in COMPUTERS)
    job.laptop = seen["laptop"]
    job.tokens = tuple(sorted((numbers[at], many) for at, many in seen["room-stealth"].items()))
    job.lying = tuple(sorted((numbers[at], _item(job, item)) for at, item in seen["lying"]))


def _item(job: Job, name: str) -> int:
    # Takes it out of its deck; the second of two gold bars is the last item.
    item = ITEMS.index(name)
    if item < len(TOOLS):
        job.tools_left &= ~(1 << item)
        return item
    if not job.loot_left >> item - len(TOOLS) & 1:
        item = len(ITEMS) - 1
    job.loot_left &= ~(1 << item - len(TOOLS))
    return item


def _tile(job: Job, kind: str, digit: int) -> int:
    alike = [tile for tile, each in enumerate(KINDS) if each == kind and DIGITS[tile] == digit]
    return next((tile for tile in alike if job.unseen >> tile & 1), alike[0])


def _set_team(job: Job, seen: dict[str, Any]) -> None:
    team = seen["team"]
    places = {"outside": OUTSIDE, "roof": ROOF}
    job.characters = tuple(each["character"] for each in team)
    job.sides = tuple(each["side"] for each in team)
    job.at = tuple(places.get(each["at"], job.site.numbers.get(each["at"], 0)) for each in team)
    job.stealth = tuple(each["stealth"] for each in team)
    job.items = tuple(sum(1 << _item(job, item) for item in each["items"]) for each in team)
    job.heads_up = tuple(each["more-actions"] for each in team)
    job.skips = sum(each["loses-turn"] << seat for seat, each in enumerate(team))
    job.active = PLAYERS.index(seen["active"])


def _set_guards(job: Job, seen: dict[str, Any]) -> None:
    area = job.site.area
    for floor, guard in enumerate(seen["guards"]):
        off = AWAY if guard["is-away"] else UNPLACED
        job.guards = replaced(job.guards, floor, _cell(job, guard["at"], off))
        job.targets = replaced(job.targets, floor, _cell(job, guard["target"], off))
        gone = sum(
            1 << (area if card == LOST_VISUAL else job.site.numbers[card] - floor * area)
            for card in guard["patrol-gone"]
        )
        cards = sum(1 << cell - floor * area for cell in job.site.rooms(floor))
        cards |= int(seen["lost-visual"]) << area
        job.patrol_unseen = (*job.patrol_unseen, cards & ~gone)
    job.patrol_left = tuple(guard["patrol-left"] for guard in seen["guards"])
    job.speeds = tuple(guard["speed"] for guard in seen["guards"])
    job.donuts = sum(guard["donuts"] << floor for floor, guard in enumerate(seen["guards"]))
    job.crow = _cell(job, seen["crow"], NOBODY)
    job.held_alarm = seen["held-alarm"]


def _set_decks(job: Job, seen: dict[str, Any]) -> None:
    # A card that lies nowhere in the open is in its deck. One player has no gold bars, and where
    # one is in play, the other is, too.
    job.tools_gone = sum(1 << TOOLS.index(tool) for tool in seen["tools-gone"])
    job.tools_left &= ~job.tools_gone
    in_use = ("emp" in seen["lasting"], "emp"), (job.donuts, "donuts")
    job.tools_left &= ~sum(1 << TOOLS.index(tool) for is_used, tool in in_use if is_used)
    bars = GOLD >> len(TOOLS)
    if job.site.players == 1 or job.loot_left & bars != bars:
        job.loot_left &= ~bars
    job.events_gone = sum(1 << EVENTS.index(event) for event in seen["events-gone"])
    job.events_left &= ~job.events_gone
    job.looked = tuple(
        Looked(deck, end == "top", _card(job, deck, card), ALL_SEATS)
        for deck, name in ((EVENT_DECK, "events"), *((n, f"patrol-{n + 1}") for n in range(3)))
        for end in ("top", "bottom")
        for card in seen["looked"].get(f"{name}-{end}", [])
    )


def _card(job: Job, deck: int, name: str) -> int:
    if deck == EVENT_DECK:
        return EVENTS.index(name)
    area = job.site.area
    return area if name == LOST_VISUAL else job.site.numbers[name] - deck * area


def _set_turn(job: Job, seen: dict[str, Any]) -> None:
    for name in ("emp", "gymnastics", "time_lock", "video_loop"):
        owner = seen["lasting"].get(name)
        setattr(job, name, NOBODY if owner is None else PLAYERS.index(owner))
    job.turn, job.left, job.used = seen["round"], seen["actions"], seen["used"]
    job.spent = job.used
    job.suit, job.shift_change = seen["suit"], seen["shift-change"]
    job.guard_steps, job.event = seen["guard-steps"], seen["event"]
    made = _moves_of_turn(seen["moves"])
    job.has_acted = bool(made)
    job.is_first_turn = seen["round"] <= job.site.players
    entered = [move.rpartition(" ")[2] for move in made if move.startswith(("move ", "flex "))]
    here = job.at[job.active]
    job.in_motion = here >= 0 and job.site.names[here] in entered and job.kind(here) == "motion"
    locked = [cell for cell in range(job.site.cells) if job.kind(cell) == "keypad"]
    tries = ((cell, entered.count(job.site.names[cell])) for cell in locked)
    job.tries = tuple((cell, count) for cell, count in tries if count)


def _moves_of_turn(moves: list[str]) -> list[str]:
    last = (n for n in range(len(moves), 0, -1) if moves[n - 1].partition(" ")[0] in _ENDS)
    return moves[next(last, 0) :]

"""Characters: one function for each ability that is used, called like it.

What a character always does is where it counts: Jammer in ``alarms``, Steady Hands in ``tiles``
and ``safes``, Drill in ``safes``, Distract and Disrupt in ``guards``, The Solution in ``finds``
and ``setup``, the end of Flexibility in ``turn``.
"""

from collections.abc import Callable, Iterator
from typing import Final

from heistboard.games.burgle_bros.alarms import alarm_in, can_ring, remove_alarm
from heistboard.games.burgle_bros.finds import gain_tool
from heistboard.games.burgle_bros.job import EVENT_DECK, Job, Question
from heistboard.games.burgle_bros.looked_cards import bury, cards_left, known_to, look_at, show
from heistboard.games.burgle_bros.moving import go, land
from heistboard.games.burgle_bros.notation import PLAYERS, by_cell, make
from heistboard.games.burgle_bros.tiles import is_stopped, reveal
from heistboard.games.burgle_bros.ways import (
    beside_through_walls,
    drop_from,
    gem_costs,
    stairs_from,
    ways,
)
from heistboard.rules import TABLE, Move

__all__ = ["ABILITIES", "ENDS_ACTIONS", "moves"]

CLIMB_COSTS: Final = 3
_REACH: Final = 2  # steps, of Enhance and Distract

Moves = Iterator[Move]


def moves(job: Job, seat: int) -> list[Move]:
    """Returns how a player can use the character now."""
    offer = _OFFERS.get((job.characters[seat], job.sides[seat]))
    return [] if offer is None else list(offer(job, seat))


def _cell(job: Job, move: Move) -> int:
    return job.site.numbers[move.parts["cell"]]


def _cells(job: Job, verb: str, cells: "list[int] | tuple[int, ...]") -> Moves:
    named = by_cell(verb, job.site.size, job.site.floors)
    return (named[cell] for cell in cells)


def _within(job: Job, cell: int, *, is_looking: bool) -> list[int]:
    # The rooms within two steps; who looks also looks along stairs, and past no face-down room.
    found = {cell: 0}
    cells = [cell]
    for each in cells:
        if found[each] == _REACH or (is_looking and job.is_face_down(each)):
            continue
        near = [*job.near[each], *(stairs_from(job, each, is_walking=False) if is_looking else ())]
        for room in near:
            if room not in found:
                found[room] = found[each] + 1
                cells.append(room)
    return sorted(cells)


# The Acrobat.


def flexibility_moves(job: Job, seat: int) -> Moves:
    """The rooms with a guard that the player could go to."""
    below = drop_from(job, job.at[seat])
    for room in dict.fromkeys((*ways(job, seat), below)):
        if room >= 0 and job.has_guard(room):
            tries = not _is_landing(job, seat, room) and is_stopped(job, room)
            if job.left >= gem_costs(job, seat, room) + tries:
                yield from _cells(job, "flex", (room,))


def flexibility(job: Job, seat: int, move: Move) -> None:
    """The player moves into the guard's room for nothing, unseen."""
    room = _cell(job, move)
    go(job, seat, room, "flex", is_landing=_is_landing(job, seat, room))


def _is_landing(job: Job, seat: int, room: int) -> bool:
    # Only down a Walkway, and only if that is no entry (BB-CONF-2).
    return room not in ways(job, seat) and job.site.options["walkway-down"] == "landing"


def climb_window_moves(job: Job, seat: int) -> Moves:
    """Up and down from an edge room, where the player does not have to pay more."""
    cell = job.at[seat]
    if job.left < CLIMB_COSTS or cell not in job.site.rim:
        return
    for way, room in (("up", job.site.above(cell)), ("down", job.site.below(cell))):
        if room < 0:
            continue
        is_barred = is_stopped(job, room) and job.kind(room) == "deadbolt"
        if not is_barred and not gem_costs(job, seat, room):
            yield make("climb", way)


def climb_window(job: Job, seat: int, move: Move) -> None:
    """The player goes to the same cell of the next floor; actions end."""
    cell = job.at[seat]
    room = job.site.above(cell) if move.parts["way"] == "up" else job.site.below(cell)
    job.spend(CLIMB_COSTS)
    go(job, seat, room, "climb")


# The Hacker.


def laptop_moves(job: Job, seat: int) -> Moves:
    """A token, if there is none on the card."""
    if job.left and not job.laptop:
        yield make("laptop")


def laptop(job: Job, seat: int, move: Move) -> None:
    """A hack token for every kind of alarm."""
    job.spend(1)
    job.laptop = 1


# The Hawk.


def x_ray_moves(job: Job, seat: int) -> Moves:
    """Face-down rooms behind a wall."""
    if "xray" not in job.done:
        rooms = beside_through_walls(job, job.at[seat])
        yield from _cells(job, "xray", [room for room in rooms if job.is_face_down(room)])


def enhance_moves(job: Job, seat: int) -> Moves:
    """Face-down rooms within two steps."""
    if "enhance" not in job.done:
        rooms = _within(job, job.at[seat], is_looking=True)
        yield from _cells(job, "enhance", [room for room in rooms if job.is_face_down(room)])


def look_from_afar(job: Job, seat: int, move: Move) -> None:
    """The Hawk peeks, once a turn."""
    job.done |= {move.verb}
    reveal(job, _cell(job, move))


# The Juicer.


def crybaby_moves(job: Job, seat: int) -> Moves:
    """Adjacent revealed rooms where an alarm can start."""
    rooms = [
        room
        for room in job.near[job.at[seat]]
        if not job.is_face_down(room) and can_ring(job, room)
    ]
    return _cells(job, "crybaby", rooms)


def crybaby(job: Job, seat: int, move: Move) -> None:
    """An alarm in an adjacent room."""
    alarm_in(job, seat, _cell(job, move))


def reroute_moves(job: Job, seat: int) -> Moves:
    """Take the room's alarm, or set off the one on the card."""
    if "reroute" in job.done:
        return
    cell = job.at[seat]
    if not job.held_alarm and job.alarms >> cell & 1:
        yield make("take_alarm")
    if job.held_alarm and can_ring(job, cell):
        yield make("put_alarm")


def reroute(job: Job, seat: int, move: Move) -> None:
    """The alarm goes onto the card, or from the card into the room."""
    job.done |= {"reroute"}
    job.held_alarm = move.verb == "take_alarm"
    if job.held_alarm:
        remove_alarm(job, job.at[seat])
    else:
        alarm_in(job, seat, job.at[seat])


# The Raven.


def distract_moves(job: Job, seat: int) -> Moves:
    """Rooms within two steps."""
    rooms = _within(job, job.at[seat], is_looking=False)
    return _cells(job, "crow", [room for room in rooms if room != job.crow])


def disrupt_moves(job: Job, seat: int) -> Moves:
    """The player's room."""
    return _cells(job, "crow", [job.at[seat]] if job.crow != job.at[seat] else [])


def send_crow(job: Job, seat: int, move: Move) -> None:
    """The crow goes there and stays."""
    job.crow = _cell(job, move)


# The Rigger.


def tinker_moves(job: Job, seat: int) -> Moves:
    """While the player has a token and there is a tool to draw."""
    if job.stealth[seat] and (job.tools_left or job.tools_gone):
        yield make("tinker")


def tinker(job: Job, seat: int, move: Move) -> None:
    """A stealth token for a tool."""
    job.add_stealth(seat, -1)
    gain_tool(job, seat)


# The Rook.


def orders_moves(job: Job, seat: int) -> Moves:
    """Every move of another player, whatever it costs."""
    if "orders" in job.done or not job.left:
        return
    for other, cell in enumerate(job.at):
        if other == seat or cell < 0:
            continue
        for room in ways(job, other):
            yield make("send", PLAYERS[other], job.site.names[room])
        if (below := drop_from(job, cell)) >= 0:
            yield make("send_down", PLAYERS[other], job.site.names[below])


def orders(job: Job, seat: int, move: Move) -> None:
    """Another player makes a move; extra costs are not paid."""
    job.spend(1)
    job.done |= {"orders"}
    is_drop = move.verb == "send_down"
    is_landing = is_drop and job.site.options["walkway-down"] == "landing"
    other = PLAYERS.index(move.parts["player"])
    go(job, other, _cell(job, move), "orders", is_landing=is_landing)


def disguise_moves(job: Job, seat: int) -> Moves:
    """Any other player in the building, before anything else in the turn."""
    if job.left and not job.has_acted:
        for other, cell in enumerate(job.at):
            if cell >= 0 and cell != job.at[seat]:
                yield make("swap", PLAYERS[other])


def disguise(job: Job, seat: int, move: Move) -> None:
    """The players swap places, which is no entry."""
    job.spend(1)
    other = PLAYERS.index(move.parts["player"])
    here, there = job.at[seat], job.at[other]
    job.next(land, other, here)
    job.next(land, seat, there)


# The Spotter.


def _deck_of(job: Job, seat: int) -> int:
    return job.floor(seat) if job.sides[seat] == "basic" else EVENT_DECK


def scout_moves(job: Job, seat: int) -> Moves:
    """While there is a card to look at."""
    if "scout" not in job.done and job.left and cards_left(job, _deck_of(job, seat)):
        yield make("scout")


def scout(job: Job, seat: int, move: Move) -> None:
    """The Spotter looks at the topmost card of a deck."""
    job.spend(1)
    job.done |= {"scout"}
    deck = _deck_of(job, seat)
    job.next(SCOUTED, seat, deck)
    look_at(job, seat, deck)


def _scouted_moves(job: Job, seat: int, deck: int) -> tuple[Move, ...]:
    choices = make("leave"), make("bottom")
    return choices if known_to(job, TABLE, deck) else (*choices, make("show"))


def _scouted(job: Job, move: Move, seat: int, deck: int) -> None:
    if move.verb == "bottom":
        bury(job, deck)
    elif move.verb == "show":
        show(job, deck, 1)
        job.next(SCOUTED, seat, deck)


SCOUTED: Final = Question("scouted", lambda job, seat, deck: seat, _scouted_moves, _scouted)


_OFFERS: Final[dict[tuple[str, str], Callable[[Job, int], Moves]]] = {
    ("acrobat", "basic"): flexibility_moves,
    ("acrobat", "advanced"): climb_window_moves,
    ("hacker", "advanced"): laptop_moves,
    ("hawk", "basic"): x_ray_moves,
    ("hawk", "advanced"): enhance_moves,
    ("juicer", "basic"): crybaby_moves,
    ("juicer", "advanced"): reroute_moves,
    ("raven", "basic"): distract_moves,
    ("raven", "advanced"): disrupt_moves,
    ("rigger", "advanced"): tinker_moves,
    ("rook", "basic"): orders_moves,
    ("rook", "advanced"): disguise_moves,
    ("spotter", "basic"): scout_moves,
    ("spotter", "advanced"): scout_moves,
}

ABILITIES: Final[dict[str, Callable[[Job, int, Move], None]]] = {
    "flex": flexibility,
    "climb": climb_window,
    "laptop": laptop,
    "xray": look_from_afar,
    "enhance": look_from_afar,
    "crybaby": crybaby,
    "take_alarm": reroute,
    "put_alarm": reroute,
    "crow": send_crow,
    "tinker": tinker,
    "send": orders,
    "send_down": orders,
    "swap": disguise,
    "scout": scout,
}

ENDS_ACTIONS: Final = frozenset(("climb",))

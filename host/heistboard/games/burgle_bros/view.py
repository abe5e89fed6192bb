"""Who may know what. Views are built from nothing: what is not named here is hidden.

Hidden from everybody are face-down tiles, the order of decks, and which patrol cards were removed.
Hidden from the others is what a seat has looked at, until it shows it, and in which order it put
events back.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from heistboard.games.burgle_bros.components import (
    EVENTS,
    FACE_DOWN,
    ITEMS,
    NO_ROOM,
    TOOLS,
    ones,
)
from heistboard.games.burgle_bros.job import AWAY, EVENT_DECK, NOBODY, Job
from heistboard.games.burgle_bros.looked_cards import known_to
from heistboard.games.burgle_bros.notation import COMPUTERS, LOST_VISUAL, PLAYERS
from heistboard.games.burgle_bros.site import OUTSIDE, ROOF
from heistboard.games.burgle_bros.tiles import Going
from heistboard.games.burgle_bros.walls import wall_text
from heistboard.rules import CHANCE, HIDDEN, TABLE, UNCOVERS, Ask, Move, View
from heistboard.rules.contract import Json

if TYPE_CHECKING:
    from heistboard.games.burgle_bros.rules import BurgleBros

__all__ = ["asked", "facts", "line", "view"]


def view(state: "BurgleBros", seat: int) -> View:
    """Returns what *seat*, or everybody, may know of *state*."""
    job, outcome = state.job, state.outcome
    names = job.site.names
    return {
        "game": state.game.name,
        **{name: state.options[name] for name in state.options},
        "plan": wall_text(job.plans),
        "phase": state.phase,
        "turn": [PLAYERS[each] for each in state.turn],
        "active": PLAYERS[job.active],
        "round": job.turn,
        "actions": job.left,
        "used": job.used,
        "entrance": _cell(job, job.entrance),
        "tiles": {
            names[cell]: _tile(job, cell)
            for cell in range(job.site.cells)
            if job.kind(cell) not in (FACE_DOWN, NO_ROOM)
        },
        "face-down": [names[cell] for cell in range(job.site.cells) if job.is_face_down(cell)],
        "stairs": _cells(job, job.stairs),
        "opened": _cells(job, job.opened),
        "crowbarred": _cells(job, job.crowbarred),
        "searched": _cells(job, job.searched),
        "marks": _cells(job, job.marks),
        "cracked": _cells(job, job.cracked),
        "dice": {names[cell]: count for cell, count in job.safe_dice},
        **facts(job),
        "hacks": dict(zip(COMPUTERS, job.hacks, strict=True)),
        "laptop": job.laptop,
        "lying": [[names[cell], ITEMS[item]] for cell, item in job.lying],
        "crow": _cell(job, job.crow),
        "held-alarm": job.held_alarm,
        "tools-left": job.tools_left.bit_count(),
        "tools-gone": [TOOLS[card] for card in ones(job.tools_gone)],
        "loot-left": job.loot_left.bit_count(),
        "events-left": job.events_left.bit_count(),
        "events-gone": [EVENTS[card] for card in ones(job.events_gone)],
        "event": job.event,
        "lasting": {
            name: PLAYERS[owner]
            for name, owner in (
                ("emp", job.emp),
                ("gymnastics", job.gymnastics),
                ("time_lock", job.time_lock),
                ("video_loop", job.video_loop),
            )
            if owner != NOBODY
        },
        "suit": job.suit,
        "shift-change": job.shift_change,
        "guard-steps": job.guard_steps,
        "rolled": list(job.rolled),
        "looked": _looked(job, seat),
        "moves": [*state.told(seat)],
        "outcome": None if outcome is None else dict(outcome._asdict()),
    }


def facts(job: Job) -> View:
    """Returns the part of everybody's view from which news follow: see ``news``."""
    names = job.site.names
    return {
        "alarms": _cells(job, job.alarms),
        "room-stealth": {names[cell]: count for cell, count in job.tokens},
        "team": [_player(job, each) for each in range(job.site.players)],
        "guards": [_guard(job, floor) for floor in range(job.site.floors)],
        "walked": [
            [names[cell], [PLAYERS[seat] for seat in ones(seen)]] for cell, seen in job.walked
        ],
    }


def _cell(job: Job, cell: int) -> str | None:
    return job.site.names[cell] if cell >= 0 else None


def _cells(job: Job, cells: int) -> list[Json]:
    return [job.site.names[cell] for cell in ones(cells)]


def _tile(job: Job, cell: int) -> str:
    digit = job.digit(cell)
    return f"{job.kind(cell)} {digit}" if digit else job.kind(cell)


def _player(job: Job, seat: int) -> dict[str, Json]:
    is_drawn, has_side = seat < len(job.characters), seat < len(job.sides)
    at = job.at[seat]
    return {
        "player": PLAYERS[seat],
        "character": job.characters[seat] if is_drawn else None,
        "side": job.sides[seat] if has_side else None,
        "at": {OUTSIDE: "outside", ROOF: "roof"}.get(at) or job.site.names[at],
        "stealth": job.stealth[seat],
        "items": [ITEMS[item] for item in ones(job.items[seat])],
        "more-actions": job.heads_up[seat],
        "loses-turn": bool(job.skips >> seat & 1),
    }


def _guard(job: Job, floor: int) -> dict[str, Json]:
    site = job.site
    first = floor * site.area
    unseen = job.patrol_unseen[floor]
    gone = [site.names[cell] for cell in site.rooms(floor) if not unseen >> cell - first & 1]
    if site.options["lost-visual"] and not unseen >> site.area & 1:
        gone.append(LOST_VISUAL)
    return {
        "floor": floor + 1,
        "at": _cell(job, job.guards[floor]),
        "is-away": job.guards[floor] == AWAY,
        "target": _cell(job, job.targets[floor]),
        "path": _path(job, floor),
        "speed": job.speeds[floor],
        "donuts": bool(job.donuts >> floor & 1),
        "patrol-left": job.patrol_left[floor],
        "patrol-gone": list[Json](gone),
    }


def _path(job: Job, floor: int) -> list[Json]:
    # The rooms that the guard still has to go through, with his destination.
    first = floor * job.site.area
    guard, target = job.guards[floor], job.targets[floor]
    if min(guard, target) < 0:
        return []
    way = job.paths[floor].path(guard - first, target - first)
    return [job.site.names[first + cell] for cell in way[1:]]


def _looked(job: Job, seat: int) -> dict[str, Json]:
    # What the seat knows of decks.
    found: dict[str, Json] = {}
    for deck in (*range(job.site.floors), EVENT_DECK):
        name = "events" if deck == EVENT_DECK else f"patrol-{deck + 1}"
        for end in ("top", "bottom"):
            cards = known_to(job, seat, deck, is_top=end == "top")
            if cards:
                found[f"{name}-{end}"] = list[Json](cards)
    return found


def line(moves: Sequence[Move], number: int, seat: int | None) -> str:
    """Returns a move as *seat* knows it; for ``None``, in full."""
    move = moves[number]
    if move.verb == "show":
        first = number
        while moves[first - 1].verb == "look":
            first -= 1
        cards = ", ".join(each.parts["card"] for each in moves[first:number])
        return f"{move}{UNCOVERS}{cards}"
    if not move.private or seat is None:
        return move
    player = move.parts["player"]
    if 0 <= seat < len(PLAYERS) and player == PLAYERS[seat]:
        return move
    return f"{move.verb} {player} {HIDDEN}"


def asked(state: "BurgleBros", seat: int) -> Ask:
    """Returns the prompt of *seat*; seats that are not asked learn what everybody waits for."""
    if state.outcome is not None:
        return Ask(f"over.{state.outcome.ending}", {"winners": state.outcome.side})
    assert state.seat is not None and state.job.agenda is not None
    about = state.job.agenda[0][1]
    if state.seat != CHANCE:
        who = state.seat
    elif state.phase in ("character", "look"):
        who = cast(int, about[0])
    else:
        who = state.job.active
    words = {"player": PLAYERS[who], **_words(state.job, state.phase, about)}
    if seat == who:
        words |= _seen(state.job, state.phase, about)
    is_for_all = state.draw is not None and state.draw.by == TABLE
    question = state.phase
    if question == "act" and not state.job.left:
        question = "act.none"
    return Ask(question if is_for_all or seat == who else f"{question}.wait", words)


def _words(job: Job, phase: str, about: Sequence[object]) -> dict[str, str]:
    # What a question is about.
    match phase, about:
        case ("act", _):
            return {"actions": str(job.left), "stealth": str(job.stealth[job.active])}
        case ("side", [int(seat)]):
            return {"character": job.characters[seat]}
        case ("tile", [int(cell)]):
            return {"cell": job.site.names[cell]}
        case ("cancel", [_, int(cell), _]):
            return {"cell": job.site.names[cell], "tile": job.kind(cell)}
        case ("patrol", [int(floor)]) | ("nearest", [int(floor), _]):
            return {"floor": str(floor + 1)}
        case ("lose", [int(seat)]):
            in_room = job.room_tokens(job.at[seat])
            return {"own": str(job.stealth[seat]), "room": str(in_room)}
        case ("stethoscope", _):
            return {"faces": ", ".join(map(str, job.rolled))}
        case ("price", [Going() as going, int(price), *_]):
            return {"cell": job.site.names[going.cell], "price": str(price)}
        case ("trade", [_, int(giver), int(taker), int(item)]):
            return {"giver": PLAYERS[giver], "taker": PLAYERS[taker], "item": ITEMS[item]}
        case ("second", [_, int(tool), _]):
            return {"tool": ITEMS[tool]}
    return {}


def _seen(job: Job, phase: str, about: Sequence[object]) -> dict[str, str]:
    # What only the seat that is asked knows: the cards it has looked at.
    match phase, about:
        case ("scouted", [int(seat), int(deck)]):
            return {"cards": ", ".join(known_to(job, seat, deck)[:1])}
        case ("crystal", [int(seat), int(count)]):
            return {"cards": ", ".join(known_to(job, seat, EVENT_DECK)[:count])}
    return {}

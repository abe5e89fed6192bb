"""Positions of Burgle Bros for tests: a game is begun by its moves, then rooms are furnished.

A staged game has no walls. The guard of floor 1 stands on d4 and goes to d1; the others have not
come. The players play characters that change nothing by themselves, and stand on a1.
"""

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.components import DIGITS, ITEMS, KINDS, ones
from heistboard.games.burgle_bros.job import Job, replaced
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.site import adjacent, paths
from heistboard.games.burgle_bros.tiles import ON_REVEAL
from heistboard.games.burgle_bros.walls import read_floor
from heistboard.rules import CHANCE, Choice, IllegalMove

__all__ = ["at", "game", "illegal", "play", "put", "room", "show", "verbs", "walls"]

QUIET = ("hawk", "juicer", "spotter", "raven")


def game(
    players: int = 2,
    team: str = "",
    side: str = "basic",
    **options: Choice,
) -> BurgleBros:
    """Begins a game; *team* names characters, the others are quiet ones.

    Options are written with ``_`` for ``-``.
    """
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    state = GAME.new(players, advanced=True, **chosen)
    assert isinstance(state, BurgleBros)
    named = team.split()
    named += [each for each in QUIET if each not in named]
    for seat, name in enumerate(named[:players]):
        state.push(f"character p{seat + 1} {name}")
        state.push(f"side {side if name in team else 'basic'}")
    for move in ("patrol d4", "entrance a1", "tile a1 foyer 1", "patrol d1"):
        state.push(move)
    job = state.job
    job.plans = tuple(plan._replace(walls=frozenset()) for plan in job.plans)
    job.near, job.paths = adjacent(job.plans), paths(job.plans)
    job.at = (0,) * players
    job.is_first_turn = False
    settle(state)
    return state


def settle(state: BurgleBros) -> None:
    """Tells the state that its job was changed by hand."""
    state._now = state.job.save()
    state._look()


def cell(state: BurgleBros, name: str) -> int:
    """Returns the number of a cell."""
    return state.job.site.numbers[name]


def show(state: BurgleBros, *rooms: str) -> BurgleBros:
    """Turns tiles up, such as ``b1 laser`` or ``2:b1 laser 3``; whatever lies there goes back."""
    job = state.job
    for each in rooms:
        name, kind, *digit = each.split()
        number = cell(state, name)
        if job.tiles[number] > 0:
            job.unseen |= 1 << job.tiles[number]
        tile = next(
            (
                tile
                for tile in ones(job.unseen)
                if KINDS[tile] == kind and (not digit or DIGITS[tile] == int(digit[0]))
            ),
            0,
        ) or next(tile for tile, known in enumerate(KINDS) if known == kind)
        job.unseen &= ~(1 << tile)
        job.tiles = replaced(job.tiles, number, tile)
        if kind in ON_REVEAL:
            ON_REVEAL[kind](job, number)
    settle(state)
    return state


def walls(state: BurgleBros, text: str, floor: int = 1) -> BurgleBros:
    """Puts up walls on a floor."""
    job = state.job
    plan = read_floor(text, job.site.size, job.plans[0].empty)
    job.plans = (*job.plans[: floor - 1], plan, *job.plans[floor:])
    job.near, job.paths = adjacent(job.plans), paths(job.plans)
    settle(state)
    return state


def put(state: BurgleBros, **where: object) -> BurgleBros:
    """Sets up pieces: ``p1="b2"``, ``guard2="c3"``, ``target2=``, ``alarms="b1 b2"``.

    Also ``items1="crowbar tiara"``, ``left=2``, and any other field of the job by its name.
    """
    job = state.job
    for name, value in where.items():
        head = name.rstrip("0123456789")
        number = int(name[len(head) :] or 0) - 1
        if head == "p":
            job.at = replaced(job.at, number, cell(state, str(value)))
        elif head == "guard":
            job.guards = replaced(job.guards, number, cell(state, str(value)))
            if job.targets[number] < 0:
                job.targets = replaced(job.targets, number, number * job.site.area)
        elif head == "target":
            job.targets = replaced(job.targets, number, cell(state, str(value)))
        elif head == "items" and number >= 0:
            held = [ITEMS.index(each) for each in str(value).split()]
            job.items = replaced(job.items, number, sum(1 << item for item in held))
            job.tools_left &= ~job.items[number]
        elif head == "stealth" and number >= 0:
            assert isinstance(value, int)
            job.stealth = replaced(job.stealth, number, value)
        elif isinstance(value, str) and head in (
            *("alarms", "opened", "crowbarred", "cracked", "marks", "searched"),
        ):
            setattr(job, name, sum(1 << cell(state, each) for each in value.split()))
        else:
            assert name in job.__dict__, name
            setattr(job, name, value)
    settle(state)
    return state


def play(state: BurgleBros, script: str) -> BurgleBros:
    """Plays moves separated by ``;``. ``event`` alone draws a harmless one; ``...`` ends a turn.

    What chance decides beside that, and who pays with which token, is decided somehow.
    """
    for text in filter(None, map(str.strip, script.split(";"))):
        if text == "...":
            turn = state.job.turn
            state.push("pass")
            while state.job.turn == turn and state.outcome is None:
                drift(state)
        else:
            state.push(text)
    return state


def drift(state: BurgleBros) -> None:
    """Decides what comes next in the most harmless way."""
    legal = state.legal()
    if state.seat == CHANCE:
        state.push("event lampshade" if "event lampshade" in legal else legal[-1])
    else:
        state.push(state.default(state.seat or 0))


def illegal(state: BurgleBros, text: str) -> str:
    """Returns the rule that forbids a move; checks that nothing has changed."""
    before, lines = state.job.save(), len(state.moves)
    with pytest.raises(IllegalMove) as error:
        state.push(text)
    assert state.job.save() == before and len(state.moves) == lines
    return error.value.rule


def at(state: BurgleBros, seat: int = 1) -> str:
    """Returns the room of a player, counted from 1."""
    where = state.job.at[seat - 1]
    return state.job.site.names[where] if where >= 0 else {-1: "outside", -2: "roof"}[where]


def room(state: BurgleBros, what: str) -> list[str]:
    """Returns the rooms in a mask of the job, or those of the guards and their dice."""
    job: Job = state.job
    value = getattr(job, what)
    if isinstance(value, tuple):
        return [job.site.names[each] if each >= 0 else str(each) for each in value]
    return [job.site.names[each] for each in ones(value)]


def verbs(state: BurgleBros) -> set[str]:
    """Returns the verbs that are legal now."""
    return {move.verb for move in state.legal()}

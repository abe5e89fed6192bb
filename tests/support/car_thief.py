"""Games of Car Thief from short scripts, for the tests of its rules."""

from collections.abc import Sequence
from random import Random

import pytest
from heistboard import games
from heistboard.games.car_thief.board import CROSSINGS, NEXT_CROSSINGS
from heistboard.games.car_thief.rules import CarThief
from heistboard.rules import IllegalMove

__all__ = ["around", "car_thief", "fly", "hunted", "illegal", "play", "trail_game"]

PLACED = "place green x11; place yellow x12; place pink x44"


def car_thief(script: str = "", *, players: int = 2, placed: bool = True) -> CarThief:
    """Returns a game with helicopters on x11, x12 and x44, after the moves of *script*."""
    state = games.load("car-thief").new(players)
    assert isinstance(state, CarThief)
    if placed:
        play(state, PLACED)
    return play(state, script)


def play(state: CarThief, script: str) -> CarThief:
    """Plays the moves in *script*, separated by ``;``."""
    for text in script.split(";"):
        if text.strip():
            state.push(state.parse(text))
    return state


def illegal(state: CarThief, text: str) -> str:
    """Returns the rule that forbids a move; checks that nothing changes."""
    before = state.view(0)
    with pytest.raises(IllegalMove) as error:
        state.push(state.parse(text))
    assert state.view(0) == before
    return error.value.rule


def fly(state: CarThief) -> None:
    """Flies one of the helicopters that have not acted yet."""
    state.push(next(move for move in state.legal() if move.startswith("fly")))


def trail_game(trail: Sequence[str], near: str | None = None) -> CarThief:
    """Returns a game in which the thief takes *trail* and the helicopters only fly to and fro.

    With *near*, it ends after the last hiding, and yellow can search the cell *near*; otherwise
    all helicopters have flown and the thief is to move.
    """
    roads = [("x41", "x42"), ("x43", "x44"), ("x33", "x34"), ("x31", "x32")]
    if near is not None:
        home = next(x for x in CROSSINGS if near in around(x))
        away = CROSSINGS[NEXT_CROSSINGS[CROSSINGS.index(home)][0]]
        own = (home, away) if len(trail) % 2 else (away, home)
    else:
        own = ("x11", "x12")
    green, pink = [road for road in roads if not {*road} & {*own}][:2]
    pairs = {"green": green, "yellow": own, "pink": pink}
    state = car_thief(placed=False)
    for colour, pair in pairs.items():
        state.push(f"place {colour} {pair[0]}")
    for number, cell in enumerate(trail, 1):
        state.push(f"hide {cell}")
        if number < len(trail) or near is None:
            for colour, pair in pairs.items():
                state.push(f"fly {colour} {pair[number % 2]}")
    return state


def around(crossing: str) -> list[str]:
    """Returns the four cells around a crossing, derived from its name."""
    i, j = int(crossing[1]), int(crossing[2])
    return [f"{'abcde'[i - 1 + right]}{j + down}" for down in (0, 1) for right in (0, 1)]


def hunted(seed: int, players: int = 2) -> CarThief:
    """Returns a complete random game."""
    random = Random(seed)
    state = car_thief(players=players, placed=False)
    while state.legal():
        state.push(random.choice(state.legal()))
    return state

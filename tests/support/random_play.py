"""Plays random games, takes each move back and makes it again, and replays them like journals."""

import sys
from functools import cache
from random import Random

from heistboard import games
from heistboard.rules import CHANCE, State

__all__ = ["signature", "take_back_and_replay"]


def take_back_and_replay(name: str, count: int, most_moves: int = sys.maxsize) -> None:
    """Plays *count* games called *name*, fewer after *most_moves*.

    Raises :exc:`AssertionError` for a state that differs.
    """
    game = games.load(name)
    random = Random(name)
    pick = random.random
    moves = 0
    for _ in range(count):
        if moves >= most_moves:
            break
        players = random.choice(game.players)
        state = game.new(players)
        before = [signature(state)]
        while movers := state.movers:
            seat = movers[int(pick() * len(movers))] if len(movers) > 1 else movers[0]
            legal = state.legal(seat)
            odds = state.odds() if seat == CHANCE else None
            move = random.choices(legal, odds)[0] if odds else legal[int(pick() * len(legal))]
            state.push(move)
            assert state.pop() == move
            assert signature(state) == before[-1], state.moves
            state.push(move)
            before.append(signature(state))
        moves += len(state.moves)
        # A journal is loaded by replaying it: compare every step.
        again = game.new(players)
        for number, move in enumerate(state.moves, 1):
            again.push(move)
            assert signature(again) == before[number], again.moves
        for number in reversed(range(len(before) - 1)):
            state.pop()
            assert signature(state) == before[number], state.moves


def signature(state: State) -> tuple[object, ...]:
    """Returns everything a state holds, caches aside, as a value to compare."""
    values = [getattr(state, name) for name in _slots(type(state))]
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


@cache
def _slots(kind: type) -> list[str]:
    names = [name for each in kind.__mro__ for name in getattr(each, "__slots__", ())]
    return [name for name in names if name not in getattr(kind, "CACHES", ())]

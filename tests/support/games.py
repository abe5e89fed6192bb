"""Games to test with: played at random, and pairs that differ only in a secret."""

import random

from heistboard import games
from heistboard.rules import TABLE, State

__all__ = ["random_game", "twins"]


def random_game(rng: random.Random, most: int = 1000, name: str = "car-thief") -> State:
    """Plays at random, to the end or for that many moves."""
    state = games.load(name).new()
    while state.seat is not None and len(state.moves) < most:
        state.push(rng.choice(state.legal()))
    return state


def twins(seeds: int) -> list[tuple[State, State]]:
    """Returns pairs of unfinished games of which the table knows the same, and others do not.

    Not every seed gives one: a trail that was found out has no twin.
    """
    found = []
    for seed in range(seeds):
        rng = random.Random(seed)
        state = random_game(rng, rng.randrange(4, 30))
        other = _twin(state, rng)
        if state.outcome is None and other is not None:
            found.append((state, other))
    return found


def _twin(state: State, rng: random.Random) -> State | None:
    told = state.told(TABLE)
    for _ in range(200):
        other = state.game.new()
        for move, line in zip(state.moves, told, strict=True):
            fitting = [each for each in other.legal() if each == move or line == "hide ?"]
            if not fitting or other.told(TABLE) != told[: len(other.moves)]:
                break
            other.push(rng.choice(fitting))
        if other.told(TABLE) == told and other.moves != state.moves:
            return other
    return None

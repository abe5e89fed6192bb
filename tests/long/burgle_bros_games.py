"""Plays 100 000 random games of Burgle Bros: ``python -m tests.long.burgle_bros_games``.

With a number, that many. In every hundredth game each move is taken back and made again, and the
game is replayed like a journal. Every tenth begins with much stealth, so that it goes on longer.
Prints how the games ended and how long they were.
"""

import sys
import time
from collections import Counter
from random import Random

from tests.bench.figures import machine, spread
from tests.host.games.burgle_bros.random_play import (
    began,
    check_counts,
    choose,
    take_back_and_replay,
)

GAMES = 100_000
SEED = 18


def main(arguments: list[str]) -> None:
    """Runs it."""
    count = int(arguments[0]) if arguments else GAMES
    random = Random(SEED)
    endings: Counter[str] = Counter()
    lengths: list[float] = []
    turns: list[float] = []
    began_s = time.monotonic()
    for number in range(count):
        if number % 100 == 99:
            state = take_back_and_replay(random)
        else:
            state = began(random, stealth=100 if number % 10 == 9 else 3)
            while state.seat is not None:
                state.push(choose(state, random))
        check_counts(state)
        assert state.outcome is not None
        endings[state.outcome.ending] += 1
        lengths.append(len(state.moves))
        turns.append(state.job.turn)
    print(f"{machine()}: {count} games in {time.monotonic() - began_s:.0f} s, seed {SEED}")
    print(", ".join(f"{ending} {games}" for ending, games in endings.most_common()))
    print(spread("moves a game", lengths, "moves", "none"))
    print(spread("turns a game", turns, "turns", "none"))


if __name__ == "__main__":
    main(sys.argv[1:])

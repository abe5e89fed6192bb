"""Measures how often the careful team wins: ``python -m tests.long.burgle_bros_bots``.

With a number, that many games for each number of players; by default 200, in the office. Prints
how many are won, with the interval that holds the true share in 95 of 100 cases, and how long a
player thinks.
"""

import sys
from collections import Counter
from math import sqrt
from random import Random

from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.bots import BOTS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules.autoplay import Dealer, play_out

from tests.bench.figures import machine, spread
from tests.support.timed_bot import Timed

GAMES = 200


def main(arguments: list[str]) -> None:
    """Runs it."""
    count = int(arguments[0]) if arguments else GAMES
    print(machine())
    for players in GAME.players:
        endings: Counter[str] = Counter()
        cracked = turns = 0
        spent: list[float] = []
        for seed in range(count):
            random = Random(seed)
            state = GAME.new(players)
            assert isinstance(state, BurgleBros)
            bots = {seat: Timed(BOTS["careful"](seat, random), spent) for seat in range(players)}
            play_out(state, bots, Dealer(random))
            assert state.outcome is not None
            endings[state.outcome.ending] += 1
            cracked += state.job.cracked.bit_count()
            turns += state.job.turn
        won = endings["escaped"] / count
        around = 1.96 * sqrt(won * (1 - won) / count)
        print(
            f"{players} players: {won:.1%} ±{around:.1%} won of {count} (seeds from 0), "
            f"{cracked / count:.2f} safes, {turns / count:.0f} turns a game"
        )
        print(spread("thinking", spent, "ms", "300"))


if __name__ == "__main__":
    main(sys.argv[1:])

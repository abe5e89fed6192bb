"""Measures how often the careful team wins: ``python -m tests.long.burgle_bros_bots``.

With a number, that many games for each number of players; by default 200, in the office.
"""

import sys
import time
from collections import Counter
from random import Random

from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.bots import BOTS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules.autoplay import Dealer, play_out

from tests.bench.figures import machine

GAMES = 200


def main(arguments: list[str]) -> None:
    """Runs it."""
    count = int(arguments[0]) if arguments else GAMES
    print(machine())
    for players in GAME.players:
        endings: Counter[str] = Counter()
        cracked = turns = moves = 0
        began_s = time.process_time()
        for seed in range(count):
            random = Random(seed)
            state = GAME.new(players)
            assert isinstance(state, BurgleBros)
            bots = {seat: BOTS["careful"](seat, random) for seat in range(players)}
            play_out(state, bots, Dealer(random))
            assert state.outcome is not None
            endings[state.outcome.ending] += 1
            cracked += state.job.cracked.bit_count()
            turns += state.job.turn
            moves += len(state.moves)
        took = time.process_time() - began_s
        print(
            f"{players} players: {endings['escaped'] / count:.1%} won of {count} (seeds from 0), "
            f"{cracked / count:.2f} safes, {turns / count:.0f} turns a game, "
            f"{took / moves * 1e3:.2f} ms a move"
        )


if __name__ == "__main__":
    main(sys.argv[1:])

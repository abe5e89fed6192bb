"""Measures who wins among computer players: ``python -m tests.long.good_cop_bad_cop_bots``.

With a number, that many games for each number of players, with and without the expansion; by
default 200. Half of the seats are detectives and half play at random, then all are detectives.
Prints how often each wins, with the interval that holds the true share in 95 of 100 cases, how the
games ended, and how long a player thinks.
"""

import sys
from collections import Counter
from math import sqrt
from random import Random

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.bots import BOTS
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules.autoplay import Dealer, play_out

from tests.bench.figures import machine, spread
from tests.support.timed_bot import Timed

GAMES = 200
SMART, ANY = "detective", "random"


def main(arguments: list[str]) -> None:
    """Runs it."""
    count = int(arguments[0]) if arguments else GAMES
    print(machine())
    spent: list[float] = []
    for players in GAME.players:
        for bombers in (False, True) if players > 3 else (True,):
            for name, names in (("mixed", (SMART, ANY)), ("all detectives", (SMART, SMART))):
                measure(players, bombers, name, names, count, spent)
    print(spread("thinking", spent, "ms", "300"))


def measure(
    players: int, bombers: bool, name: str, names: tuple[str, str], count: int, spent: list[float]
) -> None:
    """Plays *count* games; seats take turns in playing as each of *names*."""
    won: Counter[str] = Counter()
    sat: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    turns = 0
    for seed in range(count):
        random = Random(seed)
        state = GAME.new(players, bombers=bombers)
        assert isinstance(state, GoodCopBadCop)
        who = [names[(seat + seed) % 2] for seat in range(players)]
        bots = {seat: Timed(BOTS[each](seat, random), spent) for seat, each in enumerate(who)}
        play_out(state, bots, Dealer(random))
        assert state.outcome is not None
        endings[state.outcome.ending] += 1
        turns += state.case.round
        sat.update(who)
        won.update(who[state.seats.index(winner)] for winner in state.outcome.winners)
    box = "with the expansion" if bombers else "base game"
    shares = ", ".join(f"{each} {_share(won[each], sat[each])}" for each in sorted(sat))
    ended = ", ".join(f"{ending} {number}" for ending, number in endings.most_common())
    print(f"{players} players, {box}, {name}: {shares}; {turns / count:.0f} turns; {ended}")


def _share(won: int, of: int) -> str:
    share = won / of
    return f"{share:.1%} ±{1.96 * sqrt(share * (1 - share) / of):.1%} of {of}"


if __name__ == "__main__":
    main(sys.argv[1:])

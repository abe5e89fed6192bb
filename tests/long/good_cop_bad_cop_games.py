"""Plays 100 000 random games of Good Cop Bad Cop: ``python -m tests.long.good_cop_bad_cop_games``.

With a number, that many. Cards, guns and wounds are counted at every twentieth move of a game, and
at every move of each hundredth game, which is also taken back and replayed like a journal. Options
and numbers of players change from game to game. Prints how the games ended and their lengths.
"""

import sys
import time
from collections import Counter
from random import Random

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import Choice

from tests.bench.figures import machine, spread
from tests.host.games.good_cop_bad_cop.conserved import any_options, played
from tests.support.random_play import signature

GAMES = 100_000
SEED = 20
PLAIN = 5  # of so many games one has other options than the usual ones


def main(arguments: list[str]) -> None:
    """Runs it."""
    count = int(arguments[0]) if arguments else GAMES
    random = Random(SEED)
    endings: Counter[str] = Counter()
    by_players: Counter[str] = Counter()
    lengths: list[float] = []
    turns: list[float] = []
    began_s = time.monotonic()
    for number in range(count):
        options: dict[str, Choice] = {"players": 3 + number % 6, "bombers": number % 12 > 5}
        if number % PLAIN == 0:
            options = any_options(random)
        state = played(random, options, every=1 if number % 100 == 99 else 20)
        if number % 100 == 99:
            take_back_and_replay(state.copy())
        assert state.outcome is not None
        endings[state.outcome.ending] += 1
        box = "with" if state.case.setting.expansion else "without"
        by_players[
            f"{options['players']} players {box} the expansion: {state.outcome.ending}"
        ] += 1
        lengths.append(len(state.moves))
        turns.append(state.case.round)
    took_s = time.monotonic() - began_s
    print(machine())
    print(f"{count} games, {sum(lengths):,.0f} moves, {took_s:.0f} s")
    print(dict(endings.most_common()))
    for each in sorted(by_players):
        print(f"  {each}: {by_players[each]}")
    print(spread("moves of a game", lengths, "moves", "none"))
    print(spread("turns of a game", turns, "turns", "none"))


def take_back_and_replay(state: GoodCopBadCop) -> None:
    """Raises :exc:`AssertionError` if replaying or taking back a game gives another state."""
    again = GAME.new(**state.options)
    steps = [signature(again)]
    for move in state.moves:
        again.push(str(move))
        steps.append(signature(again))
    while state.moves:
        assert signature(state) == steps[len(state.moves)]
        state.pop()


if __name__ == "__main__":
    main(sys.argv[1:])

"""Compares twin games of Good Cop Bad Cop: ``python -m tests.long.good_cop_bad_cop_twins``.

With a number, that many pairs; with a second one, beginning at that seed; with a third one, for at
most so many minutes. 3 to 8 players, with and without the expansion, all options, windows with
beats and windows that wait for all, kills of the host, computer players. In virtual time; see
``twin_tables``. About a second a pair.
"""

import sys
import time
from collections import Counter
from pathlib import Path

from heistboard.rules import TABLE

from tests.bench.figures import machine
from tests.host.games.good_cop_bad_cop.twin_scripts import pair
from tests.host.games.good_cop_bad_cop.twin_tables import alike, compare, play
from tests.support.ram_folder import ram_folder

PAIRS = 600
MOVES = 70  # of players and chance in a game, without passes


def main(arguments: list[str]) -> None:
    """Runs it."""
    count = int(arguments[0]) if arguments else PAIRS
    first = int(arguments[1]) if len(arguments) > 1 else 0
    totals: Counter[str] = Counter()
    by_players: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    began_s = time.monotonic()
    until_s = began_s + 60 * (float(arguments[2]) if len(arguments) > 2 else 24 * 60)
    for seed in range(first, first + count):
        if time.monotonic() > until_s:
            break
        script, twin = pair(seed, MOVES)
        with ram_folder() as name:
            one, other = play(Path(name) / "one", script), play(Path(name) / "other", twin)
        try:
            compared = {
                seat: compare(one, other, seat) for seat in one.sent if seat not in script.secret
            }
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        totals["messages"] += sum(compared.values())
        totals["to TABLE"] += compared[TABLE]
        totals["pairs in which the secret seats were sent something else"] += any(
            one.sent[seat] != other.sent[seat] for seat in script.secret
        )
        options = script.options
        box = "with" if options["bombers"] or options["players"] == 3 else "without"
        by_players[f"{options['players']} players {box} the expansion"] += sum(compared.values())
        totals["pairs"] += 1
        cards.update(move.split()[2] for move in alike(one, other) if " play " in move)
    print(machine())
    print(f"{time.monotonic() - began_s:.0f} s: seats that have learned the same were sent the")
    print(f"same at the same time: {dict(totals)}")
    for name in sorted(by_players):
        print(f"  {name}: {by_players[name]} messages")
    print(f"cards that were played meanwhile: {dict(cards.most_common())}")


if __name__ == "__main__":
    main(sys.argv[1:])

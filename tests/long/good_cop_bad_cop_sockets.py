"""Compares twin games on real sockets: ``python -m tests.long.good_cop_bad_cop_sockets``.

With a number, that many pairs; with a second one, for at most so many minutes. 3 to 8 players,
with and without the expansion; all windows wait for all. See ``twin_sockets``.
"""

import sys
import time
from collections import Counter
from pathlib import Path

from tests.bench.figures import machine
from tests.host.games.good_cop_bad_cop.twin_scripts import pair
from tests.host.games.good_cop_bad_cop.twin_sockets import NAMES, compare_sent, play_sockets
from tests.host.games.good_cop_bad_cop.twin_tables import alike
from tests.support.ram_folder import ram_folder

PAIRS = 100
MOVES = 40  # of players and chance in a game, without passes
DAY = 24 * 60.0  # minutes


def main(arguments: list[str]) -> None:
    """Runs it."""
    count = int(arguments[0]) if arguments else PAIRS
    began_s = time.monotonic()
    until_s = began_s + 60 * (float(arguments[1]) if len(arguments) > 1 else DAY)
    totals: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for seed in range(count):
        script, twin = pair(seed, MOVES)
        if script.bots:
            continue  # their moves are not in the script
        if time.monotonic() > until_s:
            break
        with ram_folder() as name:
            one = play_sockets(Path(name) / "one", script)
            other = play_sockets(Path(name) / "other", twin)
        seats = [seat for seat in range(len(one.heard.sent) - 1) if seat not in script.secret]
        names: list[str | int] = [*NAMES, *seats]
        try:
            totals["messages and answers"] += sum(compare_sent(one, other, each) for each in names)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        totals["pairs"] += 1
        totals["sockets"] += len(names)
        cards.update(m.split()[2] for m in alike(one.heard, other.heard) if " play " in m)
    print(machine())
    print(f"{time.monotonic() - began_s:.0f} s: {dict(totals)} were equal")
    print(f"cards that were played meanwhile: {dict(cards.most_common())}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Plays games of Good Cop Bad Cop on eight devices each: ``python -m tests.long.monkeys``.

``--games 50 --seed 0`` by default: three to eight players in turn, with and without Bombers &
Traitors, some beats at 0 and some that wait for all, two languages, phones, a tablet and a shared
device. What goes wrong is printed with its seed; ``--games 1 --seed N`` plays it again.
A whole game of eight takes minutes; ``--moves 150`` ends each earlier.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from heistboard.games.good_cop_bad_cop import GAME

from tests.support.chromium import Devices, shared_browser
from tests.support.monkey import KNOWN, Played
from tests.support.monkeys import Monkeys, settings_of
from tests.support.pages import quick_pages

COUNTED = ("ends", "cards", "beats", "stops", "wishes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--moves", type=int, help="end each game after so many moves")
    chosen = parser.parse_args()
    total, counts, failed, began_s = Played(), Counter[str](), 0, time.monotonic()
    with quick_pages(), tempfile.TemporaryDirectory() as name:
        for seed in range(chosen.seed, chosen.seed + chosen.games):
            folder = Path(name, f"{seed}")
            folder.mkdir()
            settings = settings_of(seed, tuple(GAME.windows))
            try:
                with (
                    Devices(shared_browser(), KNOWN) as devices,
                    Monkeys(devices, folder, GAME.name, seed, settings) as monkeys,
                ):
                    monkeys.play(chosen.moves)
                    total = total.plus(monkeys.played)
                    counts.update({each: monkeys.counts[each] for each in COUNTED})
            except AssertionError as error:
                print(f"seed {seed}: {error}", flush=True)
                failed += 1
            took_s = time.monotonic() - began_s
            print(f"{seed}: {total} {dict(counts)} in {took_s:.0f} s, {failed} failed", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()

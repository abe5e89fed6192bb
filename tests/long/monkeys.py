"""Plays games of Good Cop Bad Cop on eight devices each: ``python -m tests.long.monkeys``.

``--games 50 --seed 0`` by default: three to eight players in turn, with and without Bombers &
Traitors, some beats at 0 and some that wait for all, two languages, phones, a tablet and a shared
device. ``--processes 2`` plays two games at a time. What goes wrong is printed with its seed;
``--games 1 --seed N`` plays it again. Verbs that no game before had are looked for, so what a
monkey taps then depends on the games before it, too.

In 50 games each verb of the players must be made; at the end it prints how often each was.
"""

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.notation import FORMS
from playwright.sync_api import Error

from tests.support.chromium import Devices, shared_browser
from tests.support.monkey import KNOWN, Played
from tests.support.monkeys import Monkeys, settings_of
from tests.support.pages import quick_pages

COUNTED = ("ends", "cards", "beats", "stops", "wishes")
ENOUGH = 50  # games, for each verb to be made


class Result(NamedTuple):
    """What a game had."""

    seed: int
    played: Played
    counts: Counter[str]
    made: Counter[str]
    took_s: float
    trouble: str = ""


_made = Counter[str]()  # in the games of this process


def play(seed: int, moves: int | None) -> Result:
    """Plays one game."""
    began_s = time.monotonic()
    try:
        with (
            quick_pages(),
            tempfile.TemporaryDirectory() as folder,
            Devices(shared_browser(), KNOWN) as devices,
            Monkeys(
                devices,
                Path(folder),
                GAME.name,
                seed,
                settings_of(seed, tuple(GAME.windows)),
                _made,
            ) as monkeys,
        ):
            monkeys.play(moves)
            made = monkeys.made - _made
            _made.update(made)
            counts = Counter({each: monkeys.counts[each] for each in COUNTED})
            return Result(seed, monkeys.played, counts, made, time.monotonic() - began_s)
    except (AssertionError, Error, TimeoutError) as error:
        took_s = time.monotonic() - began_s
        return Result(seed, Played(), Counter(), Counter(), took_s, f"{error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=ENOUGH)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--moves", type=int, help="end each game after so many moves")
    parser.add_argument("--processes", type=int, default=1, help="play so many games at a time")
    chosen = parser.parse_args()
    total, counts, made, failed = Played(), Counter[str](), Counter[str](), 0
    began_s = time.monotonic()
    # Each process has a browser of its own.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(chosen.processes, mp_context=context) as pool:
        seeds = range(chosen.seed, chosen.seed + chosen.games)
        games: list[Future[Result]] = [pool.submit(play, seed, chosen.moves) for seed in seeds]
        for game in as_completed(games):
            result = game.result()
            if result.trouble:
                print(f"seed {result.seed}: {result.trouble}", flush=True)
                failed += 1
            total = total.plus(result.played)
            counts.update(result.counts)
            made.update(result.made)
            took_s = time.monotonic() - began_s
            print(
                f"{result.seed} ({result.took_s:.0f} s): {total} {dict(counts)} in {took_s:.0f} s,"
                f" {failed} failed",
                flush=True,
            )
    print("made:", ", ".join(f"{verb} {made[verb]}" for verb in FORMS))
    missing = [verb for verb in FORMS if not made[verb]]
    print(f"never made: {', '.join(missing)}" if missing else "each verb was made")
    is_lacking = missing and chosen.games >= ENOUGH and chosen.moves is None
    sys.exit(bool(failed or is_lacking))


if __name__ == "__main__":
    main()

"""Plays random games through pages: ``python -m tests.long.monkey [--games 200] [--seed 0]``.

Each seed is a game and its options, taps and their page. What goes wrong is printed with its seed;
``--games 1 --seed N`` plays it again. With ``--boards`` there are simulated boards, whose hands
carry the pieces.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.outside import wheel
from tests.support.chromium import Devices, shared_browser
from tests.support.monkey import KNOWN, Monkey, Played
from tests.support.pages import quick_pages

GAMES = "car-thief", "lanterns", "burgle-bros", "good-cop-bad-cop"


def play(
    folder: Path, seed: int, names: tuple[str, ...], *, has_rematch: bool, has_boards: bool
) -> Played:
    """Plays one of these games, and another time if it *has_rematch*."""
    folder.mkdir()
    with (
        Devices(shared_browser(), KNOWN) as devices,
        Monkey(devices.page(is_fresh=True), folder, seed, names, has_boards=has_boards) as monkey,
    ):
        monkey.play()
        if has_rematch:
            monkey.again()
            monkey.play()
        return monkey.played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=GAMES, help="play no other game")
    parser.add_argument("--boards", action="store_true", help="play at simulated boards")
    chosen = parser.parse_args()
    names = (chosen.game,) if chosen.game else GAMES
    total, began_s, seed, failed = Played(), time.monotonic(), chosen.seed, 0
    with quick_pages(), tempfile.TemporaryDirectory() as name:
        wheel.install(wheel.build(Path(name, "site")))
        while total.games < chosen.games:
            has_rematch = seed % 4 > 1 and chosen.games - total.games > 1
            try:
                played = play(
                    Path(name, f"{seed}"),
                    seed,
                    names,
                    has_rematch=has_rematch,
                    has_boards=chosen.boards,
                )
            except AssertionError as error:
                print(f"seed {seed}: {error}", flush=True)
                failed += 1
                played = Played(games=1)
            total = total.plus(played)
            seed += 1
            if seed % 10 == 0:
                print(f"{total} in {time.monotonic() - began_s:.0f} s", flush=True)
    print(f"{total} in {time.monotonic() - began_s:.0f} s, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()

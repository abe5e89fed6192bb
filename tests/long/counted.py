"""Counts what 100 games of each game ask of people: ``python -m tests.long.counted [GAMES]``.

Decisions and taps per turn and seat, the longest list, and choices that were forced: those that
everybody could see must not be asked. Games are played by computer players through prompts.
"""

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.outside import wheel
from tests.support.chromium import shared_browser
from tests.support.counted import count_games, count_taps

MOST = 200  # moves in a list
ENDINGS = {"act pass"}  # nobody's turn is ended unasked, though nothing else may be left to do
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "Car Thief": ("car-thief", {"table_options": {"thief-seconds": "0"}}),
    "Lanterns, three players": ("lanterns", {"players": 3}),
    "Lanterns, five players and the tower": (
        "lanterns",
        {"players": 5, "options": {"tower": True}},
    ),
    "Burgle Bros, an office for two": ("burgle-bros", {"players": 2}),
    "Burgle Bros, a bank for four": (
        "burgle-bros",
        {"players": 4, "options": {"scenario": "bank", "advanced": True}},
    ),
}


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    is_right = True
    with tempfile.TemporaryDirectory() as name:
        wheel.install(wheel.build(Path(name, "site")))
        for title, (game, settings) in GAMES.items():
            began_s = time.monotonic()
            folder = Path(name, title)
            folder.mkdir()
            counted = count_games(folder, game, count, **settings)
            taps = count_taps(counted, shared_browser())
            is_right &= counted.forced.keys() <= ENDINGS and counted.longest <= MOST
            print(f"{title}: {count} games in {time.monotonic() - began_s:.0f} s")
            for seat, turns in sorted(counted.turns.items()):
                asked, tapped = counted.decisions[seat] / turns, taps[seat]
                print(f"  {seat}: {turns} turns, {asked:.2f} decisions, {tapped:.2f} taps each")
            print(f"  longest list {counted.longest}")
            for kind in ("forced", "secret", "windows"):
                print(f"  {kind}: {dict(getattr(counted, kind)) or 0}", flush=True)
    sys.exit(not is_right)


if __name__ == "__main__":
    main()

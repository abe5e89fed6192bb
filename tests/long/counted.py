"""Counts what 100 games of each game ask of people: ``python -m tests.long.counted [GAMES]``.

Decisions and taps per turn and seat, the longest list, and choices that were forced: those that
everybody could see must not be asked. Games are played by computer players through prompts.

Of Good Cop Bad Cop it counts a quarter as many games for each number of players: what a turn asks
of whom, in virtual time with the suggested beats, and that nobody must tap whom nothing concerns.
"""

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.outside import wheel
from tests.support.chromium import shared_browser
from tests.support.counted import count_games, count_taps, fewest_taps
from tests.support.counted_turns import THINK_S, CountedTurns, count_turns

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

CONCERNED = ("active", "concerned", "uninvolved")  # players
TURNS = {"good-cop-bad-cop": ((4, 6, 8), "detective", "^play_")}


def print_turns(folder: Path, name: str, count: int) -> bool:
    """Prints what turns of a game with windows ask; returns whether it concerns who must tap."""
    sizes, bot, first = TURNS[name]
    is_right = True
    for players in sizes:
        home = folder / f"{name} {players}"
        home.mkdir()
        total = CountedTurns.of(0)
        for seed in range(count):
            total = total.plus(count_turns(home, name, bot, seed, first=first, players=players))
        fewest = fewest_taps(total.chosen, shared_browser())
        taps = sum(often * fewest[prompt] for prompt, often in total.chosen.items()) + total.stops
        is_right &= not total.required["uninvolved"]
        print(f"{name}, {players} players: {total.games} games, {total.turns} turns")
        for what, often in (
            *((f"decisions of {who}", total.required[who]) for who in CONCERNED),
            *(("cards played", total.cards), ("Stops", total.stops), ("taps", taps)),
            *(("seconds", total.seconds), ("turns without a card", total.silent)),
        ):
            print(f"  {often / total.turns:.2f} {what} a turn")
        print(f"  others who had to decide: {dict(total.others)}", flush=True)
    print(f"  thinking, in seconds: {THINK_S}")
    return is_right


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
        for game in TURNS:
            is_right &= print_turns(Path(name), game, -(-count // 4))
    sys.exit(not is_right)


if __name__ == "__main__":
    main()

"""Takes back and replays 10 000 random games of each game: ``python -m tests.long.random_games``.

With a number, that many. Car Thief takes half a minute.
"""

import sys
import time

from heistboard import games

from tests.support.random_play import take_back_and_replay

GAMES = 10_000


def main(arguments: list[str]) -> None:
    """Runs it."""
    count = int(arguments[0]) if arguments else GAMES
    for name in games.names():
        began_s = time.monotonic()
        take_back_and_replay(name, count)
        print(f"{name}: {count} games in {time.monotonic() - began_s:.0f} s, all as they were")


if __name__ == "__main__":
    main(sys.argv[1:])

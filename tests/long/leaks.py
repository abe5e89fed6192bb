"""Compares 1000 games of Car Thief with games that look alike: ``python -m tests.long.leaks``.

With a number, that many. About two minutes.
"""

import sys

from hypothesis import HealthCheck, given, settings

from tests.host.games.car_thief.test_knowledge import CHOICES, compare_twins

GAMES = 1_000


def main(arguments: list[str]) -> None:
    """Runs it."""
    count = int(arguments[0]) if arguments else GAMES
    checks = [HealthCheck.too_slow]
    run = settings(max_examples=count, suppress_health_check=checks, deadline=None)
    run(given(CHOICES)(compare_twins))()
    print(f"{count} games: seats that have learned the same are shown the same")


if __name__ == "__main__":
    main(sys.argv[1:])

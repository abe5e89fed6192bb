"""A guard's walk is never taken for taps: ``python -m tests.long.burgle_bros_walks [WALKS]``.

Random hands, slow, quick, hopping and dragging, carry a guard's figure home at virtual boards.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from tests.bench.figures import machine
from tests.support.burgle_boards import BurgleBoards
from tests.support.burgle_disturbances import can_disturb
from tests.support.burgle_hands import act_somehow
from tests.support.burgle_walks import walk_without_a_move

WALKS = 1_000


def main(arguments: list[str]) -> None:
    """Runs it."""
    walks = int(arguments[0]) if arguments else WALKS
    steps: Counter[int] = Counter()
    games = 0
    while steps.total() < walks:
        games += 1
        random = Random(games)
        with (
            tempfile.TemporaryDirectory() as folder,
            BurgleBoards(Path(folder), games, scenario="bank", players=2) as boards,
        ):
            boards.ready()
            while boards.state.outcome is None and steps.total() < walks:
                if can_disturb(boards, random):
                    steps.update(walk_without_a_move(boards, random) for _ in range(10))
                act_somehow(boards, random)
    lengths = ", ".join(f"{count} of {length}" for length, count in sorted(steps.items()))
    print(f"{machine()}: {steps.total()} walks in {games} games, steps: {lengths}; no move")


if __name__ == "__main__":
    main(sys.argv[1:])

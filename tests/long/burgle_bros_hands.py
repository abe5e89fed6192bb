"""Random hands play Burgle Bros without a page: ``python -m tests.long.burgle_bros_hands``.

For 15 minutes, or as many as the number says, in virtual time: all buildings, hands that turn and
take what they like, press Undo, pull the cable, and end the program. No game may get stuck, and
each must replay like a journal. Prints how many games were played and how they ended.
"""

import sys
import time
from collections import Counter
from random import Random

from heistboard.games.burgle_bros.components import SCENARIOS

from tests.bench.figures import machine
from tests.support.burgle_hands import act_somehow, begun
from tests.support.burgle_table import BurgleTable

MINUTES = 15
MOST_ACTS = 4_000


def disturb(table: BurgleTable, random: Random) -> None:
    """Does something beside the game, sometimes."""
    match random.randrange(40):
        case 0 | 1:
            table.pull().wait(random.randrange(900)).plug()
        case 2 | 3:
            table.restart()
        case 4 | 5:
            reed = random.choice(sorted(table.gestures.expected()))
            is_closed = reed in table.closed
            table.reed(reed, is_closed=not is_closed, for_ms=random.randrange(1_200))
            table.reed(reed, is_closed=is_closed, for_ms=random.randrange(300))
        case 6:
            table.press("undo")


def play(random: Random) -> BurgleTable:
    """Plays one game to its end and replays it."""
    options = {"scenario": random.choice([*SCENARIOS]), "players": random.randint(1, 4)}
    switches = {name: random.random() < 0.5 for name in ("advanced", "lost-visual")}
    table = begun(random, **options, **switches)
    for _ in range(MOST_ACTS):
        if table.state.outcome is not None:
            break
        act_somehow(table, random)
        disturb(table, random)
    again = table.state.game.new(**table.state.options)
    for move in table.state.moves:
        again.push(str(move))
    assert again.outcome == table.state.outcome is not None, table.ask
    return table


def main(arguments: list[str]) -> None:
    """Runs it."""
    minutes = float(arguments[0]) if arguments else MINUTES
    endings: Counter[str] = Counter()
    moves = number = 0
    end_s = time.monotonic() + 60 * minutes
    while time.monotonic() < end_s:
        number += 1
        state = play(Random(number)).state
        assert state.outcome is not None
        endings[state.outcome.ending] += 1
        moves += len(state.moves)
    told = ", ".join(f"{ending} {games}" for ending, games in endings.most_common())
    print(f"{machine()}: {number} games, {moves} moves in {minutes:g} minutes: {told}")


if __name__ == "__main__":
    main(sys.argv[1:])

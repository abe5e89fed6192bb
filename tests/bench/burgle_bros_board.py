"""From a reed's event to the scene of three floors, in Burgle Bros.

python -m tests.bench.burgle_bros_board

A bank in the middle of a game: tiles are lifted and put back, and the flashlight stands on cells
for a moment. Nothing is written, and the line to the boards is not included.
"""

import tempfile
import time
from pathlib import Path
from random import Random

from heistboard.link.module import Event
from heistboard.places import layout
from heistboard.sim.board_model import SERIALS

from tests.bench.figures import machine, spread
from tests.support.burgle_boards import BurgleBoards
from tests.support.burgle_disturbances import can_disturb
from tests.support.burgle_hands import act_somehow

EVENTS = 5_000
ACTS = 25
SEED = 6
BUDGET = "p99 < 0.3"


def main() -> None:
    """Prints the figures."""
    random = Random(SEED)
    with (
        tempfile.TemporaryDirectory() as folder,
        BurgleBoards(Path(folder), SEED, scenario="bank", players=4) as boards,
    ):
        boards.ready()
        acts = 0
        while acts < ACTS or not can_disturb(boards, random):
            act_somehow(boards, random)
            acts += 1
        moves = len(boards.played())
        spent, own = measure(boards, random)
        assert len(boards.played()) == moves
    print(f"{machine()}; after {moves} moves")
    print(spread("event → scene, three floors", spent, "ms", BUDGET))
    print(spread("the same, processor time", own, "ms", BUDGET))


def measure(boards: BurgleBoards, random: Random) -> tuple[list[float], list[float]]:
    """Returns the milliseconds of each event: by the clock, and of the processor."""
    table = boards.process._table
    spent, own = [], []
    for number in range(EVENTS):
        floor = random.randrange(len(SERIALS))
        cell = random.choice(list(layout.CELLS))
        kind = random.choice(("cover", "occupant"))
        reed = layout.REEDS.index(f"{cell}.{kind}")
        was = boards.boards[floor + 1].is_closed(f"{cell}.{kind}")
        for is_closed in (not was, was):
            event = Event(None, number & 0xFFFF, reed, is_closed, 0)
            started, before = time.perf_counter(), time.thread_time()
            table._take(table._boards.hear(SERIALS[floor], event, table._now_ms))
            own.append((time.thread_time() - before) * 1e3)
            spent.append((time.perf_counter() - started) * 1e3)
            table._tell()
    return spent, own


if __name__ == "__main__":
    main()

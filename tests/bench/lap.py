"""The time from a reed event to the lights and to all listeners, in the table's thread.

python -m tests.bench.lap

The game is Car Thief in its fifth round. Nothing is written, since no reed stays open long enough
to be a move, and the line to the board is not included.
"""

import random
import tempfile
import time
from pathlib import Path

from heistboard.app import Daemon, Settings
from heistboard.journal.store import Store
from heistboard.link.module import Event
from heistboard.places import layout

from tests.bench.figures import machine, spread
from tests.support.car_thief import trail_game
from tests.support.fed_table import BOARD, show_reeds

EVENTS = 5_000
SEED = 2024
BUDGET = "p99 < 0.3"


def main() -> None:
    """Prints the figures."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "journal.sqlite"
        with Store(path, create=True) as store:
            store.add(trail_game(["a1", "b1", "c1", "d1", "e1"], near="e1"), "now")
        with Daemon(path, Settings("car-thief", resume=1), list) as daemon:
            lights, told = daemon.call(lambda: measure(daemon))
    print(spread("event → scene", lights, "ms", BUDGET))
    print(spread("event → all listeners", told, "ms", "none"))


def measure(daemon: Daemon) -> tuple[list[float], list[float]]:
    """Lifts and puts back covers, in the table's thread; returns milliseconds."""
    chance = random.Random(SEED)
    view = daemon._shown.status.view
    helicopters = view["helicopters"]
    assert isinstance(helicopters, dict)
    closed = {f"{cell}.cover" for cell in layout.CELLS}
    closed |= {f"{at}.occupant" for at in helicopters.values()}
    show_reeds(daemon, closed, is_jump=True)
    shown: list[float] = []
    daemon._hub.show = lambda serial, intents: shown.append(time.perf_counter())  # type: ignore
    lights, told = [], []
    for number in range(EVENTS):
        reed = layout.REEDS.index(f"{chance.choice(layout.CELLS)}.cover")
        for is_closed in (False, True):
            event = Event(None, number & 0xFFFF, reed, is_closed, 0)
            shown.clear()
            started = time.perf_counter()
            daemon._take(daemon._boards.hear(BOARD, event, daemon._now_ms))
            lights.append((time.perf_counter() - started) * 1e3)
            daemon._tell()
            told.append((time.perf_counter() - started) * 1e3)
    return lights, told


if __name__ == "__main__":
    print(machine())
    main()

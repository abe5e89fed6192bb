"""One, two and three boards in one run: event to scene, the cost of idling, replug to ready.

python -m tests.bench.floors

Event to scene is measured in the table's thread, while the boards are real processes, with their
connections' threads beside it and without; the line to the board is not included. Idle is the
host's share of a core.
"""

import contextlib
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from heistboard.app import Daemon, Settings
from heistboard.boards.percentiles import spread as percentiles
from heistboard.link.floors import Modules
from heistboard.link.module import Event
from heistboard.link.port import Port
from heistboard.places import layout
from heistboard.sim.board_model import SERIALS

from tests.bench.figures import machine, spread
from tests.bench.sim_process import SimProcess
from tests.support import patrol

EVENTS: Final = 5_000
IDLE_S: Final = 15.0
REPLUGS: Final = 10
WITHIN_S: Final = 20.0


def main() -> None:
    """Prints the figures, and how they grow with the floors."""
    print(machine())
    laps: list[float] = []
    idle: list[float] = []
    with tempfile.TemporaryDirectory() as name, patrol.installed(Path(name)):
        for floors in (1, 2, 3):
            game = Path(name) / f"game-{floors}"
            game.mkdir()
            lap, share = measure(game, floors)
            laps.append(lap)
            idle.append(share)
    for what, values in (("event → scene p50", laps), ("idle", idle)):
        times = ", ".join(f"{value / values[0]:.2f}" for value in values)
        print(f"{what}, times that of one board: {times}")


def measure(folder: Path, floors: int) -> tuple[float, float]:
    """Measures with that many boards; returns the laps' p50 and the idle share of a core."""
    serials = SERIALS[:floors]
    with contextlib.ExitStack() as exits:
        boards = [exits.enter_context(SimProcess(serial)) for serial in serials]

        def ports() -> list[Port]:
            return [port for board in boards for port in board.ports()]

        modules = Modules({serial: floor for floor, serial in enumerate(serials, 1)})
        settings = Settings("patrol", options={"floors": floors})
        daemon = exits.enter_context(Daemon(folder / "journal.sqlite", settings, ports, modules))
        for board in boards:
            board.order("close c3.occupant")
        _wait(lambda: daemon.status().sync == "synced")
        time.sleep(2)
        share = _idle(floors)
        ready = [_replug(daemon, boards, Random(number)) for number in range(REPLUGS)]
        print(spread(f"{floors} boards: all plugged in again → ready", ready, "s", "2"))
        _wait(lambda: daemon.status().sync == "synced")
        laps, own = daemon.call(lambda: _laps(daemon, serials))
        print(spread(f"{floors} boards: event → scene", laps, "ms", "p99 < 0.3"))
        print(spread(f"{floors} boards: the same, without other threads", own, "ms", "none"))
    return percentiles(own)[1], share


def _idle(floors: int) -> float:
    before, started = time.process_time(), time.perf_counter()
    time.sleep(IDLE_S)
    share = (time.process_time() - before) / (time.perf_counter() - started)
    print(f"{floors} boards: idle {share:.2%} of a core (over {IDLE_S:.0f} s; budget 1 %)")
    return share


def _replug(daemon: Daemon, boards: list[SimProcess], random: Random) -> float:
    for board in boards:
        board.order("pull")
    _wait(lambda: not daemon.hub.ready())
    time.sleep(random.random())
    started = time.perf_counter()
    for board in boards:
        board.order("plug")
    _wait(lambda: len(daemon.hub.ready()) == len(boards))
    return time.perf_counter() - started


def _laps(daemon: Daemon, serials: tuple[str, ...]) -> tuple[list[float], list[float]]:
    # Puts tiles down and lifts them, on a random floor each, in the table's thread. The second
    # list has the time of this thread alone.
    chance = Random(2024)
    daemon._hub.show = lambda serial, intents: None  # type: ignore[method-assign]
    laps, own = [], []
    for number in range(EVENTS):
        serial = chance.choice(serials)
        reed = layout.REEDS.index(f"{chance.choice(layout.CELLS)}.cover")
        for is_closed in (True, False):
            event = Event(None, number & 0xFFFF, reed, is_closed, 0)
            started, before = time.perf_counter(), time.thread_time()
            daemon._take(daemon._boards.hear(serial, event, daemon._now_ms))
            own.append((time.thread_time() - before) * 1e3)
            laps.append((time.perf_counter() - started) * 1e3)
            daemon._tell()
    return laps, own


def _wait(done: Callable[[], bool]) -> None:
    end_s = time.monotonic() + WITHIN_S
    while not done():
        assert time.monotonic() < end_s
        time.sleep(0.002)


if __name__ == "__main__":
    main()

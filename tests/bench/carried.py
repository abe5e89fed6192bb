"""A move that is said, until simulated hands have carried the pieces and the boards report it.

python -m tests.bench.carried

Guards of Patrol walk on one and on three floors; MicroPython and CPython run the firmware. Time
is from the call of ``Daemon.say`` until every public reed is reported as the game expects it. A
reed that opens is debounced for 20 ms.
"""

import contextlib
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from heistboard.app import Daemon, Settings
from heistboard.games.pieces import Pieces
from heistboard.link.floors import Modules
from heistboard.link.port import Port
from heistboard.sim import SimBoard, SimHands
from heistboard.sim.board_model import SERIALS, BoardModel
from heistboard.sim.cpython_board import CPythonBoard
from heistboard.sim.following_hands import FollowingHands

from tests.bench.figures import machine, spread
from tests.support import patrol

MOVES: Final = 200
WITHIN_S: Final = 20.0


def main() -> None:
    """Prints the figures."""
    print(machine())
    makers: dict[str, Callable[[str], BoardModel]] = {
        "MicroPython": SimBoard,
        "CPython": CPythonBoard,
    }
    with tempfile.TemporaryDirectory() as name, patrol.installed(Path(name)):
        for made, make in makers.items():
            for floors in (1, 3):
                game = Path(name) / f"{made}-{floors}"
                game.mkdir()
                times = measure(game, make, floors)
                print(spread(f"{made}, {floors} floors: said → carried", times, "ms", "none"))


def measure(folder: Path, make: Callable[[str], BoardModel], floors: int) -> list[float]:
    """Returns how long each move took, in milliseconds."""
    random = Random(floors)
    with contextlib.ExitStack() as exits:
        boards = [make(serial) for serial in SERIALS[:floors]]
        for board in boards:
            exits.callback(board.close)

        def ports() -> list[Port]:
            return [port for board in boards for port in board.ports()]

        hands = FollowingHands(SimHands(boards, Pieces({})), lambda count: boards[:count])
        daemon = exits.enter_context(
            Daemon(
                folder / "journal.sqlite",
                Settings("patrol", options={"floors": floors}),
                ports,
                Modules({serial: floor for floor, serial in enumerate(SERIALS[:floors], 1)}),
                hands=hands,
            )
        )
        until(lambda: daemon.status().sync == "synced")
        times = []
        for _ in range(MOVES):
            walks = [str(move) for move in daemon.status().moves if move != "stop"]
            began = time.perf_counter()
            daemon.say(0, random.choice(walks))
            until(lambda: is_carried(daemon))
            times.append(1000 * (time.perf_counter() - began))
    return times


def is_carried(daemon: Daemon) -> bool:
    """Returns whether the boards report every guard on its cell, and nothing else."""
    guards = daemon.status().pieces["guard"].values()
    return daemon.picture() == {f"{place}.occupant" for place in guards}


def until(wanted: Callable[[], bool]) -> None:
    """Waits until *wanted*."""
    end_s = time.monotonic() + WITHIN_S
    while not wanted():
        assert time.monotonic() < end_s, "it takes too long"
        time.sleep(0.0005)


if __name__ == "__main__":
    main()

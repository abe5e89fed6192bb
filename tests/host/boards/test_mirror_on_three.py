"""Three boards whose lights mirror their reeds, while one after the other has a fault."""

import time
from collections.abc import Callable
from pathlib import Path

from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.data_folder import DataFolder
from heistboard.places import layout
from heistboard.places.place import COVERS, OCCUPANTS
from heistboard.sim.board_model import BoardModel

WITHIN_S = 20.0


def is_mirrored(board: BoardModel) -> bool:
    """Returns whether exactly the cells with something on them are lit."""
    leds = board.leds
    return all(
        any(leds[cell]) is (board.is_closed(COVERS[cell]) or board.is_closed(OCCUPANTS[cell]))
        for cell in layout.CELLS
    )


def test_one_fault_after_the_other(tmp_path: Path) -> None:
    choice = ("sim", "sim", "sim")
    with ConnectedBoards("", choice, DataFolder(str(tmp_path)), is_alive=True) as boards:
        one, two, three = boards.chosen.sims
        hub = boards.hub

        def ready(*floors: int) -> bool:
            modules = [connection.link.module for connection in hub.ready()]
            return {module.floor for module in modules if module is not None} == {*floors}

        def wait(done: Callable[[], bool]) -> None:
            # Demonstration hands go on meanwhile.
            end_s = time.monotonic() + WITHIN_S
            while not done():
                assert time.monotonic() < end_s, boards.snapshot()
                time.sleep(0.01)

        wait(lambda: ready(1, 2, 3) and all(map(is_mirrored, (one, two, three))))
        assert boards.chosen.note == "3 simulated boards"
        one.pull()
        wait(lambda: ready(2, 3))
        two.set_reed("e5.cover", is_closed=True)
        one.set_reed("a1.occupant", is_closed=True)
        wait(lambda: is_mirrored(two) and is_mirrored(three))
        one.plug()
        wait(lambda: ready(1, 2, 3) and is_mirrored(one))
        two.reset()
        wait(lambda: ready(1, 2, 3) and all(map(is_mirrored, (one, two, three))))
        three.freeze()
        wait(lambda: ready(1, 2) and is_mirrored(one) and is_mirrored(two))
        three.thaw()
        wait(lambda: ready(1, 2, 3) and is_mirrored(three))
        for board in (one, two, three):
            board.pull()
        for board in (three, one, two):
            board.reset(leaves_port=False)
            board.plug()
        wait(lambda: ready(1, 2, 3) and all(map(is_mirrored, (one, two, three))))

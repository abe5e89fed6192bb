"""Orders for one reed of a simulated board are carried out in order, however late the board is."""

import pytest
from heistboard.sim import SimBoard
from heistboard.sim.cpython_board import CPythonBoard

from tests.support.rig import RealRig


@pytest.mark.parametrize("kind", [SimBoard, CPythonBoard])
def test_magnet_that_is_taken_off_stays_off(kind: type[SimBoard | CPythonBoard]) -> None:
    with kind() as board, RealRig(board) as rig:
        board.set_reed("b3.cover", is_closed=True, after_ms=60)  # after bouncing, say
        board.set_reed("b3.cover", is_closed=False)
        board.set_reed("c3.cover", is_closed=True, after_ms=120)
        assert rig.wait(lambda: "c3.cover" in rig.picture)
        assert rig.picture == {"c3.cover"}

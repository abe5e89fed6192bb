"""The simulated board: the real firmware on real MicroPython, behind a real pseudo-terminal.

``board`` is the one to use; ``hands`` moves pieces as people do, ``standing`` knows which piece is
where, ``pieces`` are hands that go by it.
``process`` runs MicroPython, ``cable`` moves the bytes, ``faults`` spoils them on request.
"""

from heistboard.sim.board import SimBoard
from heistboard.sim.byte_faults import ByteFaults
from heistboard.sim.hands import Hands
from heistboard.sim.piece_hands import SimHands

__all__ = ["ByteFaults", "Hands", "SimBoard", "SimHands"]

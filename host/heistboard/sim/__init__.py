"""Simulated boards, in real time and in virtual time, and the hands that move pieces on them.

| File | Job |
|---|---|
| ``board`` | the simulated board: real firmware on MicroPython behind a pseudo-terminal |
| ``board_process`` | the MicroPython process |
| ``cable`` | moves bytes between that process and the pseudo-terminal |
| ``byte_faults`` | loses, garbles and doubles bytes on request |
| ``simulated_boards`` | starts the simulated boards of a game |
| ``cpython_board`` | the simulated board where there is no MicroPython |
| ``strange_pico`` | another Pico, which never answers |
| ``board_model`` | reeds, diodes and LEDs with their faults, for every kind of board |
| ``virtual_board`` | the firmware's core on CPython, in virtual time |
| ``virtual_hub`` | connections to virtual boards |
| ``virtual_time`` | the clock of virtual time |
| ``hands`` | hands that close and open reeds as people do |
| ``standing_pieces`` | tracks which piece stands where; pure |
| ``piece_hands`` | hands that move the pieces of a game |
| ``following_hands`` | hands that follow a game: they carry its public pieces |
| ``demo_hands`` | hands that move by themselves |
"""

from typing import TYPE_CHECKING

from heistboard.sim.byte_faults import ByteFaults
from heistboard.sim.hands import Hands
from heistboard.sim.piece_hands import SimHands

if TYPE_CHECKING:
    from heistboard.sim.board import SimBoard

__all__ = ["ByteFaults", "Hands", "SimBoard", "SimHands"]


def __getattr__(name: str) -> object:
    # The simulated board on MicroPython needs pseudo-terminals, which Windows does not have.
    if name != "SimBoard":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from heistboard.sim.board import SimBoard

    return SimBoard

"""What is played for a seat that is absent."""

from typing import TYPE_CHECKING

from heistboard.games.good_cop_bad_cop.components import PLAYERS
from heistboard.games.good_cop_bad_cop.notation import make
from heistboard.rules import Move

if TYPE_CHECKING:
    from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop

__all__ = ["default_move"]


def default_move(state: "GoodCopBadCop", seat: int) -> Move:
    """Returns a pass in a window; else the old aim, or the first legal move.

    That is the old order of the row, the action as declared, an investigation before other
    actions; of two cards in hand the new one goes.
    """
    legal = state.legal(seat)
    if state.is_window or state.phase == "discard":
        return legal[-1]
    aim = state.case.guns[seat]
    if aim >= 0 and (same := make(seat, "aim", PLAYERS[aim])) in legal:
        return same
    return legal[0]

"""Simulated hands that follow the game at the table, so that nothing is done twice.

| Event | What they do |
|---|---|
| another game, also the same one again or a resumed one | clear the boards, lay it out |
| the game moves public pieces: a move, a draw, undo, a correction | carry them |
| the same, while eyes are closed | nothing yet |
| eyes open | carry what is not where the game has it |
| a person moves a piece on the board and that becomes a move | nothing: it stands there |
| the game moves a piece that a person has in the hand | leave it in the hand |
| the last page of the boards is closed | put down what was in a person's hand |

They never carry hidden pieces and never touch buttons or cables.
"""

import logging
from collections.abc import Callable, Mapping, Sequence

from heistboard.games.pieces import pieces_of
from heistboard.games.status import Status
from heistboard.sim.board_model import BoardModel
from heistboard.sim.piece_hands import SimHands

__all__ = ["FollowingHands"]

_log = logging.getLogger(__name__)


class FollowingHands:
    """Lets *hands* follow the table's status; *simulate* returns the boards of so many floors."""

    def __init__(self, hands: SimHands, simulate: Callable[[int], Sequence[BoardModel]]) -> None:
        self._hands = hands
        self._simulate = simulate
        self._game: int | None = None
        self._is_laid_out = False
        self._carried: Mapping[str, Mapping[str, str]] = {}

    def follow(self, status: Status) -> Mapping[str, bool]:
        """Does what *status* calls for; returns the reeds that change, and which are closed then.

        Only the table's thread may call it.
        """
        self._hands.shows_hidden = status.is_secret or status.phase == "over"
        reeds: Mapping[str, bool] = {}
        if status.game != self._game:
            self._game = status.game
            reeds = self._begin(status)
        elif self._is_laid_out and not status.is_secret and self._carried != status.pieces:
            reeds = self._hands.carry(status.pieces)
        self._carried = {} if status.is_secret else status.pieces
        is_open = self._is_laid_out and not status.is_secret
        self._hands.wanted = status.pieces if is_open else None
        return reeds

    def _begin(self, status: Status) -> Mapping[str, bool]:
        self._is_laid_out = False
        try:
            pieces = pieces_of(str(status.view["game"]), status.floors)
            boards = self._simulate(status.floors)
        except (ValueError, OSError) as error:
            _log.warning("%s", error)  # people can still play on screens
            return {}
        self._is_laid_out = True
        return self._hands.begin(pieces, boards, status.pieces)

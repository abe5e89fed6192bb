"""Hands that move the pieces of a game on a simulated board.

They do the acts of ``standing_pieces``, and these:

| Act | Does |
|---|---|
| ``press done`` | presses a button briefly |
| ``down done``, ``up done`` | presses a button, releases it |
| ``pull``, ``plug`` | pulls the cable, plugs it in |
"""

import threading
from typing import Final, NamedTuple

from heistboard.games.pieces import Pieces
from heistboard.places import layout
from heistboard.sim.board_model import BoardModel
from heistboard.sim.hands import Hands
from heistboard.sim.standing_pieces import ImpossibleAct, StandingPieces
from heistboard.sim.standing_pieces import verbs as verbs_of_pieces

__all__ = ["BoardLook", "SimHands", "verbs"]

_ACTS: Final = {"press": 1, "down": 1, "up": 1, "pull": 0, "plug": 0}


class BoardLook(NamedTuple):
    """How the whole board looks, hidden pieces included."""

    lifted: tuple[str, ...]
    """Cells that no piece covers; empty if the game has no covering pieces."""
    pieces: dict[str, dict[str, str]]
    """The place of each non-covering piece on the board, by kind (all of them) and id."""
    is_plugged: bool
    leds: bytes  # red, green and blue of each LED, in chain order


def verbs(pieces: Pieces) -> frozenset[str]:
    """Returns the verbs of all acts on a board with *pieces*."""
    return frozenset((*_ACTS, *verbs_of_pieces(pieces)))


class SimHands:
    """All hands at one board; any thread may call them, and acts happen one at a time.

    At first, the only *pieces* on the board are those on cells whose cover reed is closed.
    """

    def __init__(self, board: BoardModel, pieces: Pieces, seed: int = 0) -> None:
        self._board = board
        self._hands = Hands(board, seed)
        self._lock = threading.Lock()
        self._pieces = pieces
        covered = (cell for cell in layout.CELLS if board.is_closed(f"{cell}.cover"))
        self._standing = StandingPieces(pieces, tuple(covered))

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs of all acts that these hands can do."""
        return verbs(self._pieces)

    def change(self, pieces: Pieces) -> None:
        """Replaces the pieces with *pieces*, in their starting places, unless they are equal."""
        with self._lock:
            if pieces == self._pieces:
                return
            before = self._standing.closed
            self._pieces, self._standing = pieces, StandingPieces(pieces)
            now = self._standing.closed
            for reed in sorted(before ^ now):
                self._hands.move(reed, is_closed=reed in now)

    def do(self, line: str) -> None:
        """Does the act in *line*; see :meth:`act`."""
        self.act(*(line.split() or [""]))

    def act(self, verb: str, *words: str) -> None:
        """Does one act; raises :exc:`ValueError` if hands cannot do it."""
        with self._lock:
            if verb not in _ACTS:
                for reed, is_closed in self._standing.do(verb, *words):
                    self._hands.move(reed, is_closed=is_closed)
            elif len(words) != _ACTS[verb]:
                raise ImpossibleAct(f"hands cannot do {' '.join((verb, *words))!r}")
            elif verb == "press":
                self._hands.press(words[0])
            elif verb in ("down", "up"):
                self._hands.hold(words[0], is_down=verb == "down")
            elif verb == "pull":
                self._board.pull()
            elif not self._board.ports():
                self._board.plug()

    def release_buttons(self) -> None:
        """Releases all buttons."""
        with self._lock:
            for button in layout.BUTTONS:
                self._hands.hold(button, is_down=False)

    def look(self) -> BoardLook:
        """Returns how the board looks."""
        with self._lock:
            leds = self._board.leds
            return BoardLook(
                self._standing.lifted,
                {kind: dict(at) for kind, at in self._standing.places.items()},
                bool(self._board.ports()),
                bytes(part for name in layout.LEDS for part in leds[name]),
            )

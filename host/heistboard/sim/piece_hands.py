"""Hands at a simulated board that know what they hold: the pieces of a game.

Beside what ``standing`` says of pieces they do:

| Act | Does |
|---|---|
| ``press done`` | a button, shortly |
| ``down done`` ``up done`` | the same, for as long as it is held |
| ``pull`` ``plug`` | the cable |
"""

import threading
from typing import Final, NamedTuple

from heistboard.games.pieces import Pieces
from heistboard.places import layout
from heistboard.sim.board_model import BoardModel
from heistboard.sim.hands import Hands
from heistboard.sim.standing_pieces import NoHand, Standing
from heistboard.sim.standing_pieces import verbs as verbs_of_pieces

__all__ = ["Seen", "SimHands", "verbs"]

_ACTS: Final = {"press": 1, "down": 1, "up": 1, "pull": 0, "plug": 0}


class Seen(NamedTuple):
    """What is seen of the board by whoever may see all of it."""

    lifted: tuple[str, ...]
    """Cells that nothing covers, in a game where something could."""
    pieces: dict[str, dict[str, str]]
    """By kind and id, the places of those that stand and cover nothing; no kind is left out."""
    is_plugged: bool
    leds: bytes  # red, green, blue of each, in the order of the chain


def verbs(pieces: Pieces) -> frozenset[str]:
    """Returns the first words of all that hands do at a board with *pieces*."""
    return frozenset((*_ACTS, *verbs_of_pieces(pieces)))


class SimHands:
    """All hands at one board; they may be moved from any thread, one act at a time.

    Of the *pieces* those stand at first that cover a cell of the board already.
    """

    def __init__(self, board: BoardModel, pieces: Pieces, seed: int = 0) -> None:
        self._board = board
        self._hands = Hands(board, seed)
        self._lock = threading.Lock()
        self._pieces = pieces
        covered = (cell for cell in layout.CELLS if board.is_closed(f"{cell}.cover"))
        self._standing = Standing(pieces, tuple(covered))

    @property
    def verbs(self) -> frozenset[str]:
        """The first words of all that these hands do."""
        return verbs(self._pieces)

    def change(self, pieces: Pieces) -> None:
        """Lays out other *pieces* as their game begins; the same ones stay as they are."""
        with self._lock:
            if pieces == self._pieces:
                return
            before = self._standing.closed
            self._pieces, self._standing = pieces, Standing(pieces)
            now = self._standing.closed
            for reed in sorted(before ^ now):
                self._hands.move(reed, is_closed=reed in now)

    def do(self, line: str) -> None:
        """Does what a *line* says; the same as :meth:`act`."""
        self.act(*(line.split() or [""]))

    def act(self, verb: str, *words: str) -> None:
        """Does one thing; raises :exc:`ValueError` for what hands cannot do."""
        with self._lock:
            if verb not in _ACTS:
                for reed, is_closed in self._standing.do(verb, *words):
                    self._hands.move(reed, is_closed=is_closed)
            elif len(words) != _ACTS[verb]:
                raise NoHand(f"{' '.join((verb, *words))!r} is nothing that hands do")
            elif verb == "press":
                self._hands.press(words[0])
            elif verb in ("down", "up"):
                self._hands.hold(words[0], is_down=verb == "down")
            elif verb == "pull":
                self._board.pull()
            elif not self._board.ports():
                self._board.plug()

    def let_go(self) -> None:
        """Takes the hands off all buttons."""
        with self._lock:
            for button in layout.BUTTONS:
                self._hands.hold(button, is_down=False)

    def look(self) -> Seen:
        """Returns how the board looks."""
        with self._lock:
            leds = self._board.leds
            return Seen(
                self._standing.lifted,
                {kind: dict(at) for kind, at in self._standing.places.items()},
                bool(self._board.ports()),
                bytes(part for name in layout.LEDS for part in leds[name]),
            )

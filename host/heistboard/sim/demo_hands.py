"""Hands for a simulated board that nobody moves: a piece every half second."""

import threading
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from heistboard import games
from heistboard.games.pieces import PieceKind, Pieces, pieces_of
from heistboard.places import layout
from heistboard.sim import SimBoard, SimHands
from heistboard.sim.standing_pieces import NoHand, Standing

__all__ = ["DemoHands", "DemoMove", "acts"]

EVERY_S = 0.5
FIRST_AFTER_S = 0.2
COVERED = range(6, 13)  # how many cells are, about
COVER_SHARE = 3  # how often what covers is moved, beside once for each other kind
STANDING_MOST = 3  # of the pieces of one kind that cover nothing
PRESS_SHARE = 0.12


class DemoMove(NamedTuple):
    """One thing a hand does: a verb of :class:`~heistboard.sim.SimHands`, and its words."""

    verb: str
    words: tuple[str, ...]


def acts(random: Random, pieces: Pieces) -> Iterator[DemoMove]:
    """Yields what hands do on a board that is empty at first; the same for the same *random*."""
    standing = Standing(pieces, ())
    kinds = [
        kind for kind in pieces.kinds.values() for _ in range(COVER_SHARE if kind.is_cover else 1)
    ]
    while True:
        if not kinds or random.random() < PRESS_SHARE:
            yield DemoMove("press", (random.choice(layout.BUTTONS),))
            continue
        kind = random.choice(kinds)
        act = _cover(random, kind, standing) if kind.is_cover else _move(random, kind, standing)
        try:
            standing.do(act.verb, *act.words)
        except NoHand:
            continue  # it is covered, or another piece stands there
        yield act


def _cover(random: Random, kind: PieceKind, standing: Standing) -> DemoMove:
    lifted = standing.lifted
    covered = [cell for cell in kind.places if cell not in lifted]
    has_few = len(covered) < min(COVERED.start, kind.count)
    if has_few or (len(covered) < COVERED.stop and random.random() < 0.5):
        return DemoMove("put", (random.choice(lifted),))
    return DemoMove("lift", (random.choice(covered),))


def _move(random: Random, kind: PieceKind, standing: Standing) -> DemoMove:
    at = standing.places[kind.name]
    beside = [each for each in kind.each if each not in at]
    if beside and len(at) < STANDING_MOST:
        which, to = random.choice(beside), random.choice(kind.places)
    else:
        which, to = random.choice(list(at)), "off"
    return DemoMove(kind.name, (which, to) if which else (to,))


class DemoHands:
    """Moves pieces on *board* until closed. Use it in a ``with`` statement.

    They are those of the first game that has some.
    """

    def __init__(self, board: SimBoard, seed: int = 1) -> None:
        pieces = _some_pieces()
        self._acts = acts(Random(seed), pieces)
        self._hands = SimHands(board, pieces, seed)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="demo hands", daemon=True)

    def __enter__(self) -> "DemoHands":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        wait_s = FIRST_AFTER_S
        while not self._ends.wait(wait_s):
            verb, words = next(self._acts)
            self._hands.act(verb, *words)
            wait_s = EVERY_S


def _some_pieces() -> Pieces:
    for name in games.names():
        try:
            pieces = pieces_of(name)
        except ValueError:
            continue  # playing that game says what is wrong
        if pieces.kinds:
            return pieces
    return Pieces({})

"""Demonstration hands: they move a piece on the simulated boards every half second."""

import threading
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from heistboard import games
from heistboard.games.pieces import PieceKind, Pieces, pieces_of
from heistboard.places import layout
from heistboard.places.place import at_floor
from heistboard.sim.board_model import BoardModel
from heistboard.sim.piece_hands import SimHands
from heistboard.sim.standing_pieces import ImpossibleAct, StandingPieces

__all__ = ["DemoAct", "DemoHands", "demo_acts"]

EVERY_S = 0.5
FIRST_AFTER_S = 0.2
COVERED = range(6, 13)  # roughly how many cells of each floor are covered
COVER_SHARE = 3  # covering pieces are moved this many times as often as any other kind
STANDING_MOST = 3  # pieces on the board of each kind that covers nothing
PRESS_SHARE = 0.12


class DemoAct(NamedTuple):
    """An act of a hand: a verb of :class:`~heistboard.sim.SimHands` and its words."""

    verb: str
    words: tuple[str, ...]


def demo_acts(random: Random, pieces: Pieces, floors: int = 1) -> Iterator[DemoAct]:
    """Yields random acts for boards that are empty at first; *pieces* are for as many *floors*."""
    standing = StandingPieces(pieces, ())
    kinds = [
        kind for kind in pieces.kinds.values() for _ in range(COVER_SHARE if kind.is_cover else 1)
    ]
    while True:
        if not kinds or random.random() < PRESS_SHARE:
            floor = random.randrange(floors) + 1 if floors > 1 else 1
            yield DemoAct("press", (at_floor(floor, random.choice(layout.BUTTONS)),))
            continue
        kind = random.choice(kinds)
        act = (
            _cover(random, kind, standing, floors)
            if kind.is_cover
            else _move(random, kind, standing)
        )
        try:
            standing.do(act.verb, *act.words)
        except ImpossibleAct:
            continue  # the place is covered or occupied
        yield act


def _cover(random: Random, kind: PieceKind, standing: StandingPieces, floors: int) -> DemoAct:
    lifted = standing.lifted
    covered = [cell for cell in kind.places if cell not in lifted]
    has_few = len(covered) < min(COVERED.start * floors, kind.count)
    if has_few or (len(covered) < COVERED.stop * floors and random.random() < 0.5):
        return DemoAct("put", (random.choice(lifted),))
    return DemoAct("lift", (random.choice(covered),))


def _move(random: Random, kind: PieceKind, standing: StandingPieces) -> DemoAct:
    at = standing.places[kind.name]
    off_board = [each for each in kind.each if each not in at]
    if off_board and len(at) < STANDING_MOST:
        which, to = random.choice(off_board), random.choice(kind.places)
    else:
        which, to = random.choice(list(at)), "off"
    return DemoAct(kind.name, (which, to) if which else (to,))


class DemoHands:
    """Moves pieces on *boards*, those of floor 1, 2, …, until the ``with`` statement ends.

    The pieces are those of the first game that has any.
    """

    def __init__(self, boards: Sequence[BoardModel], seed: int = 1) -> None:
        pieces = _first_game_pieces().on(len(boards))
        self._acts = demo_acts(Random(seed), pieces, len(boards))
        self._hands = SimHands(boards, pieces, seed)
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


def _first_game_pieces() -> Pieces:
    for name in games.names():
        try:
            pieces = pieces_of(name)
        except ValueError:
            continue  # starting that game reports the error
        if pieces.kinds:
            return pieces
    return Pieces({})

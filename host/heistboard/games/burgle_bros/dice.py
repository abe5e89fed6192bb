"""Dice that players roll: for safes, keypads and pets."""

from typing import Final

from heistboard.games.burgle_bros.job import Job, Question, by_chance
from heistboard.games.burgle_bros.notation import make
from heistboard.rules import Move

__all__ = ["roll"]


def _roll(job: Job, move: Move) -> None:
    job.rolled = (*job.rolled, int(move.parts["face"]))


_FACES: Final = tuple(make("roll", str(face)) for face in range(1, 7))
DIE: Final = Question("roll", by_chance, lambda job: _FACES, _roll, deck="die")


def roll(job: Job, dice: int) -> None:
    """Has dice rolled next, one after another; ``job.rolled`` has the faces then."""
    job.rolled = ()
    for _ in range(dice):
        job.next(DIE)

"""The question which helicopter searched, where a lifted building is beside several of them.

The search counts at once, as that of the first of them; the answer only changes its helicopter. A
mark in the journal keeps the question for a restart.
"""

from typing import cast

from heistboard.games.car_thief.differences import searches_of
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.gestures import Record
from heistboard.rules import Move

__all__ = ["WHICH", "answer", "asked_after_restart"]

WHICH = "which"
"""The journal's mark while the question is open."""


def answer(record: Record, searches: tuple[Move, ...], colour: str) -> None:
    """Makes the last move the one of *searches* by the helicopter of this *colour*."""
    move = next(move for move in searches if move.parts["helicopter"] == colour)
    if move != record.state.moves[-1]:
        record.write((move,), undo=1)
    else:
        record.write()


def asked_after_restart(record: Record) -> tuple[Move, ...]:
    """Returns the searches to choose from if the question was open; the search itself is kept."""
    if record.mark != WHICH:
        return ()
    before = cast("CarThief", record.state.copy())
    last = before.pop()
    return searches_of(before, last.parts["cell"])

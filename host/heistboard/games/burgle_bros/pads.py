"""What hands may choose now: lit cells, pads and the spoken menu. Pure.

A floor of 4 × 4 leaves row 5 and column e of its board free. Some of these cells are *pads*, with
a printed label. They count on the floor of the seat that is asked. Fort Knox has no free cell, and
so no pads: there everything is in the menu.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from heistboard.games.burgle_bros.cells import SIZES
from heistboard.games.burgle_bros.job import Job
from heistboard.places.place import at_floor
from heistboard.rules import Move

__all__ = [
    "MENU",
    "NO_CHOICES",
    "PADS",
    "TARGET",
    "Choices",
    "alike",
    "choices",
    "drawn",
    "floor_of",
]

TARGET: Final = "target"
MENU: Final = "menu"

PADS: Final = {
    "a5": "hack",
    "b5": "die",
    "c5": "crack",
    "d5": "room",
    "e5": "pass",
    "e4": TARGET,
    "e3": MENU,
}
"""The pads by cell."""

_VERBS: Final = {
    "hack": ("hack",),
    "die": ("die",),
    "crack": ("crack",),
    "room": ("escape", "drop", "pick"),  # the first of them that is legal
    "pass": ("pass",),
}


class Choices(NamedTuple):
    """What the seat that is asked may choose by hand. It follows from what everybody knows."""

    taps: Mapping[str, Move]
    """By cell, what a tap does."""
    holds: Mapping[str, Move]
    """By cell, what a hold does."""
    pads: Mapping[str, tuple[Move, ...]]
    """By place, the moves of the pad there; the menu's are those without a place."""
    menu: tuple[Move, ...]
    """All moves, those without a place first, and of these what can be done in many ways last."""
    is_said: bool = False
    """Whether nothing of it has a place on the board, so that the menu is open at once."""


NO_CHOICES: Final = Choices({}, {}, {}, ())


def floor_of(job: Job, seat: int) -> int:
    """Returns the floor, from 1, where a seat's player stands; the first for who is outside."""
    return max(job.floor(seat), 0) + 1


def choices(
    job: Job, phase: str, seat: int, legal: tuple[Move, ...], *, is_told: bool = False
) -> Choices:
    """Returns what *seat* may choose by hand of its *legal* moves.

    With *is_told* it has just shown its cards to everybody: then it may put them back aloud, too.
    """
    public = [move for move in legal if is_told or not move.private]
    if phase == "act":
        taps = {move.parts["cell"]: move for move in public if move.verb == "move"}
        holds = {move.parts["cell"]: move for move in public if move.verb == "peek"}
        pads = {name: moves for name in _VERBS if (moves := _of_pad(name, public))}
    else:
        taps = {move.parts["cell"]: move for move in public if "cell" in move.parts}
        holds, pads = {}, {}
    at_cells = {*taps.values(), *holds.values()}
    at_pads = [move for each in pads.values() for move in each]
    others = [move for move in public if move not in at_cells and move not in at_pads]
    ways = Counter(move.verb for move in others)  # Blueprints alone may have twenty rooms
    rest = tuple(sorted(others, key=lambda move: ways[move.verb]))
    lit = {}
    if job.site.size == min(SIZES):
        lit = pads | ({TARGET: tuple(taps.values())} if taps else {})
        lit |= {MENU: rest} if rest else {}
    floor = floor_of(job, seat)
    by_pad = {name: at_floor(floor, cell) for cell, name in PADS.items()}
    return Choices(
        taps,
        holds,
        {by_pad[name]: moves for name, moves in lit.items()},
        (*rest, *at_pads, *taps.values(), *holds.values()),
        is_said=phase != "act" and not taps,
    )


def drawn(job: Job, legal: tuple[Move, ...]) -> Choices:
    """Returns how people may say what a real card, tile or die shows: *legal* are chance's moves.

    A patrol card is tapped. All else is in the menu, tiles by their kind first.
    """
    taps = {move.parts["cell"]: move for move in legal if move.verb == "patrol"}
    said = {_kind(move): move for move in reversed(legal)}
    menu = tuple(move for move in legal if said[_kind(move)] is move)
    pads: dict[str, tuple[Move, ...]] = {}
    if job.site.size == min(SIZES):
        cell = next(cell for cell, name in PADS.items() if name == MENU)
        pads = {at_floor(floor_of(job, job.active), cell): menu}
    return Choices(taps, {}, pads, menu)


def alike(move: Move, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """Returns the *legal* moves that say the same kind of tile as *move*; else only the move."""
    return tuple(each for each in legal if _kind(each) == _kind(move))


def _kind(move: Move) -> str:
    return f"tile {move.parts['tile']}" if move.verb == "tile" else str(move)


def _of_pad(pad: str, public: list[Move]) -> tuple[Move, ...]:
    for verb in _VERBS[pad]:
        if found := tuple(move for move in public if move.verb == verb):
            return found
    return ()

"""What a journal consists of: its entries, and what is read of a game. Pure.

A game is what its entries make of it, played from the first to the last. Nothing is deleted: an
undo is an entry too, and so is what the umpire does.

Beside the moves an entry may be a mark of the table, the reeds that are ignored, or a note: what
hints are given, or what a seat has pencilled. They change nothing of the game, and its text
(``text``) leaves them out.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from heistboard.rules import Outcome, State

__all__ = [
    "ASIDE",
    "MARK",
    "MOVE",
    "NOTE",
    "UNDO",
    "Entry",
    "Stored",
    "Summary",
    "follow",
    "steps",
]

MOVE: Final = "move"
UNDO: Final = "undo"
MARK: Final = "mark"  # something the table notes beside the moves, so that it can go on from there
ASIDE: Final = "aside"  # the reeds that are ignored from now on
NOTE: Final = "note"  # a name and its value from now on, nothing if it is gone: see Journal.notes


class Entry(NamedTuple):
    """One line of a journal: a move, an undo of the last one, or a note of the table.

    *move* is the text of a note, the reeds of what was set aside, the name and the value of what
    stands beside the game.
    """

    kind: str
    move: str
    is_umpire: bool
    at: str


class Summary(NamedTuple):
    """What a list says of a game, without secrets.

    ``length`` counts the moves that stand; while a game goes on, those that everybody knows of.
    """

    id: int
    game: str
    rules: int
    options: dict[str, int | str | bool]
    created: str
    ended: str | None
    outcome: Outcome | None
    length: int


class Stored(NamedTuple):
    """A game as it was when it was read, and all entries that led there.

    Of a damaged game that is how it was at its last good entry, and *damage* says so.
    """

    summary: Summary
    entries: list[Entry]
    state: State
    damage: str = ""


def follow(state: State, entry: Entry) -> None:
    """Does to *state* what *entry* says; raises :exc:`ValueError` if it does not fit."""
    if entry.kind == MOVE:
        state.push(entry.move)
    elif entry.kind == UNDO:
        if not state.moves or str(state.pop()) != entry.move:
            raise ValueError("the entry does not follow")
    elif entry.kind not in (MARK, ASIDE, NOTE):
        raise ValueError("there is no such entry")


def steps(entries: Iterable[Entry]) -> int:
    """Returns how often a move was made or taken back."""
    return sum(entry.kind in (MOVE, UNDO) for entry in entries)

"""The entries of a journal, and the result of reading a game. Pure.

A game's state is the result of playing its entries from first to last. No entry is ever deleted:
an undo is an entry too, and so are the umpire's acts. Only a whole game can be forgotten.

Beside moves and undos there are marks of the table, lists of reeds to ignore, and notes such as
the hint grade or a seat's pencil marks. These do not change the game, and its text (``game_text``)
leaves them out.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from heistboard.rules import Outcome, State

__all__ = [
    "ASIDE",
    "BOT",
    "MARK",
    "MOVE",
    "NOTE",
    "SITTERS",
    "UNDO",
    "Entry",
    "Stored",
    "Summary",
    "follow",
    "steps",
]

MOVE: Final = "move"
UNDO: Final = "undo"
MARK: Final = "mark"  # what the table must remember to resume after the last move
ASIDE: Final = "aside"  # the reeds to ignore, until the next such entry
NOTE: Final = "note"  # a name and its new value, empty to delete it: see Journal.notes

# Names of notes, followed by a point and a seat's name.
BOT: Final = "bot"  # the computer player of the seat
SITTERS: Final = "sitters"  # the nicknames of who sits there, as JSON


class Entry(NamedTuple):
    """One entry of a journal: a move, an undo of the last move, or something outside the game.

    *move* holds the move; for the other kinds the text of the mark, the reeds that are set aside,
    or the name and value of the note.
    """

    kind: str
    move: str
    is_umpire: bool
    at: str


class Summary(NamedTuple):
    """A game as it appears in a list, without secrets.

    ``length`` counts the moves that were not taken back; in an unfinished game only public ones.
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
    """A game as read from disk: its state and the entries that led there.

    A damaged game is read up to its last good entry; *damage* is then a sentence that says so.
    """

    summary: Summary
    entries: list[Entry]
    state: State
    damage: str = ""


def follow(state: State, entry: Entry) -> None:
    """Applies *entry* to *state*; raises :exc:`ValueError` if it does not fit."""
    if entry.kind == MOVE:
        state.push(entry.move)
    elif entry.kind == UNDO:
        if not state.moves or str(state.pop()) != entry.move:
            raise ValueError("the entry does not fit the game")
    elif entry.kind not in (MARK, ASIDE, NOTE):
        raise ValueError("the kind of entry is unknown")


def steps(entries: Iterable[Entry]) -> int:
    """Returns how many of *entries* are moves or undos."""
    return sum(entry.kind in (MOVE, UNDO) for entry in entries)

"""What is counted of one finished game. Pure.

Who sat where, and what the computer played, is what the journal's notes said at the last move.
"""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from heistboard import games
from heistboard.games import BestMoment, GameFacts
from heistboard.journal.entries import BOT, MOVE, NOTE, SITTERS, Entry, Stored
from heistboard.rules import State

__all__ = ["FinishedGame", "Nicknames", "finished_game", "nicknames_at"]

Nicknames = Mapping[str, tuple[str, ...]]
"""Who sat in a seat, by the seat's name."""


class FinishedGame(NamedTuple):
    """A finished game. All but the first five have an entry for each seat.

    *last* is the number of the journal's entry with the last move.
    """

    number: int
    game: str
    length: int
    best: BestMoment | None
    last: int
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    won: tuple[bool, ...]
    computer: tuple[bool, ...]
    nicknames: tuple[tuple[str, ...], ...] = ()

    def with_nicknames(self, nicknames: Nicknames) -> "FinishedGame":
        """Returns the game with those who sat in its seats."""
        return self._replace(nicknames=tuple(nicknames.get(seat, ()) for seat in self.seats))


def finished_game(stored: Stored) -> FinishedGame:
    """Returns what is counted of a game, without nicknames.

    Raises :exc:`ValueError` if it is not finished.
    """
    state = stored.state
    if state.outcome is None:
        raise ValueError("the game is not finished; it is counted when it is over")
    facts = _facts(state)
    winners = state.outcome.winners
    pairs = zip(state.seats, facts.sides, strict=True)
    last = max((n for n, each in enumerate(stored.entries, 1) if each.kind == MOVE), default=0)
    bots = _last_notes(((n, each) for n, each in enumerate(stored.entries, 1)), BOT, last)
    return FinishedGame(
        stored.summary.id,
        state.game.name,
        facts.length,
        facts.best,
        last,
        state.seats,
        facts.sides,
        tuple(seat in winners or side in winners for seat, side in pairs),
        tuple(seat in bots for seat in state.seats),
    )


def nicknames_at(last: int, notes: Iterable[tuple[int, Entry]]) -> Nicknames:
    """Returns who sat where at the entry with the number *last*, from the numbered *notes*."""
    found = {}
    for seat, value in _last_notes(notes, SITTERS, last).items():
        try:
            names = json.loads(value)
        except (ValueError, RecursionError):
            continue
        if isinstance(names, list):
            found[seat] = tuple(each for each in names if isinstance(each, str))
    return found


def _facts(state: State) -> GameFacts:
    tell = games.package(state.game.name).claim("statistics")
    if tell is None:
        return GameFacts(state.seats, len(state.moves))
    facts: GameFacts = tell(state)
    return facts


def _last_notes(entries: Iterable[tuple[int, Entry]], name: str, last: int) -> dict[str, str]:
    # The values of the notes NAME.SEAT up to the entry *last*, by seat.
    values: dict[str, str] = {}
    for number, entry in entries:
        if number > last or entry.kind != NOTE or not entry.move.startswith(f"{name}."):
            continue
        key, _, value = entry.move.partition(" ")
        seat = key.removeprefix(f"{name}.")
        values.pop(seat, None)
        if value:
            values[seat] = value
    return values

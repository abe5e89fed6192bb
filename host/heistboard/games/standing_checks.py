"""Checks where gestures say that pieces stand; for the check of a package."""

from collections.abc import Mapping

from heistboard.games.gestures import Record
from heistboard.games.package import Package, SitDown
from heistboard.games.pieces import PieceKind, Pieces, pieces_of
from heistboard.games.plain_record import PlainRecord
from heistboard.rules.contract import State
from heistboard.rules.options import chosen

__all__ = ["check_standing"]


def check_standing(package: Package, state: State) -> None:
    """Raises :exc:`AssertionError` if the gestures in *state* place pieces that they cannot.

    Does nothing for a game without gestures or without pieces.
    """
    make: SitDown | None = package.claim("gestures")
    if make is None or not package.has_pieces:
        return
    options = chosen(f"{package.game.name}: ", {}, package.table_options)
    record: Record = PlainRecord(state)
    gestures = make(record, 0, options=options)
    standing, expected = gestures.standing(), gestures.expected()
    pieces = pieces_of(package.game.name, package.game.floors(state.options))
    closed = _closed(pieces, standing)
    for reed, must in expected.items():
        how = "closed" if must else "open"
        is_same = (reed in closed) is must
        assert is_same, f"expected() wants {reed} {how}; with standing() it is not"


def _closed(pieces: Pieces, standing: Mapping[str, Mapping[str, str]]) -> set[str]:
    # The reeds that these pieces close.
    closed = set()
    for name, places in standing.items():
        kind = pieces.kinds.get(name)
        assert kind is not None, f"standing() names {name!r}, which pieces.toml does not have"
        assert not kind.is_hidden, f"standing() names {name!r}, which is hidden"
        for which, place in places.items():
            _check_piece(kind, which, place)
            closed.add(f"{place}.{kind.reed}")
        alike = kind.is_cover and len(set(places.values())) != len(places)
        assert not alike, f"standing() has two of {name!r} on one cell"
    return closed


def _check_piece(kind: PieceKind, which: str, place: str) -> None:
    known = ", ".join(map(repr, kind.each))
    assert which in kind.each, f"standing() has {kind.name} {which!r}, expected one of {known}"
    assert place in kind.places, f"standing() has {kind.name} {which} on {place!r}, not its place"

"""Tracks which piece stands where, and what hands can do; the model for all hands. Pure.

| Act | Does |
|---|---|
| ``lift CELL``, ``put CELL`` | lifts the piece that covers the cell, puts it back |
| ``KIND [ID] PLACE`` | moves a piece there, from wherever it is |
| ``KIND [ID] off`` | takes it off the board |

Kinds and ids are those of the game's ``pieces.toml``. Identical pieces are numbered
(``KIND 2 PLACE``); the only piece of a kind has no id. A hidden piece can be
moved only where nothing covers it. Names of places and reeds have their floor, as in ``2:b3``;
``1:b3`` is ``b3``.

A piece that was taken off or lifted is in a hand until it is put down again; when pieces are
carried to where a game has them, it stays there.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from heistboard.games.pieces import PieceKind, Pieces
from heistboard.places.place import split_floor

__all__ = ["ImpossibleAct", "ReedChange", "StandingPieces", "verbs"]


class ImpossibleAct(ValueError):
    """Hands cannot do that now; the message says why."""


class ReedChange(NamedTuple):
    """A reed that a hand closes or opens."""

    reed: str
    is_closed: bool


def verbs(pieces: Pieces) -> tuple[str, ...]:
    """Returns the verbs of acts with *pieces*, without those for buttons and cable."""
    movable = tuple(kind.name for kind in pieces.kinds.values() if not kind.is_cover)
    return (("lift", "put") if pieces.cover else ()) + movable


class StandingPieces:
    """Tracks where all *pieces* are; :meth:`do` moves them.

    They begin in their starting places. With *covered*, only those cells are covered, and nothing
    else is on the board.
    """

    def __init__(self, pieces: Pieces, covered: Collection[str] | None = None) -> None:
        self._pieces = pieces
        self._covered: set[str] = set(() if covered is None else covered)
        self._lifted: list[str] = []  # cells whose covering pieces are in hands
        self._held: set[tuple[str, str]] = set()  # other pieces in a hand: kind and id
        self._at: dict[str, dict[str, str]] = {
            name: {} for name, kind in pieces.kinds.items() if not kind.is_cover
        }
        if covered is None:
            for kind in pieces.kinds.values():
                if kind.begins_everywhere:
                    self._begin(kind)

    def _begin(self, kind: PieceKind) -> None:
        places = dict(zip(kind.each, kind.places, strict=False))
        if kind.is_cover:
            self._covered.update(places.values())
        else:
            self._at[kind.name].update(places)

    @property
    def closed(self) -> frozenset[str]:
        """The reeds that these pieces close."""
        under = {f"{place}.occupant" for at in self._at.values() for place in at.values()}
        return frozenset({f"{cell}.cover" for cell in self._covered} | under)

    @property
    def lifted(self) -> tuple[str, ...]:
        """The cells that no piece covers; empty if the game has no covering pieces."""
        cover = self._pieces.cover
        return (
            ()
            if cover is None
            else tuple(cell for cell in cover.places if cell not in self._covered)
        )

    @property
    def places(self) -> Mapping[str, Mapping[str, str]]:
        """The place of each non-covering piece on the board, by kind and id."""
        return {kind: dict(at) for kind, at in self._at.items()}

    def do(self, verb: str, *words: str) -> tuple[ReedChange, ...]:
        """Does an act and returns the reed changes in order.

        Raises :exc:`ImpossibleAct` if it cannot be done, and then changes nothing.
        """
        kind = self._pieces.kinds.get(verb)
        words = tuple(word.removeprefix("1:") for word in words)
        if verb in ("lift", "put") and self._pieces.cover and len(words) == 1:
            return (self._cover(self._pieces.cover, *words, is_put=verb == "put"),)
        if kind is not None and len(kind.each) == len(words) == 1:
            words = (kind.each[0], *words)  # the only piece of its kind
        if kind is None or kind.is_cover or len(words) != 2:
            raise ImpossibleAct(f"hands cannot do {' '.join((verb, *words))!r}")
        return self._move(kind, *words)

    def carry(self, wanted: Mapping[str, Mapping[str, str]]) -> None:
        """Moves pieces to the *wanted* places, by kind and id; those not named come off.

        Kinds that *wanted* does not name, hidden ones, and what is in a hand stay where they are.
        """
        for name, places in wanted.items():
            kind = self._pieces.kinds.get(name)
            if kind is None or kind.is_hidden:
                continue
            known = {which: at for which, at in places.items() if at in kind.places}
            if kind.is_cover:
                self._covered = set(known.values()) - set(self._lifted)
                continue
            self._at[name] = {
                which: known[which]
                for which in kind.each
                if which in known and (name, which) not in self._held
            }

    def let_go(self) -> None:
        """Empties the hands: what is in them may be carried again."""
        self._lifted.clear()
        self._held.clear()

    def is_covered(self, place: str) -> bool:
        """Returns whether a piece covers *place*."""
        return place in self._covered

    def is_free(self, place: str) -> bool:
        """Returns whether one sees no piece on *place* but a covering one."""
        return not self._piece_on(place.removeprefix("1:"))

    def top(self, place: str) -> str:
        """Returns the reed of the topmost piece on *place*."""
        place = place.removeprefix("1:")
        for reed in (f"{place}.cover", f"{place}.occupant"):
            if reed in self.closed:
                return reed
        raise ImpossibleAct(f"nothing stands on {place}")

    def _cover(self, kind: PieceKind, cell: str, *, is_put: bool) -> ReedChange:
        _check_place(kind, cell)
        if is_put and cell in self._covered:
            raise ImpossibleAct(f"{_a(kind.name)} stands on {cell}")
        if is_put and len(self._covered) == kind.count:
            raise ImpossibleAct(f"every {kind.name} is already on the board")
        if not is_put and cell not in self._covered:
            raise ImpossibleAct(f"no {kind.name} stands on {cell}")
        (self._covered.add if is_put else self._covered.discard)(cell)
        if not is_put:
            self._lifted.append(cell)
        elif self._lifted:  # it may have come from another cell
            self._lifted.remove(cell if cell in self._lifted else self._lifted[-1])
        return ReedChange(f"{cell}.cover", is_put)

    def _move(self, kind: PieceKind, which: str, to: str) -> tuple[ReedChange, ...]:
        if which not in kind.each:
            raise ImpossibleAct(f"no {kind.name} is {which!r}, expected {', '.join(kind.each)}")
        at = self._at[kind.name]
        old = at.get(which)
        new = None if to == "off" else to
        if old is None and new is None:
            raise ImpossibleAct(f"{_name_of(kind, which)} is not on the board")
        if new is not None:
            _check_place(kind, new)
        for place in (old, new):
            if place in self._covered and kind.is_hidden:
                assert self._pieces.cover is not None
                raise ImpossibleAct(f"the {self._pieces.cover.name} on {place} is in the way")
        if new is not None and (there := self._piece_on(new)):
            raise ImpossibleAct(f"{there} is on {new}")
        before = self.closed
        at.pop(which, None)
        if new is None:
            self._held.add((kind.name, which))
        else:
            self._held.discard((kind.name, which))
            at[which] = new
        now = self.closed
        opened = [ReedChange(reed, False) for reed in before - now]
        return (*opened, *(ReedChange(reed, True) for reed in now - before))

    def _piece_on(self, place: str) -> str:
        # Returns the name of the non-covering piece on *place*; empty if there is none, and for a
        # hidden piece under a cover: a refusal would tell where it is.
        for name, at in self._at.items():
            kind = self._pieces.kinds[name]
            is_out_of_sight = kind.is_hidden and place in self._covered
            for which, where in at.items():
                if where == place and not is_out_of_sight:
                    return _name_of(kind, which)
        return ""


def _check_place(kind: PieceKind, place: str) -> None:
    if place not in kind.places:
        expected = "a1..e5" if kind.is_on_cells else "x11..x44"
        floors = len({split_floor(each)[0] for each in kind.places})
        if floors > 1:
            expected += f", with 2: before it on floor 2 (of {floors})"
        raise ImpossibleAct(f"no {kind.name} can stand on {place!r}, expected {expected}")


def _name_of(kind: PieceKind, which: str) -> str:
    if which in kind.ids:
        return which
    return f"{kind.name} {which}" if which else f"the {kind.name}"


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

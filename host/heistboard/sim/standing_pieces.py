"""Which piece stands where, and what hands can do with it. Pure; one model for all hands.

| Act | Does |
|---|---|
| ``lift CELL`` ``put CELL`` | the piece that covers the cell |
| ``KIND [ID] PLACE`` | brings a piece there, from wherever it is |
| ``KIND [ID] off`` | takes it off the board |

Kinds and ids are those of the game's ``pieces.toml``. Pieces that are alike and several are
numbered, ``KIND 2 PLACE``; the only one of its kind has no id. What is hidden can be reached only
where nothing covers it.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from heistboard.games.pieces import PieceKind, Pieces
from heistboard.places import layout

__all__ = ["Change", "NoHand", "Standing", "verbs"]


class NoHand(ValueError):
    """No hand can do that now: one sentence."""


class Change(NamedTuple):
    """A reed that a hand closes or opens."""

    reed: str
    is_closed: bool


def verbs(pieces: Pieces) -> tuple[str, ...]:
    """Returns what hands can do with *pieces*, without buttons and cable."""
    movable = tuple(kind.name for kind in pieces.kinds.values() if not kind.is_cover)
    return (("lift", "put") if pieces.cover else ()) + movable


class Standing:
    """Where all *pieces* are; what :meth:`do` says is done when it returns.

    They stand as an evening begins, or nothing does but what covers the cells *covered*.
    """

    def __init__(self, pieces: Pieces, covered: Collection[str] | None = None) -> None:
        self._pieces = pieces
        self._covered: set[str] = set(() if covered is None else covered)
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
        """The reeds that are closed."""
        under = {f"{place}.occupant" for at in self._at.values() for place in at.values()}
        return frozenset({f"{cell}.cover" for cell in self._covered} | under)

    @property
    def lifted(self) -> tuple[str, ...]:
        """The cells that nothing covers, in a game where something could; else none."""
        cover = self._pieces.cover
        return (
            ()
            if cover is None
            else tuple(cell for cell in cover.places if cell not in self._covered)
        )

    @property
    def places(self) -> Mapping[str, Mapping[str, str]]:
        """By kind and id, where each piece stands that does and covers nothing."""
        return {kind: dict(at) for kind, at in self._at.items()}

    def do(self, verb: str, *words: str) -> tuple[Change, ...]:
        """Does one thing and returns what it changes, one after the other.

        Raises :exc:`NoHand` for what cannot be done; nothing has changed then.
        """
        kind = self._pieces.kinds.get(verb)
        if verb in ("lift", "put") and self._pieces.cover and len(words) == 1:
            return (self._cover(self._pieces.cover, *words, is_put=verb == "put"),)
        if kind is not None and len(kind.each) == len(words) == 1:
            words = (kind.each[0], *words)  # there is no other
        if kind is None or kind.is_cover or len(words) != 2:
            raise NoHand(f"{' '.join((verb, *words))!r} is nothing that hands do")
        return self._move(kind, *words)

    def top(self, place: str) -> str:
        """Returns the reed of what stands on *place*, above all else there."""
        for reed in (f"{place}.cover", f"{place}.occupant"):
            if reed in self.closed:
                return reed
        raise NoHand(f"nothing stands on {place}")

    def _cover(self, kind: PieceKind, cell: str, *, is_put: bool) -> Change:
        _check_place(kind, cell)
        if is_put and cell in self._covered:
            raise NoHand(f"{_a(kind.name)} stands on {cell}")
        if is_put and len(self._covered) == kind.count:
            raise NoHand(f"every {kind.name} stands on the board")
        if not is_put and cell not in self._covered:
            raise NoHand(f"no {kind.name} stands on {cell}")
        (self._covered.add if is_put else self._covered.discard)(cell)
        return Change(f"{cell}.cover", is_put)

    def _move(self, kind: PieceKind, which: str, to: str) -> tuple[Change, ...]:
        if which not in kind.each:
            raise NoHand(f"no {kind.name} is {which!r}, expected {', '.join(kind.each)}")
        at = self._at[kind.name]
        old = at.get(which)
        new = None if to == "off" else to
        if old is None and new is None:
            raise NoHand(f"{_called(kind, which)} is not on the board")
        if new is not None:
            _check_place(kind, new)
        for place in (old, new):
            if place in self._covered and kind.is_hidden:
                assert self._pieces.cover is not None
                raise NoHand(f"the {self._pieces.cover.name} on {place} is in the way")
        if new is not None and (there := self._who(new)):
            raise NoHand(f"{there} is on {new}")
        changes = [] if old is None else [Change(f"{old}.occupant", False)]
        at.pop(which, None)
        if new is not None:
            at[which] = new
            changes.append(Change(f"{new}.occupant", True))
        return tuple(changes)

    def _who(self, place: str) -> str:
        # Who stands on a place, and covers nothing; empty if nobody does.
        for kind, at in self._at.items():
            for which, where in at.items():
                if where == place:
                    return _called(self._pieces.kinds[kind], which)
        return ""


def _check_place(kind: PieceKind, place: str) -> None:
    if place not in kind.places:
        expected = "a1..e5" if kind.places == layout.CELLS else "x11..x44"
        raise NoHand(f"no {kind.name} can stand on {place!r}, expected {expected}")


def _called(kind: PieceKind, which: str) -> str:
    if which in kind.ids:
        return which
    return f"{kind.name} {which}" if which else f"the {kind.name}"


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

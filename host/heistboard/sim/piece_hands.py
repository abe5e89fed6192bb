"""Hands that move the pieces of a game on simulated boards, one for each floor.

People use them at the simulated boards' page and in the terminal; they also carry pieces to where
the game has them, see ``following_hands``. They do the acts of ``standing_pieces``, and these:

| Act | Does |
|---|---|
| ``press done`` | presses a button briefly; ``press 2:done`` is on floor 2 |
| ``down done``, ``up done`` | presses a button, releases it |
| ``tap PLACE``, ``tap PLACE hold`` | taps with the flashlight; hold leaves it there longer |
| ``pull``, ``plug`` | pulls the cable, plugs it in; ``pull 2`` is floor 2's |
"""

import threading
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from heistboard.games.pieces import Pieces
from heistboard.places import layout
from heistboard.places.place import COVERS, OCCUPANTS, at_floor
from heistboard.sim.board_model import BoardModel
from heistboard.sim.hands import Hands
from heistboard.sim.standing_pieces import ImpossibleAct, StandingPieces
from heistboard.sim.standing_pieces import verbs as verbs_of_pieces

__all__ = ["BoardLook", "SimHands", "verbs"]

_VERBS: Final = ("press", "down", "up", "tap", "pull", "plug")


class BoardLook(NamedTuple):
    """How all boards look. Names have their floor, as in ``2:b3``."""

    lifted: tuple[str, ...]
    """Cells that no piece covers; empty if the game has no covering pieces."""
    pieces: dict[str, dict[str, str]]
    """The place of each non-covering piece on the board, by kind (all of them) and id.

    Hidden pieces are named only while :attr:`SimHands.shows_hidden`, where nothing covers them.
    """
    is_plugged: tuple[bool, ...]
    """Of each floor's board, whether its cable is plugged in."""
    leds: tuple[bytes, ...]
    """Of each floor: red, green and blue of each LED, in chain order."""


def verbs(pieces: Pieces) -> frozenset[str]:
    """Returns the verbs of all acts on boards with *pieces*."""
    return frozenset((*_VERBS, *verbs_of_pieces(pieces)))


class SimHands:
    """All hands at a table; any thread may call them, and acts happen one at a time.

    *boards* are those of floor 1, 2, …; *pieces* are those of a game on as many floors. At first,
    the only pieces on the boards are those on cells whose cover reed is closed.
    """

    def __init__(self, boards: Sequence[BoardModel], pieces: Pieces, seed: int = 0) -> None:
        self.shows_hidden = False
        """Whether :meth:`look` names hidden pieces: while eyes are closed, and after the end."""
        self.wanted: Mapping[str, Mapping[str, str]] | None = None
        """Where a game has the public pieces; ``None`` while nothing may be carried."""
        self._seed = seed
        self._lock = threading.Lock()
        self._boards: tuple[BoardModel, ...] = ()
        self._hands: tuple[Hands, ...] = ()
        self._pieces = pieces
        self._set_boards(boards)
        covered = tuple(
            at_floor(number, cell)
            for number, board in enumerate(boards, 1)
            for cell, cover in COVERS.items()
            if board.is_closed(cover)
        )
        self._standing = StandingPieces(pieces, covered)

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs of all acts that these hands can do."""
        return verbs(self._pieces)

    def begin(
        self,
        pieces: Pieces,
        boards: Sequence[BoardModel],
        wanted: Mapping[str, Mapping[str, str]],
    ) -> Mapping[str, bool]:
        """Clears the boards and lays out a game: its pieces where it begins, then where *wanted*.

        Returns the reeds that change, and whether each is closed then. Hidden pieces come off.
        Another game may be played on more or fewer *boards*.
        """
        with self._lock:
            before = self._standing.closed
            self._pieces, self._standing = pieces, StandingPieces(pieces)
            self._standing.carry(wanted)
            now = self._standing.closed
            self._move_all(before - now, is_closed=False)  # also on boards no longer used
            self._set_boards(boards)
            self._move_all(now - before, is_closed=True)
            return _changes(before, now)

    def carry(self, wanted: Mapping[str, Mapping[str, str]]) -> Mapping[str, bool]:
        """Carries pieces to the *wanted* places, by kind and id; those not named come off.

        What a person has in the hand stays there. Returns as :meth:`begin`.
        """
        with self._lock:
            return self._carry(wanted)

    def let_go(self) -> None:
        """Releases all buttons, and carries what people had in their hands to :attr:`wanted`."""
        with self._lock:
            for hands in self._hands:
                for button in layout.BUTTONS:
                    hands.hold(button, is_down=False)
            self._standing.let_go()
            if self.wanted is not None:
                self._carry(self.wanted)

    def do(self, line: str) -> None:
        """Does the act in *line*; see :meth:`act`."""
        self.act(*(line.split() or [""]))

    def act(self, verb: str, *words: str) -> None:
        """Does one act; raises :exc:`ValueError` if hands cannot do it."""
        with self._lock:
            if verb not in _VERBS:
                for reed, is_closed in self._standing.do(verb, *words):
                    hands, name = self._at(reed)
                    hands.move(name, is_closed=is_closed)
            elif verb in ("pull", "plug") and len(words) <= 1:
                self._move_cable(self._board(*words), is_plugged=verb == "plug")
            elif verb == "tap" and words[1:] in ((), ("hold",)) and words:
                self._tap(words[0], is_hold=len(words) == 2)
            elif verb in ("press", "down", "up") and len(words) == 1:
                hands, name = self._at(words[0])
                if verb == "press":
                    hands.press(name)
                else:
                    hands.hold(name, is_down=verb == "down")
            else:
                raise ImpossibleAct(f"hands cannot do {' '.join((verb, *words))!r}")

    def look(self) -> BoardLook:
        """Returns how the boards look."""
        with self._lock:
            leds = [board.leds for board in self._boards]
            return BoardLook(
                self._standing.lifted,
                {kind: self._seen(kind, at) for kind, at in self._standing.places.items()},
                tuple(bool(board.ports()) for board in self._boards),
                tuple(
                    bytes(part for name in layout.LEDS for part in shown[name]) for shown in leds
                ),
            )

    def _seen(self, kind: str, at: Mapping[str, str]) -> dict[str, str]:
        # The places of a kind's pieces that a page may show.
        if not self._pieces.kinds[kind].is_hidden:
            return dict(at)
        is_covered = self._standing.is_covered
        return {
            which: place
            for which, place in at.items()
            if self.shows_hidden and not is_covered(place)
        }

    def _carry(self, wanted: Mapping[str, Mapping[str, str]]) -> Mapping[str, bool]:
        before = self._standing.closed
        self._standing.carry(wanted)
        now = self._standing.closed
        self._move_all(before - now, is_closed=False)
        self._move_all(now - before, is_closed=True)
        return _changes(before, now)

    def _set_boards(self, boards: Sequence[BoardModel]) -> None:
        if self._boards != tuple(boards):
            self._boards = tuple(boards)
            self._hands = tuple(Hands(board, self._seed) for board in boards)

    def _move_all(self, reeds: Collection[str], *, is_closed: bool) -> None:
        for reed in sorted(reeds):
            hands, name = self._at(reed)
            hands.move(name, is_closed=is_closed, is_gentle=True)

    def _board(self, floor: str = "1") -> BoardModel:
        if floor not in map(str, range(1, len(self._boards) + 1)):
            raise ImpossibleAct(f"there is no floor {floor!r}, expected {self._floors()}")
        return self._boards[int(floor) - 1]

    def _at(self, name: str) -> tuple[Hands, str]:
        # The hands at the floor of a place or reed, and its name there.
        floor, colon, own = name.rpartition(":")
        board = self._board(floor if colon else "1")
        return self._hands[self._boards.index(board)], own

    def _floors(self) -> str:
        return "1" if len(self._boards) == 1 else f"1..{len(self._boards)}"

    def _move_cable(self, board: BoardModel, *, is_plugged: bool) -> None:
        if not is_plugged:
            board.pull()
        elif not board.ports():
            board.plug()

    def _tap(self, place: str, *, is_hold: bool) -> None:
        hands, name = self._at(place)
        if name not in OCCUPANTS:
            raise ImpossibleAct(f"the flashlight cannot tap {place!r}, expected a place like b3")
        if not self._standing.is_free(place):
            raise ImpossibleAct(f"a piece on {place} is in the flashlight's way")
        # Over a hidden piece the reed is closed already; nobody may notice that.
        if f"{place.removeprefix('1:')}.occupant" not in self._standing.closed:
            hands.tap(name, is_hold=is_hold)


def _changes(before: frozenset[str], now: frozenset[str]) -> dict[str, bool]:
    return dict.fromkeys(before - now, False) | dict.fromkeys(now - before, True)

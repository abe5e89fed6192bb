"""What each seat has lawfully seen of cards, followed as moves are made.

Of an integrity card: who knows it, and since when. Knowledge goes with a card when it is
exchanged, and ends when a Flashbang mixes it; then what was known of the row is noted. Of an
equipment card: who knows it, in a hand or under the deck.

Only what was shown is here; what follows by reasoning is left to players.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from heistboard.games.good_cop_bad_cop.case import GONE, Saved, Setting
from heistboard.games.good_cop_bad_cop.components import EQUIPMENT, PLAYERS, ROW, SLOTS, ones
from heistboard.rules import Move

__all__ = ["EVERYBODY", "Memory", "Mixed", "Sight"]

EVERYBODY: Final = 1 << len(PLAYERS)
"""The bit of what everybody knows; others are of seats."""


class Sight(NamedTuple):
    """How a seat came to know a card."""

    how: str
    """The verb, without ``play_``; or ``open`` for a card that was face up."""
    whose: int
    """Who had it then."""
    turn: int


class Mixed(NamedTuple):
    """What a seat knew of a row when it was mixed."""

    seat: int
    player: int
    kinds: tuple[int, ...]
    turn: int


class Memory:
    """What everybody has seen, up to the last time it was asked for."""

    __slots__ = ("_count", "_setting", "equipment", "mixed", "sights")

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._begin()

    def _begin(self) -> None:
        self._count = 0
        self.sights: dict[tuple[int, int], Sight] = {}
        """By seat and card; the first sight counts. The seat of everybody is -1."""
        self.mixed: list[Mixed] = []
        self.equipment: dict[int, int] = {}
        """Who knows each equipment card, as a mask with :data:`EVERYBODY`."""

    def keep(self, count: int) -> None:
        """Forgets all, if more than *count* moves were followed."""
        if self._count > count:
            self._begin()

    def copy(self) -> "Memory":
        """Returns an independent copy."""
        other = Memory(self._setting)
        other._count = self._count
        other.sights = self.sights.copy()
        other.mixed = self.mixed.copy()
        other.equipment = self.equipment.copy()
        return other

    def follow(self, moves: Sequence[Move], past: Sequence[Saved], now: Saved) -> None:
        """Follows the moves made since the last call; *past* has the case before each."""
        for number in range(self._count, len(moves)):
            after = past[number + 1] if number + 1 < len(past) else now
            self._see(moves[number], past[number], after)
        self._count = len(moves)

    def _see(self, move: Move, before: Saved, after: Saved) -> None:
        verb = move.verb
        if verb == "pass":
            return
        if verb in ("look", "play_wiretap", "play_metal_detector"):
            words = (word for part, word in move.parts.items() if part != "player")
            self._learn(move.seat, map(SLOTS.index, words), before, verb)
        elif verb == "play_polygraph":
            target = PLAYERS.index(move.parts["target"])
            self._learn(move.seat, _slots(before, target), before, verb)
            assert move.seat is not None
            self._learn(target, _slots(before, move.seat), before, verb)
        elif verb == "play_blackmail":
            slots = [SLOTS.index(move.parts[part]) for part in ("first", "second")]
            for slot in slots:  # each owner knew the own card, and sees the new one
                for owner in slots:
                    self._learn(owner // ROW, (slot,), before, verb)
        elif verb == "play_flashbang":
            self._mix(move, before)
        if before.up != after.up:
            for slot in ones(after.up & ~before.up):
                self._learn(-1, (slot,), after, "open")
        self._see_equipment(move, before, after)

    def _learn(self, seat: int | None, slots: Iterable[int], case: Saved, verb: str) -> None:
        assert seat is not None
        for slot in slots:
            owner, place = divmod(slot, ROW)
            card = case.rows[owner][place]
            self.sights.setdefault(
                (seat, card), Sight(verb.removeprefix("play_"), owner, case.round)
            )

    def _mix(self, move: Move, before: Saved) -> None:
        assert move.seat is not None
        row = before.rows[move.seat]
        if GONE in row:
            return  # a single card is where it was
        for seat in range(self._setting.players):
            known = [card for card in row if {(seat, card), (-1, card)} & self.sights.keys()]
            if known and seat != move.seat:
                kinds = tuple(sorted(before.kinds[card] for card in known))
                self.mixed.append(Mixed(seat, move.seat, kinds, before.round))
        for seat in range(-1, self._setting.players):
            for card in row:
                self.sights.pop((seat, card), None)

    def _see_equipment(self, move: Move, before: Saved, after: Saved) -> None:
        known = self.equipment
        if move.verb == "draw":
            assert move.parts["equipment"] in EQUIPMENT
            card = EQUIPMENT.index(move.parts["equipment"])
            known[card] = known.get(card, 0) | 1 << PLAYERS.index(move.parts["player"])
        elif move.verb == "discard":
            # Others do not see which of the two cards went.
            assert move.seat is not None
            for card in before.hands[move.seat]:
                known[card] = 1 << move.seat
        elif move.verb.startswith("play_"):
            assert move.seat is not None
            known[before.hands[move.seat][0]] = EVERYBODY
            if move.verb == "play_evidence_bag":
                (card,) = before.hands[PLAYERS.index(move.parts["target"])]
                known[card] |= 1 << move.seat

    def knows_equipment(self, seat: int, card: int) -> bool:
        """Returns whether *seat*, or the public for a negative one, knows where a card is."""
        bits = EVERYBODY if seat < 0 else EVERYBODY | 1 << seat
        return bool(self.equipment.get(card, 0) & bits)

    def sight(self, seat: int, card: int) -> Sight | None:
        """Returns how *seat*, or the public for a negative one, came to know a card."""
        return self.sights.get((seat, card)) or self.sights.get((-1, card))


def _slots(case: Saved, seat: int) -> Iterable[int]:
    return (ROW * seat + place for place, card in enumerate(case.rows[seat]) if card != GONE)

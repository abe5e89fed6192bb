"""The moves as each seat learned of them, extended as moves are made.

Built only when somebody asks; random play never does. A move becomes a :class:`Line`: what
everybody is told of it, and what it uncovered to some. Answers that others may not know yet wait
until the window or question closes.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from heistboard.games.good_cop_bad_cop.case import GONE, Saved, Setting
from heistboard.games.good_cop_bad_cop.components import (
    BOMB,
    EQUIPMENT,
    KINDS,
    PLAYERS,
    ROW,
    SLOTS,
)
from heistboard.rules import HIDDEN, TABLE, UNCOVERS, Move

__all__ = ["ToldMoves"]


class Line(NamedTuple):
    """What is told of a move."""

    seat: int | None
    full: str
    public: str
    private: Mapping[int, str]
    """What some seats are told instead of the public text."""
    waits: bool = False
    """Whether others are told only when the window or question closes."""
    closes: bool = False
    """Whether it closes the window or question."""


_NOTHING: Final[Mapping[int, str]] = {}


class ToldMoves:
    """The lines of a game up to the last time they were asked for."""

    __slots__ = ("_lines", "_setting", "_told")

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._lines: list[Line] = []
        self._told: dict[int | None, _Told] = {}

    def follow(self, moves: Sequence[Move], past: Sequence[Saved], now: Saved) -> None:
        """Adds the moves made since the last call; *past* has the case before each."""
        lines = self._lines
        for number in range(len(lines), len(moves)):
            after = past[number + 1] if number + 1 < len(past) else now
            lines.append(_line(moves[number], past[number], after))

    def keep(self, count: int) -> None:
        """Forgets all moves but the first *count*."""
        if len(self._lines) > count:
            del self._lines[count:]
            for told in self._told.values():
                told.keep(self._lines)

    def copy(self) -> "ToldMoves":
        """Returns an independent copy."""
        other = ToldMoves(self._setting)
        other._lines = self._lines.copy()
        other._told = {seat: told.copy() for seat, told in self._told.items()}
        return other

    def told(self, seat: int | None) -> list[str]:
        """Returns the moves as *seat* knows them, in full for ``None``. Do not change the list."""
        if seat is not None and seat != TABLE and not 0 <= seat < self._setting.players:
            raise ValueError(
                f"there is no seat {seat!r}, expected 0..{self._setting.players - 1} or TABLE"
            )
        told = self._told.get(seat)
        if told is None:
            told = self._told[seat] = _Told(seat)
        return told.follow(self._lines)


class _Told:
    # The moves as one seat knows them.

    __slots__ = ("_ends", "_seat", "_texts", "_waiting")

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self._texts: list[str] = []
        self._ends: list[int] = []  # by line, how many texts there were after it
        self._waiting: list[Line] = []

    def copy(self) -> "_Told":
        other = _Told(self._seat)
        other._texts, other._ends = self._texts.copy(), self._ends.copy()
        other._waiting = self._waiting.copy()
        return other

    def keep(self, lines: Sequence[Line]) -> None:
        # Forgets what came after these lines.
        count = len(lines)
        if len(self._ends) <= count:
            return
        del self._ends[count:]
        del self._texts[self._ends[-1] if count else 0 :]
        waiting = takewhile(lambda line: line.waits and not line.closes, reversed(lines))
        self._waiting = [line for line in waiting if line.seat != self._seat][::-1]

    def follow(self, lines: Sequence[Line]) -> list[str]:
        # Returns the texts of all these lines, of which it may have followed some.
        seat, texts, waiting = self._seat, self._texts, self._waiting
        for line in lines[len(self._ends) :]:
            if seat is None:
                texts.append(line.full)
            elif not line.waits:
                waiting.clear()  # a played card has made these passes void
                texts.append(line.private.get(seat, line.public))
            else:
                if line.seat == seat:
                    texts.append(line.private.get(seat, line.public))
                else:
                    waiting.append(line)
                if line.closes:
                    texts += [each.public for each in sorted(waiting, key=_by_seat)]
                    waiting.clear()
            self._ends.append(len(texts))
        return texts


def _by_seat(line: Line) -> int:
    assert line.seat is not None
    return line.seat


def _line(move: Move, before: Saved, after: Saved) -> Line:
    tell = _TELL.get(move.verb)
    return Line(move.seat, move, move, _NOTHING) if tell is None else tell(move, before, after)


# Answers that wait.


def _waiting(
    move: Move, text: str, private: Mapping[int, str], before: Saved, after: Saved
) -> Line:
    assert move.seat is not None
    closes = after.answered != before.answered | 1 << move.seat
    return Line(move.seat, text if not private else move, text, private, True, closes)


def _pass(move: Move, before: Saved, after: Saved) -> Line:
    return _waiting(move, move, _NOTHING, before, after)


def _arrange(move: Move, before: Saved, after: Saved) -> Line:
    assert move.seat is not None
    text = f"{PLAYERS[move.seat]} arrange {HIDDEN}"
    return _waiting(move, text, {move.seat: move}, before, after)


def _audit(move: Move, before: Saved, after: Saved) -> Line:
    text = f"{move}{UNCOVERS}{_kind_at(before, move.parts['card'])}"
    return _waiting(move, text, _NOTHING, before, after)


# What only some may know.


def _hidden(move: Move, before: Saved, after: Saved) -> Line:
    # A card that is dealt, drawn or put under the deck.
    player = move.parts["player"]
    public = f"{player} {move.verb} {HIDDEN}" if move.seat is not None else ""
    public = public or f"{move.verb} {player} {HIDDEN}"
    return Line(move.seat, move, public, {PLAYERS.index(player): move})


def _looked(move: Move, before: Saved, after: Saved) -> Line:
    assert move.seat is not None
    seen = [_kind_at(before, word) for part, word in move.parts.items() if part != "player"]
    text = f"{move}{UNCOVERS}{' '.join(seen)}"
    return Line(move.seat, text, move, {move.seat: text})


def _polygraph(move: Move, before: Saved, after: Saved) -> Line:
    assert move.seat is not None
    target = PLAYERS.index(move.parts["target"])
    own, other = _row(before, move.seat), _row(before, target)
    private = {
        move.seat: f"{move}{UNCOVERS}{other}",
        target: f"{move}{UNCOVERS}{own}",
    }
    return Line(move.seat, f"{move}{UNCOVERS}{other} {own}", move, private)


def _blackmail(move: Move, before: Saved, after: Saved) -> Line:
    first, second = move.parts["first"], move.parts["second"]
    kinds = _kind_at(before, first), _kind_at(before, second)
    private = {
        SLOTS.index(first) // ROW: f"{move}{UNCOVERS}{kinds[1]}",
        SLOTS.index(second) // ROW: f"{move}{UNCOVERS}{kinds[0]}",
    }
    return Line(move.seat, f"{move}{UNCOVERS}{' '.join(kinds)}", move, private)


def _evidence_bag(move: Move, before: Saved, after: Saved) -> Line:
    assert move.seat is not None
    target = PLAYERS.index(move.parts["target"])
    text = f"{move}{UNCOVERS}{EQUIPMENT[before.hands[target][0]]}"
    return Line(move.seat, text, move, {move.seat: text, target: text})


# What everybody sees.


def _turned(move: Move, before: Saved, after: Saved) -> Line:
    text = f"{move}{UNCOVERS}{_kind_at(before, move.parts['card'])}"
    return Line(move.seat, text, text, _NOTHING)


def _sniffed(move: Move, before: Saved, after: Saved) -> Line:
    row = before.rows[PLAYERS.index(move.parts["target"])]
    text = f"{move}{UNCOVERS}{sum(BOMB[before.kinds[card]] for card in row if card != GONE)}"
    return Line(move.seat, text, text, _NOTHING)


def _shot(move: Move, before: Saved, after: Saved) -> Line:
    target = PLAYERS.index(move.parts["player"])
    what = ""
    if not after.living >> target & 1:
        what = " eliminated"
    elif after.outcome is None:
        what = " wounded"
    text = f"{move}{UNCOVERS}{_row(before, target)}{what}"
    return Line(None, text, text, _NOTHING)


def _kind_at(saved: Saved, slot: str) -> str:
    seat, place = divmod(SLOTS.index(slot), ROW)
    return KINDS[saved.kinds[saved.rows[seat][place]]].name


def _row(saved: Saved, seat: int) -> str:
    return " ".join(KINDS[saved.kinds[card]].name for card in saved.rows[seat] if card != GONE)


_TELL: Final[Mapping[str, Callable[[Move, Saved, Saved], Line]]] = {
    "pass": _pass,
    "arrange": _arrange,
    "audit": _audit,
    "deal": _hidden,
    "draw": _hidden,
    "discard": _hidden,
    "look": _looked,
    "play_wiretap": _looked,
    "play_metal_detector": _looked,
    "play_polygraph": _polygraph,
    "play_blackmail": _blackmail,
    "play_evidence_bag": _evidence_bag,
    "turn_up": _turned,
    "play_surveillance_camera": _turned,
    "play_bt_sniffer_dog": _sniffed,
    "shot": _shot,
    "out": _shot,
}

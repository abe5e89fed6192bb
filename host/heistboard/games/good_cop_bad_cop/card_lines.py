"""The ways in which a card can be played: the moves for its target line, from who or what fits."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Final

from heistboard.games.good_cop_bad_cop.components import PLAYERS, ROWS, SEATS, SLOTS, ones
from heistboard.games.good_cop_bad_cop.notation import make
from heistboard.rules import Move

__all__ = ["aim_lines", "card_lines", "each_row_lines", "pair_lines", "plain_line", "seat_lines"]

KEPT: Final = 2_000  # lists of moves that are kept for the next time, of each kind


@cache
def plain_line(verb: str, seat: int) -> tuple[Move, ...]:
    """Returns the move of a card without a target."""
    return (make(seat, verb),)


@cache
def seat_lines(verb: str, seat: int, targets: int) -> tuple[Move, ...]:
    """Returns a move for each of these players."""
    return tuple(make(seat, verb, PLAYERS[target]) for target in SEATS[targets])


@lru_cache(KEPT)
def card_lines(verb: str, seat: int, slots: int) -> tuple[Move, ...]:
    """Returns a move for each of these integrity cards."""
    return tuple(make(seat, verb, SLOTS[slot]) for slot in ones(slots))


@lru_cache(KEPT)
def pair_lines(verb: str, seat: int, slots: int, *, may_be_one: bool) -> tuple[Move, ...]:
    """Returns a move for two of these cards of different players.

    With *may_be_one* a single card is enough if all are of one player.
    """
    rows = list(_rows(slots))
    if len(rows) == 1 and may_be_one:
        return tuple(make(seat, verb, SLOTS[slot]) for slot in rows[0])
    return tuple(
        make(seat, verb, SLOTS[one], SLOTS[other])
        for first, second in combinations(rows, 2)
        for one, other in product(first, second)
    )


@lru_cache(KEPT)
def each_row_lines(verb: str, seat: int, slots: int) -> tuple[Move, ...]:
    """Returns a move for one of these cards of each player that has one."""
    chosen = product(*_rows(slots))
    return tuple(make(seat, verb, *(SLOTS[slot] for slot in line)) for line in chosen)


def _rows(slots: int) -> Iterator[tuple[int, ...]]:
    return (ones(slots & row) for row in ROWS if slots & row)


@lru_cache(KEPT)
def aim_lines(
    verb: str, seat: int, guns: tuple[int, ...], holders: int, living: int
) -> tuple[Move, ...]:
    """Returns a move for each of these holders and each other target that it can aim at."""
    return tuple(
        make(seat, verb, PLAYERS[holder], PLAYERS[target])
        for holder in SEATS[holders]
        for target in SEATS[living & ~(1 << holder)]
        if target != guns[holder]
    )

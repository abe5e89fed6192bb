"""Perft: counts the sequences of legal moves from a state, depth by depth.

A wrong rule shows up in these counts in any game. Chance counts like any other seat.
"""

from collections.abc import Callable
from typing import NamedTuple

from heistboard.rules.contract import State

__all__ = ["PerftCounts", "perft"]


class PerftCounts(NamedTuple):
    """The counts for each depth, from 1 on."""

    lines: tuple[int, ...]
    """How many sequences have exactly that many moves."""
    ended: tuple[int, ...]
    """How many of those end the game; without the last depth, which is not played."""


def perft(
    state: State, depth: int, progress: Callable[[int, int], None] = lambda done, total: None
) -> PerftCounts:
    """Counts the lines of up to *depth* moves from *state*, which stays as it is.

    The moves of the last depth are counted, not played. *progress* is called after each first
    move with the number of first moves done and their total.
    """
    if depth < 1:
        raise ValueError(f"perft: depth is {depth}, expected 1 or more")
    lines = [0] * depth
    ended = [0] * depth

    def walk(ply: int) -> int:
        movers = state.movers
        moves = [move for seat in movers for move in state.legal(seat)]
        lines[ply] += len(moves)
        if ply + 1 < depth:
            for done, move in enumerate(moves, 1):
                state.push(move)
                if not walk(ply + 1):
                    ended[ply] += 1
                state.pop()
                if not ply:
                    progress(done, len(moves))
        return len(moves)

    walk(0)
    return PerftCounts(tuple(lines), tuple(ended[:-1]))

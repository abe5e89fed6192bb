"""Counts the lines of play: how many sequences of legal moves there are, depth by depth.

A wrong rule shows in such a count, whatever the game. Chance counts like any other seat.
"""

from collections.abc import Callable
from typing import NamedTuple

from heistboard.rules.contract import State

__all__ = ["PerftCounts", "perft"]


class PerftCounts(NamedTuple):
    """What was counted, for each depth from 1 on."""

    lines: tuple[int, ...]
    """Sequences of exactly so many moves."""
    ended: tuple[int, ...]
    """Those of them that end the game; not for the last depth, where nobody looked."""


def perft(
    state: State, depth: int, progress: Callable[[int, int], None] = lambda done, total: None
) -> PerftCounts:
    """Counts the lines from *state* on, to *depth* moves; leaves the state as it was.

    The moves of the last depth are counted, not played. *progress* is called after each first
    move, with how many of them are done and how many there are.
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

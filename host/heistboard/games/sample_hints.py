"""Hints of every grade in random games, for checks."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from heistboard.games.hint_grades import grades_of
from heistboard.games.package import Hinter, Package
from heistboard.rules.contract import CHANCE, TABLE

__all__ = ["sample_hints"]

EVERY: Final = 7  # moves


def sample_hints(package: Package) -> Iterator[dict[str, Any]]:
    """Yields hints for the table's view in a game of the fewest and one of the most players."""
    if package.hints is None:
        return
    for players in sorted({package.game.players[0], package.game.players[-1]}):
        random = Random(f"{package.game.name} {players}")
        state = package.game.new(players)
        hinter: Hinter = package.claim("hints")()
        while True:
            is_over = state.outcome is not None
            if is_over or len(state.moves) % EVERY == 0:
                view = state.view(TABLE)
                for grade in grades_of(package):
                    yield hinter.document(view, grade)
            if is_over:
                break
            seat = random.choice(state.movers)
            legal = state.legal(seat)
            odds = state.odds() if seat == CHANCE else None
            state.push(random.choices(legal, odds)[0])

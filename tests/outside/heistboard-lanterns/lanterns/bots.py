"""A computer player that plays for its side: a watchman guards the flame, the traitor does not."""

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from heistboard.rules import Move, View
from heistboard.rules.autoplay import BotMaker

__all__ = ["BOTS", "Partisan"]


class Partisan:
    """Knows its role and card from its view, and looks no further than this move."""

    def __init__(self, seat: int, random: Random) -> None:
        self._me = f"p{seat + 1}"
        self._random = random

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns one of the *legal* moves."""
        view = look()
        worth = {move: self._worth(move, view) for move in legal}
        best = max(worth.values())
        return self._random.choice([move for move in legal if worth[move] == best])

    def _worth(self, move: Move, view: View) -> float:
        # How much a watchman likes it; a traitor likes the contrary.
        is_watchman = view["role"] == "watchman"
        good = {
            "carry": self._nearer,
            "ring": lambda move, view: 1.0,
            "hush": lambda move, view: 0.0,
            "play": self._card,
            "pass": lambda move, view: 0.0,
            "accuse": self._suspect,
        }[move.verb](move, view)
        return good if is_watchman or move.verb == "accuse" else -good

    def _nearer(self, move: Move, view: View) -> float:
        gates = str(view["gates"]).split()
        return -min(_roads(move.parts["crossing"], gate) for gate in gates)

    def _card(self, move: Move, view: View) -> float:
        if move.parts["card"] == "gust":
            return -1.0
        return 1.0 if view["street"] == "wind" else -0.5  # it may still be needed

    def _suspect(self, move: Move, view: View) -> float:
        # Whoever has played a gust; nobody knows more.
        lines = cast("list[str]", view["moves"])
        return float(sum(line == f"{move.parts['player']} play gust" for line in lines))


def _roads(a: str, b: str) -> int:
    return abs(int(a[1]) - int(b[1])) + abs(int(a[2]) - int(b[2]))


BOTS: dict[str, BotMaker] = {"partisan": Partisan}

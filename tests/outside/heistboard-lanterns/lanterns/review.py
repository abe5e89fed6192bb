"""A look back at a finished game of Lanterns: how the flame fared, street by street."""

from collections.abc import Iterator
from typing import cast

from heistboard.rules import State, View
from heistboard.rules.contract import Json

from lanterns.rules import Lanterns

__all__ = ["REVIEWER"]


class _Reviewer:
    def document(self, state: State) -> View:
        """Returns a fact for each street card, with the flame when its window closed."""
        facts: list[Json] = [
            {"id": "street", "words": {"street": street, "flame": str(flame)}, "step": step}
            for step, street, flame in _streets(state)
        ]
        return {"facts": facts}


REVIEWER = _Reviewer()


def _streets(state: State) -> Iterator[tuple[int, str, int]]:
    now = cast(Lanterns, state.game.new(**state.options))
    step = 0
    for number, move in enumerate(state.moves, 1):
        was_open = now.phase == "window"
        now.push(move)
        if move.verb == "street":
            step = number
        if was_open and now.phase != "window":
            yield step, now.night.streets[-1], now.night.flame

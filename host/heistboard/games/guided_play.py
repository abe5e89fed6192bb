"""Plays a guided first game without a table, to look at what its guide says; for tests."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from heistboard.games.gestures import Prompt
from heistboard.games.guide import Advice, Guide
from heistboard.games.package import Package
from heistboard.rules.autoplay import Dealer
from heistboard.rules.contract import CHANCE, State

__all__ = ["Asked", "guided_play"]


class Asked(NamedTuple):
    """What the learner was asked, and advised; the move that was made follows."""

    state: State
    prompt: Prompt
    advice: Advice | None


def guided_play(package: Package, seed: int, own_way: float = 0.0) -> Iterator[Asked]:
    """Plays to the end and yields what the learner is asked each time that somebody has moved.

    The learner follows the advice, but for a share of *own_way* makes any other legal move. Bots
    draw from other sources than at a table, so the game differs from that with the same seed.
    """
    guide: Guide = package.claim("guide")
    state, random, dealer = package.game.new(**guide.options), Random(seed), Dealer(Random(seed))
    makers = package.bot_makers()
    learner = state.seats.index(guide.seat)
    bots = {
        state.seats.index(name): makers[bot](state.seats.index(name), Random(f"{seed} {name}"))
        for name, bot in guide.bots.items()
    }
    while True:
        prompt = Prompt(len(state.moves), state.asked(learner), state.legal(learner))
        advice = guide.advise(state.view(learner), prompt)
        yield Asked(state, prompt, advice)
        if state.outcome is not None:
            return
        seat = state.movers[0] if len(state.movers) == 1 else dealer.pick(state.movers)
        if seat == CHANCE:
            state.push(dealer.choose(state))
        elif seat != learner:
            state.push(bots[seat].choose(state.legal(seat), partial(state.view, seat)))
        elif advice is None or not advice.move or random.random() < own_way:
            state.push(random.choice(prompt.moves))
        else:
            state.push(advice.move)

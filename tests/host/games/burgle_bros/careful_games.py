"""Games that careful players have played to their end."""

from functools import cache
from random import Random

from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.bots import Careful
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import Move, State
from heistboard.rules.autoplay import Dealer, play_out

__all__ = ["careful_game"]


class GobletDealer(Dealer):
    """Deals the Cursed Goblet as the first loot."""

    def choose(self, state: State) -> Move:
        goblet = [move for move in state.legal() if move == "loot cursed_goblet"]
        return goblet[0] if goblet else super().choose(state)


@cache
def careful_game(seed: int, *, with_goblet: bool = False) -> BurgleBros:
    """Returns a game of 1 to 4 players in one of the buildings; do not change it."""
    random = Random(seed)
    scenario = ("office", "bank", "fort_knox")[seed % 3]
    state = GAME.new(1 + seed % 4, scenario=scenario, advanced=True)
    assert isinstance(state, BurgleBros)
    dealer = GobletDealer(random) if with_goblet else Dealer(random)
    play_out(state, {seat: Careful(seat, random) for seat in range(4)}, dealer)
    return state

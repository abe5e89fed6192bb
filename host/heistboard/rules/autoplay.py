"""Plays games without people: bots for the seats, a dealer for chance.

A bot gets what a person in its seat would: the legal moves, and its view if it asks for it. Their
randomness is an argument, so that the same seed plays the same game.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Protocol, TypeAlias

from heistboard.rules.contract import CHANCE, Move, State, View

__all__ = ["Bot", "BotMaker", "Dealer", "RandomBot", "play_out"]


class Bot(Protocol):
    """Who plays a seat for one game."""

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns one of the *legal* moves; *look* gives the view of the bot's seat."""


BotMaker: TypeAlias = Callable[[int, Random], Bot]
"""Makes a bot for a seat."""


class RandomBot:
    """Any legal move is as good as another."""

    def __init__(self, seat: int, random: Random) -> None:
        self._random = random.random

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns one of them."""
        return legal[int(self._random() * len(legal))]


class Dealer:
    """Chance that a computer makes: every card as likely as its number in the deck."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, state: State) -> Move:
        """Returns the move of :data:`CHANCE`, which must be due."""
        return self._random.choices(state.legal(CHANCE), state.odds())[0]

    def pick(self, seats: Sequence[int]) -> int:
        """Returns one of several seats, each as likely."""
        return self._random.choice(seats)


def play_out(state: State, bots: Mapping[int, Bot], dealer: Dealer | None = None) -> None:
    """Plays *state* to its end; every seat that comes to move has a bot.

    Where several seats may move, the dealer's randomness says which of them does first.
    """
    if state.game.has_windows:
        _play_windows(state, bots, dealer)
        return
    push, legal = state.push, state.legal
    choose = {seat: bot.choose for seat, bot in bots.items()}
    look = {seat: partial(state.view, seat) for seat in bots}
    while (seat := state.seat) is not None:
        if seat == CHANCE:
            assert dealer is not None
            push(dealer.choose(state))
        else:
            push(choose[seat](legal(), look[seat]))


def _play_windows(state: State, bots: Mapping[int, Bot], dealer: Dealer | None) -> None:
    while movers := state.movers:
        if movers[0] == CHANCE:
            assert dealer is not None
            state.push(dealer.choose(state))
            continue
        seat = movers[0] if dealer is None else dealer.pick(movers)
        state.push(bots[seat].choose(state.legal(seat), partial(state.view, seat)))

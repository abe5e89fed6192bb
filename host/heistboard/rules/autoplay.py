"""Plays games without people: bots for the seats, a dealer for chance.

A bot gets what a person in its seat would get: the legal moves, and the seat's view on request.
The random source is an argument, so the same seed plays the same game.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Protocol, TypeAlias

from heistboard.rules.contract import CHANCE, Move, State, View

__all__ = ["Bot", "BotMaker", "Dealer", "RandomBot", "play_out"]


class Bot(Protocol):
    """Plays one seat of one game; it may come in the middle of it, and moves may be taken back.

    At a table it chooses in a thread of its own, and should need less than 0.3 s.
    """

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns one of the *legal* moves; *look* returns the view of the bot's seat.

        At a table *legal* are the moves that its seat is offered: fewer than the rules allow while
        the table asks something of its own.
        """


BotMaker: TypeAlias = Callable[[int, Random], Bot]
"""Makes a bot for a seat."""


class RandomBot:
    """Picks any legal move with equal probability."""

    def __init__(self, seat: int, random: Random) -> None:
        self._random = random.random

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns one of the *legal* moves."""
        return legal[int(self._random() * len(legal))]


class Dealer:
    """Makes the moves of :data:`CHANCE`, weighted by the game's odds."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, state: State) -> Move:
        """Returns a move of :data:`CHANCE`; it must be chance's move."""
        return self._random.choices(state.legal(CHANCE), state.odds())[0]

    def pick(self, seats: Sequence[int]) -> int:
        """Returns one of several seats with equal probability."""
        return self._random.choice(seats)


def play_out(state: State, bots: Mapping[int, Bot], dealer: Dealer | None = None) -> None:
    """Plays *state* to its end; every seat that moves needs a bot.

    If several seats may move, the dealer picks which one goes first.
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

"""Plays games of Car Thief between computer players."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from heistboard import games
from heistboard.rules import Move, View
from heistboard.rules.autoplay import Bot, play_out

__all__ = ["BotGames", "play_games"]


class BotGames(NamedTuple):
    """How many games the police won, of how many; and the computing for each choice of a seat.

    Also how often the helicopters flew and searched, and searched a cell of the round before.
    """

    police: int
    games: int
    thief_ms: list[float]
    police_ms: list[float]
    flights: int
    searches: int
    repeats: int


class _Timed:
    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.took_ms: list[float] = []

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        started = time.thread_time()
        move = self._bot.choose(legal, look)
        self.took_ms.append(1000 * (time.thread_time() - started))
        return move


def play_games(thief: str, police: str, count: int, seed: int = 1) -> BotGames:
    """Plays *count* games from *seed* between the bots of these names."""
    makers = games.package("car-thief").bot_makers()
    random = Random(f"{thief} {police} {seed}")
    won = 0
    acts: Counter[str] = Counter()
    took_ms: tuple[list[float], list[float]] = ([], [])
    for _ in range(count):
        state = games.load("car-thief").new()
        bots = {0: _Timed(makers[thief](0, random)), 1: _Timed(makers[police](1, random))}
        play_out(state, bots)
        assert state.outcome is not None
        won += state.outcome.side == "police"
        for seat, bot in bots.items():
            took_ms[seat].extend(bot.took_ms)
        acts.update(_acts(state.moves))
    return BotGames(won, count, *took_ms, acts["fly"], acts["search"], acts["repeat"])


def _acts(moves: Sequence[Move]) -> Iterator[str]:
    before: set[str] = set()
    searched: set[str] = set()
    for move in moves:
        if move.verb == "hide":
            before, searched = searched, set()
        elif move.verb == "search":
            if move.parts["cell"] in before:
                yield "repeat"
            searched.add(move.parts["cell"])
        yield move.verb

"""A bot whose thinking is measured."""

import time
from collections.abc import Callable, Sequence

from heistboard.rules import Move, View
from heistboard.rules.autoplay import Bot

__all__ = ["Timed"]


class Timed:
    """A bot, and how long it thinks."""

    def __init__(self, bot: Bot, spent: list[float]) -> None:
        self._bot = bot
        self._spent = spent

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Chooses as the bot does."""
        started = time.process_time()
        move = self._bot.choose(legal, look)
        self._spent.append((time.process_time() - started) * 1e3)
        return move

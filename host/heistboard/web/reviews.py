"""Finished games, out of the journal, in a thread of their own: neither table nor pages wait."""

import asyncio
from pathlib import Path

from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Store
from heistboard.web import outgoing
from heistboard.web.outgoing import Message

__all__ = ["Reviews"]

DIGITS_MOST = 18


class Reviews:
    """The reviews of the games in the *journal*, one at a time."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._one = asyncio.Lock()

    async def get(self, number: str) -> Message | None:
        """Returns a game's review; None for one that is not finished, or not there at all."""
        if not number.isascii() or not number.isdecimal() or len(number) > DIGITS_MOST:
            return None
        async with self._one:
            return await asyncio.to_thread(self._read, int(number))

    def _read(self, number: int) -> Message | None:
        try:
            with Store(self._journal) as store:
                state = store.get(number).state
        except JournalError:
            return None
        return outgoing.review(number, state)

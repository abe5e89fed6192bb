"""Who looks at what: a room for the table and one for each seat, with the newest there is to see.

All of it runs in the web server's event loop. A line holds no queue: when it may send again it
sends what is newest then, so that a slow client costs nothing and misses nothing that counts.
"""

import asyncio
from collections.abc import Callable

from heistboard.web.outgoing import Message

__all__ = ["LINES_MOST", "Audience", "AudienceSocket"]

LINES_MOST = 16  # in one room


class AudienceSocket:
    """One browser that looks into a room."""

    def __init__(self) -> None:
        self.is_open = True
        self._turned = asyncio.Event()

    def turn(self) -> None:
        """There is something new."""
        self._turned.set()

    def close(self) -> None:
        """Whoever sits there has to leave."""
        self.is_open = False
        self._turned.set()

    async def wait(self, timeout_s: float) -> bool:
        """Waits for something new; False if there was nothing within *timeout_s*."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._turned.wait()
        except TimeoutError:
            return False
        self._turned.clear()
        return True


class Audience:
    """What one audience may see; *changed* is called when somebody comes or goes."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self.newest: Message | None = None
        self._changed = changed
        self._lines: set[AudienceSocket] = set()

    @property
    def count(self) -> int:
        """How many look."""
        return len(self._lines)

    def publish(self, message: Message) -> None:
        """Shows *message* to everybody here."""
        if message != self.newest:
            self.newest = message
            for line in self._lines:
                line.turn()

    def enter(self) -> AudienceSocket | None:
        """Returns a new line, or None when the room is full."""
        if len(self._lines) >= LINES_MOST:
            return None
        line = AudienceSocket()
        self._lines.add(line)
        if self.newest is not None:
            line.turn()
        self._changed()
        return line

    def leave(self, line: AudienceSocket) -> None:
        """Takes a line away."""
        self._lines.discard(line)
        self._changed()

    def clear(self) -> None:
        """Sends everybody out."""
        for line in self._lines:
            line.close()

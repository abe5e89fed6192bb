"""Maps the clock of a board to the host's, so that a late event keeps its time. Pure.

How long an event was under way is unknown; but the quickest of the last minute took almost no
time. So a hold of one second stays one, although its end was sent twice.
"""

from typing import Final

__all__ = ["WINDOW_MS", "BoardClock"]

WINDOW_MS: Final = 30_000  # the clocks drift apart by a millisecond or two


class BoardClock:
    """The clock of one board since it has connected or restarted."""

    def __init__(self) -> None:
        self._since_ms = 0
        self._least: int | None = None  # host's clock minus board's, in this window
        self._least_before: int | None = None  # in the window before

    def host_ms(self, board_ms: int, heard_ms: int) -> int:
        """Returns when *board_ms* was by the host's clock; *heard_ms* is when it was told."""
        ahead = heard_ms - board_ms
        window_ms = heard_ms - self._since_ms
        if window_ms >= WINDOW_MS:
            self._least_before = self._least if window_ms < 2 * WINDOW_MS else None
            self._least, self._since_ms = None, heard_ms
        self._least = ahead if self._least is None else min(self._least, ahead)
        before = self._least if self._least_before is None else self._least_before
        return board_ms + min(self._least, before)

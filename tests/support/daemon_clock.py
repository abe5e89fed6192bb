"""A clock for a daemon in its thread: it stands still until the test moves it on."""

from types import TracebackType
from typing import Self

import pytest
from heistboard.app import Daemon, daemon
from heistboard.link.port import now_ms

__all__ = ["DaemonClock"]


class DaemonClock:
    """The clock of daemons that are begun meanwhile. Use it in a ``with`` statement.

    It begins at the real time, which pages count down from; boards keep that.
    """

    def __init__(self) -> None:
        self.now_ms = now_ms()
        self._patch = pytest.MonkeyPatch()

    def __enter__(self) -> Self:
        self._patch.setattr(daemon, "now_ms", lambda: self.now_ms)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._patch.undo()

    def go_on(self, table: Daemon) -> None:
        """Moves on to what is due next at the *table*, and waits until that has been done.

        What is due at once, such as the end of a beat of no length, the table may just have done.
        """
        due_ms = table.call(lambda: table.due_ms)
        if due_ms is not None:
            self.now_ms = max(self.now_ms, due_ms)
            table.call(lambda: table.tick(self.now_ms))

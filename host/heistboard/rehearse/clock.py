"""The clock that a rehearsal waits by; virtual time is another one."""

import time
from typing import Protocol

__all__ = ["Clock", "RealTime"]


class Clock(Protocol):
    """Tells the time and lets it pass."""

    def seconds(self) -> float:
        """Returns the time since some moment."""

    def sleep(self, seconds: float) -> None:
        """Lets at least so much time pass."""


class RealTime:
    """The clock on the wall."""

    def seconds(self) -> float:
        """Returns the time since some moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Lets at least so much time pass."""
        time.sleep(seconds)

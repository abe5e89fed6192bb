"""The clock that a rehearsal waits by: real time, or ``sim.virtual_time``."""

import time
from typing import Protocol

__all__ = ["Clock", "RealTime"]


class Clock(Protocol):
    """Tells the time and sleeps."""

    patience: int
    """How many times as long as on an idle computer something may take."""

    def seconds(self) -> float:
        """Returns the time since some fixed moment."""

    def sleep(self, seconds: float) -> None:
        """Sleeps for at least *seconds*."""


class RealTime:
    """The computer's monotonic clock."""

    patience = 5

    def seconds(self) -> float:
        """Returns the time since some fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Sleeps for at least *seconds*."""
        time.sleep(seconds)

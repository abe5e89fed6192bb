"""The evening: one board, one game, its journal and everybody who listens, in one process."""

from heistboard.daemon.daemon import Daemon, Settings
from heistboard.daemon.status import Status

__all__ = ["Daemon", "Settings", "Status"]

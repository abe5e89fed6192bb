"""The evening: one board, one game, its journal and everybody who listens, in one process."""

from heistboard.daemon.daemon import Daemon
from heistboard.daemon.lobby import Lobby
from heistboard.daemon.settings import Settings
from heistboard.daemon.status import Status

__all__ = ["Daemon", "Lobby", "Settings", "Status"]

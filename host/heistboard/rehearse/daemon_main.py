"""The daemon of a rehearsal, in a process of its own so that it can be killed with SIGKILL.

``python -m heistboard.rehearse.daemon_main`` reads its settings from standard input as one line of
JSON and ends when standard input closes.
"""

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from heistboard.app import Daemon, Settings
from heistboard.app.claim import Claim
from heistboard.app.control import Control, ControlError
from heistboard.journal.game_text import JournalError
from heistboard.link.floors import Modules
from heistboard.link.port import Port
from heistboard.rehearse.requests import RehearsalRequests


def main() -> None:
    """Runs the daemon until standard input closes."""
    threading.excepthook = _end
    orders = json.loads(sys.stdin.readline())
    folder = Path(orders["folder"])
    daemon = Daemon(
        folder / "journal.sqlite",
        Settings(**orders["settings"]),
        _ports(orders["ports"]),
        Modules(orders["floors"]),
        works=frozenset(orders["works"]),
    )
    requests = RehearsalRequests(daemon, daemon.hub)  # hears what is said from the start on
    try:
        with Claim(folder), daemon, Control(requests, folder):
            sys.stdin.read()
    except (JournalError, ControlError) as error:
        sys.exit(str(error))


def _ports(folders: list[tuple[str, str]]) -> Callable[[], list[Port]]:
    # Like discovery, finds each device under whatever name its port has now.
    return lambda: [
        Port(str(path), serial, "simulated board")
        for folder, serial in folders
        for path in Path(folder).glob("tty*")
    ]


def _end(args: threading.ExceptHookArgs) -> None:
    # Ends the process when a thread fails; otherwise the other threads would wait for it forever.
    threading.__excepthook__(args)
    sys.stderr.flush()
    os._exit(1)


if __name__ == "__main__":
    main()

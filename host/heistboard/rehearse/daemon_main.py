"""The daemon of a rehearsal, in a process of its own so that it can be killed for good.

``python -m heistboard.rehearse.daemon_main``: its orders are one JSON line on standard
input. It ends when standard input does.
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
from heistboard.link.port import Port
from heistboard.rehearse.requests import RehearsalRequests


def main() -> None:
    """Runs the daemon as the orders say."""
    threading.excepthook = _end
    orders = json.loads(sys.stdin.readline())
    folder = Path(orders["folder"])
    try:
        with (
            Claim(folder),
            Daemon(
                folder / "journal.sqlite",
                Settings(**orders["settings"]),
                _ports(Path(orders["ports"]), orders["serial"]),
                works=frozenset(orders["works"]),
            ) as daemon,
            Control(RehearsalRequests(daemon, daemon.hub), folder),
        ):
            sys.stdin.read()
    except (JournalError, ControlError) as error:
        sys.exit(str(error))


def _ports(folder: Path, serial: str) -> Callable[[], list[Port]]:
    # As discovery would find it: whatever the port is called now.
    return lambda: [Port(str(path), serial, "simulated board") for path in folder.glob("tty*")]


def _end(args: threading.ExceptHookArgs) -> None:
    # A thread that fails would leave the others waiting for it.
    threading.__excepthook__(args)
    sys.stderr.flush()
    os._exit(1)


if __name__ == "__main__":
    main()

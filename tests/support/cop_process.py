"""A table of Good Cop Bad Cop for eight in a process of its own, in a window that waits for all.

python -m tests.support.cop_process FOLDER

All hold equipment that they may play now; one card has 189 targets. It prints a line with its
port, how often the public moves have changed, and the cookies of the eight seats; then it reads
corrections of the umpire, one a line, and answers each with an empty line. It ends with stdin.
"""

import json
import logging
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.window_options import ALL, beat_option
from heistboard.web import sockets
from heistboard.web.connection_limits import LimitedWebSocket

from tests.support.screens import Screens
from tests.support.seats import seated

__all__ = ["PLAYERS", "CopProcess"]

PLAYERS = 8
SEED = 242
COMMANDS_PER_S = 10_000.0
WAITS = {beat_option(kind): ALL for kind in GAME.windows}


class CopProcess:
    """Use it in a ``with`` statement."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = self.at = 0
        self.cookies: list[str] = []
        self._process: subprocess.Popen[str]

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.cop_process", str(self._folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        said = json.loads(self._read())
        self.port, self.at, self.cookies = said["port"], said["at"], said["cookies"]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def address(self, seat: int) -> str:
        return f"ws://127.0.0.1:{self.port}/seat/{seat}/live"

    def headers(self, seat: int) -> dict[str, str]:
        return {"Origin": f"http://127.0.0.1:{self.port}", "Cookie": self.cookies[seat]}

    def correct(self, text: str) -> None:
        """Lets the umpire play a move, or ``undo`` the last one that everybody knows of."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n")
        self._process.stdin.flush()
        self._read()

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the server's process has ended")
        return line


def main() -> None:
    limits: Any = sockets
    limits.COMMANDS = limits.COMMANDS_PER_S = COMMANDS_PER_S
    LimitedWebSocket.receive_limit = (1_000_000, 1_000_000)
    logging.getLogger("uvicorn").addHandler(logging.NullHandler())  # as ``play`` has it
    options: dict[str, Any] = {"first": 1}
    with Screens(
        Path(sys.argv[1]), GAME.name, PLAYERS, options=options, seed=SEED, table_options=WAITS
    ) as table:
        limits.COMMANDS = COMMANDS_PER_S
        for seat in range(PLAYERS):
            table.daemon.say(seat, f"p{seat + 1} arrange 123")
        assert table.daemon.status().phase == "turn-start"
        cookies = [seated(table.server, seat, f"P{seat}") for seat in range(PLAYERS)]
        said = {"port": table.server.port, "at": table.daemon.status().at, "cookies": cookies}
        print(json.dumps(said), flush=True)
        for line in sys.stdin:
            table.daemon.correct(line.strip())
            print(flush=True)


if __name__ == "__main__":
    main()

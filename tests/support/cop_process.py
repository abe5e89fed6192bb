"""A table of Good Cop Bad Cop for eight in a process of its own, in a window that waits for all.

python -m tests.support.cop_process FOLDER

All hold equipment that they may play now; one card has 189 targets. It prints a line with its
port, how often the public moves have changed, and the cookies of the eight seats; then it reads
corrections of the umpire, one a line, and answers each with an empty line. It ends with stdin.
"""

import sys
from pathlib import Path
from typing import Any

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.window_options import ALL, beat_option

from tests.support.screens import Screens
from tests.support.seats import seated
from tests.support.server_process import ServerProcess, answer, raise_limits

__all__ = ["PLAYERS", "CopProcess"]

PLAYERS = 8
SEED = 242
COMMANDS_PER_S = 10_000.0
WAITS = {beat_option(kind): ALL for kind in GAME.windows}


class CopProcess(ServerProcess):
    """Use it in a ``with`` statement."""

    def __init__(self, folder: Path) -> None:
        super().__init__("tests.support.cop_process", [str(folder)])

    @property
    def at(self) -> int:
        """How often the public moves had changed when it began."""
        return int(self.said["at"])

    def address(self, seat: int) -> str:
        return f"ws://127.0.0.1:{self.port}/seat/{seat}/live"

    def headers(self, seat: int) -> dict[str, str]:
        return {"Origin": f"http://127.0.0.1:{self.port}", "Cookie": self.said["cookies"][seat]}


def main() -> None:
    raise_limits(COMMANDS_PER_S)
    options: dict[str, Any] = {"first": 1}
    with Screens(
        Path(sys.argv[1]), GAME.name, PLAYERS, options=options, seed=SEED, table_options=WAITS
    ) as table:
        raise_limits(COMMANDS_PER_S)  # Screens has set one, too
        for seat in range(PLAYERS):
            table.daemon.say(seat, f"p{seat + 1} arrange 123")
        assert table.daemon.status().phase == "turn-start"
        cookies = [seated(table.server, seat, f"P{seat}") for seat in range(PLAYERS)]
        said = {"port": table.server.port, "at": table.daemon.status().at, "cookies": cookies}
        answer(said, table.daemon.correct)


if __name__ == "__main__":
    main()

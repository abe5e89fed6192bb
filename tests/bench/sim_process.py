"""Runs a simulated board in its own process, to keep its cost apart; ends when stdin closes."""

import subprocess
import sys
from pathlib import Path
from types import TracebackType

from heistboard.link.port import Port
from heistboard.sim import SimBoard
from heistboard.sim.board_model import SERIAL

__all__ = ["SimProcess"]


class SimProcess:
    """A simulated board in another process. Use it in a ``with`` statement."""

    def __init__(self, serial: str) -> None:
        self.serial = serial
        self._child = subprocess.Popen(
            [sys.executable, "-m", __name__, serial],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._child.stdout is not None
        self._folder = Path(self._child.stdout.readline().split()[0]).parent

    def __enter__(self) -> "SimProcess":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._child.wait()

    def ports(self) -> list[Port]:
        """Returns the board's port, as discovery would find it."""
        return [Port(str(path), self.serial, "board") for path in self._folder.glob("tty*")]

    def order(self, line: str) -> None:
        """Sends ``pull``, ``plug`` or ``close REED``; returns once it is done."""
        assert self._child.stdin is not None and self._child.stdout is not None
        self._child.stdin.write(f"{line}\n")
        self._child.stdin.flush()
        self._child.stdout.readline()


def main() -> None:
    """Runs the board and obeys the lines of standard input."""
    with SimBoard(sys.argv[1] if len(sys.argv) > 1 else SERIAL) as board:
        print(board.port, board.pid, flush=True)
        for line in sys.stdin:
            match line.split():
                case ["pull"]:
                    board.pull()
                case ["plug"]:
                    board.plug()
                case ["close", reed]:
                    board.set_reed(reed, is_closed=True)
            print(flush=True)


if __name__ == "__main__":
    main()

"""A web server in a process of its own, which takes corrections of the umpire line by line."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

from heistboard.web import sockets
from heistboard.web.connection_limits import LimitedWebSocket

__all__ = ["ServerProcess", "answer", "raise_limits"]


class ServerProcess:
    """Runs a module that calls :func:`answer`. Use it in a ``with`` statement."""

    def __init__(self, module: str, arguments: Sequence[str]) -> None:
        self._command = [sys.executable, "-m", module, *arguments]
        self.port = 0
        self.said: Any
        """What the process has said of itself."""
        self._process: subprocess.Popen[str]

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.said = json.loads(self._read())
        self.port = self.said["port"]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    @property
    def pid(self) -> int:
        return self._process.pid

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


def raise_limits(commands_per_s: float) -> None:
    """Lets a device send so many commands, in this process."""
    limits: Any = sockets
    limits.COMMANDS = limits.COMMANDS_PER_S = commands_per_s
    LimitedWebSocket.receive_limit = (1_000_000, 1_000_000)


def answer(said: dict[str, Any], correct: Callable[[str], object]) -> None:
    """Says *said* of this process, and passes corrections on until standard input ends."""
    logging.getLogger("uvicorn").addHandler(logging.NullHandler())  # as ``play`` has it
    print(json.dumps(said), flush=True)
    for line in sys.stdin:
        correct(line.strip())
        print(flush=True)

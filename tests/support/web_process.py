"""A web server in a process of its own, so that only the server is measured.

python -m tests.support.web_process FOLDER [COMMANDS_PER_S]

A car is hidden and the police are to move. It prints a line with its addresses, then reads
corrections of the umpire, one a line, and answers each with an empty line. It ends with stdin.
"""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from heistboard.web import sockets
from heistboard.web.connection_limits import LimitedWebSocket

from tests.support.web_evening import POLICE, THIEF, Evening

__all__ = ["WebProcess"]


class WebProcess:
    """Use it in a ``with`` statement. *says_per_s* raises the limit of commands."""

    def __init__(self, folder: Path, says_per_s: float | None = None) -> None:
        self._arguments = [str(folder), *([] if says_per_s is None else [str(says_per_s)])]
        self.port = 0
        self.cookies: dict[int, str] = {}
        self._process: subprocess.Popen[str]

    def __enter__(self) -> "WebProcess":
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.web_process", *self._arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        said = json.loads(self._read())
        self.port = said["port"]
        self.cookies = {THIEF: said["thief"], POLICE: said["police"]}
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

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def headers(self, seat: int | None = None) -> dict[str, str]:
        """The headers of a page on a device that sits in *seat*."""
        origin = {"Origin": f"http://{self.host}"}
        return origin if seat is None else origin | {"Cookie": self.cookies[seat]}

    def correct(self, text: str) -> None:
        """Lets the umpire play a move, or ``undo`` the last one."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n")
        self._process.stdin.flush()
        self._read()

    def memory_kb(self) -> int:
        """Its resident memory."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def files(self) -> int:
        """How many files and sockets it has open."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the server's process has ended")
        return line


def main() -> None:
    folder, *rest = sys.argv[1:]
    for says_per_s in rest:
        limits: Any = sockets
        limits.COMMANDS = limits.COMMANDS_PER_S = float(says_per_s)
        LimitedWebSocket.receive_limit = (1_000_000, 1_000_000)
    logging.getLogger("uvicorn").addHandler(logging.NullHandler())  # as ``play`` has it
    with Evening(Path(folder)) as evening:
        evening.place()
        evening.hide("c3")
        told = {"thief": evening.join(THIEF), "police": evening.join(POLICE)}
        print(json.dumps({"port": evening.server.port} | told), flush=True)
        for line in sys.stdin:
            evening.daemon.correct(line.strip())
            print(flush=True)


if __name__ == "__main__":
    main()

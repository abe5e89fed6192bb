"""A web server in a process of its own, so that only the server is measured.

python -m tests.support.web_process FOLDER [COMMANDS_PER_S]

A car is hidden and the police are to move. It prints a line with its addresses, then reads
corrections of the umpire, one a line, and answers each with an empty line. It ends with stdin.
"""

import os
import sys
from pathlib import Path
from typing import Self

from tests.support.server_process import ServerProcess, answer, raise_limits
from tests.support.web_evening import POLICE, THIEF, Evening

__all__ = ["WebProcess"]


class WebProcess(ServerProcess):
    """Use it in a ``with`` statement. *says_per_s* raises the limit of commands."""

    def __init__(self, folder: Path, says_per_s: float | None = None) -> None:
        more = [] if says_per_s is None else [str(says_per_s)]
        super().__init__("tests.support.web_process", [str(folder), *more])
        self.cookies: dict[int, str] = {}

    def __enter__(self) -> Self:
        super().__enter__()
        self.cookies = {THIEF: self.said["thief"], POLICE: self.said["police"]}
        return self

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def headers(self, seat: int | None = None) -> dict[str, str]:
        """The headers of a page on a device that sits in *seat*."""
        origin = {"Origin": f"http://{self.host}"}
        return origin if seat is None else origin | {"Cookie": self.cookies[seat]}

    def memory_kb(self) -> int:
        """Its resident memory."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def files(self) -> int:
        """How many files and sockets it has open."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))


def main() -> None:
    folder, *rest = sys.argv[1:]
    for says_per_s in rest:
        raise_limits(float(says_per_s))
    with Evening(Path(folder)) as evening:
        evening.place()
        evening.hide("c3")
        told = {"thief": evening.join(THIEF), "police": evening.join(POLICE)}
        answer({"port": evening.server.port} | told, evening.daemon.correct)


if __name__ == "__main__":
    main()

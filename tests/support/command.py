"""Runs commands in this process, or each in its own."""

import contextlib
import json
import os
import queue
import signal
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import heistboard
import pytest
from heistboard.boards import choice
from heistboard.cli import doctor, main
from heistboard.link.port import Port

from tests.support.forked_command import ForkedCommand

HOST = Path(heistboard.__file__).parents[1]
WITHIN_S = 60.0  # reached only by a test that fails


class CliResult(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:  # noqa: ANN401 (whatever JSON says)
        """The one JSON document on stdout."""
        return json.loads(self.out)


class Cli:
    """Runs commands in this process, with a data folder of the test and no board on USB."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: Path
    ) -> None:
        self.data = data
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("XDG_DATA_HOME", str(data.parent))
        self.plug()

    def plug(self, *ports: Port) -> None:
        """Lets USB find exactly these *ports*."""
        for module in (choice, doctor):
            self._monkeypatch.setattr(module, "find_ports", lambda: list(ports))

    def __call__(self, *arguments: str) -> CliResult:
        self._capsys.readouterr()
        code = main(arguments)
        said = self._capsys.readouterr()
        assert "Traceback" not in said.err
        if code == 1:
            assert said.err.startswith("heistboard: ")
            assert said.err.count("\n") == 1
        return CliResult(code, said.out, said.err)


def environment(data: Path) -> dict[str, str]:
    """The environment of a command whose data folder is below *data*."""
    path = os.pathsep.join([str(HOST), *filter(None, [os.environ.get("PYTHONPATH")])])
    own = {"PYTHONPATH": path, "XDG_DATA_HOME": str(data), "PYTHONUNBUFFERED": ""}
    # pytest's workers fix the size of every terminal.
    usual = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return usual | own | {"BROWSER": "true"}  # a browser that shows nothing


class Running:
    """A command in its own process. Use it in a ``with`` statement.

    Its stdin is a pipe that contains *typed*; *constants* as in :class:`ForkedCommand`.
    """

    def __init__(
        self,
        data: Path,
        *arguments: str,
        typed: str = "",
        constants: Mapping[str, int] | None = None,
    ) -> None:
        stdin, typing = os.pipe()
        self._stdout, stdout = os.pipe()
        self._stderr, stderr = os.pipe()
        os.write(typing, typed.encode())
        os.close(typing)
        streams = (stdin, stdout, stderr)
        self.process = ForkedCommand(arguments, environment(data), streams, constants)
        for fd in (stdin, stdout, stderr):
            os.close(fd)
        self.lines: list[str] = []
        self._fresh: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> "Running":
        self._reader.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        with contextlib.suppress(OSError):
            os.close(self._stderr)

    def wait_line(self, part: str, within_s: float = WITHIN_S) -> str:
        """Waits for a new line that contains *part*."""
        due = time.monotonic() + within_s
        while True:
            try:
                line = self._fresh.get(timeout=max(0.0, due - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {part!r} in {self.lines}") from None
            if part in line:
                return line

    def end(self, number: int = signal.SIGINT) -> CliResult:
        """Sends a signal and waits for the end."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> CliResult:
        """Waits for the end."""
        code = self.process.wait(WITHIN_S)
        self._reader.join()
        with open(self._stderr, encoding="utf-8") as stderr:
            return CliResult(code, "\n".join(self.lines), stderr.read())

    def children(self) -> list[int]:
        """Returns the child processes."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    def _read(self) -> None:
        with open(self._stdout, encoding="utf-8") as stdout:
            for line in stdout:
                self.lines.append(line.rstrip("\n"))
                self._fresh.put(line)


def is_gone(pid: int, within_s: float = WITHIN_S) -> bool:
    """Returns whether the process ends in time; it may stay a zombie."""
    due = time.monotonic() + within_s
    while time.monotonic() < due:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False

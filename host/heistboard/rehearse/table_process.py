"""The daemon of a rehearsal in its own process, controlled from outside."""

import json
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import heistboard
from heistboard.app.control import Client, ControlError
from heistboard.rehearse.rehearsed_table import RehearsedTable, TableError

__all__ = ["TableProcess"]

STARTS_WITHIN_S = 20.0


class TableProcess(RehearsedTable):
    """A daemon process with its journal in *folder*.

    It finds the ports in the folders of *ports*, each with its device's serial number; the serial
    numbers in *floors* serve that floor.
    """

    def __init__(
        self,
        ports: Sequence[tuple[Path, str]],
        floors: Mapping[str, int],
        folder: Path,
        settings: Mapping[str, Any],
        works: Collection[str],
    ) -> None:
        super().__init__(folder, settings, works)
        self._orders = {
            "folder": str(folder),
            "ports": [(str(found_in), serial) for found_in, serial in ports],
            "floors": dict(floors),
            "works": sorted(works),
        }
        self._process: subprocess.Popen[str] | None = None
        self._client: Client | None = None
        self._errors = folder / "errors.txt"

    @property
    def is_running(self) -> bool:
        """Whether the table has been started and not killed since."""
        return self._process is not None

    def start(self) -> None:
        """Starts the daemon; after a kill, it resumes the game."""
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "heistboard.rehearse.daemon_main"],
                cwd=Path(heistboard.__file__).parents[1],
                stdin=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
        assert self._process.stdin is not None
        orders = self._orders | {"settings": self._settings}
        self._process.stdin.write(f"{json.dumps(orders)}\n")
        self._process.stdin.flush()
        due = time.monotonic() + STARTS_WITHIN_S
        while self._client is None:
            try:
                client = Client(self._folder)
                if client.pid == self._process.pid:
                    self._client = client
                else:
                    client.close()
            except ControlError as error:
                self._check_alive()
                if time.monotonic() > due:
                    raise TableError(str(error)) from None
            time.sleep(0.005)
        self._settings["resume"] = self.status()["game"]

    def kill(self) -> None:
        """Kills the daemon with SIGKILL."""
        self._end(is_hard=True)

    def close(self) -> None:
        """Ends the daemon, if it is running."""
        if self._process is not None:
            self._end(is_hard=False)

    def _end(self, *, is_hard: bool) -> None:
        assert self._process is not None and self._process.stdin is not None
        if is_hard:
            self._process.kill()
        self._process.stdin.close()
        try:
            self._process.wait(STARTS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
        if self._client is not None:
            self._client.close()
            self._client = None

    def _check_alive(self) -> None:
        if self._process is not None and self._process.poll() is not None:
            said = self._errors.read_text(errors="replace").strip().splitlines()
            raise TableError(f"the daemon has ended: {said[-1] if said else 'it gave no reason'}")

    def ask(self, do: str, **words: int | str) -> Any:  # noqa: ANN401 (any JSON value)
        """Sends a request and returns the answer; raises ``Refused`` or :exc:`TableError`."""
        assert self._client is not None
        try:
            return self._client.ask(do, **words)
        except ControlError as error:
            time.sleep(0.2)  # the process may be about to end
            self._check_alive()
            raise TableError(str(error)) from None

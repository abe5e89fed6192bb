"""The data folder: floors of boards, lighting, faults, and health of reeds.

The journal of games is there too; ``heistboard.journal.store`` reads and writes it. Only the owner
may read the files, because they may reveal secrets of a game. A folder that is created here is
also restricted to its owner.
"""

import contextlib
import json
import os
from collections.abc import Collection
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Literal, NamedTuple

from heistboard.errors import CommandError
from heistboard.places.lighting import Lighting
from heistboard.sim.board_model import SERIALS

__all__ = ["DataFolder", "PastFault", "make_folder", "open_private", "tighten"]

_REEDS = ("reeds", "doubted")  # the parts of each board in health.json that are keyed by reed

FAULTS_KEPT = 200
FAULTS_MOST = 300  # lines; beyond that, only the newest FAULTS_KEPT are kept


class PastFault(NamedTuple):
    """A fault, and when it happened, as text."""

    when: str
    sentence: str


class DataFolder:
    """The folder at *path*, by default the user's data folder; created by the first write."""

    def __init__(self, path: str | None = None) -> None:
        self.path = Path(path) if path is not None else _default()
        self.journal = self.path / "journal.sqlite"

    def prepare(self) -> None:
        """Creates the folder; raises :exc:`CommandError` if it cannot be written to."""
        try:
            make_folder(self.path)
            probe = self.path / f".probe-{os.getpid()}"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise self._unwritable(error) from None

    # Floors.

    def floors(self) -> dict[str, int]:
        """Returns the floor of each board that has one, by serial number."""
        data = self._read("floors.json", "a floor number from 1 by serial number")
        for serial, floor in data.items():
            if type(floor) is not int or floor < 1:
                raise CommandError(
                    f"{self.path / 'floors.json'}: floor of {serial!r} is {floor!r}, expected a "
                    "number from 1; mend the file or delete it"
                )
        if len(set(data.values())) < len(data):
            raise CommandError(
                f"{self.path / 'floors.json'}: two boards have the same floor; mend the file or "
                "delete it"
            )
        return data

    def save_floors(self, floors: dict[str, int]) -> None:
        """Saves the floors that people have assigned, by serial number; not simulated boards'."""
        real = {serial: floor for serial, floor in floors.items() if serial not in SERIALS}
        self._write("floors.json", real)

    # Lighting.

    def lighting(self) -> Lighting:
        """Returns the saved lighting."""
        data = self._read("lighting.json", "brightness and supply")
        try:
            return Lighting(**data).checked()
        except (TypeError, ValueError) as error:
            path = self.path / "lighting.json"
            raise CommandError(f"{path}: {error}; mend the file or delete it") from None

    def save_lighting(self, lighting: Lighting) -> None:
        """Saves *lighting*."""
        self._write("lighting.json", lighting._asdict())

    # Faults.

    def add_fault(self, sentence: str) -> None:
        """Appends a fault with the current time."""
        self.prepare()
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        try:
            lines = [*self._fault_lines(), f"{now} {sentence}"]
            text = "\n".join(lines if len(lines) <= FAULTS_MOST else lines[-FAULTS_KEPT:])
            _replace(self.path / "faults.log", f"{text}\n")
        except OSError as error:
            raise self._unwritable(error) from None

    def faults(self) -> list[PastFault]:
        """Returns the recent faults, the oldest first."""
        try:
            lines = self._fault_lines()
        except OSError as error:
            raise self._unreadable(error) from None
        return [PastFault(*line.split(" ", 1)) for line in lines if " " in line]

    def _fault_lines(self) -> list[str]:
        try:
            text = (self.path / "faults.log").read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return []
        return text.splitlines()

    # Health.

    def health(self) -> dict[str, Any]:
        """Returns the saved health of the boards' reeds, by serial number."""
        return self._read("health.json", "boards by serial number")

    def save_health(
        self, boards: dict[str, Any], *, hidden: Collection[str] = frozenset()
    ) -> None:
        """Saves how the reeds of *boards* behaved, and keeps what is known of other boards.

        Nothing new is saved about *hidden* reeds. Older data about them is kept only if it was
        saved when nothing was hidden; ``all_saved`` is when that last happened.
        """
        try:
            before = self.health()
        except CommandError:
            before = {}  # a garbled file is replaced
        for old in before.values():
            if hidden and isinstance(old, dict) and "all_saved" not in old:
                old |= {part: _without(_object(old, part), hidden) for part in _REEDS}
        for serial, board in boards.items():
            old = before.get(serial)
            parts = {
                part: _object(old, part) | _without(_object(board, part), hidden)
                for part in _REEDS
            }
            if not hidden:
                parts["all_saved"] = board.get("saved")
            elif isinstance(old, dict) and "all_saved" in old:
                parts["all_saved"] = old["all_saved"]
            before[serial] = board | parts
        self._write("health.json", before)

    def working(self, floor: int) -> frozenset[str]:
        """Returns the reeds of *floor* that are known to open and close properly.

        If only one board has ever been used, it is the one of floor 1.
        """
        boards, floors = self.health(), self.floors()
        mine = [
            board
            for serial, board in boards.items()
            if isinstance(board, dict)
            and (floors.get(serial) if floors else board.get("floor")) == floor
        ]
        if not mine and floor == 1 and len(boards) == 1:
            mine = list(boards.values())
        working = set()
        for board in mine:
            doubted = _object(board, "doubted")
            for name, reed in _object(board, "reeds").items():
                if name not in doubted and _count(reed, "changes") > 1:
                    working |= {name} if not _count(reed, "chatters") else set()
        return frozenset(working)

    # Files.

    def _read(self, name: str, expected: str) -> dict[str, Any]:
        path = self.path / name
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise self._unreadable(error) from None
        except ValueError as error:
            raise CommandError(f"{path}: {error}; mend the file or delete it") from None
        if not isinstance(data, dict):
            raise CommandError(f"{path}: expected {expected}; mend the file or delete it")
        return data

    def _write(self, name: str, data: dict[str, Any]) -> None:
        self.prepare()
        try:
            _replace(self.path / name, f"{json.dumps(data, indent=2)}\n")
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> CommandError:
        return CommandError(
            f"cannot write to the data folder {self.path}: {error.strerror or error}; "
            "choose another one with --data DIR"
        )

    def _unreadable(self, error: OSError) -> CommandError:
        return CommandError(
            f"cannot read {error.filename}: {error.strerror or error}; "
            "choose another data folder with --data DIR"
        )


def make_folder(path: Path) -> None:
    """Creates the folder *path* for its owner alone unless it exists; raises :exc:`OSError`."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def open_private(path: str | Path, mode: Literal["w", "x", "a"]) -> TextIOWrapper:
    """Opens a text file for writing that only its owner can read; raises :exc:`OSError`."""
    file = open(path, mode, encoding="utf-8", opener=_open_private)  # noqa: SIM115
    tighten(Path(path))
    return file


def tighten(path: Path) -> None:
    """Restricts an existing file to its owner, as far as the file system can."""
    with contextlib.suppress(OSError):
        path.chmod(0o600)


def _open_private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _without(reeds: dict[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in reeds.items() if name not in hidden}


def _object(board: object, name: str) -> dict[str, Any]:
    value = board.get(name) if isinstance(board, dict) else None
    return value if isinstance(value, dict) else {}


def _count(reed: object, name: str) -> int:
    value = reed.get(name) if isinstance(reed, dict) else None
    return value if isinstance(value, int) else 0


def _default() -> Path:
    # The XDG specification says to ignore a path that is not absolute.
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share"
    return base / "heistboard"


def _replace(path: Path, text: str) -> None:
    # A crash leaves the old file or the new one, never a partial one.
    fresh = path.with_name(f".{path.name}-{os.getpid()}")
    with open_private(fresh, "w") as file:
        file.write(text)
    fresh.replace(path)

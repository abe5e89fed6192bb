"""The boards of a rehearsal, one for each floor, and other devices that disturb it."""

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from heistboard.link.port import Port
from heistboard.sim.board_model import SERIALS, BoardModel
from heistboard.sim.board_process import SimUnavailable
from heistboard.sim.virtual_board import VirtualBoard, VirtualStranger
from heistboard.sim.virtual_hub import VirtualDevice
from heistboard.sim.virtual_time import VirtualTime

__all__ = ["RehearsedBoards", "Stranger", "real_boards", "virtual_boards"]

STRANGER, CLONE = "stranger", "clone"


class Stranger(Protocol):
    """Another Pico, which never answers."""

    def ports(self) -> list[Port]:
        """Returns its port; empty while unplugged."""

    def plug(self) -> None:
        """Plugs it in."""

    def pull(self) -> None:
        """Pulls its cable."""

    def say(self, noise: bytes) -> None:
        """Sends *noise*, if it is plugged in."""

    @property
    def is_greeted(self) -> bool:
        """Whether a host has sent it something since it was plugged in."""


class RehearsedBoards(NamedTuple):
    """The boards of floor 1, 2, …; *clone* has the serial number of the first."""

    boards: tuple[BoardModel, ...]
    stranger: Stranger | None
    clone: BoardModel | None

    @property
    def floors(self) -> Mapping[str, int]:
        """The floor of each board, by serial number."""
        return {board.serial: floor for floor, board in enumerate(self.boards, 1)}


def virtual_boards(
    time: VirtualTime, floors: int, others: Collection[str]
) -> tuple[RehearsedBoards, Sequence[VirtualDevice]]:
    """Returns virtual boards and the devices that a hub finds, with those named in *others*."""
    boards = tuple(VirtualBoard(time, serial) for serial in SERIALS[:floors])
    clone = VirtualBoard(time, name=CLONE) if CLONE in others else None
    stranger = VirtualStranger(time) if STRANGER in others else None
    devices: list[VirtualDevice] = [*boards]
    if clone is not None:
        clone.pull()
        devices.append(clone)
    if stranger is not None:
        devices.append(stranger)
    return RehearsedBoards(boards, stranger, clone), devices


@contextlib.contextmanager
def real_boards(
    floors: int, others: Collection[str]
) -> Iterator[tuple[RehearsedBoards, Sequence[tuple[Path, str]]]]:
    """Starts simulated boards; also yields the folder of each device's port, and its serial.

    Raises :exc:`~heistboard.sim.board_process.SimUnavailable` without MicroPython.
    """
    try:
        # Only here: they need pseudo-terminals, which Windows does not have.
        from heistboard.sim.board import SimBoard
        from heistboard.sim.strange_pico import SERIAL, StrangePico
    except ImportError:
        raise SimUnavailable(
            "real parts need pseudo-terminals; a rehearsal without --real runs everywhere"
        ) from None
    with contextlib.ExitStack() as exits:
        boards = [exits.enter_context(SimBoard(serial)) for serial in SERIALS[:floors]]
        folders = [(board.folder, board.serial) for board in boards]
        clone = exits.enter_context(SimBoard()) if CLONE in others else None
        if clone is not None:
            clone.pull()
            folders.append((clone.folder, clone.serial))
        stranger = exits.enter_context(StrangePico()) if STRANGER in others else None
        if stranger is not None:
            folders.append((stranger.folder, SERIAL))
        yield RehearsedBoards(tuple(boards), stranger, clone), folders

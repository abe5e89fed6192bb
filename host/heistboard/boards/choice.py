"""Chooses the board of ``--board``: simulated, this Raspberry Pi, found on USB, or at a port."""

import contextlib
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from heistboard.errors import CommandError
from heistboard.link.floors import Modules
from heistboard.link.port import Port, PortError, find_ports, open_port
from heistboard.pi import PiBoard, PiUnavailable, line_name
from heistboard.places import matrix
from heistboard.sim import SimBoard
from heistboard.sim.board_process import SimUnavailable

__all__ = ["NO_BOARD", "BoardChoice", "choose", "simulated"]

NO_BOARD = (
    "no board was found; if one is plugged in, check that its cable carries data and not only "
    "power and that the firmware is installed on it"
)
NO_WATCHDOG = "none on a Raspberry Pi: restart heistboard after a hang or crash"


class BoardChoice(NamedTuple):
    """Where to look for boards. *sims* are the simulated boards that this program started.

    *line_name* names the lines of their matrix; *facts* has values that the boards cannot report.
    """

    ports: Callable[[], list[Port]]
    sims: tuple[SimBoard, ...]
    note: str
    line_name: matrix.LineName = matrix.line_name
    facts: Mapping[str, str] = {}


@contextlib.contextmanager
def choose(
    choice: str, modules: Modules, *, else_sim: bool = False, closed: Collection[str] = ()
) -> Iterator[BoardChoice]:
    """Finds or starts the boards of *choice*: ``auto``, ``sim``, ``pi`` or a port.

    With *else_sim*, ``auto`` starts the simulated board if no real one is found. The simulated
    board starts with its reeds *closed*. Raises :exc:`CommandError`.
    """
    if choice == "sim":
        with simulated("simulated board", closed) as chosen:
            yield chosen
    elif choice == "pi":
        try:
            pi = PiBoard()
        except PiUnavailable as error:
            raise CommandError(str(error)) from None
        with pi:
            yield BoardChoice(
                pi.ports, (), "this Raspberry Pi", line_name, {"watchdog": NO_WATCHDOG}
            )
    elif choice != "auto":
        if os.name != "nt" and not os.path.exists(choice):
            try:
                open_port(choice).close()
            except PortError as error:
                raise CommandError(str(error)) from None
        yield BoardChoice(_NamedPort(choice, modules), (), f"board at {choice}")
    elif find_ports():
        yield BoardChoice(find_ports, (), "boards found by USB")
    elif else_sim:
        with simulated("no board is plugged in: a simulated one", closed) as chosen:
            yield chosen
    else:
        raise CommandError(f"{NO_BOARD}; see `heistboard doctor`")


@contextlib.contextmanager
def simulated(note: str, closed: Collection[str] = ()) -> Iterator[BoardChoice]:
    """Starts a simulated board for the length of the context; raises :exc:`CommandError`."""
    try:
        board = SimBoard(closed=closed)
    except SimUnavailable as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"cannot start the simulated board: {error}") from None
    with board:
        yield BoardChoice(board.ports, (board,), note)


class _NamedPort:
    # A port by name. Once its board is known, follows that board to another name.

    def __init__(self, device: str, modules: Modules) -> None:
        self._device = device
        self._modules = modules

    def __call__(self) -> list[Port]:
        met = self._modules.met()
        serial = met[0].serial if met else None
        if serial is not None:
            by_usb = [port for port in find_ports() if port.serial == serial]
            if by_usb:
                return by_usb
        if os.name == "nt" or os.path.exists(self._device):
            return [Port(self._device, serial, "chosen port")]
        return []

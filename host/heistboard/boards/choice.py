"""Chooses the boards of ``--board``: simulated, this Raspberry Pi, found on USB, or at ports."""

import contextlib
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from heistboard.errors import CommandError, UsageError
from heistboard.link.floors import Modules
from heistboard.link.port import Port, PortError, find_ports, open_port
from heistboard.pi import PiBoard, PiUnavailable, line_name
from heistboard.places import matrix
from heistboard.places.place import MOST_FLOORS
from heistboard.sim.board_model import BoardModel
from heistboard.sim.simulated_boards import SimulatedBoards

__all__ = ["NO_BOARD", "BoardChoice", "choose", "is_real", "simulated"]

NO_BOARD = (
    "no board was found; if one is plugged in, check that its cable carries data and not only "
    "power and that the firmware is installed on it"
)
ON_PYTHON = "this computer has no MicroPython, so the firmware runs on Python"
NO_WATCHDOG = "none on a Raspberry Pi: restart heistboard after a hang or crash"


class BoardChoice(NamedTuple):
    """Where to look for boards. *sims* are the simulated boards that this program started.

    *line_name* names the lines of their matrix; *facts* has values that the boards cannot report.
    """

    ports: Callable[[], list[Port]]
    sims: tuple[BoardModel, ...]
    note: str
    line_name: matrix.LineName = matrix.line_name
    facts: Mapping[str, str] = {}
    simulate: Callable[[int], tuple[BoardModel, ...]] | None = None
    """If all boards are simulated: returns those of a game on that many floors, and starts those
    that are missing."""
    is_on_python: bool = False
    """Whether simulated boards run on Python, for want of MicroPython."""
    has_board: bool = True
    """Whether there is or may be a board at all."""


def is_real(choice: str | Sequence[str]) -> bool:
    """Returns whether *choice* means real boards: those of ``auto`` only if one is plugged in."""
    return any(
        bool(find_ports()) if each == "auto" else each not in ("sim", "none")
        for each in _listed(choice)
    )


@contextlib.contextmanager
def choose(
    choice: str | Sequence[str],
    modules: Modules,
    *,
    else_sim: bool = False,
    closed: Collection[str] = (),
    floors: int = 1,
) -> Iterator[BoardChoice]:
    """Finds or starts the boards of *choice*: ``auto``, ``sim``, ``pi``, ``none``, ports.

    It starts as many simulated boards as there are *floors*, or as often as ``sim`` is chosen,
    with their reeds *closed*, and assigns them in *modules*. With *else_sim*, ``auto`` means
    simulated boards if no real one is found. Raises :exc:`CommandError`, and :exc:`UsageError`
    for what cannot go together.
    """
    listed = _listed(choice)
    if "none" in listed and len(listed) > 1:
        raise UsageError("--board none goes with no other --board")
    floors = max(floors, listed.count("sim"))
    if floors > MOST_FLOORS:
        raise UsageError(f"--board sim may be given {MOST_FLOORS} times at most")
    if listed == ("none",):
        yield BoardChoice(lambda: [], (), "no board: played on screens", has_board=False)
        return
    with contextlib.ExitStack() as exits:
        entered = [
            exits.enter_context(_one(each, modules, is_only=len(listed) == 1, else_sim=else_sim))
            for each in dict.fromkeys(listed)
            if each != "sim"
        ]
        found = [each for each in entered if each is not None]
        if not found:
            note = "" if "sim" in listed else "no board is plugged in: "
            yield exits.enter_context(simulated(note, closed, modules, range(1, floors + 1)))
            return
        if "sim" in listed:
            taken = set(modules.floors.values())
            free = [floor for floor in range(1, floors + 1) if floor not in taken]
            if free:
                sims = exits.enter_context(simulated("", closed, modules, free))
                found.append(sims._replace(simulate=None))
        yield found[0] if len(found) == 1 else _joined(found)


@contextlib.contextmanager
def simulated(
    note: str,
    closed: Collection[str] = (),
    modules: Modules | None = None,
    floors: Collection[int] = (1,),
) -> Iterator[BoardChoice]:
    """Starts simulated boards of *floors* for the length of the context.

    *note* begins their note. Raises :exc:`CommandError`.
    """

    def simulate(count: int) -> tuple[BoardModel, ...]:
        known = set(sims.floors)
        boards = sims.of(count)
        _assign(sims, modules, known)  # people may have assigned the others anew
        return boards

    try:
        sims = SimulatedBoards(floors, closed)
    except OSError as error:
        raise CommandError(f"cannot start the simulated board: {error}") from None
    with sims:
        _assign(sims, modules)
        note += _names(len(sims.boards), is_after=bool(note))
        is_on_python = not sims.has_micropython
        note += f"; {ON_PYTHON}" if is_on_python else ""
        yield BoardChoice(
            sims.ports, sims.boards, note, simulate=simulate, is_on_python=is_on_python
        )


def _names(count: int, *, is_after: bool) -> str:
    if is_after:
        return "a simulated one" if count == 1 else f"{count} simulated ones"
    return "simulated board" if count == 1 else f"{count} simulated boards"


def _assign(sims: SimulatedBoards, modules: Modules | None, known: Collection[str] = ()) -> None:
    if modules is not None:
        for serial, floor in sims.floors.items():
            if serial not in known:
                modules.assign(floor, serial)


def _listed(choice: str | Sequence[str]) -> tuple[str, ...]:
    return (choice,) if isinstance(choice, str) else tuple(choice)


@contextlib.contextmanager
def _one(
    choice: str, modules: Modules, *, is_only: bool, else_sim: bool
) -> Iterator[BoardChoice | None]:
    # A choice that is not ``sim``; None if simulated boards take its place.
    if choice == "pi":
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
        yield BoardChoice(_NamedPort(choice, modules, is_only=is_only), (), f"board at {choice}")
    elif find_ports() or not is_only:
        yield BoardChoice(find_ports, (), "boards found by USB")
    elif else_sim:
        yield None
    else:
        raise CommandError(f"{NO_BOARD}; see `heistboard doctor`")


def _joined(found: Sequence[BoardChoice]) -> BoardChoice:
    def ports() -> list[Port]:
        listed = [port for each in found for port in each.ports()]
        return list({port.device: port for port in listed}.values())

    pi = next((each for each in found if each.facts), found[0])
    return BoardChoice(
        ports,
        tuple(board for each in found for board in each.sims),
        ", ".join(each.note for each in found),
        pi.line_name,
        pi.facts,
        is_on_python=any(each.is_on_python for each in found),
    )


class _NamedPort:
    # A port by name. Once its board is known, follows that board to another name.

    def __init__(self, device: str, modules: Modules, *, is_only: bool) -> None:
        self._device = device
        self._modules = modules
        self._is_only = is_only
        self._serial: str | None = None

    def __call__(self) -> list[Port]:
        by_usb = find_ports()
        self._note_serial(by_usb)
        if self._serial is not None:
            same = [port for port in by_usb if port.serial == self._serial]
            if same:
                return same
        if os.name == "nt" or os.path.exists(self._device):
            return [Port(self._device, self._serial, "chosen port")]
        return []

    def _note_serial(self, by_usb: list[Port]) -> None:
        # By USB, or, if it is the only port, from the board that has answered there.
        if self._serial is None:
            name = os.path.realpath(self._device)
            self._serial = next((port.serial for port in by_usb if port.device == name), None)
        if self._serial is None and self._is_only:
            met = self._modules.met()
            self._serial = met[0].serial if met else None

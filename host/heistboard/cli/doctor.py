"""``heistboard doctor``: checks everything and suggests cures for problems."""

import contextlib
import os
import platform
import tempfile
import textwrap
import time
from argparse import Namespace
from collections.abc import Callable, Collection, Iterable, Iterator
from enum import Enum
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from rich.text import Text
from serial.tools import list_ports

from heistboard import __version__, games
from heistboard.boards.choice import NO_BOARD
from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.secrecy import CELL_REEDS, reason_to_hide
from heistboard.cli import values
from heistboard.cli.board_list import board_rows
from heistboard.firmware import ROOT, VERSION, wire
from heistboard.link.messages import printable
from heistboard.link.module import NO_FLOOR
from heistboard.link.port import DESCRIPTION_MOST, PICO_USB, find_ports
from heistboard.places import layout
from heistboard.terminal.board_screen import plain_console
from heistboard.terminal.output import CommandError, emit
from heistboard.word_lists import counted

__all__ = ["DoctorCheck", "Verdict", "doctor", "reed_checks"]

FAULTS_SHOWN = 3
CURE_OF_REED = "check its solder joints and its distance from the magnet"


class Verdict(Enum):
    """The result of a check; only a problem makes ``doctor`` exit with 1."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


class DoctorCheck(NamedTuple):
    """One check; unless it is fine, *text* also says what to do."""

    name: str
    status: Verdict
    text: str


def doctor(args: Namespace) -> int:
    """Runs all checks and prints a line for each."""
    data = DataFolder(args.data)
    checks = [
        *_guarded("versions", _versions),
        *_games(),
        *_guarded("ports", _ports),
        *_guarded("board", lambda: _boards(args, data)),
        *(folder := _guarded("data", lambda: _folder(data))),
    ]
    if folder[0].status is Verdict.OK:
        checks += _guarded("floors", lambda: _floors(data))
        checks += _guarded("faults", lambda: _faults(data))
        checks += _guarded("sensors", lambda: reed_checks(data.health(), _hidden(data)))
    problems = [check for check in checks if check.status is Verdict.PROBLEM]
    document = {
        "checks": [{**check._asdict(), "status": check.status.value} for check in checks],
        "problems": len(problems),
    }
    if not args.json:
        _print(checks)
    if problems:
        raise CommandError(_verdict(problems), document)
    if args.json:
        emit(document)
    return 0


def reed_checks(
    health: dict[str, object], hidden: Collection[str] = frozenset()
) -> Iterable[DoctorCheck]:
    """Returns the checks of the *health* that ``play`` saved, except of *hidden* reeds."""
    found = False
    for serial, board in health.items():
        reeds = board.get("reeds") if isinstance(board, dict) else None
        if not isinstance(board, dict) or not isinstance(reeds, dict):
            continue
        found = True
        reeds = {name: reed for name, reed in reeds.items() if name not in hidden}
        chattered = {
            name: reed
            for name, reed in reeds.items()
            if isinstance(reed, dict) and reed.get("chatters")
        }
        for name, reed in chattered.items():
            yield DoctorCheck(
                "sensors",
                Verdict.WARNING,
                f"board {serial}: {name} chattered ({reed['chatters']}x, shortest "
                f"{reed.get('shortest_ms')} ms); {CURE_OF_REED}",
            )
        doubted = board.get("doubted")
        doubted = doubted if isinstance(doubted, dict) else {}
        doubted = {name: when for name, when in doubted.items() if name not in hidden}
        for name, when in doubted.items():
            yield DoctorCheck(
                "sensors",
                Verdict.WARNING,
                f"board {serial}: {name} disagreed with the game ({when}); {CURE_OF_REED}",
            )
        if not chattered and not doubted:
            of_cells = "; reeds of cells are hidden while a game is unfinished" if hidden else ""
            text = f"board {serial}: {len(reeds)} reeds have moved, none chattered{of_cells}"
            yield DoctorCheck("sensors", Verdict.OK, text)
    if not found:
        yield DoctorCheck(
            "sensors", Verdict.OK, "nothing known yet; `heistboard play` on a board collects it"
        )


def _guarded(name: str, look: Callable[[], Iterable[DoctorCheck]]) -> list[DoctorCheck]:
    try:
        return list(look())
    except CommandError as error:
        return [DoctorCheck(name, Verdict.PROBLEM, str(error))]


def _versions() -> Iterable[DoctorCheck]:
    yield DoctorCheck(
        "versions",
        Verdict.OK,
        f"heistboard {__version__}, Python {platform.python_version()}, {platform.platform()}, "
        f"pyserial {metadata.version('pyserial')}, rich {metadata.version('rich')}",
    )
    has_firmware = (ROOT / "main.py").exists()
    yield DoctorCheck(
        "firmware",
        Verdict.OK if has_firmware else Verdict.PROBLEM,
        f"{VERSION} in {ROOT}, protocol {wire.PROTOCOL}, hardware revision {layout.REVISION}, "
        f"layout {layout.LAYOUT_CRC:08x}"
        if has_firmware
        else f"{ROOT} has no main.py; install heistboard again",
    )


def _games() -> Iterable[DoctorCheck]:
    yield DoctorCheck("games", Verdict.OK, ", ".join(games.names()) or "none is installed")
    for sentence in games.broken().values():
        yield DoctorCheck("games", Verdict.WARNING, sentence)


def _ports() -> Iterable[DoctorCheck]:
    ports = sorted(list_ports.comports())
    for port in ports:
        if port.vid is None:
            continue  # serial ports of the mainboard
        usb = f"{port.vid:04x}:{port.pid:04x}"
        is_pico = (port.vid, port.pid) == PICO_USB
        is_usable = os.access(port.device, os.R_OK | os.W_OK)
        description = printable(port.description or "", DESCRIPTION_MOST)
        text = f"{port.device} {description} {usb}"
        if is_pico and not is_usable:
            continue  # the board's own check says what to do
        yield DoctorCheck("ports", Verdict.OK, text + ("" if is_pico else ", not a board"))
    if not any(port.vid is not None for port in ports):
        yield DoctorCheck("ports", Verdict.OK, "no serial port on USB")
    if find_ports() and (pid := _process_called("ModemManager")):
        yield DoctorCheck(
            "ports",
            Verdict.WARNING,
            f"ModemManager (process {pid}) probes every new serial port; if a board is slow to "
            "answer, keep it away with `heistboard board install-udev`",
        )


def _boards(args: Namespace, data: DataFolder) -> Iterable[DoctorCheck]:
    chosen = values.boards(args, "sim")
    if "sim" in chosen:
        yield from _guarded("simulated board", lambda: _greet(("sim",), data, "simulated board"))
    real = tuple(each for each in chosen if each != "sim") if args.board else ("auto",)
    if real == ("auto",) and not find_ports():
        # A missing board is a problem only if it was asked for.
        yield DoctorCheck("board", Verdict.PROBLEM if args.board else Verdict.WARNING, NO_BOARD)
    elif real:
        yield from _greet(real, data, "board")


def _greet(choice: tuple[str, ...], data: DataFolder, name: str) -> Iterable[DoctorCheck]:
    started = time.monotonic()
    with ConnectedBoards("", choice, data) as boards:
        took_ms = (time.monotonic() - started) * 1000
        for row in board_rows(boards):
            if row["problem"]:
                yield DoctorCheck(name, Verdict.PROBLEM, row["problem"] + _holder(row["port"]))
                continue
            floor = f"floor {row['floor']}" if row["floor"] else NO_FLOOR
            how = boards.chosen.note.partition("; ")[2]
            where = "" if choice == ("sim",) else f"{row['port']}, {floor}, "
            yield DoctorCheck(
                name,
                Verdict.OK,
                f"{where}serial {row['serial']}, firmware {row['firmware']}, "
                f"answered in {took_ms:.0f} ms{f'; {how}' if how else ''}",
            )


def _folder(data: DataFolder) -> Iterable[DoctorCheck]:
    if data.path.exists():
        data.prepare()
        yield DoctorCheck("data", Verdict.OK, f"{data.path} is writable")
        return
    parent = next(each for each in data.path.absolute().parents if each.exists())
    try:
        os.rmdir(tempfile.mkdtemp(prefix=".heistboard-", dir=parent))
    except OSError as error:
        raise CommandError(
            f"cannot create {data.path}: {error.strerror}; choose another folder with --data DIR"
        ) from None
    yield DoctorCheck("data", Verdict.OK, f"{data.path} will be created when it is needed")


def _floors(data: DataFolder) -> Iterable[DoctorCheck]:
    floors = sorted(data.floors().items(), key=lambda item: item[1])
    text = ", ".join(f"{serial} is floor {floor}" for serial, floor in floors)
    yield DoctorCheck("floors", Verdict.OK, text or "no board has a floor yet")


def _faults(data: DataFolder) -> Iterable[DoctorCheck]:
    faults = data.faults()
    if not faults:
        yield DoctorCheck("faults", Verdict.OK, "none recorded")
    for fault in faults[-FAULTS_SHOWN:]:
        yield DoctorCheck("faults", Verdict.WARNING, f"{fault.when} {fault.sentence}")
    if faults and (data.path / "link.log").exists():
        text = f"{len(faults)} recorded; see {data.path / 'link.log'} for the link's traffic"
        yield DoctorCheck("faults", Verdict.OK, text)


def _hidden(data: DataFolder) -> frozenset[str]:
    return CELL_REEDS if reason_to_hide(data) else frozenset()


def _process_called(name: str) -> int | None:
    for path in Path("/proc").glob("[0-9]*/comm"):
        try:
            if path.read_text().strip() == name:
                return int(path.parent.name)
        except OSError:
            continue  # the process has ended
    return None


def _holder(device: str) -> str:
    # Names the process that has the port open, if this user may see it.
    real = os.path.realpath(device)
    for process in Path("/proc").glob("[0-9]*"):
        if int(process.name) != os.getpid() and real in _open_files(process):
            with contextlib.suppress(OSError):
                name = (process / "comm").read_text().strip()
                return f" (process {process.name}, {name}, has it open)"
    return ""


def _open_files(process: Path) -> Iterator[str]:
    # Processes end and files close while this looks at them.
    with contextlib.suppress(OSError):
        for name in os.listdir(process / "fd"):
            with contextlib.suppress(OSError):
                yield os.readlink(process / "fd" / name)


def _verdict(problems: list[DoctorCheck]) -> str:
    names = ", ".join(dict.fromkeys(check.name for check in problems))
    return f"{counted(len(problems), 'problem')} found: {names}"


def _print(checks: list[DoctorCheck]) -> None:
    console = plain_console()
    styles = {Verdict.OK: "green", Verdict.WARNING: "yellow", Verdict.PROBLEM: "bold red"}
    indent = 9 + 2 + max(len(check.name) for check in checks)
    for check in checks:
        lines = textwrap.wrap(
            check.text, max(30, console.width - indent), break_on_hyphens=False
        ) or [""]
        text = Text.assemble((f"{check.status.value:9}", styles[check.status]))
        text.append(f"{check.name:{indent - 9}}{lines[0]}")
        for line in lines[1:]:
            text.append(f"\n{' ' * indent}{line}")
        console.print(text, soft_wrap=True)

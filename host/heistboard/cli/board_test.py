"""``heistboard board test``: the guided walk on a board; on the simulated one a robot does it."""

import contextlib
import select
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TextIO

from rich.console import Console

from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.connected_walk import ConnectedWalk
from heistboard.boards.data_folder import DataFolder, open_private
from heistboard.cli import values
from heistboard.link.module import Module
from heistboard.link.port import now_ms
from heistboard.places import layout
from heistboard.selftest.plan import PARTS, SWEEP, HandPlan
from heistboard.selftest.report import Report, make_report
from heistboard.selftest.walk import Key, Pace, WalkState
from heistboard.terminal.full_screen import DrawnScreen
from heistboard.terminal.keyboard import Keyboard
from heistboard.terminal.output import CommandError, UsageError, emit, is_screen, say
from heistboard.terminal.walk_screen import WalkScreen

__all__ = ["test"]

PACE = Pace()
SIM_PACE = Pace().faster(2)  # for the robot of the simulated board
LOOK_EVERY_S = 0.005
CLEAR_FOR_S = 0.5
CLEAR_WITHIN_S = 90.0
DRAW_EVERY_MS = 100
KEYS = {"\n": Key.YES, "y": Key.YES, "n": Key.NO, "u": Key.NO, "s": Key.SKIP, "h": Key.SKIP}
QUIT = "q"


def test(args: Namespace) -> int:
    """Runs the walk, prints its findings and writes a report."""
    plan = _plan(args)
    data = DataFolder(args.data)
    started = datetime.now().astimezone()
    began_s = time.monotonic()
    choice = values.boards(args, "sim")
    with ConnectedBoards("heistboard board test", choice, data, reveal=args.reveal) as boards:
        connection = boards.require_one()
        boards.update()
        module = connection.link.module
        if module is None or module.hello is None:
            raise CommandError(f"{connection.port.device}: the board went away")
        if boards.hidden:
            if not args.json:
                say("a game is not finished: take everything off the cells; the test waits")
            _wait_clear(module, boards.hidden)
        where = "simulated" if boards.is_simulated else connection.port.device
        with _report_file(args.report, data, module.serial, started) as file:
            pace = SIM_PACE if boards.is_simulated else PACE
            connected = ConnectedWalk(boards, module, plan, pace)
            with contextlib.suppress(KeyboardInterrupt):
                _run(connected, is_quiet=args.json)
            connected.walk.stop()
            connected.darken()
            report = make_report(
                connected.walk,
                serial=module.serial,
                firmware=module.hello.firmware,
                board=where,
                started=started,
                seconds=time.monotonic() - began_s,
            )
            file.write(report.text())
    return _conclude(args, connected, report, file.name)


def _wait_clear(module: Module, hidden: Collection[str]) -> None:
    # What lies there before the test may be a secret, so the walk must not see it.
    due_s = time.monotonic() + CLEAR_WITHIN_S
    clear_s = None
    while clear_s is None or time.monotonic() - clear_s < CLEAR_FOR_S:
        closed = zip(layout.REEDS, module.closed, strict=True)
        if not any(is_closed and name in hidden for name, is_closed in closed):
            clear_s = clear_s or time.monotonic()
        elif time.monotonic() > due_s:
            raise CommandError(
                "a game is not finished, and something still lies on the cells or a reed there "
                "stays closed; take everything off and try again, or add --reveal if there is no "
                "secret to keep"
            )
        else:
            clear_s = None
        time.sleep(LOOK_EVERY_S)


def _plan(args: Namespace) -> HandPlan:
    for name in (args.first, args.last):
        if name is not None and name not in SWEEP:
            raise UsageError(
                f"there is no reed {name!r}, expected a name like b3.cover, b3.occupant, "
                "x23.occupant or done"
            )
    has_range = args.first is not None or args.last is not None
    parts = tuple(args.part or (("reeds",) if has_range else PARTS))
    try:
        return HandPlan.between(args.first, args.last, parts)
    except ValueError as error:
        raise UsageError(str(error)) from None


@contextlib.contextmanager
def _report_file(
    name: str | None, data: DataFolder, serial: str, started: datetime
) -> Iterator[TextIO]:
    # Opened before the walk, so that a failure here does not waste minutes of work.
    if name is None:
        data.prepare()
        path = data.path / f"self-test-{serial}-{started:%Y%m%d-%H%M%S}.txt"
        is_new = False
    else:
        path = Path(name)
        is_new = True
    try:
        file = open_private(path, "x" if is_new else "w")
    except FileExistsError:
        raise CommandError(f"{path} already exists; choose another name") from None
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from None
    with file:
        try:
            yield file
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def _run(connected: ConnectedWalk, *, is_quiet: bool) -> None:
    with _keyboard() as keyboard:
        keys = partial(_keys, keyboard)
        if is_quiet:
            _drive(connected, keys, lambda: None)
        elif is_screen():
            with DrawnScreen(Console(), keyboard, is_whole=False) as screen:

                def draw() -> None:
                    screen.is_stale()  # stops here on Ctrl-Z
                    screen.draw(WalkScreen(connected.walk, connected.is_lost))

                _drive(connected, keys, draw)
        else:
            _drive(connected, keys, _Lines(connected))


def _drive(connected: ConnectedWalk, keys: Callable[[], str], draw: Callable[[], None]) -> None:
    drawn_ms = 0
    while not connected.walk.is_over:
        connected.turn()
        for letter in keys():
            if letter == QUIT:
                return
            if letter in KEYS:
                connected.key(KEYS[letter])
        if now_ms() - drawn_ms >= DRAW_EVERY_MS:
            drawn_ms = now_ms()
            draw()
    draw()


class _Lines:
    # Prints each new prompt as a line, for output that is not a screen.

    def __init__(self, connected: ConnectedWalk) -> None:
        self._walk = connected.walk
        self._said = ""

    def __call__(self) -> None:
        prompt = self._walk.prompt
        # A sweep is one line: the asked reed changes faster than anybody can read.
        is_sweep = prompt.state in (WalkState.SWEEP, WalkState.DIODES) and not prompt.missing
        what = prompt.text.partition(":")[0] if is_sweep and not prompt.lifts else prompt.text
        text = f"{prompt.state.value}: {what}"
        if text != self._said:
            self._said = text
            say(text)


@contextlib.contextmanager
def _keyboard() -> Iterator[Keyboard | None]:
    # Reads single keys from a terminal; the board's buttons answer as well.
    if not sys.stdin.isatty():
        yield None
        return
    with Keyboard() as keyboard:
        yield keyboard


def _keys(keyboard: Keyboard | None) -> str:
    if keyboard is None or keyboard.fd is None:
        return ""
    is_ready = bool(select.select([keyboard.fd], [], [], 0)[0])
    return keyboard.read().lower() if is_ready else ""


def _conclude(args: Namespace, connected: ConnectedWalk, report: Report, name: str) -> int:
    document = report.document() | {"report": str(Path(name).absolute())}
    if not args.json:
        for finding in report.findings:
            say(f"{'FAULT' if finding.is_fault else 'note '}  {finding}")
        say(f"report: {name}")
    if report.is_healthy:
        if args.json:
            emit(document)
        else:
            say(f"{report.verdict()}, {report.seconds:.0f} s")
        return 0
    sentence = report.verdict()
    if not report.is_complete:
        asked = connected.walk.prompt.asked
        if connected.walk.state is WalkState.ABANDONED:
            sentence += "; nobody moved a magnet for a while, or no reed noticed it"
        if asked in SWEEP:
            sentence += f"; go on with --from {asked}"
    if report.faults:
        sentence += f", the first: {report.faults[0].text}"
    raise CommandError(f"{sentence}; report in {name}", document)

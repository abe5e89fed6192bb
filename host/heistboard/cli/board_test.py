"""``heistboard board test``: the guided walk on a board; on the simulated one by itself."""

import contextlib
import queue
import select
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from pathlib import Path
from typing import TextIO

try:
    import termios
    import tty
except ImportError:  # Windows: the buttons answer
    termios = None  # type: ignore[assignment]

from rich.console import Console
from rich.live import Live

from heistboard.boards.connected import Boards
from heistboard.boards.data_folder import DataFolder, open_private
from heistboard.firmware import wire
from heistboard.link.link import LinkState, Notice
from heistboard.link.messages import Rise
from heistboard.link.module import Event, Module, Resync
from heistboard.link.port import Connection, now_ms
from heistboard.places import layout
from heistboard.places.scene import Scene, pack
from heistboard.selftest.plan import PARTS, SWEEP, HandPlan
from heistboard.selftest.report import Report, make_report
from heistboard.selftest.robot import Robot
from heistboard.selftest.walk import Key, Pace, Walk, WalkState
from heistboard.terminal.output import CommandError, emit, is_screen, say
from heistboard.terminal.walk_screen import WalkView

__all__ = ["test"]

PACE = Pace()
SIM_PACE = Pace().faster(2)  # nobody's hand gets tired
TURN_S = 0.005
CLEAR_FOR_S = 0.5
CLEAR_WITHIN_S = 90.0
DRAW_EVERY_MS = 100
KEYS = {"\n": Key.YES, "y": Key.YES, "n": Key.NO, "u": Key.NO, "s": Key.SKIP, "h": Key.SKIP}
QUIT = "q"


def test(args: Namespace) -> int:
    """Walks through the test, prints what was found, leaves a report."""
    plan = _plan(args)
    data = DataFolder(args.data)
    started = datetime.now().astimezone()
    began_s = time.monotonic()
    choice = args.board or "sim"
    with Boards("heistboard board test", choice, data, reveal=args.reveal) as boards:
        connection = boards.require_one()
        boards.tend()
        module = connection.link.module
        if module is None or module.hello is None:
            raise CommandError(f"{connection.port.device}: the board went away")
        if boards.hidden:
            if not args.json:
                say("a game is not over: take everything off the cells, the test waits for that")
            _wait_clear(module, boards.hidden)
        where = "simulated" if boards.is_simulated else connection.port.device
        with _report_file(args.report, data, module.serial, started) as file:
            tour = Tour(boards, connection, module, plan)
            with contextlib.suppress(KeyboardInterrupt):
                _go(tour, is_quiet=args.json)
            tour.darken()
            report = make_report(
                tour.walk,
                serial=module.serial,
                firmware=module.hello.firmware,
                board=where,
                started=started,
                seconds=time.monotonic() - began_s,
            )
            file.write(report.text())
    return _conclude(args, tour, report, file.name)


def _wait_clear(module: Module, hidden: Collection[str]) -> None:
    # What lies there before the test may be a secret, so the walk must not know of it.
    due_s = time.monotonic() + CLEAR_WITHIN_S
    clear_s = None
    while clear_s is None or time.monotonic() - clear_s < CLEAR_FOR_S:
        closed = zip(layout.REEDS, module.closed, strict=True)
        if not any(is_closed and name in hidden for name, is_closed in closed):
            clear_s = clear_s or time.monotonic()
        elif time.monotonic() > due_s:
            raise CommandError(
                "a game is not over, and something still lies on the cells or a reed there stays "
                "closed; take everything off and try again, or add --reveal if everybody may know "
                "where it lies"
            )
        else:
            clear_s = None
        time.sleep(TURN_S)


def _plan(args: Namespace) -> HandPlan:
    for name in (args.first, args.last):
        if name is not None and name not in SWEEP:
            raise CommandError(
                f"no reed is called {name!r}, expected b3.cover, b3.occupant, x23.occupant, done "
                "or the like"
            )
    has_range = args.first is not None or args.last is not None
    parts = tuple(args.part or (("reeds",) if has_range else PARTS))
    try:
        return HandPlan.between(args.first, args.last, parts)
    except ValueError as error:
        raise CommandError(str(error)) from None


@contextlib.contextmanager
def _report_file(
    name: str | None, data: DataFolder, serial: str, started: datetime
) -> Iterator[TextIO]:
    # Opened first: nobody walks for minutes to learn that the result cannot be kept.
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
        raise CommandError(f"{path} is there already; choose another name") from None
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from None
    with file:
        try:
            yield file
        except BaseException:
            path.unlink(missing_ok=True)
            raise


class Tour:
    """A walk on a board that is there: events in, lights out, time while the board is there."""

    def __init__(
        self, boards: Boards, connection: Connection, module: Module, plan: HandPlan
    ) -> None:
        self._boards = boards
        self._module = module
        self._notices: queue.SimpleQueue[Notice] = queue.SimpleQueue()
        self._scene: Scene = {}
        self._spent_ms = 0  # without the board
        self._seen_ms = now_ms()
        self.is_lost = False
        boards.on_notice = self._take
        pace = SIM_PACE if boards.is_simulated else PACE
        names = (name for name, closed in zip(layout.REEDS, module.closed, strict=True) if closed)
        self.walk = Walk(frozenset(names), self._seen_ms, plan, pace)
        self.walk.evidence.line_name = boards.chosen.line_name
        self._robot: Robot | None = None
        if boards.is_simulated:
            (board,) = boards.chosen.sims
            self._robot = Robot(board, self.key, climb_ms=pace.climb, press_ms=pace.press + 40)
        self._show({})

    def turn(self) -> None:
        """Does what is due."""
        connection = self._connection()
        now = now_ms()
        self.is_lost = connection is None
        if self.is_lost:
            self._spent_ms += now - self._seen_ms
        self._seen_ms = now
        now -= self._spent_ms
        with contextlib.suppress(queue.Empty):
            notice = self._notices.get(timeout=TURN_S)
            while True:
                self._tell(notice, now)
                notice = self._notices.get_nowait()
        if connection is None:
            return
        self.walk.tick(now)
        if self.walk.wants_rise(now):
            connection.ask(wire.ASK_SELF_TEST)
        self._show(self.walk.scene(now))
        if self._robot is not None:
            self._robot.act(self.walk.prompt, now)

    def key(self, key: Key) -> None:
        """Takes an answer by keyboard."""
        self.walk.key(key, now_ms() - self._spent_ms)

    def darken(self) -> None:
        """Ends the lights, and waits for that."""
        self._boards.on_notice = lambda module, notice: None
        self._show({})
        connection = self._connection()
        if connection is not None:
            self._boards.hub.wait(lambda: connection.link.is_settled, 0.5)

    def _connection(self) -> Connection | None:
        for connection in self._boards.hub.connections():
            link = connection.link
            if link.module is self._module and link.state is LinkState.READY:
                return connection
        return None

    def _show(self, scene: Scene) -> None:
        if scene != self._scene:
            self._scene = scene
            self._boards.hub.show(self._module.floor, pack(scene))

    def _take(self, module: Module | None, notice: Notice) -> None:
        if module is self._module and isinstance(notice, Event | Resync | Rise):
            self._notices.put(notice)

    def _tell(self, notice: Notice, now: int) -> None:
        if isinstance(notice, Event):
            self.walk.changed(notice.name, notice.is_closed, now, notice.time_ms)
        elif isinstance(notice, Resync):
            for reed, is_closed in notice.changes:
                self.walk.changed(layout.REEDS[reed], is_closed, now)
        elif isinstance(notice, Rise):
            self.walk.rise(notice)


def _go(tour: Tour, *, is_quiet: bool) -> None:
    with _keyboard() as keys:
        if is_quiet:
            _drive(tour, keys, lambda: None)
        elif is_screen():
            with Live(console=Console(), auto_refresh=False, transient=True) as live:

                def draw() -> None:
                    live.update(WalkView(tour.walk, tour.is_lost), refresh=True)

                _drive(tour, keys, draw)
        else:
            _drive(tour, keys, _Lines(tour))


def _drive(tour: Tour, keys: Callable[[], str], draw: Callable[[], None]) -> None:
    drawn_ms = 0
    while not tour.walk.is_over:
        tour.turn()
        for letter in keys():
            if letter == QUIT:
                return
            if letter in KEYS:
                tour.key(KEYS[letter])
        if now_ms() - drawn_ms >= DRAW_EVERY_MS:
            drawn_ms = now_ms()
            draw()
    draw()


class _Lines:
    # What is asked, a line for each state, where no screen can be drawn on.

    def __init__(self, tour: Tour) -> None:
        self._tour = tour
        self._said = ""

    def __call__(self) -> None:
        prompt = self._tour.walk.prompt
        # Of a sweep only that it is one: its reeds come faster than lines are read.
        is_sweep = prompt.state in (WalkState.SWEEP, WalkState.DIODES) and not prompt.missing
        what = prompt.text.partition(":")[0] if is_sweep and not prompt.lifts else prompt.text
        text = f"{prompt.state.value}: {what}"
        if text != self._said:
            self._said = text
            say(text)


@contextlib.contextmanager
def _keyboard() -> Iterator[Callable[[], str]]:
    # Single keys where there is a terminal; the buttons on the board do as well.
    if termios is None or not sys.stdin.isatty():
        yield lambda: ""
        return

    def keys() -> str:
        letters = ""
        while select.select([sys.stdin], [], [], 0)[0]:
            letter = sys.stdin.read(1)
            if not letter:
                break
            letters += letter.lower()
        return letters

    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield keys
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def _conclude(args: Namespace, tour: Tour, report: Report, name: str) -> int:
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
        asked = tour.walk.prompt.asked
        if tour.walk.state is WalkState.ABANDONED:
            sentence += "; nobody moved a magnet for a while, or no reed felt it"
        if asked in SWEEP:
            sentence += f"; go on with --from {asked}"
    if report.faults:
        sentence += f", the first: {report.faults[0].text}"
    raise CommandError(f"{sentence}; report in {name}", document)

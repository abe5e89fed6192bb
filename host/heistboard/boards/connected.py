"""Keeps boards connected during a command, with their events, problems and counters."""

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime

from heistboard.boards.choice import NO_BOARD, BoardChoice, choose
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.secrecy import CELL_REEDS, REVEALS, reason_to_hide
from heistboard.boards.snapshot import BoardSnapshot, BoardsSnapshot, reeds_of
from heistboard.errors import CommandError
from heistboard.firmware import wire
from heistboard.link.floors import Modules
from heistboard.link.hub import Hub
from heistboard.link.line_record import Recorder
from heistboard.link.link import LinkState, Notice, StateChange, config_for
from heistboard.link.messages import Fault, Stats
from heistboard.link.module import Event, Module, Resync
from heistboard.link.port import Connection, Port
from heistboard.places import layout, scene
from heistboard.places.lighting import BY_DEFAULT, Lighting
from heistboard.places.mirror import mirror
from heistboard.sim.demo_hands import DemoHands

__all__ = ["ConnectedBoards", "require_ready", "wait_settled"]

READY_WITHIN_S = 5.0
LINES_KEPT = 100
RATE_OVER_S = 2.0
NOTED_A_SECOND = 200  # changes and faults; hands make fewer, a faulty board may make thousands
FAULT_AGAIN_S = 10.0  # before the same kind of fault of the same board is reported again


class ConnectedBoards:
    """Connects the boards of *choice*. Use it in a ``with`` statement, which raises
    :exc:`CommandError` if there are none.

    With *is_alive*, lights mirror reeds, and demo hands move the pieces of a simulated board. If
    the pieces on a real board may be those of an unfinished game, nothing that depends on
    :attr:`hidden` reeds is shown, unless *reveal*.

    *on_fault* gets a sentence for each link that is lost or refused. :attr:`on_notice` gets every
    notice and may be replaced at any time. Both are called on the threads of the connections.
    """

    def __init__(
        self,
        title: str,
        choice: str | Sequence[str],
        data: DataFolder,
        *,
        is_alive: bool = False,
        reveal: bool = False,
        else_sim: bool = False,
        note: str = "",
        lighting: Lighting = BY_DEFAULT,
        new_recorder: Callable[[Port], Recorder] = lambda port: Recorder(),
        on_fault: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._title = title
        self._choices = (choice,) if isinstance(choice, str) else tuple(choice)
        self._data = data
        self._is_alive = is_alive
        self._reveal = reveal
        self.hidden: frozenset[str] = frozenset()
        """The reeds that are not shown; set when the boards are connected."""
        self._else_sim = else_sim
        self._note_of_command = note
        self._lighting = lighting
        self._new_recorder = new_recorder
        self._on_fault = on_fault
        self.on_notice: Callable[[Module | None, Notice], None] = lambda module, notice: None
        self.modules = Modules()
        self.notes: tuple[str, ...] = ()
        self._exits = contextlib.ExitStack()
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._lines: deque[str] = deque(maxlen=LINES_KEPT)
        self._fresh_lines: deque[str] = deque(maxlen=LINES_KEPT * 10)
        self._causes: dict[str, str] = {}
        self._faults: dict[str, int] = {}
        self._problems: dict[str, str] = {}
        self._events = 0
        self._samples: deque[tuple[float, int, int]] = deque()
        self._tallies: dict[str, _Tally] = {}
        self._second_s = 0.0  # when the current second began
        self._noted = 0  # in the current second
        self._unnoted = 0  # not listed and not mirrored since the last update
        self._faults_told_s: dict[tuple[str, int], float] = {}

    def __enter__(self) -> "ConnectedBoards":
        with self._exits:
            if self._choices != ("sim",):
                self.modules = Modules(self._data.floors())
            self.chosen: BoardChoice = self._exits.enter_context(
                choose(self._choices, self.modules, else_sim=self._else_sim)
            )
            reason = "" if self.chosen.sims else reason_to_hide(self._data)
            self.hidden = CELL_REEDS if reason and not self._reveal else frozenset()
            secrecy = f"{reason}, so the reeds of cells are hidden" if self.hidden else REVEALS
            self.hub = Hub(
                self._take,
                self.chosen.ports,
                self.modules,
                new_recorder=self._new_recorder,
                reveal=not self.hidden,
            )
            self.hub.configure(config_for(self._lighting))
            self._exits.enter_context(self.hub)
            wait_settled(self.hub, self.chosen.ports)
            note = self.chosen.note
            if self.chosen.sims and self._is_alive:
                note += ", moved by demo hands"
                self._exits.enter_context(DemoHands(self.chosen.sims))
            notes = (note, self._note_of_command, secrecy if reason else "")
            self.notes = tuple(text for text in notes if text)
            with self._lock:
                self._fresh_lines.extendleft(reversed(self.notes))
            self._exits = self._exits.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._exits.close()

    @property
    def is_simulated(self) -> bool:
        """Whether this program started the boards itself."""
        return bool(self.chosen.sims)

    @property
    def seconds(self) -> float:
        """The time since the boards were connected."""
        return time.monotonic() - self._started

    def require_ready(self) -> list[Connection]:
        """Returns the ready boards; raises :exc:`CommandError` with the reason if none is."""
        return require_ready(self.hub)

    def require_one(self) -> Connection:
        """Returns the only ready board; raises :exc:`CommandError` if none or several are."""
        ready = self.require_ready()
        if len(ready) > 1:
            ports = ", ".join(connection.port.device for connection in ready)
            raise CommandError(f"found boards at {ports}; choose one with --board PORT")
        return ready[0]

    def update(self) -> None:
        """Notes new problems of ports, and what came too fast to be noted. Call it regularly."""
        unnoted, self._unnoted = self._unnoted, 0
        if unnoted:
            self._note(f"{unnoted} more changes and faults, too fast to list")
            for module in self.modules.met():
                self._mirror(module)
        problems = dict(self.hub.problems)
        for device, problem in problems.items():
            if self._problems.get(device) != problem:
                self._note(problem)
                self._on_fault(problem)
        self._problems = problems

    def add_note(self, note: str) -> None:
        """Adds a note to the heading and to the lines."""
        self.notes = (*self.notes, note)
        with self._lock:
            self._fresh_lines.append(note)

    def take_lines(self) -> list[str]:
        """Returns the lines noted since the last call."""
        with self._lock:
            lines = list(self._fresh_lines)
            self._fresh_lines.clear()
        return lines

    def snapshot(self) -> BoardsSnapshot:
        """Returns the current state of all boards."""
        connections = {
            connection.link.module.serial: connection
            for connection in self.hub.connections()
            if connection.link.module is not None
        }
        boards = tuple(
            self._board_snapshot(module, connections.get(module.serial))
            for module in self.modules.met()
        )
        frames = sum(tally.frames for tally in self._tallies.values())
        events_a_second, frames_a_second = self._rates(frames)
        with self._lock:
            lines = tuple(self._lines)
        return BoardsSnapshot(
            title=self._title,
            notes=self.notes,
            seconds=self.seconds,
            boards=boards,
            problems=tuple(self.hub.problems.values()),
            lines=lines,
            events=self._events,
            events_a_second=events_a_second,
            frames_a_second=None if self.hidden else frames_a_second,
        )

    def _board_snapshot(self, module: Module, connection: Connection | None) -> BoardSnapshot:
        tally = self._tallies.setdefault(module.serial, _Tally())
        if connection is not None:
            tally.take(connection)
        stats = tally.stats
        hello = module.hello
        counters = {
            "repeated": module.repeated,
            "gaps": module.gaps,
            "corrected": module.corrected,
            "bad": tally.bad,
            "skipped": tally.skipped,
            "malformed": tally.malformed,
            "lost": stats.lost if stats else 0,
            "resent": stats.resent if stats else 0,
            "bad_blocks": stats.bad_blocks if stats else 0,
            "faults": self._faults.get(module.serial, 0),
        }
        sim = next((board for board in self.chosen.sims if board.serial == module.serial), None)
        return BoardSnapshot(
            serial=module.serial,
            floor=module.floor,
            state=connection.link.state if connection else LinkState.LOST,
            port=connection.port.device if connection else "",
            firmware=hello.firmware if hello else "",
            interpreter=hello.interpreter if hello else "",
            cause=self._causes.get(module.serial, ""),
            closed=frozenset(self._closed(module)),
            lights=scene.unpack(module.intents),
            shown=sim.leds if sim else None,
            counters=counters,
            stats=stats,
            reeds=reeds_of(module, self.hidden),
            hidden=self.hidden,
        )

    def _closed(self, module: Module) -> list[str]:
        names = zip(layout.REEDS, module.closed, strict=True)
        return [name for name, closed in names if closed and name not in self.hidden]

    def _rates(self, frames: int) -> tuple[float, float]:
        now = time.monotonic()
        self._samples.append((now, self._events, frames))
        while len(self._samples) > 2 and now - self._samples[1][0] >= RATE_OVER_S:
            self._samples.popleft()
        then, events_then, frames_then = self._samples[0]
        span = now - then
        if span <= 0:
            return 0.0, 0.0
        return (self._events - events_then) / span, (frames - frames_then) / span

    # On the threads of the connections.

    def _take(self, module: Module | None, notice: Notice) -> None:
        self.on_notice(module, notice)  # first, as it may be timing the board
        if module is None:
            return
        if isinstance(notice, StateChange):
            self._changed_state(module, notice)
            return
        if isinstance(notice, Event):
            if notice.name in self.hidden:
                return
            self._events += 1
        elif isinstance(notice, Fault):
            self._faults[module.serial] = self._faults.get(module.serial, 0) + 1
        elif not isinstance(notice, Resync):
            return
        if self._is_too_fast():
            self._unnoted += 1
        elif isinstance(notice, Fault):
            self._note_fault(module, notice)
        else:
            self._note_changes(module, notice)
            self._mirror(module)

    def _is_too_fast(self) -> bool:
        now_s = time.monotonic()
        if not 0 <= now_s - self._second_s < 1:
            self._second_s, self._noted = now_s, 0
        self._noted += 1
        return self._noted > NOTED_A_SECOND

    def _mirror(self, module: Module) -> None:
        if self._is_alive:
            self.hub.show(module.serial, scene.pack(mirror(self._closed(module))))

    def _note_changes(self, module: Module, notice: Event | Resync) -> None:
        if isinstance(notice, Event):
            self._note(f"{self._where(module)}{notice.name} {_verb(notice.is_closed)}")
            return
        for reed, is_closed in notice.changes:
            name = layout.REEDS[reed]
            if name not in self.hidden:
                self._note(f"{self._where(module)}{name} {_verb(is_closed)} meanwhile")

    def _note_fault(self, module: Module, notice: Fault) -> None:
        fault = str(notice)
        if self.hidden and notice.code == wire.FAULT_OVERFLOW:
            fault = "the board's queue overflowed, changes lost"
        self._note(f"{self._prefix(module)}{fault}")
        now_s, key = time.monotonic(), (module.serial, notice.code)
        if now_s - self._faults_told_s.get(key, -FAULT_AGAIN_S) >= FAULT_AGAIN_S:
            self._faults_told_s[key] = now_s
            self._on_fault(f"board {module.serial}: {fault}")

    def _changed_state(self, module: Module, change: StateChange) -> None:
        if change.new is LinkState.READY:
            self._causes.pop(module.serial, None)
            self._note(f"{self._name(module)} ready")
        elif change.new is LinkState.LOST and change.cause != "closed":
            self._causes[module.serial] = change.cause
            self._note(f"{self._name(module)} lost: {change.cause}; waiting for it to come back")
            self._on_fault(f"board {module.serial} lost: {change.cause}")
        elif change.old is LinkState.READY and change.new is LinkState.GREETING:
            self._note(f"{self._prefix(module)}{change.cause}")
            self._on_fault(f"board {module.serial}: {change.cause}")

    def _note(self, text: str) -> None:
        line = f"{datetime.now():%H:%M:%S} {text}"
        with self._lock:
            self._lines.append(line)
            self._fresh_lines.append(line)

    # What lines call a board; short, as they are narrow on the screen.

    def _name(self, module: Module) -> str:
        if module.floor is not None:
            return f"floor {module.floor}"
        return "the board" if len(self.modules.met()) < 2 else f"board {module.serial}"

    def _prefix(self, module: Module) -> str:
        is_only = module.floor is None and len(self.modules.met()) < 2
        return "" if is_only else f"{self._name(module)}: "

    def _where(self, module: Module) -> str:
        if len(self.modules.met()) < 2:
            return ""
        return f"{module.serial} " if module.floor is None else f"{module.floor}:"


def wait_settled(hub: Hub, ports: Callable[[], list[Port]]) -> None:
    """Waits until each port has a ready board or a problem, :data:`READY_WITHIN_S` at most."""

    def is_settled() -> bool:
        ready = {connection.port.device for connection in hub.ready()}
        return all(port.device in ready or port.device in hub.problems for port in ports())

    hub.wait(is_settled, READY_WITHIN_S)


def require_ready(hub: Hub) -> list[Connection]:
    """Returns the ready boards; raises :exc:`CommandError` with the reason if none is."""
    ready = hub.ready()
    if ready:
        return ready
    problems = list(hub.problems.values())
    if problems:
        raise CommandError("; ".join(problems))
    for connection in hub.connections():
        raise CommandError(
            f"{connection.port.device}: the board is not ready after {READY_WITHIN_S:.0f} s "
            f"({connection.link.state.value}); unplug it, plug it in and try again"
        )
    raise CommandError(NO_BOARD)


class _Tally:
    # The counters of one board, summed over its connections.

    def __init__(self) -> None:
        self.stats: Stats | None = None
        self._connection: Connection | None = None
        self._ended = [0, 0, 0, 0]
        self._now = [0, 0, 0, 0]

    def take(self, connection: Connection) -> None:
        if connection is not self._connection:
            self._ended = self._sums
            self._connection = connection
        link = connection.link
        self._now = [
            link.counters.frames,
            link.reader.bad,
            link.reader.skipped,
            link.counters.malformed,
        ]
        self.stats = link.stats or self.stats

    @property
    def _sums(self) -> list[int]:
        return [ended + now for ended, now in zip(self._ended, self._now, strict=True)]

    @property
    def frames(self) -> int:
        return self._sums[0]

    @property
    def bad(self) -> int:
        return self._sums[1]

    @property
    def skipped(self) -> int:
        return self._sums[2]

    @property
    def malformed(self) -> int:
        return self._sums[3]


def _verb(is_closed: bool) -> str:
    return "closed" if is_closed else "opened"

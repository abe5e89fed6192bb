"""Finds all boards of a table, connects to them and reconnects, even under new port names.

:class:`HubCore` decides what to do; it starts no thread, opens no port and reads no clock.
:class:`Hub` adds the threads. Rehearsals run a core in virtual time.
"""

import logging
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from heistboard.link.floors import Modules
from heistboard.link.line_record import Recorder
from heistboard.link.link import (
    DEFAULTS,
    NOT_ANSWERING,
    Link,
    LinkState,
    Notice,
    Presence,
    StateChange,
)
from heistboard.link.messages import Configured
from heistboard.link.module import Module
from heistboard.link.port import Connection, Port, PortError, find_ports, now_ms

__all__ = ["Hub", "HubConnection", "HubCore"]

LOOK_EVERY_MS = 500  # while a board is missing
LOOK_RARELY_MS = 2_000  # while none is missing: listing the ports takes milliseconds
TRY_AGAIN_MS = 10_000  # after a refusal; the right board may be there by the next try
TWIN_AGAIN_MS = 2_000  # the same if another board has its serial number; that one may be gone

_log = logging.getLogger(__name__)


class HubConnection(Protocol):
    """The part of a connection that a hub uses."""

    port: Port
    link: Link
    recorder: Recorder

    @property
    def is_alive(self) -> bool:
        """Whether the port is still open."""

    def start(self) -> None:
        """Greets the board and starts reading."""

    def close(self) -> None:
        """Closes the connection."""

    def show(self, intents: bytes) -> None:
        """Sends a scene of packed *intents* to the board."""

    def configure(self, config: Configured) -> None:
        """Sends *config* to the board."""


C = TypeVar("C", bound=HubConnection)


class HubCore(Generic[C]):
    """Keeps track of which ports are connected, and which to try next and when.

    *connect* opens a port or raises :exc:`PortError`. *on_notice* is called with each notice and
    its module (None while the module is unknown), and with :class:`Presence` each time a module
    becomes ready or stops being so. :attr:`problems` has a sentence for each device that cannot be
    used. The log omits reeds and lights unless *reveal*.
    """

    def __init__(
        self,
        on_notice: Callable[[Module | None, Notice], None],
        connect: Callable[[Port], C],
        modules: Modules,
        *,
        reveal: bool = False,
    ) -> None:
        self.modules = modules
        self.problems: dict[str, str] = {}
        self.has_lost_board = False  # since the last :meth:`look`
        self._on_notice = on_notice
        self._connect = connect
        self._reveal = reveal
        self._config = DEFAULTS
        self._connections: dict[str, C] = {}
        self._not_before_ms: dict[str, int] = {}
        self._ready: list[tuple[C, Module]] = []
        self._answered: dict[str, str] = {}  # the board at each port while that stays

    @property
    def look_every_ms(self) -> int:
        """How often to call :meth:`look`; less often while every known board is ready."""
        is_complete = len(self._ready_by_serial()) == self.modules.count > 0
        is_expecting = 0 in self._not_before_ms.values()
        return LOOK_RARELY_MS if is_complete and not is_expecting else LOOK_EVERY_MS

    def look(self, ports: list[Port], now_ms: int) -> None:
        """Connects to *ports* that are new or due for another try."""
        self.has_lost_board = False
        by_device = {port.device: port for port in ports}
        for device, connection in list(self._connections.items()):
            if not connection.is_alive:
                del self._connections[device]
        for device in list(self._answered):
            if device not in by_device:
                self._answered.pop(device, None)
        for device in list(self._not_before_ms):
            if device not in by_device:
                self._not_before_ms.pop(device, None)
                self.problems.pop(device, None)
        for device, port in by_device.items():
            if device not in self._connections and self._not_before_ms.get(device, 0) <= now_ms:
                self._open(port)

    def close(self) -> None:
        """Closes all connections."""
        for connection in list(self._connections.values()):
            connection.close()

    def connections(self) -> list[C]:
        """Returns the connections that are open, ready or not."""
        return [each for each in list(self._connections.values()) if each.is_alive]

    def ready(self) -> list[C]:
        """Returns the connections whose boards are ready, sorted by floor."""
        found = self._ready_by_serial()
        return [found[module.serial] for module in self.modules.met() if module.serial in found]

    def _ready_by_serial(self) -> dict[str, C]:
        return {
            connection.link.module.serial: connection
            for connection in list(self._connections.values())
            if connection.link.state is LinkState.READY and connection.link.module is not None
        }

    def show(self, serial: str, intents: bytes) -> None:
        """Sends packed *intents* to the board *serial*, now or once it is ready."""
        module = self.modules[serial]
        module.intents = intents
        for connection in self.ready():
            if connection.link.module is module:
                connection.show(intents)

    def configure(self, config: Configured) -> None:
        """Sends *config* to every board, including those connected later."""
        self._config = config
        for connection in list(self._connections.values()):
            connection.configure(config)

    def handle(self, connection: C, notices: list[Notice], now_ms: int) -> None:
        """Handles the *notices* of *connection*, in order."""
        for notice in notices:
            if isinstance(notice, StateChange):
                self._changed_state(connection, notice, now_ms)
            self._on_notice(connection.link.module, notice)
            if isinstance(notice, StateChange):
                self._tell_presence(connection, notice.new)

    def _tell_presence(self, connection: C, state: LinkState) -> None:
        # A level for each module: nothing that another port does changes it.
        module = connection.link.module
        if module is None:
            return
        was_there = any(each is module for _, each in self._ready)
        self._ready = [each for each in self._ready if each[0] is not connection]
        if state is LinkState.READY:
            self._ready.append((connection, module))
        is_there = any(each is module for _, each in self._ready)
        if is_there != was_there:
            self._on_notice(module, Presence(is_there, module.missed if is_there else 0))

    def _open(self, port: Port) -> None:
        try:
            connection = self._connect(port)
        except PortError as error:
            # Retry at the next look: just after plug-in, another program may hold the port, or its
            # permissions may not be set yet.
            self._set_problem(port.device, str(error), not_before_ms=0)
            return
        self._connections[port.device] = connection
        connection.configure(self._config)
        connection.start()

    def _changed_state(self, connection: C, change: StateChange, now_ms: int) -> None:
        device = connection.port.device
        had_problem = device in self.problems
        _log.log(
            # A board that stays frozen or refused would fill the log.
            logging.DEBUG if had_problem and change.new is not LinkState.READY else logging.INFO,
            "board=%s floor=%s %s -> %s (%s)",
            device,
            change.floor,
            change.old.value,
            change.new.value,
            change.cause,
        )
        is_frozen = change.cause == NOT_ANSWERING or (
            connection.link.is_silent and device in self._answered
        )
        if is_frozen:
            self.has_lost_board = True
            serial = connection.port.serial or self._answered[device]
            self._set_problem(
                device,
                f"{device}: board {serial} is not answering; if it stays so, unplug it and plug "
                "it in again",
                not_before_ms=0,
            )
        elif change.new is LinkState.REFUSED:
            after_ms = TWIN_AGAIN_MS if connection.link.is_twin else TRY_AGAIN_MS
            self._set_problem(device, f"{device}: {change.cause}", now_ms + after_ms)
        elif change.new is LinkState.READY:
            self.problems.pop(device, None)
            self._not_before_ms.pop(device, None)
            if connection.link.module is not None:
                self._answered[device] = connection.link.module.serial
        elif change.new is LinkState.LOST and change.cause != "closed":
            self.has_lost_board = True
            for line in connection.recorder.last(reveal=self._reveal):
                _log.info("board=%s last %s", device, line)

    def _set_problem(self, device: str, text: str, not_before_ms: int) -> None:
        if self.problems.get(device) != text:
            _log.warning("%s", text)
        self.problems[device] = text
        self._not_before_ms[device] = not_before_ms


class Hub(HubCore[Connection]):
    """Keeps a connection to every board that *ports* returns. Use it in a ``with`` statement.

    The other arguments are those of :class:`HubCore`. *on_notice* is called in the connections'
    threads, but never in two at once.
    """

    def __init__(
        self,
        on_notice: Callable[[Module | None, Notice], None],
        ports: Callable[[], list[Port]] = find_ports,
        modules: Modules | None = None,
        *,
        new_recorder: Callable[[Port], Recorder] = lambda port: Recorder(),
        reveal: bool = False,
    ) -> None:
        super().__init__(on_notice, self._connection, modules or Modules(), reveal=reveal)
        self._turn = threading.Lock()
        self._ports = ports
        self._new_recorder = new_recorder
        self._changed = threading.Condition()
        self._ends = threading.Event()
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)

    def __enter__(self) -> "Hub":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes all connections."""
        self._ends.set()
        self._wake.set()
        self._thread.join()
        super().close()

    def wait(self, done: Callable[[], bool], within_s: float) -> bool:
        """Waits until *done* is true, checked after each notice; False after *within_s*."""
        with self._changed:
            return self._changed.wait_for(done, within_s)

    def _run(self) -> None:
        while not self._ends.is_set():
            self.look(self._ports(), now_ms())
            with self._changed:
                self._changed.notify_all()  # problems may have changed
            self._wake.wait(self.look_every_ms / 1000)
            self._wake.clear()

    def _connection(self, port: Port) -> Connection:
        return Connection(port, self.modules, self._heard, recorder=self._new_recorder(port))

    def _heard(self, connection: Connection, notices: list[Notice]) -> None:
        # Called in the connection's thread.
        with self._turn:
            self.handle(connection, notices, now_ms())
        if self.has_lost_board:
            self._wake.set()
        with self._changed:
            self._changed.notify_all()

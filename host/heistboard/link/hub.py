"""All boards of a table: finds them, connects, and connects again, whatever the port is called."""

import logging
import threading
import time
from collections.abc import Callable

from heistboard.link.line_record import Recorder
from heistboard.link.link import DEFAULTS, LinkState, Notice, StateChange
from heistboard.link.messages import Configured
from heistboard.link.module import Module, Modules
from heistboard.link.port import Connection, Port, PortError, find_ports

__all__ = ["Hub"]

LOOK_EVERY_S = 0.5  # while a board is missing
LOOK_CALMLY_S = 2.0  # listing the ports costs milliseconds
TRY_AGAIN_S = 10.0  # a port that was refused may have a right board by then

_log = logging.getLogger(__name__)


class Hub:
    """Keeps a connection to every board that *ports* finds. Use it in a ``with`` statement.

    *on_notice* is called with each notice and the module it is of (None while unknown), one at a
    time. Problems with ports are in :attr:`problems`, by device, as sentences. What goes to the
    log hides reeds and lights unless
    *reveal*.
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
        self.modules = modules or Modules()
        self.problems: dict[str, str] = {}
        self._on_notice = on_notice
        self._ports = ports
        self._new_recorder = new_recorder
        self._reveal = reveal
        self._config = DEFAULTS
        self._connections: dict[str, Connection] = {}
        self._not_before_s: dict[str, float] = {}
        self._changed = threading.Condition()
        self._turn = threading.Lock()
        self._ends = threading.Event()
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)

    def __enter__(self) -> "Hub":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all connections."""
        self._ends.set()
        self._wake.set()
        self._thread.join()
        for connection in list(self._connections.values()):
            connection.close()

    def connections(self) -> list[Connection]:
        """Returns the connections that are up or coming up."""
        return [each for each in list(self._connections.values()) if each.is_alive]

    def ready(self) -> list[Connection]:
        """Returns the connections whose boards are ready, by floor."""
        found = [
            connection
            for connection in list(self._connections.values())
            if connection.link.state is LinkState.READY and connection.link.module is not None
        ]
        return sorted(found, key=lambda each: each.link.module.floor if each.link.module else 0)

    def show(self, floor: int, intents: bytes) -> None:
        """Has the board of *floor* show packed *intents*, now or when it is there."""
        module = self.modules.floor(floor)
        if module is not None:
            module.intents = intents
        for connection in self.ready():
            if connection.link.module is module:
                connection.show(intents)

    def configure(self, config: Configured) -> None:
        """Has every board work with *config*, those that come later too."""
        self._config = config
        for connection in list(self._connections.values()):
            connection.configure(config)

    def wait(self, done: Callable[[], bool], within_s: float) -> bool:
        """Waits until *done* is true, looking after each notice; False after *within_s*."""
        with self._changed:
            return self._changed.wait_for(done, within_s)

    def _run(self) -> None:
        while not self._ends.is_set():
            self._look()
            is_complete = len(self.ready()) == len(self.modules.met()) > 0
            self._wake.wait(LOOK_CALMLY_S if is_complete else LOOK_EVERY_S)
            self._wake.clear()

    def _look(self) -> None:
        ports = {port.device: port for port in self._ports()}
        for device, connection in list(self._connections.items()):
            if not connection.is_alive:
                del self._connections[device]
        for device in list(self._not_before_s):
            if device not in ports:
                del self._not_before_s[device]
                self.problems.pop(device, None)
        for device, port in ports.items():
            if device in self._connections:
                continue
            if self._not_before_s.get(device, 0.0) > time.monotonic():
                continue
            self._connect(port)

    def _connect(self, port: Port) -> None:
        try:
            connection = Connection(
                port, self.modules, self._take, recorder=self._new_recorder(port)
            )
        except PortError as error:
            # Soon again: right after a board is plugged in others may hold the port, or own it.
            self._set_problem(port.device, str(error), again_s=0.0)
            return
        self._connections[port.device] = connection
        connection.configure(self._config)
        connection.start()

    def _take(self, connection: Connection, notices: list[Notice]) -> None:
        module = connection.link.module
        for notice in notices:
            if isinstance(notice, StateChange):
                self._changed_state(connection, notice)
            with self._turn:
                self._on_notice(module, notice)
        with self._changed:
            self._changed.notify_all()

    def _changed_state(self, connection: Connection, change: StateChange) -> None:
        device = connection.port.device
        _log.info(
            "board=%s floor=%s %s -> %s (%s)",
            device,
            change.floor,
            change.old.value,
            change.new.value,
            change.cause,
        )
        if change.new is LinkState.REFUSED:
            self._set_problem(device, f"{device}: {change.cause}", TRY_AGAIN_S)
        elif change.new is LinkState.READY:
            self.problems.pop(device, None)
        elif change.new is LinkState.LOST and change.cause != "closed":
            self._wake.set()
            for line in connection.recorder.last(reveal=self._reveal):
                _log.info("board=%s last %s", device, line)

    def _set_problem(self, device: str, text: str, again_s: float) -> None:
        with self._changed:
            if self.problems.get(device) != text:
                _log.warning("%s", text)
            self.problems[device] = text
            self._not_before_s[device] = time.monotonic() + again_s
            self._changed.notify_all()

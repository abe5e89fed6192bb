"""A hub and its connections in virtual time; ``link.hub`` and ``link.port`` are the real ones."""

import random
from collections.abc import Callable, Collection
from typing import Protocol

from heistboard.link.floors import Modules
from heistboard.link.hub import HubCore
from heistboard.link.line_record import Recorder
from heistboard.link.link import Link, LinkState, Notice
from heistboard.link.messages import Configured
from heistboard.link.module import Module
from heistboard.link.port import Port, PortError
from heistboard.sim.virtual_board import VirtualCable
from heistboard.sim.virtual_time import VirtualTime

__all__ = ["VirtualConnection", "VirtualDevice", "VirtualHub"]


class VirtualDevice(Protocol):
    """What is at the other end of a virtual port: a virtual board, or something else."""

    cable: VirtualCable

    def ports(self) -> list[Port]:
        """Returns its port as discovery would find it; empty while unplugged."""


class VirtualConnection:
    """A connection to a virtual device, until its cable is pulled."""

    def __init__(
        self, time: VirtualTime, port: Port, device: VirtualDevice, modules: Modules
    ) -> None:
        self.port = port
        self.link = Link(random.randrange(1, 0x10000), modules, serial=port.serial)
        self.recorder = Recorder()
        self._time = time
        self._cable = device.cable
        self._plug_number = device.cable.plug_number
        self._is_open = True

    @property
    def is_alive(self) -> bool:
        """Whether the port is still open."""
        return self._is_open

    @property
    def due_ms(self) -> int | None:
        """When :meth:`turn` next has something to do."""
        if not self._is_open:
            return None
        is_gone = self._cable.plug_number != self._plug_number
        return self._time.now_ms if is_gone or self._cable.to_host else self.link.due_ms

    def start(self) -> None:
        """Greets the board."""
        self._cable.to_host.clear()
        self.link.open(self._time.now_ms)
        self._flush()

    def close(self) -> None:
        """Closes the connection."""
        self._end("closed")

    def show(self, intents: bytes) -> None:
        """Sends a scene of packed *intents* to the board."""
        self.link.show(intents, self._time.now_ms)
        self._flush()

    def configure(self, config: Configured) -> None:
        """Sends *config* to the board."""
        self.link.configure(config, self._time.now_ms)
        self._flush()

    def turn(self, now_ms: int) -> list[Notice]:
        """Reads and writes; returns the notices."""
        if self._cable.plug_number != self._plug_number:
            self._end("cable pulled or port gone")
        else:
            data = bytes(self._cable.to_host)
            if data:
                self._cable.to_host.clear()
                self.recorder.received(now_ms, data)
                self.link.feed(data, now_ms)
            self.link.tick(now_ms)
            self._flush()
            if self.link.state in (LinkState.LOST, LinkState.REFUSED):
                self._end("closed")
        return self.link.take_notices()

    def _end(self, cause: str) -> None:
        self._is_open = False
        self.link.close(cause)

    def _flush(self) -> None:
        data = self.link.take_output()
        if data and self._is_open and self._cable.plug_number == self._plug_number:
            self.recorder.sent(self._time.now_ms, data)
            self._cable.write_down(data)


class VirtualHub(HubCore[VirtualConnection]):
    """Keeps connections to *devices*; *on_notice* is that of :class:`HubCore`."""

    def __init__(
        self,
        time: VirtualTime,
        devices: Collection[VirtualDevice],
        on_notice: Callable[[Module | None, Notice], None],
        modules: Modules | None = None,
    ) -> None:
        super().__init__(on_notice, self._connection, modules or Modules())
        self._time = time
        self._devices = devices
        self._looked_ms: int | None = None
        self._is_closed = False

    @property
    def due_ms(self) -> int | None:
        """When a connection or the search for ports is next due."""
        if self._is_closed:
            return None
        if self._looked_ms is None or self.has_lost_board:
            return self._time.now_ms
        times = [self._looked_ms + self.look_every_ms]
        for connection in self.connections():
            due_ms = connection.due_ms
            if due_ms is not None:
                times.append(due_ms)
        return min(times)

    def close(self) -> None:
        """Closes all connections for good."""
        self._is_closed = True
        super().close()

    def tick(self, now_ms: int) -> None:
        """Runs the connections that are due, and looks for ports when that is due."""
        for connection in self.connections():
            due_ms = connection.due_ms
            if due_ms is not None and due_ms <= now_ms:
                self.handle(connection, connection.turn(now_ms), now_ms)
        is_due = self._looked_ms is None or now_ms >= self._looked_ms + self.look_every_ms
        if is_due or self.has_lost_board:
            self._looked_ms = now_ms
            self.look([port for device in self._devices for port in device.ports()], now_ms)

    def _connection(self, port: Port) -> VirtualConnection:
        for device in self._devices:
            if port in device.ports():
                return VirtualConnection(self._time, port, device, self.modules)
        raise PortError(f"there is no port {port.device}")

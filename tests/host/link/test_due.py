"""Link, scene sender and hub act on time alone exactly when their ``due_ms`` says so."""

import pytest
from heistboard.link.floors import Modules
from heistboard.link.hub import HubCore
from heistboard.link.line_record import Recorder
from heistboard.link.link import Link, LinkState, Notice, StateChange
from heistboard.link.messages import Configured
from heistboard.link.module import Module
from heistboard.link.port import Port, PortError
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, pack

from tests.support.messages import hello, snapshot
from tests.support.virtual import VirtualLine


class PunctualLink(Link):
    """A link that fails the test if it acts without being due, or is due and does nothing."""

    def tick(self, now_ms: int) -> None:
        due_ms, before = self.due_ms, (bytes(self._out), len(self._notices), self.state)
        super().tick(now_ms)
        has_acted = (bytes(self._out), len(self._notices), self.state) != before
        assert has_acted == (due_ms is not None and due_ms <= now_ms), (now_ms, due_ms, self.state)


def punctual_line() -> VirtualLine:
    line = VirtualLine()
    line.link = PunctualLink(0x4D2, line.modules)
    line.link.open(line.now_ms)
    return line


def test_a_link_acts_when_it_is_due_and_only_then() -> None:
    line = punctual_line()
    line.settle()
    line.run(2_500)
    line.drivers.set("b3.cover", is_closed=True)
    line.link.show(pack({"b3": Intent(Colour.RED)}), line.now_ms)
    line.run(300)
    line.restart_board()
    line.run(2_000)
    assert line.link.state is LinkState.READY


@pytest.mark.parametrize("after_ms", [0, 3, 40, 700])
def test_it_is_punctual_when_the_board_falls_silent(after_ms: int) -> None:
    line = punctual_line()
    line.run(after_ms)
    line.is_reading = False
    for _ in range(6_000):
        line.run(1)
        line.link.tick(line.now_ms)
        line.link.take_output()
    assert line.link.state in (LinkState.LOST, LinkState.REFUSED)
    assert line.link.due_ms is None


def test_a_lost_scene_is_due_again() -> None:
    line = punctual_line()
    line.settle()
    line.down = lambda data: b""
    line.link.show(pack(dict.fromkeys(layout.LEDS, Intent(Colour.BLUE))), line.now_ms)
    line.run(400)
    line.down = lambda data: data
    line.settle()
    assert any(line.drivers.picture)


class FakeConnection:
    """A connection without a port."""

    def __init__(self, port: Port, modules: Modules) -> None:
        self.port = port
        self.link = Link(7, modules)
        self.recorder = Recorder()
        self.is_alive = True

    def start(self) -> None:
        self.link.open(0)

    def close(self) -> None:
        self.is_alive = False

    def show(self, intents: bytes) -> None:
        raise AssertionError("nothing is ready")

    def configure(self, config: Configured) -> None:
        self.link.configure(config, 0)


A, B = Port("/dev/a", None, ""), Port("/dev/b", None, "")


class FakePorts:
    """A hub's core with fake ports; those in :attr:`cannot` cannot be opened."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.cannot: set[str] = set()
        self.heard: list[tuple[Module | None, Notice]] = []
        self.core = HubCore(
            lambda module, notice: self.heard.append((module, notice)), self._connect, Modules()
        )

    def _connect(self, port: Port) -> FakeConnection:
        if port.device in self.cannot:
            raise PortError(f"{port.device} is in use")
        self.opened.append(port.device)
        return FakeConnection(port, self.core.modules)


def test_a_port_is_opened_once_and_again_when_its_connection_has_ended() -> None:
    hub = FakePorts()
    for now_ms in (0, 500, 1_000):
        hub.core.look([A], now_ms)
    assert hub.opened == ["/dev/a"]
    hub.core.connections()[0].close()
    hub.core.look([A, B], 1_500)
    assert hub.opened == ["/dev/a", "/dev/a", "/dev/b"]


def test_a_port_in_use_is_reported_and_retried_at_every_look() -> None:
    hub = FakePorts()
    hub.cannot = {"/dev/a"}
    hub.core.look([A], 0)
    assert hub.core.problems == {"/dev/a": "/dev/a is in use"}
    hub.cannot = set()
    hub.core.look([A], 500)
    assert hub.opened == ["/dev/a"]


def test_a_refused_board_is_tried_again_after_ten_seconds_or_when_its_port_was_away() -> None:
    hub = FakePorts()
    hub.core.look([A], 0)
    (connection,) = hub.core.connections()
    refused = StateChange(None, LinkState.GREETING, LinkState.REFUSED, "it is no Heistboard")
    hub.core.handle(connection, [refused], 2_000)
    connection.is_alive = False
    assert hub.core.problems == {"/dev/a": "/dev/a: it is no Heistboard"}
    hub.core.look([A], 11_999)
    assert hub.opened == ["/dev/a"]
    hub.core.look([A], 12_000)
    assert hub.opened == ["/dev/a", "/dev/a"]
    (again,) = hub.core.connections()
    hub.core.handle(again, [refused], 13_000)
    again.is_alive = False
    hub.core.look([], 13_500)
    assert hub.core.problems == {}
    hub.core.look([A], 14_000)
    assert hub.opened == ["/dev/a"] * 3


def test_a_lost_board_is_looked_for_at_once() -> None:
    hub = FakePorts()
    hub.core.look([A], 0)
    (connection,) = hub.core.connections()
    lost = StateChange(1, LinkState.READY, LinkState.LOST, "silent for 3 s")
    hub.core.handle(connection, [lost], 100)
    assert hub.core.has_lost_board
    assert hub.heard == [(None, lost)]
    hub.core.look([A], 101)
    assert not hub.core.has_lost_board


def test_ports_are_looked_at_often_while_one_may_be_usable_any_moment() -> None:
    hub = FakePorts()
    hub.core.look([A], 0)
    (connection,) = hub.core.connections()
    connection.link.feed(hello(7) + snapshot(), 0)
    assert hub.core.look_every_ms == 2_000
    hub.cannot = {"/dev/b"}
    hub.core.look([A, B], 0)
    assert hub.core.look_every_ms == 500

"""Several boards on one hub in virtual time: presence, equal serial numbers, frozen boards."""

import logging

import pytest
from heistboard.firmware import wire
from heistboard.link.floors import NEW_MOST, Modules
from heistboard.link.hub import HubCore
from heistboard.link.line_record import Recorder
from heistboard.link.link import Link, LinkState, Notice, Presence, StateChange
from heistboard.link.messages import Configured
from heistboard.link.module import Event, Module
from heistboard.link.port import Port
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, pack
from heistboard.sim.byte_faults import ByteFaults
from heistboard.sim.virtual_board import VirtualBoard
from heistboard.sim.virtual_hub import VirtualHub
from heistboard.sim.virtual_time import VirtualTime

from tests.support.link_rig import LinkRig
from tests.support.messages import SERIAL, SESSION, hello, snapshot

A, B = "AB00000000000001", "AB00000000000002"


class Desk:
    """Boards and a hub, in virtual time; notices by the serial number of their module."""

    def __init__(self, *serials: str, floors: dict[str, int] | None = None) -> None:
        self.clock = VirtualTime()
        self.boards = [VirtualBoard(self.clock, serial) for serial in serials]
        for number, board in enumerate(self.boards):
            board._port = f"/dev/virtual{number}"  # twins would share a name
        self.heard: list[tuple[str | None, Notice]] = []
        self.hub = VirtualHub(self.clock, self.boards, self._hear, Modules(floors))
        self.clock.add(self.hub)

    def _hear(self, module: Module | None, notice: Notice) -> None:
        self.heard.append((module.serial if module else None, notice))

    def wait_ready(self, *serials: str, within_ms: int = 5_000) -> None:
        assert self.clock.run_until(lambda: set(serials) <= self.ready, within_ms), self.ready

    @property
    def ready(self) -> set[str]:
        return {str(each.link.module.serial) for each in self.hub.ready() if each.link.module}

    def presence(self, serial: str) -> list[bool]:
        return [
            notice.is_there
            for own, notice in self.heard
            if own == serial and isinstance(notice, Presence)
        ]

    def events(self, serial: str) -> list[Event]:
        return [each for own, each in self.heard if own == serial and isinstance(each, Event)]

    def tap(self, board: VirtualBoard, count: int = 10) -> None:
        for reed in layout.REEDS[:count]:
            board.set_reed(reed, is_closed=not board.is_closed(reed))
            self.clock.sleep(0.03)


# Presence.


def test_presence_is_told_once_for_each_change() -> None:
    desk = Desk(A, B)
    desk.wait_ready(A, B)
    desk.boards[0].pull()
    desk.clock.sleep(1)
    desk.boards[0].plug()
    desk.wait_ready(A, B)
    assert desk.presence(A) == [True, False, True]
    assert desk.presence(B) == [True]


def test_a_board_that_restarts_is_gone_for_a_moment() -> None:
    desk = Desk(A)
    desk.wait_ready(A)
    desk.boards[0].reset(leaves_port=False)
    assert desk.clock.run_until(lambda: desk.presence(A) == [True, False, True], 2_000)


def test_presence_says_how_many_changes_nobody_saw() -> None:
    desk = Desk(A)
    desk.boards[0].pull()
    desk.tap(desk.boards[0], 7)
    desk.boards[0].plug()
    desk.wait_ready(A)
    assert (A, Presence(True, missed=7)) in desk.heard


def test_a_muted_board_stays_there() -> None:
    desk = Desk(A)
    desk.wait_ready(A)
    desk.boards[0].set_host_reads(False)
    desk.clock.sleep(2)
    desk.boards[0].set_host_reads(True)
    desk.clock.sleep(2)
    assert desk.presence(A) == [True]


def test_serial_numbers_that_a_device_invents_are_bounded() -> None:
    modules = Modules({A: 1})
    for number in range(NEW_MOST):
        modules.hold(f"{number:016X}", "a gadget")
    for serial, state in (
        (A, LinkState.SYNCING),
        (f"{1:016X}", LinkState.REFUSED),  # a twin: it is still held
        (SERIAL, LinkState.REFUSED),
    ):
        link = Link(1, modules)
        link.open(0)
        link.feed(hello(1, serial=serial), 0)
        assert link.state is state, serial
    changes = [each for each in link.take_notices() if isinstance(each, StateChange)]
    assert changes[-1].cause == "64 new boards have been connected already; restart this program"
    assert len(modules.met()) == NEW_MOST + 1


def test_a_board_that_is_back_before_its_old_connection_has_been_heard_stays_there() -> None:
    heard: list[Notice] = []
    modules = Modules()
    hub = HubCore(lambda module, notice: heard.append(notice), lambda port: ends[1], modules)
    ends = [Ended(modules), Ended(modules)]
    ends[0].greet()
    hub.handle(ends[0], ends[0].link.take_notices(), 0)
    ends[0].link.close("port gone")
    ends[1].greet()
    for end in reversed(ends):
        hub.handle(end, end.link.take_notices(), 0)
    assert [each.is_there for each in heard if isinstance(each, Presence)] == [True]


class Ended:
    """One end of two lines that lead to one board."""

    def __init__(self, modules: Modules) -> None:
        self.port = Port("/dev/virtual", None, "")
        self.link = Link(SESSION, modules)
        self.recorder = Recorder()
        self.is_alive = True

    def greet(self) -> None:
        self.link.open(0)
        self.link.feed(hello() + snapshot(), 0)

    def start(self) -> None: ...
    def close(self) -> None: ...
    def show(self, intents: bytes) -> None: ...
    def configure(self, config: Configured) -> None: ...


class OnlyHello(ByteFaults):
    """Loses every frame from the board but HELLO."""

    def spoil(self, data: bytes) -> list[bytes]:
        return [data] if data[2] == wire.HELLO else []


def test_a_scene_wanted_between_hello_and_snapshot_is_shown() -> None:
    desk = Desk(A)
    desk.boards[0].spoil(up=OnlyHello())
    assert desk.clock.run_until(lambda: bool(desk.hub.connections()), 2_000)
    link = desk.hub.connections()[0].link
    assert desk.clock.run_until(lambda: link.state is LinkState.SYNCING, 2_000)
    desk.hub.show(A, pack({"b3": Intent(Colour.RED)}))
    desk.boards[0].spoil()
    assert desk.clock.run_until(lambda: link.is_settled, 2_000)
    assert desk.boards[0].leds["b3"][0] > 0


@pytest.mark.parametrize("after_s", [0.1, 1.0, 1.9, 2.5])
def test_an_unknown_gadget_that_comes_and_goes_changes_nothing_for_others(after_s: float) -> None:
    desk = Desk(A, "0000000000000001")
    gadget = desk.boards[1]
    gadget.freeze()
    gadget.pull()
    desk.wait_ready(A)
    desk.tap(desk.boards[0])
    gadget.plug()
    desk.clock.sleep(after_s)
    gadget.pull()
    desk.tap(desk.boards[0])
    assert desk.clock.run_until(lambda: len(desk.events(A)) == 20, 2_000)
    assert desk.presence(A) == [True]
    assert [own for own, notice in desk.heard if isinstance(notice, Presence)] == [A]
    assert desk.ready == {A}


def test_presence_does_not_depend_on_the_order_of_boards() -> None:
    for order in ((A, B), (B, A)):
        desk = Desk(*order, floors={B: 1})
        desk.wait_ready(A, B)
        assert {module.serial: module.floor for module in desk.hub.modules.met()} == {
            A: None,
            B: 1,
        }


# Two boards with one serial number.


def test_of_twins_the_second_is_refused_and_the_first_goes_on() -> None:
    desk = Desk(A, A)
    desk.boards[1].pull()
    desk.wait_ready(A)
    desk.tap(desk.boards[0], 5)
    desk.boards[1].plug()
    desk.boards[1]._port = "/dev/twin"
    for _ in range(4):
        desk.tap(desk.boards[0], 30)
        desk.tap(desk.boards[1], 30)
    desk.clock.sleep(1)
    assert desk.hub.problems["/dev/twin"] == (
        f"/dev/twin: another board with the same serial number, {A}, is connected; unplug one of "
        "the two, and give one of them another Pico to use both"
    )
    numbers = [event.number for event in desk.events(A)]
    assert numbers == list(range(5 + 4 * 30))
    assert desk.presence(A) == [True]
    assert desk.hub.modules[A].repeated == 0


def test_the_second_twin_is_taken_when_the_first_is_gone() -> None:
    desk = Desk(A, A)
    desk.wait_ready(A)
    (first,) = desk.hub.ready()
    one, other = desk.boards if first.port == desk.boards[0].ports()[0] else desk.boards[::-1]
    one.pull()
    assert desk.clock.run_until(lambda: desk.ready == set(), 500)
    desk.wait_ready(A, within_ms=4_000)
    assert desk.hub.problems == {}
    desk.tap(other, 3)
    assert [event.name for event in desk.events(A)] == list(layout.REEDS[:3])
    assert desk.presence(A) == [True, False, True]


def test_a_refused_twin_takes_nothing_from_the_first() -> None:
    modules = Modules()
    links = [Link(session, modules) for session in (1, 2)]
    for session, link in enumerate(links, 1):
        link.open(0)
        link.feed(hello(session) + snapshot(), 0)
    assert [link.state for link in links] == [LinkState.READY, LinkState.REFUSED]
    assert links[1].is_twin
    links[1].close("pulled")
    third = Link(3, modules)
    third.open(0)
    third.feed(hello(3), 0)
    assert third.state is LinkState.REFUSED
    links[0].close("pulled")
    fourth = Link(4, modules)
    fourth.open(0)
    fourth.feed(hello(4), 0)
    assert fourth.module is modules[SERIAL]


def test_a_board_that_changes_its_serial_number_is_refused() -> None:
    link = Link(7, Modules())
    link.open(0)
    link.feed(hello(7) + snapshot() + hello(0) + hello(7, boot=b"toob", serial=B), 0)
    assert link.state is LinkState.REFUSED


# Frozen boards.


@pytest.mark.parametrize("is_met", [True, False])
def test_a_known_board_that_is_frozen_is_not_answering_and_found_again(is_met: bool) -> None:
    desk = Desk(A, B, floors={B: 2})
    frozen = desk.boards[1]
    if is_met:
        desk.wait_ready(A, B)
    frozen.freeze()
    said = set()
    for _ in range(60):
        desk.clock.sleep(1)
        said |= set(desk.hub.problems.values())
    assert said == {
        f"{frozen.port}: board {B} is not answering; if it stays so, unplug it and plug it in "
        "again"
    }
    frozen.thaw()
    desk.wait_ready(A, B, within_ms=2_000)
    assert desk.hub.problems == {}
    assert desk.presence(A) == [True]


def test_a_board_whose_port_has_no_serial_number_is_known_once_it_has_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk(A)
    (board,) = desk.boards
    port = Port(board.port, None, "chosen port")
    monkeypatch.setattr(board, "ports", lambda: [port])
    desk.wait_ready(A)
    board.freeze()
    desk.clock.sleep(60)
    (problem,) = desk.hub.problems.values()
    assert f"board {A} is not answering" in problem
    board.thaw()
    desk.wait_ready(A, within_ms=2_000)


def test_a_board_that_was_met_is_known_without_a_floor() -> None:
    desk = Desk(A)
    desk.wait_ready(A)
    desk.boards[0].freeze()
    desk.clock.sleep(30)
    (problem,) = desk.hub.problems.values()
    assert "is not answering" in problem
    desk.boards[0].thaw()
    desk.wait_ready(A, within_ms=2_000)


def test_an_unknown_device_that_does_not_answer_may_need_the_firmware() -> None:
    desk = Desk(A)
    desk.boards[0].freeze()
    desk.clock.sleep(3)
    (problem,) = desk.hub.problems.values()
    assert "does not answer like a Heistboard" in problem
    assert "`heistboard board flash`" in problem


def test_a_frozen_board_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "heistboard")
    desk = Desk(A)
    desk.wait_ready(A)
    desk.boards[0].freeze()
    desk.clock.sleep(6)
    caplog.clear()
    desk.clock.sleep(600)
    assert caplog.messages == []


# Safe mode.


def test_safe_mode_says_why_and_what_cures_it() -> None:
    rig = LinkRig(LinkState.GREETING)
    text = "safe mode: ImportError: no module named"
    rig.feed(hello(firmware="0.0.0", revision=0, layout_crc=0, interpreter=text))
    assert rig.refusal == (
        "it is in safe mode, because its firmware failed three times in a row (ImportError: no "
        "module named); run `heistboard board flash` to install the firmware of this version on it"
    )

"""A single link or a single board, in any of its states."""

from heist import wire
from heist.board import Board
from heistboard.link.floors import Modules
from heistboard.link.link import Link, LinkState, StateChange

from tests.support.messages import LEDS, SERIAL, SESSION, configured, hello, kinds, lit, snapshot
from tests.support.virtual import LineDrivers

WANTED = bytes([0x40, 0x01]) * LEDS
STALE = 0x4D3  # an earlier session
ALL_KINDS = b"HNELCTFR"


class LinkRig:
    """A link in the given *state*, with its clock."""

    def __init__(self, state: LinkState = LinkState.READY, serial: str | None = None) -> None:
        self.modules = Modules()
        self.link = Link(SESSION, self.modules, serial=serial)
        self.now_ms = 10_000
        if state is LinkState.LOST:
            return
        self.link.open(self.now_ms)
        self.link.show(WANTED, self.now_ms)
        if state is LinkState.REFUSED:
            self.feed(hello(protocol=9))
        if state in (LinkState.SYNCING, LinkState.READY):
            self.feed(hello())
        if state is LinkState.READY:
            self.feed(snapshot())
        assert self.link.state is state
        self.link.take_output()
        self.link.take_notices()

    def feed(self, *frames: bytes) -> str:
        """Feeds *frames* at once; returns the kinds of the blocks sent in answer."""
        self.link.feed(b"".join(frames), self.now_ms)
        return kinds(self.link.take_output())

    def wait(self, ms: int, every_ms: int = 50) -> str:
        """Advances the clock; returns the kinds of the blocks sent by the last tick."""
        for _ in range(ms // every_ms):
            self.link.take_output()
            self.now_ms += every_ms
            self.link.tick(self.now_ms)
        return kinds(self.link.take_output())

    def wait_as_known(self, ms: int) -> None:
        """As :meth:`wait`, for a board that has a floor."""
        self.link._serial = SERIAL
        self.modules.assign(2, SERIAL)
        self.wait(ms)

    def feed_twin(self) -> str:
        """Feeds a HELLO, while another connection has a board with its serial number."""
        if self.link.module is None:
            self.modules.hold(SERIAL, self)
        return self.feed(hello())

    def fall_silent_after_a_restart(self) -> None:
        if self.link.state is LinkState.GREETING:
            self.feed(hello(), hello(0))
            self.link.take_notices()
        self.wait(2000)

    @property
    def refusal(self) -> str:
        changes = [each for each in self.link.take_notices() if isinstance(each, StateChange)]
        assert changes[-1].new is LinkState.REFUSED
        return changes[-1].cause


class BoardRig:
    """A board in the given *state*, with one unacknowledged event."""

    def __init__(self, state: str) -> None:
        self.drivers = LineDrivers()
        self.board = Board(self.drivers, b"boot")
        self.drivers.set("a1.cover", is_closed=True)
        self.run(1)
        if state == "GREETED":
            self.send(wire.block(wire.GREET, SESSION, wire.GREET_FORM, wire.PROTOCOL))
        assert self.state == state

    @property
    def state(self) -> str:
        return "GREETED" if self.board.session.session else "ALONE"

    def run(self, ms: int) -> list[bytes]:
        """Advances the clock; returns the frames that the board sends."""
        for _ in range(ms):
            self.drivers.now_ms += 1
            self.board.run_pass()
        data = bytes(self.drivers.to_host)
        self.drivers.to_host.clear()
        return wire.FrameReader().feed(data)

    def send(self, block: bytes) -> list[bytes]:
        self.drivers.to_board += block
        return self.run(1)

    def fall_silent(self) -> list[bytes]:
        self.run(4998)
        return self.run(2)


def settled() -> LinkRig:
    rig = LinkRig()
    rig.feed(configured(), lit(1))
    assert rig.link.is_settled
    rig.link.take_notices()
    return rig

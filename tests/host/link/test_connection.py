"""A connection to a port that follows a script to the byte."""

import contextlib
import random
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from heistboard.firmware import wire
from heistboard.link import port as port_module
from heistboard.link.floors import Modules
from heistboard.link.link import LinkState, Notice, StateChange
from heistboard.link.module import Event
from heistboard.link.port import Connection, Port
from heistboard.places.scene import Colour, Intent, pack

from tests.support.strict_port import (
    Answer,
    Break,
    Expect,
    ScriptBroken,
    Step,
    StrictPort,
    Wait,
    frame,
    hello,
    snapshot,
)

SESSION = 0x1234
GREET = bytes(31) + wire.block(wire.GREET, SESSION, "<B", 2)
CONFIG = wire.block(wire.CONFIG, SESSION, "<HBBB", 200, 255, 5, 20)
NOTHING = b"\x00\xf8"
DARK = wire.block(wire.SCENE, SESSION, "<BBB22s", 1, 0, 0x10, NOTHING * 11)
LIT = frame(wire.LIT, 2, wire.LIT_FORM, 1, 52, 52)
CONFIGURED = frame(wire.CONFIGURED, 3, wire.CONFIG_FORM, 200, 255, 5, 20)


def ack(next_event: int, seen: int, quiet: int = 0) -> bytes:
    return wire.block(wire.ACK, SESSION, "<HBB", next_event, seen, quiet)


GREETED: list[Step] = [
    Expect(GREET),
    Answer(hello(SESSION) + snapshot(closed=["b3.cover"])),
    Expect(CONFIG),
    Expect(ack(0, seen=1)),
    Expect(DARK),
    Answer(LIT + CONFIGURED),
    Expect(ack(0, seen=3)),
]


class ConnectionRig:
    """A connection to a strict port; its thread ends when the port closes."""

    def __init__(self, strict: StrictPort) -> None:
        self.modules = Modules()
        self.notices: list[Notice] = []
        self.connection = Connection(
            Port("strict", None, ""),
            self.modules,
            lambda connection, notices: self.notices.extend(notices),
            opener=lambda device: strict,
        )
        self.connection.start()

    @property
    def state(self) -> LinkState:
        return self.connection.link.state

    @property
    def causes(self) -> list[str]:
        return [each.cause for each in self.notices if isinstance(each, StateChange)]


@pytest.fixture
def rigs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ConnectionRig]]:
    made: list[ConnectionRig] = []
    monkeypatch.setattr(random, "randrange", lambda *_: SESSION)
    yield made
    for rig in made:
        rig.connection.close()


def run(
    steps: list[Step], rigs: list[ConnectionRig], monkeypatch: pytest.MonkeyPatch
) -> tuple[StrictPort, ConnectionRig]:
    strict = StrictPort(steps)
    monkeypatch.setattr(port_module, "now_ms", strict.now_ms)
    rigs.append(ConnectionRig(strict))
    return strict, rigs[-1]


def test_greeting_byte_for_byte(
    rigs: list[ConnectionRig], monkeypatch: pytest.MonkeyPatch
) -> None:
    strict, rig = run(GREETED, rigs, monkeypatch)
    with strict:
        strict.wait()
        assert rig.state is LinkState.READY
        assert rig.modules.met()[0].closed[12] == 1
        rig.connection.close()


def test_unanswered_greeting_is_sent_again_after_250_ms_and_given_up_after_2_s(
    rigs: list[ConnectionRig], monkeypatch: pytest.MonkeyPatch
) -> None:
    again: list[Step] = [Wait(249), Wait(1), Expect(GREET)]
    steps = [Expect(GREET), *again * 7, Wait(250)]
    strict, rig = run(steps, rigs, monkeypatch)
    with strict:
        strict.wait()
        rig.connection._thread.join(1)
        assert rig.state is LinkState.REFUSED
        assert not strict.is_open


def test_events_are_acknowledged_with_the_number_expected_next(
    rigs: list[ConnectionRig], monkeypatch: pytest.MonkeyPatch
) -> None:
    two = bytes([12, 0, 0, 12 + 128, 30, 0])
    steps = [
        *GREETED,
        Answer(frame(wire.EVENTS, 4, wire.EVENTS_FORM, 0, 500, tail=two)),
        Expect(ack(2, seen=4)),
        Wait(99),
        Wait(1),
        Expect(ack(2, seen=4, quiet=1)),
    ]
    strict, rig = run(steps, rigs, monkeypatch)
    with strict:
        strict.wait()
        rig.connection.close()
    events = [each for each in rig.notices if isinstance(each, Event)]
    assert [(each.name, each.is_closed, each.time_ms) for each in events] == [
        ("b3.cover", False, 500),
        ("b3.cover", True, 530),
    ]


def test_frame_cut_anywhere_is_acknowledged_once_it_is_whole(
    rigs: list[ConnectionRig], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = frame(wire.EVENTS, 4, wire.EVENTS_FORM, 0, 500, tail=bytes([12, 0, 0]))
    cut: list[Step] = []
    for byte in data:
        cut += [Answer(bytes([byte])), Wait(1)]
    strict, rig = run([*GREETED, *cut[:-1], Expect(ack(1, seen=4))], rigs, monkeypatch)
    with strict:
        strict.wait()
        rig.connection.close()


def test_config_is_sent_again_until_it_is_in_force(
    rigs: list[ConnectionRig], monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = [
        *GREETED[:-2],
        Answer(LIT),
        Expect(ack(0, seen=2)),
        Wait(100),
        Expect(ack(0, seen=2, quiet=1)),
        Expect(CONFIG),
        Answer(CONFIGURED),
        Expect(ack(0, seen=3)),
        Wait(100),
        Expect(ack(0, seen=3, quiet=1)),
    ]
    strict, rig = run(steps, rigs, monkeypatch)
    with strict:
        strict.wait()
        rig.connection.close()


def test_scene_is_sent_as_what_differs_and_whole_when_lit_does_not_come(
    rigs: list[ConnectionRig], monkeypatch: pytest.MonkeyPatch
) -> None:
    # b3 is LED 19: red, normal, steady. The second time the base is 0.
    pair = bytes([0x40, 19 << 2 | 1]) + NOTHING * 10
    steps = [
        *GREETED,
        Expect(wire.block(wire.SCENE, SESSION, "<BBB22s", 2, 1, 0x10, pair)),
        Wait(100),
        Expect(ack(0, seen=3, quiet=1)),
        Expect(wire.block(wire.SCENE, SESSION, "<BBB22s", 2, 0, 0x10, pair)),
        Answer(frame(wire.LIT, 4, wire.LIT_FORM, 2, 60, 60)),
        Expect(ack(0, seen=4)),
    ]
    strict, rig = run(steps, rigs, monkeypatch)
    with strict:
        while rig.connection.link.counters.frames < 4:
            assert strict.failure is None
        rig.connection.show(pack({"b3": Intent(Colour.RED)}))
        strict.wait()
        rig.connection.close()
    assert rig.connection.link.is_settled or rig.state is LinkState.LOST


def test_port_error_in_mid_read_is_lost(
    rigs: list[ConnectionRig], monkeypatch: pytest.MonkeyPatch
) -> None:
    half = frame(wire.EVENTS, 4, wire.EVENTS_FORM, 0, 500, tail=bytes([12, 0, 0]))[:9]
    strict, rig = run([*GREETED, Answer(half), Break(OSError(5, "gone"))], rigs, monkeypatch)
    with strict:
        strict.wait()
        rig.connection._thread.join(1)
        assert rig.state is LinkState.LOST
        assert rig.causes[-1] == "cable pulled or port gone"
        assert not strict.is_open


def test_close_ends_the_thread_and_the_port(
    rigs: list[ConnectionRig], monkeypatch: pytest.MonkeyPatch
) -> None:
    strict, rig = run(GREETED, rigs, monkeypatch)
    with strict:
        strict.wait()
        rig.connection.close()
        assert not rig.connection.is_alive
        assert not strict.is_open
        assert rig.causes[-1] == "closed"


def test_show_on_a_closed_port_is_harmless(
    rigs: list[ConnectionRig], monkeypatch: pytest.MonkeyPatch
) -> None:
    strict, rig = run(GREETED, rigs, monkeypatch)
    with strict:
        strict.wait()
        rig.connection.close()
        rig.connection.show(pack({"b3": Intent(Colour.RED)}))
        rig.connection.ask(wire.ASK_STATS)


# The strict port itself.


def test_strict_port_fails_on_an_unexpected_byte() -> None:
    with (
        pytest.raises(ScriptBroken, match="got 6162, expected 6161"),
        StrictPort([Expect(b"aa")]) as strict,
    ):
        strict.write(b"ab")


def test_strict_port_fails_on_a_byte_too_many() -> None:
    with (
        pytest.raises(ScriptBroken, match="got 62, expected nothing"),
        StrictPort([Expect(b"a")]) as strict,
    ):
        strict.write(b"ab")


def test_strict_port_fails_on_a_missing_byte() -> None:
    with pytest.raises(ScriptBroken, match="never came"), StrictPort([Expect(b"aa")]) as strict:
        strict.write(b"a")


def test_strict_port_fails_even_if_the_code_swallows_it() -> None:
    with (
        pytest.raises(ScriptBroken, match="got 61"),
        StrictPort([]) as strict,
        contextlib.suppress(OSError),
    ):
        strict.write(b"a")


def test_strict_port_takes_a_write_in_pieces() -> None:
    with StrictPort([Expect(b"ab"), Answer(b"cd"), Expect(b"e")]) as strict:
        strict.write(b"a")
        strict.write(b"b")
        assert strict.in_waiting == 2
        assert strict.read(1) + strict.read(9) == b"cd"
        strict.write(b"e")


# A board that sends too much.


class Endless:
    """A port that always has more bytes to read; time passes only while the host rests."""

    def __init__(self, until_ms: int) -> None:
        self.is_open = True
        self.in_waiting = 1 << 20
        self.read_bytes = 0
        self.read_most = 0
        self._ms = 0
        self._until_ms = until_ms

    def now_ms(self) -> int:
        return self._ms

    def sleep(self, seconds: float) -> None:
        self._ms += round(seconds * 1000)

    def read(self, size: int = 1) -> bytes:
        if self._ms >= self._until_ms or self.read_bytes > 1 << 20:
            raise OSError("pulled")  # or far too much was read
        self.read_bytes += max(size, 1)
        self.read_most = max(self.read_most, size)
        return b"\xa5" * size

    def write(self, data: bytes) -> int:
        return len(data)

    def reset_input_buffer(self) -> None:
        pass

    def reset_output_buffer(self) -> None:
        pass

    def cancel_read(self) -> None:
        pass

    def close(self) -> None:
        self.is_open = False


def test_a_board_that_sends_without_end_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = Endless(until_ms=1_500)
    monkeypatch.setattr(port_module, "now_ms", endless.now_ms)
    monkeypatch.setattr(port_module, "time", SimpleNamespace(sleep=endless.sleep))
    connection = Connection(
        Port("endless", None, ""),
        Modules(),
        lambda connection, notices: None,
        opener=lambda device: endless,
    )
    connection.start()
    connection._thread.join()
    assert endless.read_bytes <= port_module.BYTES_A_SECOND * 2.5 + port_module.READ_MOST
    assert endless.read_bytes >= port_module.BYTES_A_SECOND * 2
    assert endless.read_most <= port_module.READ_MOST


# What USB says about a port.


def test_texts_of_usb_are_printable_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    vid, pid = port_module.PICO_USB
    found = SimpleNamespace(
        device="/dev/ttyACM0",
        vid=vid,
        pid=pid,
        serial_number="ab\x1b[2J" + "0" * 100,
        description="\x1b]0;owned\x07\ud800\u202e" + "x" * 1000,
    )
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [found])
    (port,) = port_module.find_ports()
    assert port.serial is not None
    assert port.serial.startswith("AB?[2J000")
    assert len(port.serial) <= port_module.SERIAL_MOST
    assert port.description.startswith("?]0;owned???xxx")
    assert len(port.description) <= port_module.DESCRIPTION_MOST
    (port.serial + port.description).encode()


def test_a_port_without_texts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    vid, pid = port_module.PICO_USB
    found = SimpleNamespace(device="COM3", vid=vid, pid=pid, serial_number=None, description=None)
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [found])
    assert port_module.find_ports() == [Port("COM3", None, "")]

"""A connection to a port that follows a script to the byte."""

import contextlib
import random
from collections.abc import Iterator

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
GREET = bytes(31) + wire.block(wire.GREET, SESSION, "<B", 1)
CONFIG = wire.block(wire.CONFIG, SESSION, "<HBBB", 200, 255, 5, 20)
NOTHING = b"\xfe\0"
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
            opener=lambda device: strict,  # type: ignore[arg-type, return-value]
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
    pair = bytes([19, 0x50]) + NOTHING * 10
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

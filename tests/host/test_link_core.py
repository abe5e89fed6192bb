"""One connection, message by message: its state table, whom it refuses, what it says again.

The state tables of the board and of the host are read out of firmware/PROTOCOL.md.
"""

import struct
from collections.abc import Callable

import pytest
from heist import wire
from heist.board import Board
from heist.lights import Lights
from heistboard import layout
from heistboard.firmware import ROOT
from heistboard.link.core import Link, LinkState, StateChange, skew
from heistboard.link.messages import (
    Configured,
    Fault,
    Hello,
    Lit,
    Snapshot,
    Stats,
    decode,
)
from heistboard.link.module import Event, Modules, Resync
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.messages import (
    CLOSED,
    LEDS,
    REEDS,
    SERIAL,
    SESSION,
    blocks,
    configured,
    events,
    fault,
    frame,
    hello,
    kinds,
    lit,
    snapshot,
    stats,
)
from tests.support.virtual import VirtualDrivers

WANTED = bytes([0x48]) * LEDS
STALE = 0x4D3  # another session
ALL_KINDS = b"HNELCTFR"


class Rig:
    """A link in a state, and the clock it was brought there by."""

    def __init__(self, state: LinkState = LinkState.READY, serial: str | None = None) -> None:
        self.link = Link(SESSION, Modules(), serial=serial)
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
        self.link.take_out()
        self.link.take_notices()

    def feed(self, *frames: bytes) -> str:
        """Feeds *frames* at once; returns the kinds of blocks that are sent upon it."""
        self.link.feed(b"".join(frames), self.now_ms)
        return kinds(self.link.take_out())

    def wait(self, ms: int, every_ms: int = 50) -> str:
        """Lets time pass; returns the kinds of blocks that the last moment sends."""
        for _ in range(ms // every_ms):
            self.link.take_out()
            self.now_ms += every_ms
            self.link.tick(self.now_ms)
        return kinds(self.link.take_out())

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


def settled() -> Rig:
    rig = Rig()
    rig.feed(configured(), lit(1))
    assert rig.link.is_settled
    rig.link.take_notices()
    return rig


# The state tables of the document.


def table(heading: str) -> list[tuple[str, str, str, str]]:
    """Returns the rows of a state table: state, event, what is done, next state."""
    text = (ROOT / "PROTOCOL.md").read_text(encoding="utf-8")
    lines = iter(text[text.index(heading) :].splitlines())
    rows: list[tuple[str, str, str, str]] = []
    for line in lines:
        if line.startswith("|"):
            state, event, does, then = (cell.strip() for cell in line.strip("|").split("|"))
            rows.append((state, event, does, then))
        elif rows:
            break
    assert rows[0][1] == "event"
    return rows[2:]


HOST_TABLE = table("The host (`heistboard/link/core.py`):")
BOARD_TABLE = table("The board (`heist/session.py`):")

HOST_EVENTS: dict[str, Callable[[Rig], object]] = {
    "port opened": lambda rig: rig.link.open(rig.now_ms),
    "250 ms": lambda rig: rig.wait(250),
    "2 s without the first HELLO": lambda rig: rig.wait(2000),
    "2 s without another HELLO": lambda rig: rig.fall_silent_after_a_restart(),
    "HELLO agrees": lambda rig: rig.feed(hello()),
    "HELLO differs": lambda rig: rig.feed(hello(revision=2)),
    "SNAPSHOT": lambda rig: rig.feed(snapshot()),
    "HELLO of session 0": lambda rig: rig.feed(hello(0, boot=b"toob")),
    "HELLO of another boot": lambda rig: rig.feed(hello(boot=b"toob")),
    "3 s without a good frame": lambda rig: rig.wait(3000),
    "port closed": lambda rig: rig.link.close("pulled"),
}
TIMED = {
    "250 ms",
    "2 s without the first HELLO",
    "2 s without another HELLO",
    "3 s without a good frame",
}
REPEATED = {"GREETING": {"GREET"}, "SYNCING": {"GREET"}, "READY": {"ACK", "CONFIG", "SCENE"}}
BLOCK_NAMES = {"G": "GREET", "A": "ACK", "C": "CONFIG", "S": "SCENE"}

# An open port cannot be opened, and a link that was refused is given up.
IMPOSSIBLE = {(state, "port opened") for state in ("GREETING", "SYNCING", "READY", "REFUSED")}
# What is no row of its own because it is a case of another one.
CASES = {
    ("GREETING", "3 s without a good frame"): "2 s without the first HELLO",
    ("GREETING", "HELLO of another boot"): "HELLO agrees",
}


@pytest.mark.parametrize(("state", "event", "does", "then"), HOST_TABLE)
def test_row_of_the_host_s_state_table(state: str, event: str, does: str, then: str) -> None:
    rig = Rig(LinkState[state])
    sent: list[str] = []
    take_out = rig.link.take_out

    def take() -> bytes:
        data = take_out()
        sent[:] = [BLOCK_NAMES[kind] for kind in kinds(data)]
        return data

    rig.link.take_out = take  # type: ignore[method-assign]
    HOST_EVENTS[event](rig)
    if event in ("port opened", "port closed"):
        rig.link.take_out()
    assert rig.link.state is LinkState[then]
    due = [word for word in does.split(", ") if word]
    if event in TIMED:
        assert set(due) <= set(sent) <= set(due) | REPEATED[state]
    else:
        # A scene may take several blocks, here it takes one.
        assert sorted(sent) == sorted(due)
    changes = [each for each in rig.link.take_notices() if isinstance(each, StateChange)]
    assert [(change.old, change.new) for change in changes] == (
        [(LinkState[state], LinkState[then])] if state != then else []
    )


def test_rows_of_the_host_s_state_table_differ() -> None:
    pairs = [(state, event) for state, event, _, _ in HOST_TABLE]
    assert len(pairs) == len(set(pairs))
    assert {event for _, event in pairs} == set(HOST_EVENTS)
    assert {state for state, _ in pairs} | {then for *_, then in HOST_TABLE} == {
        state.name for state in LinkState
    }


@pytest.mark.parametrize("event", HOST_EVENTS)
@pytest.mark.parametrize("state", LinkState)
def test_host_stays_in_its_state_upon_all_that_is_not_in_the_table(
    state: LinkState, event: str
) -> None:
    rows = {(row[0], row[1]): row[3] for row in HOST_TABLE}
    pair = (state.name, event)
    if pair in rows or pair in IMPOSSIBLE:
        return
    then = rows[state.name, CASES[pair]] if pair in CASES else state.name
    rig = Rig(state)
    HOST_EVENTS[event](rig)
    assert rig.link.state is LinkState[then]


class BoardRig:
    """A board in a state, with an event that nobody has acknowledged."""

    def __init__(self, state: str) -> None:
        self.drivers = VirtualDrivers()
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
        """Lets time pass; returns the frames that are sent."""
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


def ask(session: int) -> bytes:
    return wire.block(wire.ASK, session, wire.ASK_FORM, wire.ASK_SNAPSHOT)


BOARD_EVENTS: dict[str, Callable[[BoardRig], list[bytes]]] = {
    "GREET": lambda rig: rig.send(wire.block(wire.GREET, 77, wire.GREET_FORM, wire.PROTOCOL)),
    "other good block": lambda rig: rig.send(ask(SESSION)),
    "good block": lambda rig: rig.send(ask(SESSION)),
    "foreign block": lambda rig: rig.send(ask(STALE)),
    "5 s without a good block": lambda rig: rig.fall_silent(),
}
FRAME_NAMES = {"H": "HELLO", "N": "SNAPSHOT", "E": "EVENTS"}


@pytest.mark.parametrize(("state", "event", "answer", "then"), BOARD_TABLE)
def test_row_of_the_board_s_state_table(state: str, event: str, answer: str, then: str) -> None:
    rig = BoardRig(state)
    frames = BOARD_EVENTS[event](rig)
    assert rig.state == then
    names = ", ".join(FRAME_NAMES[chr(frame[2])] for frame in frames)
    if answer == "HELLO of session 0":
        message = decode(frames[0])
        assert isinstance(message, Hello)
        assert message.session == 0
        answer = "HELLO"
    elif answer == "as its message says":
        answer = "SNAPSHOT"  # that is what was asked for
    assert names == answer
    assert rig.board.lights.alone == (then == "ALONE")


def test_rows_of_the_board_s_state_table_differ() -> None:
    pairs = [(state, event) for state, event, _, _ in BOARD_TABLE]
    assert len(pairs) == len(set(pairs))
    assert {event for _, event in pairs} == set(BOARD_EVENTS)
    assert {state for state, _ in pairs} == {"ALONE", "GREETED"}


@pytest.mark.parametrize("event", BOARD_EVENTS)
@pytest.mark.parametrize("state", ["ALONE", "GREETED"])
def test_board_stays_in_its_state_upon_all_that_is_not_in_the_table(
    state: str, event: str
) -> None:
    if (state, event) in [row[:2] for row in BOARD_TABLE]:
        return
    rig = BoardRig(state)
    BOARD_EVENTS[event](rig)
    assert rig.state == state


def test_board_that_is_alone_sends_nothing_and_keeps_its_events() -> None:
    rig = BoardRig("ALONE")
    assert rig.run(3000) == []
    assert len(rig.board.session.queue) == 1


def test_blocks_of_another_session_do_not_keep_a_session_alive() -> None:
    rig = BoardRig("GREETED")
    for _ in range(50):
        rig.run(100)
        rig.send(ask(STALE))
    assert rig.state == "ALONE"


def test_board_says_hello_to_one_it_does_not_know_four_times_a_second() -> None:
    rig = BoardRig("ALONE")
    frames: list[bytes] = []
    for _ in range(500):
        frames += rig.send(wire.block(wire.ACK, STALE, wire.ACK_FORM, 0, len(frames) - 1 & 255, 0))
    assert len(frames) == 2


# Whom the host refuses.


def this_version() -> str:
    message = decode(hello())
    assert isinstance(message, Hello)
    return message.firmware


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (hello(protocol=2), ["protocol 2", "expected 1", "pip install --upgrade"]),
        (hello(protocol=0), ["protocol 0", "expected 1", "`heistboard board flash`"]),
        (hello(firmware="0.99.4"), ["firmware is 0.99.4", "expected", "pip install --upgrade"]),
        (hello(firmware="9.0.0"), ["firmware is 9.0.0", "expected", "pip install --upgrade"]),
        (hello(firmware="0.0.7"), ["firmware is 0.0.7", "expected", "`heistboard board flash`"]),
        (hello(revision=2), ["revision 2", "expected 1", "release made for that revision"]),
        (
            hello(layout_crc=0xC0FFEE),
            ["00c0ffee", f"expected {layout.LAYOUT_CRC:08x}", "`heistboard board flash`"],
        ),
        (hello(inputs=71), ["71 inputs", "expected", "70 inputs", "`heistboard board flash`"]),
        (hello(leds=51), ["51 LEDs", "expected", "52 LEDs", "`heistboard board flash`"]),
    ],
)
def test_board_that_differs_is_refused_with_what_to_do(frame: bytes, said: list[str]) -> None:
    rig = Rig(LinkState.GREETING)
    assert rig.feed(frame, snapshot()) == ""
    assert rig.link.state is LinkState.REFUSED
    assert rig.link.module is None
    sentence = rig.refusal
    assert all(part in sentence for part in said), sentence
    assert sentence[0].islower()
    assert not sentence.endswith(".")


def test_patch_version_does_not_matter() -> None:
    rig = Rig(LinkState.GREETING)
    rig.feed(hello(firmware=this_version().rpartition(".")[0] + ".250"))
    assert rig.link.state is LinkState.SYNCING


def test_another_board_than_the_port_promised_is_refused() -> None:
    rig = Rig(LinkState.GREETING, serial="E66118604B1F2233")
    rig.feed(hello())
    assert rig.link.state is LinkState.REFUSED
    assert rig.refusal == f"it is board {SERIAL}, expected E66118604B1F2233"


def test_board_that_the_port_promised_is_taken() -> None:
    assert Rig(LinkState.READY, serial=SERIAL).link.module is not None


def test_hello_of_a_protocol_to_come_is_understood_as_far_as_needed() -> None:
    # Only the fields up to layout_crc stay as they are.
    fields = struct.pack("<HBBBBBI", SESSION, 7, 3, 2, 1, 4, 0xABCD)
    for rest in (b"", b"short", bytes(60)):
        rig = Rig(LinkState.GREETING)
        rig.feed(frame(wire.HELLO, fields + rest))
        assert rig.link.counters.malformed == 0
        assert "protocol 7" in rig.refusal


def test_what_does_not_answer_is_refused_with_what_to_do() -> None:
    rig = Rig(LinkState.GREETING)
    rig.wait(2000)
    assert "`heistboard board flash`" in rig.refusal


def test_refused_board_is_not_spoken_to() -> None:
    rig = Rig(LinkState.REFUSED)
    assert rig.feed(hello(), hello(0), snapshot(), events(0, 1)) == ""
    assert rig.wait(5000) == ""
    assert rig.link.state is LinkState.REFUSED


def test_skew_of_equals_is_nothing() -> None:
    message = decode(hello())
    assert isinstance(message, Hello)
    assert skew(message) == ""


# Greeting.


def test_greet_comes_behind_zeros_and_says_session_and_protocol() -> None:
    link = Link(SESSION, Modules())
    link.open(0)
    data = link.take_out()
    assert data[:31] == bytes(31)
    assert data[31:] == wire.block(wire.GREET, SESSION, wire.GREET_FORM, wire.PROTOCOL)


@pytest.mark.parametrize("state", LinkState)
def test_hello_of_an_older_host_is_ignored(state: LinkState) -> None:
    rig = Rig(state)
    rig.link.take_notices()
    rig.feed(hello(STALE), hello(STALE, protocol=5), hello(STALE, boot=b"toob"))
    assert rig.link.state is state
    assert rig.link.take_notices() == []


def test_nothing_is_believed_before_hello() -> None:
    rig = Rig(LinkState.GREETING)
    assert rig.feed(snapshot(5, (1, 2)), events(5, 3 | CLOSED), lit(1), stats(), fault(1, 2)) == ""
    assert rig.link.take_notices() == []
    assert rig.link.module is None


def test_no_event_is_believed_before_the_snapshot() -> None:
    rig = Rig(LinkState.SYNCING)
    assert rig.feed(events(0, 3 | CLOSED)) == ""
    assert rig.link.take_notices() == []


def test_hello_snapshot_and_events_may_come_at_once() -> None:
    rig = Rig(LinkState.GREETING)
    assert rig.feed(hello(), snapshot(7, (1,)), events(7, 3 | CLOSED, seq=9)) == "CAS"
    notices = rig.link.take_notices()
    assert [type(notice) for notice in notices] == [StateChange, Resync, StateChange, Event]
    assert rig.link.module is not None
    assert [reed for reed in range(REEDS) if rig.link.module.closed[reed]] == [1, 3]


def test_restarted_board_is_greeted_and_met_anew() -> None:
    rig = settled()
    rig.feed(events(0, 1 | CLOSED, 2 | CLOSED))
    assert rig.feed(hello(0, boot=b"toob")) == "G"
    rig.feed(hello(boot=b"toob"))
    assert rig.feed(snapshot(0, (2,))) == "CAS"
    assert "C" in rig.wait(100)
    resync = [each for each in rig.link.take_notices() if isinstance(each, Resync)]
    assert resync == [Resync(1, ((1, False),))]
    rig.feed(events(0, 5 | CLOSED))
    assert [each.reed for each in rig.link.take_notices() if isinstance(each, Event)] == [5]
    assert not rig.link.is_settled


def test_restarted_board_may_take_its_time_again() -> None:
    rig = Rig()
    rig.now_ms += 5000
    rig.feed(hello(0))
    rig.wait(1950)
    assert rig.link.state is LinkState.GREETING


def test_snapshot_without_a_hello_after_the_last_greet_is_not_believed() -> None:
    # The board may have been restarted between the two.
    rig = Rig(LinkState.SYNCING)
    assert rig.wait(250) == "G"
    rig.feed(snapshot(0, (5,)))
    assert rig.link.take_notices() == []
    rig.feed(hello(), snapshot(0, (5,)))
    assert rig.link.state is LinkState.READY


def test_board_that_says_no_more_after_a_restart_is_lost_not_refused() -> None:
    rig = settled()
    rig.feed(hello(0))
    rig.link.take_notices()
    rig.wait(2000)
    assert rig.link.take_notices() == [
        StateChange(1, LinkState.GREETING, LinkState.LOST, "silent for 2 s")
    ]


def test_repeated_hello_changes_nothing() -> None:
    rig = settled()
    assert rig.feed(hello()) == "A"
    assert rig.link.is_settled


# Acknowledging.


def acks(data: bytes) -> list[tuple[int, int, int]]:
    return [
        struct.unpack_from(wire.ACK_FORM, block, wire.FIELDS_AT)
        for block in blocks(data)
        if block[0] == wire.ACK
    ]


def test_each_read_is_acknowledged_once_with_number_and_seq() -> None:
    rig = settled()
    rig.link.feed(events(0, 1, 2, seq=41) + events(2, 3, seq=42), rig.now_ms)
    assert acks(rig.link.take_out()) == [(3, 42, 0)]


def test_gap_is_acknowledged_with_the_number_that_is_missing() -> None:
    rig = settled()
    rig.link.feed(events(5, 1, seq=43), rig.now_ms)
    assert acks(rig.link.take_out()) == [(0, 43, 0)]


def test_half_a_frame_is_not_acknowledged() -> None:
    rig = settled()
    whole = events(0, 1)
    assert rig.feed(whole[:9]) == ""
    assert rig.feed(whole[9:]) == "A"


def test_silence_of_100_ms_is_said_every_100_ms() -> None:
    rig = settled()
    rig.link.feed(events(0, 1, seq=44), rig.now_ms)
    rig.link.take_out()
    said = []
    for _ in range(350):
        rig.now_ms += 1
        rig.link.tick(rig.now_ms)
        said += [(rig.now_ms - 10_000, ack) for ack in acks(rig.link.take_out())]
    assert said == [(100, (1, 44, 1)), (200, (1, 44, 1)), (300, (1, 44, 1))]


def test_any_byte_breaks_the_silence() -> None:
    rig = settled()
    for _ in range(20):
        assert rig.wait(50) == ""
        rig.feed(b"\x00")


# Silence.


def test_board_that_is_silent_for_3_s_is_lost() -> None:
    rig = settled()
    rig.wait(2950)
    assert rig.link.state is LinkState.READY
    rig.wait(50)
    assert rig.link.take_notices() == [
        StateChange(1, LinkState.READY, LinkState.LOST, "silent for 3 s")
    ]


def test_noise_is_silence() -> None:
    rig = settled()
    for _ in range(60):
        rig.feed(b"noise")
        rig.wait(50)
    assert rig.link.state is LinkState.LOST


def test_port_that_is_closed_is_lost_once() -> None:
    rig = settled()
    rig.link.close("pulled")
    rig.link.close("pulled")
    assert rig.link.take_notices() == [StateChange(1, LinkState.READY, LinkState.LOST, "pulled")]
    assert rig.feed(hello(), snapshot(), events(0, 1)) == ""


# Settings and lights.


def test_config_is_repeated_until_it_is_confirmed() -> None:
    rig = Rig()
    rig.feed(lit(1))
    sent = [rig.wait(50).count("C") for _ in range(6)]
    assert sum(sent) == 3
    rig.feed(configured(brightness=7))
    assert "C" in rig.wait(50) + rig.wait(50)
    rig.feed(configured())
    assert "C" not in "".join(rig.wait(50) for _ in range(6))


def test_config_says_what_was_asked_for() -> None:
    link = Link(SESSION, Modules(), Configured(450, 99, 3, 4))
    link.open(0)
    link.take_out()
    link.feed(hello() + snapshot(), 0)
    config = next(block for block in blocks(link.take_out()) if block[0] == wire.CONFIG)
    assert struct.unpack_from(wire.CONFIG_FORM, config, wire.FIELDS_AT) == (450, 99, 3, 4)


def test_lights_wanted_before_the_board_is_known_are_shown() -> None:
    link = Link(SESSION, Modules())
    link.open(0)
    link.show(WANTED, 0)
    link.feed(hello() + snapshot(), 0)
    assert link.module is not None
    assert link.module.intents == WANTED
    scene = next(block for block in blocks(link.take_out()) if block[0] == wire.SCENE)
    assert scene[6:8] == bytes([wire.LED_ALL, WANTED[0]])


def test_lights_wanted_while_the_board_was_away_are_shown() -> None:
    modules = Modules()
    modules[SERIAL].intents = WANTED
    link = Link(SESSION, modules)
    link.open(0)
    link.feed(hello() + snapshot(), 0)
    assert wire.SCENE in [block[0] for block in blocks(link.take_out())]
    assert not link.is_settled
    link.feed(lit(1), 0)
    assert link.is_settled


def test_link_is_not_settled_before_it_is_ready() -> None:
    assert not any(Rig(state).link.is_settled for state in LinkState)
    assert settled().link.is_settled


# What else comes.


def test_notices_come_in_order_and_once() -> None:
    rig = settled()
    rig.link.take_notices()
    rig.feed(events(0, 1 | CLOSED), fault(3, 4), lit(1), stats(5000), events(1, 1))
    notices = rig.link.take_notices()
    assert [type(notice) for notice in notices] == [Event, Fault, Lit, Stats, Event]
    assert rig.link.take_notices() == []
    assert rig.link.stats == notices[3]


@pytest.mark.parametrize(
    ("code", "detail", "said"),
    [
        (wire.FAULT_OVERFLOW, 12, "12 were dropped"),
        (wire.FAULT_REFUSED, ord("V"), "kind V"),
        (wire.FAULT_SHORT_WRITE, 31, "31 bytes"),
        (wire.FAULT_EXCEPTION, 2, "failed, 2"),
        (99, 2, "fault 99"),
    ],
)
def test_fault_is_a_sentence(code: int, detail: int, said: str) -> None:
    message = decode(fault(code, detail))
    assert said in str(message)


def test_unknown_kind_of_frame_is_no_error() -> None:
    rig = settled()
    for kind in sorted(set(range(256)) - set(ALL_KINDS)):
        assert rig.feed(frame(kind, b"whatever")) == "A"
        assert rig.link.counters.malformed == 0
        assert rig.link.take_notices() == []
        assert rig.link.is_settled


@pytest.mark.parametrize("state", LinkState)
@pytest.mark.parametrize("kind", [chr(kind) for kind in ALL_KINDS])
def test_fields_of_the_wrong_length_are_counted_and_change_nothing(
    kind: str, state: LinkState
) -> None:
    sizes = {"H": 29, "N": 17, "L": 5, "C": 5, "T": 32, "F": 3, "R": 10}
    if kind == "E":
        wrong = [0, 5, 6, 7, 8, 10, 11]
    elif kind == "H":
        wrong = [0, 10, 28]  # behind its fields it is text
    else:
        wrong = [0, 1, sizes[kind] - 1, sizes[kind] + 1]
    for size in wrong:
        rig = Rig(state)
        before = bytes(rig.link.module.closed) if rig.link.module else b""
        rig.feed(frame(ord(kind), b"\x01" * size))
        assert rig.link.counters.malformed == (kind != "E" or state is LinkState.READY), size
        assert rig.link.state is state
        assert [type(each) for each in rig.link.take_notices()] in ([], [StateChange])
        assert before == (bytes(rig.link.module.closed) if rig.link.module else b"")


def test_event_of_a_reed_that_does_not_exist_is_counted_and_no_part_of_its_frame_taken() -> None:
    rig = settled()
    rig.feed(events(0, 1 | CLOSED, REEDS | CLOSED))
    assert rig.link.counters.malformed == 1
    assert rig.link.take_notices() == []
    assert rig.link.module is not None
    assert rig.link.module.expected == 0
    assert not any(rig.link.module.closed)


def test_counters_count() -> None:
    rig = settled()
    counted = rig.link.counters.frames, rig.link.counters.blocks
    rig.feed(events(0, 1), stats())
    assert rig.link.counters.frames == counted[0] + 2
    assert rig.link.counters.blocks == counted[1] + 1


def test_clock_wraps_in_silence_are_counted() -> None:
    # A board that nobody touches for eight days: only its STATS tell the time.
    rig = settled()
    day_ms = 24 * 3600 * 1000
    for day in range(1, 9):
        rig.feed(stats(day * day_ms & wire.CLOCK_MASK))
    rig.feed(events(0, 1, time_ms=8 * day_ms + 5 & wire.CLOCK_MASK))
    event = rig.link.take_notices()[-1]
    assert isinstance(event, Event)
    assert event.time_ms == 8 * day_ms + 5


# Noise.


def frames_or_noise() -> st.SearchStrategy[bytes]:
    good = st.builds(
        frame,
        st.sampled_from(ALL_KINDS),
        st.binary(max_size=wire.FRAME_LONGEST - 2),
        st.integers(0, 255),
    )
    real = st.sampled_from([hello(), hello(0), snapshot(), snapshot(300), events(0, 1, 2), lit(1)])
    return st.one_of(good, real, st.binary(max_size=120))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(LinkState), st.lists(st.binary(max_size=150), max_size=20))
def test_noise_never_raises_and_changes_nothing(state: LinkState, noise: list[bytes]) -> None:
    rig = Rig(state)
    if rig.link.module:
        rig.link.module.closed[3] = 1
    for data in noise:
        rig.link.feed(data, rig.now_ms)
        rig.now_ms += 1
        rig.link.tick(rig.now_ms)
    assert rig.link.state is state
    assert rig.link.counters.frames <= 2
    if rig.link.module:
        assert rig.link.module.closed == bytes(3) + b"\x01" + bytes(REEDS - 4)
    assert len(rig.link.reader._waiting) < wire.FRAME_LONGEST + wire.FRAME_OVERHEAD


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(LinkState), st.lists(frames_or_noise(), max_size=20))
def test_no_frame_raises(state: LinkState, frames: list[bytes]) -> None:
    rig = Rig(state)
    for data in frames:
        rig.link.feed(data, rig.now_ms)
        rig.wait(50)
        rig.link.take_notices()


@settings(max_examples=100, deadline=None)
@given(st.lists(st.binary(max_size=150), max_size=20))
def test_noise_never_raises_on_the_board_and_changes_nothing(noise: list[bytes]) -> None:
    rig = BoardRig("GREETED")
    rig.board.lights.intents[7] = 0x48
    for data in noise:
        rig.send(data)
    rig.run(40)
    assert rig.board.lights.intents == bytes(7) + b"\x48" + bytes(LEDS - 8)
    assert rig.board.session.blocks == 1
    assert len(rig.board.session.queue) == 1


def fields() -> st.SearchStrategy[bytes]:
    head = st.tuples(st.integers(0, 3), st.integers(0, 2), st.sampled_from([0x10, 0x20, 0x21]))
    pair = st.tuples(st.sampled_from([0, 51, 52, 0xFE, 0xFF]), st.integers(0, 255))
    pairs = st.lists(pair, min_size=11, max_size=11)
    nearly_good = st.builds(
        lambda head, pairs: bytes(head) + b"".join(map(bytes, pairs)), head, pairs
    )
    good = st.builds(
        lambda intent: bytes([1, 0, 0x10, 7, intent] + 10 * [0xFE, 0]), st.integers(0, 255)
    )
    return st.one_of(st.binary(min_size=25, max_size=25), nearly_good, good)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(wire.BLOCK_KINDS + b"SSS"),
            st.sampled_from([0, SESSION, SESSION, STALE]),
            fields(),
        ),
        max_size=20,
    )
)
def test_no_block_raises_on_the_board(sent: list[tuple[int, int, bytes]]) -> None:
    rig = BoardRig("GREETED")
    for kind, session, fields in sent:
        rig.send(wire.block(kind, session, "<25s", fields))
        assert rig.board.session.in_flight <= wire.WINDOW
    assert is_showable(rig.board.lights)


def is_showable(lights: Lights) -> bool:
    return all(intent & wire.PATTERN_MASK < wire.PATTERNS for intent in lights.intents)


def test_snapshot_message_is_what_the_board_says() -> None:
    message = decode(snapshot(7, (0, 9, 69), time_ms=5, lost=3))
    assert message == Snapshot(7, 5, 3, bytes([1, 2, 0, 0, 0, 0, 0, 0, 0x20]))

"""One connection, message by message: refusals, greeting, acknowledgements, retries."""

import struct

import pytest
from heist import wire
from heistboard.link.floors import Modules
from heistboard.link.link import Link, LinkState, StateChange, incompatibility
from heistboard.link.messages import Configured, Fault, Hello, Lit, Stats, decode
from heistboard.link.module import Event, Resync
from heistboard.places import layout

from tests.support.link_rig import ALL_KINDS, STALE, WANTED, LinkRig, settled
from tests.support.messages import (
    CLOSED,
    REEDS,
    SERIAL,
    SESSION,
    blocks,
    configured,
    events,
    fault,
    frame,
    hello,
    lit,
    snapshot,
    stats,
)

# Refusals.


def this_version() -> str:
    message = decode(hello())
    assert isinstance(message, Hello)
    return message.firmware


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (hello(protocol=3), ["protocol 3", "expected 2", "pip install --upgrade"]),
        (hello(protocol=1), ["protocol 1", "expected 2", "`heistboard board flash`"]),
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
    rig = LinkRig(LinkState.GREETING)
    assert rig.feed(frame, snapshot()) == ""
    assert rig.link.state is LinkState.REFUSED
    assert rig.link.module is None
    sentence = rig.refusal
    assert all(part in sentence for part in said), sentence
    assert sentence[0].islower()
    assert not sentence.endswith(".")


def test_patch_version_does_not_matter() -> None:
    rig = LinkRig(LinkState.GREETING)
    rig.feed(hello(firmware=this_version().rpartition(".")[0] + ".250"))
    assert rig.link.state is LinkState.SYNCING


def test_board_with_another_serial_number_than_its_port_is_refused() -> None:
    rig = LinkRig(LinkState.GREETING, serial="E66118604B1F2233")
    rig.feed(hello())
    assert rig.link.state is LinkState.REFUSED
    assert rig.refusal == f"it is board {SERIAL}, expected E66118604B1F2233"


def test_board_with_the_ports_serial_number_is_accepted() -> None:
    assert LinkRig(LinkState.READY, serial=SERIAL).link.module is not None


def test_hello_of_a_newer_protocol_is_understood_as_far_as_needed() -> None:
    # Only the fields up to layout_crc are the same in every version.
    fields = struct.pack("<HBBBBBI", SESSION, 7, 3, 2, 1, 4, 0xABCD)
    for rest in (b"", b"short", bytes(60)):
        rig = LinkRig(LinkState.GREETING)
        rig.feed(frame(wire.HELLO, fields + rest))
        assert rig.link.counters.malformed == 0
        assert "protocol 7" in rig.refusal


def test_device_that_does_not_answer_is_refused_with_what_to_do() -> None:
    rig = LinkRig(LinkState.GREETING)
    rig.wait(2000)
    assert "`heistboard board flash`" in rig.refusal


def test_refused_board_is_sent_nothing() -> None:
    rig = LinkRig(LinkState.REFUSED)
    assert rig.feed(hello(), hello(0), snapshot(), events(0, 1)) == ""
    assert rig.wait(5000) == ""
    assert rig.link.state is LinkState.REFUSED


def test_equal_versions_are_compatible() -> None:
    message = decode(hello())
    assert isinstance(message, Hello)
    assert incompatibility(message) == ""


# Greeting.


def test_greet_comes_behind_zeros_and_says_session_and_protocol() -> None:
    link = Link(SESSION, Modules())
    link.open(0)
    data = link.take_output()
    assert data[:31] == bytes(31)
    assert data[31:] == wire.block(wire.GREET, SESSION, wire.GREET_FORM, wire.PROTOCOL)


@pytest.mark.parametrize("state", LinkState)
def test_hello_of_an_older_host_is_ignored(state: LinkState) -> None:
    rig = LinkRig(state)
    rig.link.take_notices()
    rig.feed(hello(STALE), hello(STALE, protocol=5), hello(STALE, boot=b"toob"))
    assert rig.link.state is state
    assert rig.link.take_notices() == []


def test_nothing_is_believed_before_hello() -> None:
    rig = LinkRig(LinkState.GREETING)
    assert rig.feed(snapshot(5, (1, 2)), events(5, 3 | CLOSED), lit(1), stats(), fault(1, 2)) == ""
    assert rig.link.take_notices() == []
    assert rig.link.module is None


def test_no_event_is_believed_before_the_snapshot() -> None:
    rig = LinkRig(LinkState.SYNCING)
    assert rig.feed(events(0, 3 | CLOSED)) == ""
    assert rig.link.take_notices() == []


def test_hello_snapshot_and_events_may_come_at_once() -> None:
    rig = LinkRig(LinkState.GREETING)
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
    assert resync == [Resync(None, ((1, False),))]
    rig.feed(events(0, 5 | CLOSED))
    assert [each.reed for each in rig.link.take_notices() if isinstance(each, Event)] == [5]
    assert not rig.link.is_settled


def test_restarted_board_has_the_full_time_to_answer() -> None:
    rig = LinkRig()
    rig.now_ms += 5000
    rig.feed(hello(0))
    rig.wait(1950)
    assert rig.link.state is LinkState.GREETING


def test_snapshot_without_a_hello_after_the_last_greet_is_not_believed() -> None:
    # The board may have restarted between the two.
    rig = LinkRig(LinkState.SYNCING)
    assert rig.wait(250) == "G"
    rig.feed(snapshot(0, (5,)))
    assert rig.link.take_notices() == []
    rig.feed(hello(), snapshot(0, (5,)))
    assert rig.link.state is LinkState.READY


def test_board_that_is_silent_after_a_restart_is_lost_not_refused() -> None:
    rig = settled()
    rig.feed(hello(0))
    rig.link.take_notices()
    rig.wait(2000)
    assert rig.link.take_notices() == [
        StateChange(None, LinkState.GREETING, LinkState.LOST, "silent for 2 s")
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
    assert acks(rig.link.take_output()) == [(3, 42, 0)]


def test_gap_is_acknowledged_with_the_number_that_is_missing() -> None:
    rig = settled()
    rig.link.feed(events(5, 1, seq=43), rig.now_ms)
    assert acks(rig.link.take_output()) == [(0, 43, 0)]


def test_half_a_frame_is_not_acknowledged() -> None:
    rig = settled()
    whole = events(0, 1)
    assert rig.feed(whole[:9]) == ""
    assert rig.feed(whole[9:]) == "A"


def test_quiet_ack_is_sent_after_every_100_ms_of_silence() -> None:
    rig = settled()
    rig.link.feed(events(0, 1, seq=44), rig.now_ms)
    rig.link.take_output()
    said = []
    for _ in range(350):
        rig.now_ms += 1
        rig.link.tick(rig.now_ms)
        said += [(rig.now_ms - 10_000, ack) for ack in acks(rig.link.take_output())]
    assert said == [(100, (1, 44, 1)), (200, (1, 44, 1)), (300, (1, 44, 1))]


def test_any_byte_breaks_the_silence() -> None:
    rig = settled()
    for _ in range(20):
        assert "A" not in rig.wait(50)
        rig.feed(b"\x00")


# Silence.


def test_board_that_is_silent_for_3_s_is_lost() -> None:
    rig = settled()
    rig.wait(2950)
    assert rig.link.state is LinkState.READY
    rig.wait(50)
    assert rig.link.take_notices() == [
        StateChange(None, LinkState.READY, LinkState.LOST, "silent for 3 s")
    ]


def test_noise_counts_as_silence() -> None:
    rig = settled()
    for _ in range(60):
        rig.feed(b"noise")
        rig.wait(50)
    assert rig.link.state is LinkState.LOST


def test_port_that_is_closed_is_lost_once() -> None:
    rig = settled()
    rig.link.close("pulled")
    rig.link.close("pulled")
    assert rig.link.take_notices() == [
        StateChange(None, LinkState.READY, LinkState.LOST, "pulled")
    ]
    assert rig.feed(hello(), snapshot(), events(0, 1)) == ""


# Settings and lights.


def test_config_is_repeated_until_it_is_confirmed() -> None:
    rig = LinkRig()
    rig.feed(lit(1))
    sent = [rig.wait(50).count("C") for _ in range(6)]
    assert sum(sent) == 3
    rig.feed(configured(brightness=7))
    assert "C" in rig.wait(50) + rig.wait(50)
    rig.feed(configured())
    assert "C" not in "".join(rig.wait(50) for _ in range(6))


def test_config_has_the_requested_values() -> None:
    link = Link(SESSION, Modules(), Configured(450, 99, 3, 4))
    link.open(0)
    link.take_output()
    link.feed(hello() + snapshot(), 0)
    config = next(block for block in blocks(link.take_output()) if block[0] == wire.CONFIG)
    assert struct.unpack_from(wire.CONFIG_FORM, config, wire.FIELDS_AT) == (450, 99, 3, 4)


def test_lights_wanted_before_the_board_is_known_are_shown() -> None:
    link = Link(SESSION, Modules())
    link.open(0)
    link.show(WANTED, 0)
    link.feed(hello() + snapshot(), 0)
    assert link.module is not None
    assert link.module.intents == WANTED
    scene = next(block for block in blocks(link.take_output()) if block[0] == wire.SCENE)
    pair = wire.LED_ALL << wire.PAIR_LED_SHIFT | int.from_bytes(WANTED[:2], "little")
    assert scene[6:8] == pair.to_bytes(2, "little")


def test_lights_wanted_while_the_board_was_away_are_shown() -> None:
    modules = Modules()
    modules[SERIAL].intents = WANTED
    link = Link(SESSION, modules)
    link.open(0)
    link.feed(hello() + snapshot(), 0)
    assert wire.SCENE in [block[0] for block in blocks(link.take_output())]
    assert not link.is_settled
    link.feed(lit(1), 0)
    assert link.is_settled


def test_link_is_not_settled_before_it_is_ready() -> None:
    assert not any(LinkRig(state).link.is_settled for state in LinkState)
    assert settled().link.is_settled


# Other messages.


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
        (wire.FAULT_OVERFLOW, 12, "12 changes lost"),
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
    sizes = {"H": 29, "N": 17, "L": 5, "C": 5, "T": wire.STATS_SIZE, "F": 3, "R": 10}
    if kind == "E":
        wrong = [0, 5, 6, 7, 8, 10, 11]
    elif kind == "H":
        wrong = [0, 10, 28]  # text follows its fields
    else:
        wrong = [0, 1, sizes[kind] - 1, sizes[kind] + 1]
    for size in wrong:
        rig = LinkRig(state)
        before = bytes(rig.link.module.closed) if rig.link.module else b""
        rig.feed(frame(ord(kind), bytes([wire.PROTOCOL]) * size))
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
    # A board untouched for eight days: only its STATS carry the time.
    rig = settled()
    day_ms = 24 * 3600 * 1000
    for day in range(1, 9):
        rig.feed(stats(day * day_ms & wire.CLOCK_MASK))
    rig.feed(events(0, 1, time_ms=8 * day_ms + 5 & wire.CLOCK_MASK))
    event = rig.link.take_notices()[-1]
    assert isinstance(event, Event)
    assert event.time_ms == 8 * day_ms + 5

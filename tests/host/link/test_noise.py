"""No input makes the host or the board raise."""

import struct

from heist import wire
from heist.lights import Lights
from heistboard.link.link import LinkState
from heistboard.link.messages import Snapshot, decode
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.link_rig import ALL_KINDS, STALE, BoardRig, LinkRig
from tests.support.messages import LEDS, REEDS, SESSION, events, frame, hello, lit, snapshot


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
    rig = LinkRig(state)
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
    rig = LinkRig(state)
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
    assert list(rig.board.lights.intents) == [*[0] * 7, 0x48, *[0] * (LEDS - 8)]
    assert rig.board.session.blocks == 1
    assert len(rig.board.session.queue) == 1


def fields() -> st.SearchStrategy[bytes]:
    head = st.tuples(st.integers(0, 3), st.integers(0, 2), st.sampled_from([0x10, 0x20, 0x21]))
    pair = st.builds(
        lambda led, intent: led << wire.PAIR_LED_SHIFT | intent,
        st.sampled_from([0, 51, 52, wire.LED_NONE, wire.LED_ALL]),
        st.integers(0, wire.INTENT_MASK),
    )
    pairs = st.lists(pair, min_size=11, max_size=11)
    nearly_good = st.builds(lambda head, pairs: struct.pack("<3B11H", *head, *pairs), head, pairs)
    good = st.builds(
        lambda pair: struct.pack("<3B11H", 1, 0, 0x10, pair, *10 * [wire.NO_PAIR]),
        st.integers(0, wire.INTENT_MASK),
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
        assert rig.board.session.flights.bytes <= wire.WINDOW
    assert is_showable(rig.board.lights)


def is_showable(lights: Lights) -> bool:
    motions = [intent & wire.MOTION_MASK for intent in lights.intents]
    return all(motion < wire.MOTIONS or motion >= wire.CHASE for motion in motions)


def test_snapshot_message_is_what_the_board_says() -> None:
    message = decode(snapshot(7, (0, 9, 69), time_ms=5, lost=3))
    assert message == Snapshot(7, 5, 3, bytes([1, 2, 0, 0, 0, 0, 0, 0, 0x20]))

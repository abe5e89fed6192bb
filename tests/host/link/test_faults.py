"""The promises of the link, on lines with every kind of fault.

Once the line is quiet, the host's picture equals the board's reeds, no event is lost, doubled or
out of order, and the wanted scene is lit. :meth:`FaultyLine.judge` checks this against what the
board's debouncing reported; :meth:`FaultyLine.run` checks the number of bytes in flight.
"""

from collections.abc import Callable
from random import Random

import pytest
from heist import wire
from heistboard.link.floors import Modules
from heistboard.link.link import LinkState
from heistboard.sim.byte_faults import ByteFaults

from tests.support.faults import (
    ONE_BYTE_FAULTS,
    WINDOW,
    FaultyLine,
    MessageLoss,
    MessageSpoiler,
    OneByteFault,
    OneMessageFault,
    Spoiler,
)
from tests.support.link_play import FIRST, REEDS, connected, finish, new_line, play, scramble
from tests.support.virtual import untouched

SEEDS = range(6)
EVERY = 5
RATES = (0.01, 0.05, 0.20)


def recorded() -> FaultyLine:
    line = new_line()
    play(line)
    return line


UP = b"".join(data for _, data in recorded().sent_up)
DOWN = b"".join(data for _, data in recorded().sent_down)


def places(data: bytes, offset: int) -> range:
    """Bytes of a recorded session to strike: every fifth, others for each fault.

    ``tests/long/link_faults.py`` strikes every byte.
    """
    return range(offset % EVERY, len(data), EVERY)


# One fault.


def test_recorded_session_has_every_message_and_both_wraps() -> None:
    line = recorded()
    assert {frame[2] for frame in wire.FrameReader().feed(UP)} == set(b"HNELCT")
    assert set(b"GASCQ") <= set(DOWN)
    assert {0x03, 0x04} <= set(UP)
    assert {0x03, 0x04} <= set(DOWN)
    assert len(line.truth) == 7
    numbers = [change.number for change in line.truth]
    assert (numbers[0], numbers[4]) == (FIRST, 0)
    assert line.truth[0].time_ms > line.truth[-1].time_ms


@pytest.mark.parametrize("fault", ONE_BYTE_FAULTS)
@pytest.mark.parametrize("direction", ["up", "down"])
def test_fault_in_any_one_byte(direction: str, fault: str) -> None:
    faults = list(ONE_BYTE_FAULTS)
    for at in places(UP if direction == "up" else DOWN, faults.index(fault)):
        tamper = OneByteFault(at, ONE_BYTE_FAULTS[fault])
        line = new_line()
        setattr(line, direction, tamper)
        try:
            play(line)
            assert line.replugs == 0, "the connection was lost"
            assert tamper.has_struck
        except AssertionError as error:
            error.add_note(f"fault in byte {at}")
            raise


@pytest.mark.parametrize("direction", ["up", "down"])
@pytest.mark.parametrize(
    "fault",
    [
        lambda message: b"",
        lambda message: message * 2,
        lambda message: message * 3,
        lambda message: message[:-1],
        lambda message: message[:9],
        lambda message: message[:1],
        lambda message: message[9:],
        lambda message: message[:16] + message,
        lambda message: message[::-1],
    ],
    ids=[
        "lost",
        "twice",
        "thrice",
        "end",
        "9_bytes",
        "1_byte",
        "no_head",
        "begun_twice",
        "mirrored",
    ],
)
def test_fault_in_any_one_message(direction: str, fault: Callable[[bytes], bytes]) -> None:
    number = 0
    while True:
        tamper = OneMessageFault(number, fault)
        line = new_line()
        setattr(line, direction, tamper)
        play(line)
        assert line.replugs == 0, number
        if not tamper.has_struck:
            break
        number += 1
    assert number >= 10


@pytest.mark.parametrize("stray", [b"AT\r", b"\x03", b"\x04", b"AT+GCAP\r\n", b"SCAGQV" * 8])
def test_stray_bytes_before_any_byte_of_the_host(stray: bytes) -> None:
    for at in places(DOWN, len(stray)):
        tamper = OneByteFault(at, lambda byte: stray + bytes([byte]))
        line = new_line(down=tamper)
        play(line)
        assert line.replugs == 0, at
        assert tamper.has_struck


@pytest.mark.parametrize("stray", [b"AT\r", b"\x03", b"\x04", b"A", b"\x00" * 40])
def test_stray_bytes_in_any_millisecond(stray: bytes) -> None:
    for ms in range(60):
        line = new_line()
        play(line, {ms: lambda line=line: line.drivers.to_board.extend(stray)})  # type: ignore[misc]
        assert line.replugs == 0, ms


def test_at_commands_between_blocks_cost_no_block() -> None:
    line = connected()
    blocks = line.board.session.blocks
    for _ in range(20):
        line.drivers.to_board += b"AT\r"
        line.link.ask(wire.ASK_STATS)
        line.run(1)
    assert line.board.session.blocks >= blocks + 20


def test_text_of_an_interpreter_costs_no_frame() -> None:
    line = connected()
    line.drivers.to_host += b'Traceback (most recent call last):\r\n  File "main.py"\r\n>>> '
    line.set_reed(7, is_closed=True)
    line.run(1)
    assert [event.reed for event in line.events] == [7]


@pytest.mark.parametrize("pause_ms", [1, 4, 6, 30])
@pytest.mark.parametrize("direction", ["up", "down"])
def test_line_pauses_before_any_byte(direction: str, pause_ms: int) -> None:
    for at in places(UP if direction == "up" else DOWN, pause_ms)[1:]:
        line = new_line()
        pipe = line.up_pipe if direction == "up" else line.down_pipe
        pipe.cut = at, pause_ms
        play(line)
        assert line.replugs == 0, at


@pytest.mark.parametrize("piece", [1, 5, 31, 33, 63, 64, 65, 128])
def test_transfers_of_every_size(piece: int) -> None:
    line = new_line(piece=piece)
    play(line)
    line.flood(1)
    finish(line)
    assert line.replugs == 0


@pytest.mark.parametrize("bundle_ms", [2, 5, 20, 99, 150])
def test_blocks_and_frames_merged(bundle_ms: int) -> None:
    line = new_line(bundle_ms=bundle_ms)
    play(line)
    line.flood(1)
    finish(line)
    assert line.replugs == 0


@pytest.mark.parametrize("down_ms", [0, 3, 70, 130, 400])
@pytest.mark.parametrize("up_ms", [0, 3, 70, 130, 400])
def test_delay(up_ms: int, down_ms: int) -> None:
    line = new_line(up_ms=up_ms, down_ms=down_ms)
    play(line)
    scramble(line, Random(1), 500, every_ms=10)
    finish(line)
    assert line.replugs == 0


# Many faults.


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("fault", ["loss", "corruption", "duplication", "all"])
def test_bad_messages(fault: str, rate: float, seed: int) -> None:
    names = ("loss", "corruption", "duplication")
    rates = {name: rate if fault == "all" else rate * (name == fault) for name in names}
    up = MessageSpoiler(f"up {seed}", **rates)
    down = MessageSpoiler(f"down {seed}", **rates)
    random = Random(seed)
    line = new_line(
        up,
        down,
        up_ms=random.choice((0, 0, 3, 20, 110)),
        down_ms=random.choice((0, 0, 3, 20, 110)),
        piece=random.choice((0, 0, 64, 17)),
    )
    line.plug()
    scramble(line, random, 4000, every_ms=random.choice((5, 40, 100)))
    up.stop()
    down.stop()
    finish(line)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("fault", ["loss", "corruption", "duplication"])
def test_bad_bytes(fault: str, rate: float, seed: int) -> None:
    # At 1 % of all bytes, every other message is bad; at 20 %, none gets through.
    rates = {fault: rate}
    up = Spoiler(ByteFaults(seed, **rates))  # type: ignore[arg-type]
    down = Spoiler(ByteFaults(seed + 100, **rates))  # type: ignore[arg-type]
    random = Random(seed)
    line = new_line(up, down)
    line.plug()
    if seed % 2:
        line.up = line.down = untouched
        line.settle()
        line.up, line.down = up, down
    scramble(line, random, 7000)
    up.stop()
    down.stop()
    finish(line)


@pytest.mark.parametrize("seed", SEEDS)
def test_bad_messages_pulls_and_resets(seed: int) -> None:
    rates = {"loss": 0.1, "corruption": 0.05, "duplication": 0.1}
    up = MessageSpoiler(f"up {seed}", **rates)
    down = MessageSpoiler(f"down {seed}", **rates)
    random = Random(seed)
    line = new_line(up, down, up_ms=random.choice((0, 3)), down_ms=random.choice((0, 3)))
    line.plug()
    for _ in range(12):
        scramble(line, random, random.randrange(600), most=10)
        match random.randrange(4):
            case 0:
                line.restart_board()
            case 1:
                line.unplug()
                scramble(line, random, random.choice((10, 200, 6000)), most=10)
                line.replug()
            case 2:
                line.is_reading = False
                scramble(line, random, random.choice((10, 200, 6000)), most=10)
                line.is_reading = True
            case _:
                line.drivers.to_board += b"AT\r"
    up.stop()
    down.stop()
    finish(line)


# Opening.


@pytest.mark.parametrize("size", range(1, 32))
@pytest.mark.parametrize("kind", ["ack", "all_kinds"])
def test_unfinished_block_of_an_older_host_does_not_spoil_the_greeting(
    kind: str, size: int
) -> None:
    line = new_line()
    block = wire.block(wire.ACK, 7, wire.ACK_FORM, 3, 4, 1) if kind == "ack" else b"A" * 32
    line.drivers.to_board += block[:size]
    line.plug()
    line.run(2)
    assert line.link.state is LinkState.READY


def test_bytes_of_an_older_session_after_opening() -> None:
    for at in range(0, len(UP), 3):
        line = new_line()
        line.plug(0x4D3)
        line.up_pipe.put(UP[at:], 0)
        scramble(line, Random(at), 60, every_ms=5)
        finish(line)
        assert line.replugs == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_random_bytes_after_opening(seed: int) -> None:
    random = Random(seed)
    for _ in range(20):
        line = new_line()
        line.plug()
        line.up_pipe.put(random.randbytes(random.randrange(300)) + b"\xa5\x62", 0)
        line.drivers.to_board += random.randbytes(random.randrange(300))
        scramble(line, random, 60, every_ms=5)
        finish(line)
        assert line.replugs == 0


def test_several_hosts_one_after_the_other() -> None:
    line = connected()
    for host in range(5):
        scramble(line, Random(host), 100)
        line.plug(host + 1)
    finish(line)


def test_new_host_gets_all_queued_events() -> None:
    line = connected()
    line.unplug()
    scramble(line, Random(1), 6000)
    line.toggle(5)
    line.modules = Modules()
    line.replug()
    line.show(line.wanted)
    line.settle()
    line.judge()
    # Its first event was before the wrap, although the frame came after it.
    assert line.heard[0][1].time_ms < line.heard[-1][1].time_ms


# A host that is disconnected or does not read.


@pytest.mark.parametrize("ms", [50, 1000, 4000, 10_000])
def test_host_that_does_not_read(ms: int) -> None:
    line = connected()
    line.is_reading = False
    scramble(line, Random(ms), ms, most=100)
    assert len(line.drivers.to_host) > WINDOW - 40 or ms < 1000
    line.is_reading = True
    finish(line)
    assert line.replugs == 0


@pytest.mark.parametrize("ms", [1, 100, 2000, 10_000])
def test_pull_and_replug(ms: int) -> None:
    line = connected()
    scramble(line, Random(ms), 100)
    line.unplug()
    assert line.link.state is LinkState.LOST
    pulled = len(line.truth)
    scramble(line, Random(ms), ms)
    line.run(30)
    assert len(line.truth) > pulled
    line.replug()
    line.settle()
    line.judge()
    assert len(line.resyncs) == 1  # the very first snapshot
    finish(line)


def test_events_minutes_apart_keep_their_times() -> None:
    line = connected()
    line.unplug()
    for _ in range(4):
        line.toggle(8)
        line.run(40_000)
    line.replug()
    finish(line)


def test_pull_in_any_millisecond() -> None:
    for ms in range(60):
        line = new_line()

        def pull(line: FaultyLine = line) -> None:
            line.unplug()

        play(line, {ms: pull, ms + 7: line.replug} if ms < 53 else {ms: pull, 59: line.replug})


def test_silent_board_is_lost_and_found_again() -> None:
    line = connected()
    line.up = lambda data: b""
    line.run_until(lambda: line.link.state is LinkState.LOST)
    line.set_reed(8, is_closed=True)
    line.run(2500)
    line.up = untouched
    finish(line)
    assert line.replugs >= 1


def test_deaf_board_is_found_again() -> None:
    line = connected()
    line.down = lambda data: b""
    line.run(7000)
    line.set_reed(8, is_closed=True)
    line.run(100)
    line.down = untouched
    finish(line)


# Latency and load.


def test_lost_event_comes_again_after_one_turn_if_another_follows() -> None:
    line = connected(up_ms=2, down_ms=2)
    line.up = MessageLoss(wire.EVENTS, 1)
    line.set_reed(1, is_closed=True)
    line.run(3)
    line.set_reed(2, is_closed=True)
    line.run(3 + 2 * (2 + 2))
    assert [event.reed for event in line.events] == [1, 2]


def test_lost_event_comes_again_after_100_ms_if_nothing_follows() -> None:
    line = connected()
    line.run(1000 - line.now_ms % 1000 + 50)  # just after STATS
    line.up = MessageLoss(wire.EVENTS, 1)
    line.set_reed(1, is_closed=True)
    line.run(210)
    assert [event.reed for event in line.events] == [1]


def test_lost_event_comes_again_though_events_never_pause() -> None:
    line = connected(up_ms=5, down_ms=5)
    line.up = MessageLoss(wire.EVENTS, 1, skip=3)
    waited = 0
    for ms in range(1500):
        line.toggle(ms % REEDS)
        line.run(1)
        waited = max(waited, len(line.board.session.queue))
    finish(line)
    assert waited < 60
    assert line.lost == 0


@pytest.mark.parametrize("rtt_ms", [2, 20, 70])
def test_delayed_messages_are_not_sent_again(rtt_ms: int) -> None:
    line = connected(up_ms=rtt_ms // 2, down_ms=rtt_ms // 2)
    scramble(line, Random(rtt_ms), 3000, most=1000, every_ms=30)
    scramble(line, Random(rtt_ms), 30_000, most=1000, every_ms=300)
    assert len(line.truth) > 100
    assert line.board.session.queue.resent == 0


def test_silent_line_carries_little() -> None:
    line = connected()
    line.run(50)
    sent = len(line.sent_down), len(line.sent_up)
    line.run(1000)
    # An ACK every 100 ms, two or three questions for STATS, and an ACK of each answer.
    assert len(line.sent_down) - sent[0] <= 11 + 2 * 3
    assert len(line.sent_up) - sent[1] <= 1 + 3

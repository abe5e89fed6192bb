"""The line of an emulated Pico: a host that does not read, and stray bytes."""

import pytest
from heistboard.firmware import wire
from heistboard.link.link import LinkState
from heistboard.link.messages import Configured, Snapshot, Stats, decode
from heistboard.places import layout
from heistboard.places.path import path_scene
from heistboard.places.scene import Colour, pack

from tests.support.pico import EmulatedPico

SESSION = 0x1111
ACK_EVERY_MS = 100  # a quiet host's


def stats(board: EmulatedPico) -> Stats:
    board.link.stats = None
    board.ask(wire.ASK_STATS)
    board.run_until(lambda: board.link.stats is not None, 20)
    assert board.link.stats is not None
    return board.link.stats


def chase(board: EmulatedPico) -> None:
    board.show(pack(path_scene(layout.LEDS, Colour.BLUE)))
    board.run_until(lambda: board.link.is_settled, 100)


def close_all(board: EmulatedPico, *, is_closed: bool = True) -> None:
    for name in layout.REEDS:
        board.set_reed(name, is_closed=is_closed)


def told(board: EmulatedPico, *, is_closed: bool) -> list[str]:
    # Also checks that the numbers are consecutive.
    events = [event for _, event in board.events]
    numbers = [event.number for event in events]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return [event.name for event in events if event.is_closed is is_closed]


def is_in_scan_order(names: list[str]) -> bool:
    # All reeds moved at once, in the middle of a scan.
    reeds = list(layout.REEDS)
    first = reeds.index(names[0])
    return names == reeds[first:] + reeds[:first]


# A host that does not read. The rate is measured by scans at the pins.


@pytest.mark.parametrize(("is_quiet", "most"), [(False, wire.WINDOW), (True, wire.LINE_HOLDS)])
def test_board_writes_no_more_than_the_line_takes(
    board: EmulatedPico, is_quiet: bool, most: int
) -> None:
    chase(board)
    board.disconnect()
    board.heard.clear()
    board.send(
        wire.GREETING_ZEROS + wire.block(wire.GREET, SESSION, wire.GREET_FORM, wire.PROTOCOL)
    )
    board.run(10)
    seen = wire.FrameReader().feed(bytes(board.heard))[-1]
    greeted = decode(seen)
    assert isinstance(greeted, Snapshot)
    at, seq = greeted.at, seen[3]
    board.send(wire.block(wire.ACK, SESSION, wire.ACK_FORM, at, seq, 0))
    board.run(2)

    board.set_host_reads(False)
    board.heard.clear()
    board.pictures.clear()
    board.matrix.passes, board.matrix.longest_us = 0, 0.0
    close_all(board)
    ms = ACK_EVERY_MS
    board.run(ms)
    if is_quiet:
        board.send(wire.block(wire.ACK, SESSION, wire.ACK_FORM, at, seq, 1))
        ms += 20
        board.run(20)
    assert board.matrix.passes >= 2 * ms
    assert board.matrix.longest_us < 10_000
    assert len(board.pictures) >= ms // 20 - 1
    assert not board.heard

    board.set_host_reads(True)
    board.run(15)  # nothing is acknowledged, so nothing follows
    longest = wire.EVENTS_SIZE + wire.EVENT_SIZE * wire.EVENTS_MOST + 8
    assert most - longest < len(board.heard) <= most

    board.connected()
    board.run_until(lambda: len(board.events) >= len(layout.REEDS), 100)
    assert is_in_scan_order(told(board, is_closed=True))


def test_host_that_reads_again_gets_each_event_once_and_in_order(board: EmulatedPico) -> None:
    chase(board)
    board.set_host_reads(False)
    board.pictures.clear()
    board.matrix.passes = 0
    before = board.link.counters.frames
    close_all(board)
    board.run(50)
    close_all(board, is_closed=False)
    board.run(1.5 * ACK_EVERY_MS)
    assert board.link.counters.frames == before
    assert board.matrix.passes >= 400
    assert len(board.pictures) >= 9
    board.set_host_reads(True)
    board.run_until(lambda: len(board.events) >= 2 * len(layout.REEDS), 200)
    board.run(20)
    assert is_in_scan_order(told(board, is_closed=True))
    assert is_in_scan_order(told(board, is_closed=False))
    assert board.link.state is LinkState.READY
    assert stats(board).lost == 0


# Stray bytes. Each time the next good block is obeyed.

ASK = wire.block(wire.ASK, 0x4D2, wire.ASK_FORM, wire.ASK_SNAPSHOT)


def test_blocks_may_hold_the_keyboard_interrupt(board: EmulatedPico) -> None:
    config = Configured(0x0303, 3, 3, 3)
    board.connected(session=0x0303, config=config)
    board.run_until(lambda: board.link._is_configured, 50)
    assert board.link._is_configured
    board.connected()


@pytest.mark.parametrize(
    ("dirt", "skipped", "bad"),
    [
        (b"\x03" * 40, 40, 0),
        (b"\r\n\x03\xff~~~", 7, 0),
        (b"AT\r", 0, 1),
        (b"AT\rAT\r", 0, 2),
        (bytes(100), 0, 0),
        (ASK[:-1] + b"\x00", 0, 1),
    ],
)
def test_stray_bytes_cost_nothing_but_themselves(
    board: EmulatedPico, dirt: bytes, skipped: int, bad: int
) -> None:
    before = stats(board)
    board.send(dirt)
    after = stats(board)
    assert (after.skipped - before.skipped, after.bad_blocks - before.bad_blocks) == (skipped, bad)
    assert after.blocks > before.blocks


def test_block_cut_short_reads_as_zeros_after_5_ms(board: EmulatedPico) -> None:
    # In the same pass, a frame drawn or STATS made would add to its time.
    board.disconnect()
    board.connected()  # the next STATS are due in a second
    board.show(pack({}))
    board.run_until(lambda: board.link.is_settled, 100)
    before = stats(board)
    board.disconnect()  # its next ACK would complete the block
    board.run(3)
    board.matrix.longest_us = 0.0
    board.send(ASK[:17])
    board.run_until(lambda: board.matrix.longest_us >= 5000, 15)
    assert board.matrix.longest_us < 8000
    board.connected()
    after = stats(board)
    assert after.bad_blocks - before.bad_blocks == 1
    assert after.skipped == before.skipped


def test_block_in_two_pieces_is_one_block(board: EmulatedPico) -> None:
    before = stats(board)
    board.disconnect()
    board.run(3)
    board.send(ASK[:17])
    board.run(3)
    board.send(ASK[17:])
    board.run(3)
    board.connected()
    after = stats(board)
    assert after.bad_blocks == before.bad_blocks
    assert after.skipped == before.skipped

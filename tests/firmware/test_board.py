"""The main loop around fake drivers: start, reeds, blocks, lights, line. CPython, MicroPython."""

import sys

import peer
from board_bench import CLOCK_MS, BoardBench, greeted
from fake_drivers import FakeDrivers
from heist import __version__, layout, wire
from heist.board import READS_PER_PASS
from heist.lights import FRAME_MS
from peer import events, fields, greet, kinds

RED = 2 << 7 | 2 << 5
PULSE = 7
CHASE = 16

# Start.


def test_hello_says_what_is_built_in() -> None:
    bench = BoardBench()
    hello, _ = bench.tell(greet())
    size = wire.HELLO_SIZE
    said = fields(hello[: 4 + size] + bytes(4), wire.HELLO_FORM)
    version = tuple(int(part) for part in __version__.split("."))
    assert said[:2] == (peer.SESSION, wire.PROTOCOL)
    assert said[2:5] == version
    assert said[5] == layout.REVISION
    assert said[6:9] == (layout.LAYOUT_CRC, b"boot", bench.drivers.serial_number)
    assert said[9:] == (layout.REEDS, layout.LEDS, 0, 0)
    version = ".".join(str(part) for part in sys.implementation.version[:3])
    if sys.implementation.name == "micropython":
        suffix = "".join("-" + part for part in sys.implementation.version[3:4] if part)
        expected = f"MicroPython {version}{suffix} {sys.platform}"
    else:
        expected = f"CPython {version} {sys.platform}"
    assert hello[4 + size : -4].decode() == expected


def test_first_scan_makes_no_events() -> None:
    drivers = FakeDrivers(CLOCK_MS)
    drivers.closed[0] = 0b10001
    drivers.closed[13] = 0b10000
    bench = BoardBench(drivers)
    frames = bench.tell(greet())
    assert kinds(frames) == "HN"
    assert fields(frames[1], wire.SNAPSHOT_FORM)[3] == b"\x11" + bytes(7) + b"\x20"
    assert bench.run(50) == []
    drivers.closed[13] = 0
    (frame,) = bench.run(50)
    assert [event[:2] for event in events(frame)] == [(0, 69)]


def test_budget_is_the_layout_s_at_first() -> None:
    assert BoardBench().board.lights.budget_ma == layout.DEFAULT_BUDGET_MA


def test_garbage_is_collected_at_the_start() -> None:
    bench = BoardBench()
    assert bench.drivers.collections == 1
    assert bench.board.session.heap_free == 100_000


# Reeds.


def test_change_is_told_in_its_pass() -> None:
    bench = greeted()
    bench.close(7)
    bench.close(69)
    (frame,) = bench.run()
    now_ms = bench.drivers.ticks_ms()
    assert events(frame) == [(0, 7 | wire.CLOSED, now_ms), (1, 69 | wire.CLOSED, now_ms)]


def test_all_reeds_may_change_in_one_pass() -> None:
    bench = greeted()
    for reed in range(layout.REEDS):
        bench.close(reed)
    told = []
    for frame in bench.run() + bench.land():
        told += [code for _, code, _ in events(frame)]
    assert told == [reed | wire.CLOSED for reed in range(layout.REEDS)]


def test_config_reaches_the_debounce() -> None:
    bench = greeted()
    bench.tell(peer.config(close_ms=0, open_ms=0))
    told = []
    for value in (1, 0, 1, 0):
        bench.drivers.closed[2] = value
        for frame in bench.run() + bench.land():
            told += [code for _, code, _ in events(frame)]
    assert told == [10 | wire.CLOSED, 10, 10 | wire.CLOSED, 10]


# Blocks.


def test_pass_takes_one_block_and_reeds_go_before_it() -> None:
    bench = greeted()
    before = bench.board.session.blocks
    for _ in range(6):
        bench.drivers.send(peer.ack(0, 0))
    for blocks in range(1, 7):
        bench.close(blocks)
        assert kinds(bench.run()) == "E"
        assert bench.board.session.blocks == before + blocks


def test_reads_of_one_pass_are_bounded() -> None:
    bench = greeted()
    # A run of kinds: each read finds a bad block and drops its first byte.
    bench.drivers.send(b"A" * 2 * wire.BLOCK_SIZE)
    bench.run()
    assert bench.drivers.waiting() == 1
    assert READS_PER_PASS == 32
    assert kinds(bench.tell(peer.config()) + bench.run()) == "C"
    assert bench.board.session.bad_blocks == 2 * wire.BLOCK_SIZE


def test_greeting_fits_one_pass_whatever_was_begun() -> None:
    bench = greeted()
    bench.tell(peer.config()[:17])
    assert kinds(bench.tell(wire.GREETING_ZEROS, greet())) == "HN"
    assert bench.board.session.bad_blocks == 1


def test_board_breathes_until_it_is_greeted() -> None:
    bench = BoardBench()
    bench.run(3 * 2048)
    assert bench.drivers.shows > 3
    assert bench.board.lights.alone
    bench.tell(greet())
    assert not any(bench.drivers.picture)


def test_silence_lets_the_board_breathe() -> None:
    bench = greeted()
    shows = bench.drivers.shows
    bench.run(4990)
    assert bench.drivers.shows == shows
    bench.run(10 + 2 * 2048)
    assert bench.drivers.shows > shows + 3
    assert any(bench.drivers.picture)


# Lights.


def test_lit_comes_after_show() -> None:
    said = []

    class Drivers(FakeDrivers):
        def show(self, picture: bytearray) -> None:
            said.append("show")
            FakeDrivers.show(self, picture)

        def write(self, frame: memoryview) -> int:
            said.append(chr(frame[2]))
            return FakeDrivers.write(self, frame)

    bench = greeted(Drivers(CLOCK_MS))
    while said:
        said.pop()
    bench.close(3)
    bench.tell(peer.scene(1, 0, [(3, RED)]))
    bench.run()  # what a hand does comes first
    assert said == ["E", "show", "L"]
    assert any(bench.drivers.picture[9:12])


def test_scene_that_looks_the_same_is_lit_without_show() -> None:
    bench = greeted()
    bench.tell(peer.scene(1, 0, [(3, RED)]))
    shows = bench.drivers.shows
    assert kinds(bench.tell(peer.scene(2, 1, [(3, RED)]))) == "L"
    assert bench.drivers.shows == shows


class BlackOut(FakeDrivers):
    """The LEDs fail a given number of times."""

    failures = 0

    def show(self, picture: bytearray) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError(5)
        FakeDrivers.show(self, picture)


def test_scene_that_could_not_be_shown_is_shown_again_and_lit_then() -> None:
    drivers = BlackOut(CLOCK_MS)
    bench = greeted(drivers)
    drivers.failures = 2
    shows = drivers.shows
    said = [kinds(bench.tell(peer.scene(1, 0, [(3, RED)])))]
    for _ in range(3):
        assert ("L" in "".join(said)) == (drivers.shows > shows)
        said.append(kinds(bench.run()))
    assert "".join(said).count("L") == 1
    assert "F" in "".join(said)
    assert drivers.shows == shows + 1
    assert any(drivers.picture[9:12])


def test_still_picture_is_drawn_once() -> None:
    bench = greeted()
    bench.tell(peer.scene(1, 0, [(3, RED)]))
    shows = bench.drivers.shows
    bench.run(1000)
    assert bench.drivers.shows == shows


def test_moving_picture_is_drawn_50_times_a_second() -> None:
    assert FRAME_MS == 20
    drawn = []

    class Drivers(FakeDrivers):
        def show(self, picture: bytearray) -> None:
            drawn.append(self.now_ms)

    bench = greeted(Drivers(CLOCK_MS))
    bench.tell(peer.config(2000))
    bench.tell(peer.scene(1, 0, [(led, RED | CHASE + led * 3 % 16) for led in range(11)]))
    start = drawn[-1]
    bench.run(FRAME_MS)
    assert drawn[-1] - start <= FRAME_MS
    start = drawn[-1]
    bench.run(1000)
    assert drawn[-51:] == [start + FRAME_MS * i for i in range(51)]


def test_scenes_that_come_often_do_not_stop_what_moves() -> None:
    bench = greeted()
    bench.tell(peer.config(2000))
    bench.tell(peer.scene(1, 0, [(0, RED)] + [(led, RED | CHASE + led) for led in range(1, 11)]))
    moved = []
    before = bytes(bench.drivers.picture[3:])
    for number in range(2, 202):
        bench.tell(peer.scene(number, number - 1, [(0, RED if number & 1 else 0)]))
        assert any(bench.drivers.picture[:3]) == (number & 1 == 1)
        if bench.drivers.picture[3:] != before:
            moved.append(number)
            before = bytes(bench.drivers.picture[3:])
        bench.land()
    assert 15 <= len(moved) <= 20  # each told takes a pass, each landing another


def test_change_of_the_lights_does_not_wait_for_its_frame() -> None:
    bench = greeted()
    bench.tell(peer.scene(1, 0, [(3, RED | PULSE)]))
    shows = bench.drivers.shows
    for i in range(4):
        bench.tell(peer.scene(2 + i, 1 + i, [(10 + i, RED)]))
    assert bench.drivers.shows == shows + 4


# The line.


def test_nothing_is_written_to_a_line_that_takes_nothing() -> None:
    bench = greeted()
    bench.close(2)
    assert kinds(bench.run()) == "E"
    bench.drivers.fetch()
    in_flight = bench.board.session.flights.bytes
    bench.drivers.takes = 0
    bench.close(3)
    bench.drivers.now_ms += 1
    bench.board.run_pass()
    assert bench.drivers.written() == 0
    assert bench.board.session.flights.bytes == in_flight
    bench.drivers.fetch()
    assert kinds(bench.run()) == "E"


def test_short_write_is_said_with_what_is_missing() -> None:
    bench = greeted()
    bench.close(3)
    bench.drivers.takes = 10
    assert bench.run() == []
    (fault,) = bench.run()
    assert fields(fault, wire.FAULT_FORM) == (wire.FAULT_SHORT_WRITE, 7)


def test_frames_of_one_pass_go_until_the_window_is_full() -> None:
    bench = greeted()
    for reed in range(layout.REEDS):
        bench.close(reed)
    assert kinds(bench.run()) == "EEE"
    assert bench.run(10) == []

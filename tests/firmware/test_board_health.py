"""The main loop's exceptions, STATS, garbage and rests. Runs on CPython and on MicroPython."""

import peer
from board_bench import CLOCK_MS, BoardBench, greeted
from fake_drivers import FakeDrivers
from heist import layout, wire
from heist.board import GC_EVERY_MS, GC_QUIET_MS, Board
from peer import events, fields, greet, kinds

RED = 2 << 7 | 2 << 5
PULSE = 7
CHASE = 16

# Exceptions.


class Loose(FakeDrivers):
    """The pins fail a given number of times."""

    failures = 0

    def scan(self, raw: bytearray) -> None:
        if self.failures:
            self.failures -= 1
            raise ValueError("loose")
        FakeDrivers.scan(self, raw)


def test_exception_is_counted_said_and_survived() -> None:
    drivers = Loose(CLOCK_MS)
    bench = greeted(drivers)
    for count in (1, 2, 3):
        drivers.failures = 1
        frames = bench.run(2)
        assert [fields(frame, wire.FAULT_FORM) for frame in frames] == [
            (wire.FAULT_EXCEPTION, count)
        ]
        assert len(drivers.errors) == count
        bench.land()
    bench.close(3)
    assert kinds(bench.run()) == "E"


def test_pins_that_fail_for_ever_are_said_all_the_same() -> None:
    drivers = Loose(CLOCK_MS)
    bench = greeted(drivers)
    drivers.failures = 1000
    faults = [fields(frame, wire.FAULT_FORM) for frame in bench.run(5)]
    assert faults == [(wire.FAULT_EXCEPTION, count) for count in (1, 2, 3, 4, 5)]


def test_line_that_fails_is_survived() -> None:
    class Drivers(FakeDrivers):
        failures = 0

        def write(self, frame: memoryview) -> int:
            if self.failures:
                self.failures -= 1
                raise OSError(5)
            return FakeDrivers.write(self, frame)

    drivers = Drivers(CLOCK_MS)
    bench = greeted(drivers)
    seen = bench.seen
    drivers.failures = 1
    bench.close(3)
    assert kinds(bench.run(2)) == "F"
    bench.run(100)
    (again,) = bench.tell(peer.ack(0, seen, 1))
    assert [event[:2] for event in events(again)] == [(0, 3 | wire.CLOSED)]


# STATS.


class Slow(FakeDrivers):
    """Each read of the fast clock takes 300 us."""

    def ticks_us(self) -> int:
        self.now_us += 300
        return FakeDrivers.ticks_us(self)


def stats(bench: BoardBench) -> "list[int]":
    (frame,) = bench.tell(peer.ask(wire.ASK_STATS))
    bench.land()
    return list(fields(frame, wire.STATS_FORM))


def test_self_test_measures_each_row_once() -> None:
    bench = greeted()
    (frame,) = bench.tell(peer.ask(wire.ASK_SELF_TEST))
    assert frame[2] == wire.RISE
    assert list(fields(frame, wire.RISE_FORM)) == bench.drivers.rises_us
    assert not bench.board.session.wants_rise


def test_longest_pass_is_that_since_the_last_stats() -> None:
    drivers = Slow(CLOCK_MS)
    drivers.now_us = wire.CLOCK_MASK - 1000
    bench = greeted(drivers)
    bench.run(5)
    assert stats(bench)[2] == 300
    assert bench.board.session.pass_max_us == 300


def test_pass_that_hangs_for_seconds_is_seen_and_a_collection_is_at_most_65535() -> None:
    class Drivers(FakeDrivers):
        def ticks_us(self) -> int:
            self.now_us += 7_000_000
            return FakeDrivers.ticks_us(self)

    bench = greeted(Drivers(CLOCK_MS))
    assert stats(bench)[2:4] == [7_000_000, 65_535]


def test_passes_are_those_of_a_second() -> None:
    bench = greeted()
    bench.run(1500)
    assert bench.board.session.passes == 1000
    for _ in range(2000):
        bench.board.run_pass()
    bench.run(600)
    assert bench.board.session.passes == 3000
    for _ in range(66_000):
        bench.board.run_pass()
    bench.run(1000)
    assert bench.board.session.passes == 0xFFFF


def test_counters_begin_at_0() -> None:
    bench = BoardBench()
    bench.tell(greet())
    said = stats(bench)
    assert said[1:4] == [0, 0, 0]
    assert said[5:13] == [0, 0, 0, 0, 2, 0, 0, 0]
    assert said[13] == layout.LEDS * layout.IDLE_MA


def test_counters_of_the_line_are_in_stats() -> None:
    bench = greeted()
    wrong = bytearray(greet())
    wrong[31] ^= 1
    bench.tell(bytes(wrong) + b"...")
    bench.run()
    assert stats(bench)[10:12] == [1, 3]


# Garbage.


def leave_alone(bench: BoardBench, ms: int) -> None:
    # A pass twice a second is enough for a board that nobody touches.
    for _ in range(ms // 500):
        bench.drivers.now_ms += 499
        bench.run()


def test_garbage_is_collected_at_quiet_times_only() -> None:
    assert (GC_EVERY_MS, GC_QUIET_MS) == (300_000, 1000)
    bench = BoardBench()
    drivers = bench.drivers
    # A reed moves every 900 ms: never quiet.
    for i in range(2 * GC_EVERY_MS // 900):
        drivers.closed[0] = i & 1
        bench.run(30)
        drivers.now_ms += 870
    assert drivers.collections == 1
    bench.run(2100)
    assert drivers.collections == 2
    leave_alone(bench, GC_EVERY_MS - 2000)
    assert drivers.collections == 2
    leave_alone(bench, 3500)
    assert drivers.collections == 3


def test_board_that_nobody_touches_collects_too() -> None:
    bench = BoardBench()
    leave_alone(bench, GC_EVERY_MS + 1000)
    assert bench.drivers.collections == 2


def test_time_of_a_collection_is_said() -> None:
    bench = greeted(Slow(CLOCK_MS))
    assert stats(bench)[3] == 300
    assert stats(bench)[3] == 0
    assert stats(bench)[4] == 100_000


def test_run_rests_after_each_pass() -> None:
    class Enough(Exception):
        pass

    class Drivers(FakeDrivers):
        rests = 0
        scans = 0

        def scan(self, raw: bytearray) -> None:
            self.scans += 1

        def rest(self) -> None:
            self.rests += 1
            if self.rests == 3:
                raise Enough

    drivers = Drivers(CLOCK_MS)
    board = Board(drivers, b"boot")
    is_over = False
    try:
        board.run()
    except Enough:
        is_over = True
    assert is_over
    assert drivers.rests == drivers.scans - 1 == 3

"""Frames in flight to the host: the window, acknowledged frames, and events in them.

Runs on CPython and on MicroPython.
"""

import peer
from heist import wire
from heist.flights import DRAINED_MS
from peer import SESSION, events, fields, kinds
from session_bench import FRAME, LONGEST_EVENTS, OTHER, REEDS, Bench, greeted

# In flight.


def test_window_holds_192_bytes() -> None:
    bench = greeted()
    bench.change(*(i % REEDS for i in range(100)))
    frames = bench.hear()
    assert [len(frame) for frame in frames] == [LONGEST_EVENTS] * 3
    assert bench.session.flights.bytes == 186
    bench.tell(peer.ack(16, frames[0][3]))
    assert bench.session.flights.bytes == 124
    (fourth,) = bench.hear()
    assert events(fourth)[0][0] == 48
    assert bench.session.flights.bytes == 186


def test_last_of_the_window_takes_as_many_events_as_fit() -> None:
    for faults in range(12, 15):
        bench = greeted()
        for detail in range(faults):
            bench.session.fault(1, detail)
            assert kinds(bench.hear()) == "F"
        room = wire.WINDOW - 11 * faults
        bench.change(*range(30))
        (frame,) = bench.hear()
        assert len(frame) == FRAME + wire.EVENTS_SIZE + wire.EVENT_SIZE * len(events(frame))
        assert 0 <= room - len(frame) < wire.EVENT_SIZE


def test_event_that_does_not_fit_waits() -> None:
    bench = greeted()
    bench.change(*range(16))
    assert kinds(bench.hear()) == "E"
    bench.change(*range(16))
    assert kinds(bench.hear()) == "E"
    bench.change(*range(14))
    assert kinds(bench.hear()) == "E"
    assert bench.session.flights.bytes == 180
    bench.change(1)
    assert bench.hear() == []
    assert len(bench.session.queue) == 47


def test_snapshot_that_does_not_fit_waits_and_events_wait_behind_it() -> None:
    bench = greeted()
    bench.change(*range(44))
    assert kinds(bench.hear()) == "EEE"
    assert bench.session.flights.bytes == 2 * LONGEST_EVENTS + 50
    bench.tell(peer.ask(wire.ASK_SNAPSHOT))
    bench.change(1)
    assert bench.hear() == []
    bench.tell(peer.ack(16, (bench.seen - 2) & 0xFF))
    assert kinds(bench.hear()) == "NE"


def test_what_just_fits_is_sent() -> None:
    for most, faults, what in ((38, 1, wire.ASK_SNAPSHOT), (36, 0, wire.ASK_STATS)):
        block = peer.ask(what)
        for count in (most, most + 1):
            bench = greeted()
            for _ in range(faults):
                bench.session.fault(wire.FAULT_EXCEPTION, 1)
                assert kinds(bench.hear()) == "F"
            bench.change(*range(count))
            assert kinds(bench.hear()) == "EEE"
            frames = bench.answer(block)
            assert len(frames) == (count == most)
            assert count > most or bench.session.flights.bytes == wire.WINDOW


def test_every_seen_frame_and_those_before_it_leave_the_line() -> None:
    sizes = [31, 28, 25, 22, 19]
    for seen in range(5):
        bench = greeted()
        seqs = []
        for count in range(5):
            bench.change(*range(5 + 1 - count))
            (frame,) = bench.hear()
            seqs.append(frame[3])
            sizes[count] = len(frame)
        assert bench.session.flights.bytes == sum(sizes)
        bench.tell(peer.ack(0, seqs[seen]))
        assert bench.session.flights.bytes == sum(sizes[seen + 1 :])


def test_seen_of_what_is_not_in_flight_changes_nothing() -> None:
    bench = greeted()
    bench.change(*range(40))
    frames = bench.hear()
    for seen in ((frames[0][3] - 1) & 0xFF, (frames[-1][3] + 1) & 0xFF, frames[0][3] ^ 0x80):
        bench.tell(peer.ack(0, seen))
        assert bench.session.flights.bytes == sum(len(frame) for frame in frames)
    assert bench.hear() == []


def test_foreign_acknowledgement_is_ignored_and_counted() -> None:
    bench = greeted()
    bench.change(1)
    (frame,) = bench.hear()
    bench.tell(peer.ack(1, frame[3], 0, OTHER))
    bench.tell(peer.ack(1, frame[3], 0, SESSION & 0xFF))
    bench.tell(peer.ack(1, frame[3], 0, SESSION & 0xFF00))
    assert bench.session.foreign == 3
    assert bench.session.flights.bytes == len(frame)
    assert len(bench.session.queue) == 1


def test_line_that_is_free_again_repeats_what_is_not_acknowledged() -> None:
    bench = greeted()
    bench.change(1, 2, 3)
    (first,) = bench.hear()
    bench.change(4)
    (second,) = bench.hear()
    bench.tell(peer.ack(0, second[3]))  # the first one was lost
    (again,) = bench.hear()
    assert events(again) == events(first) + events(second)
    assert bench.session.queue.resent == 4


def test_nothing_is_repeated_while_something_is_on_its_way() -> None:
    bench = greeted()
    bench.change(1, 2, 3)
    (first,) = bench.hear()
    bench.change(4)
    bench.hear()
    bench.tell(peer.ack(0, first[3]))
    assert bench.hear() == []
    assert bench.session.queue.resent == 0


def test_after_a_loss_nothing_is_sent_until_the_line_is_empty() -> None:
    bench = greeted()
    bench.change(1, 2)
    (first,) = bench.hear()
    bench.change(3)
    (second,) = bench.hear()
    bench.change(4)
    bench.session.fault(wire.FAULT_EXCEPTION, 1)
    bench.tell(peer.ack(0, first[3]))  # the first was lost
    assert bench.hear() == []
    bench.tell(peer.ack(0, first[3]))
    assert bench.hear() == []
    repeated, fault = bench.answer(peer.ack(0, second[3]))
    assert [event[:2] for event in events(repeated)] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert fault[2] == wire.FAULT


def test_loss_of_a_single_event_is_a_loss() -> None:
    bench = greeted()
    bench.change(1)
    (first,) = bench.hear()
    bench.change(2)
    assert kinds(bench.hear()) == "E"
    bench.change(3)
    assert bench.answer(peer.ack(0, first[3])) == []


def test_repetition_of_an_acknowledgement_is_no_loss() -> None:
    bench = greeted()
    bench.change(1, 2)
    (lost,) = bench.hear()
    (again,) = bench.answer(peer.ack(0, lost[3]))
    assert events(again) == events(lost)
    bench.change(3)
    (third,) = bench.answer(peer.ack(0, lost[3]))
    assert events(third)[0][:2] == (2, 3)


def test_without_a_loss_the_next_events_follow_at_once() -> None:
    bench = greeted()
    for i in range(60):
        bench.change(i)
        (frame,) = bench.hear()
        assert events(frame)[0][0] == i
        if i > 3:
            bench.tell(peer.ack(i - 3, (frame[3] - 4) & 0xFF))
    assert bench.session.queue.resent == 0


def test_word_between_events_is_no_loss() -> None:
    bench = greeted()
    bench.session.fault(wire.FAULT_EXCEPTION, 1)
    (fault,) = bench.hear()
    bench.change(1)
    (first,) = bench.hear()
    bench.change(2)
    assert kinds(bench.answer(peer.ack(0, fault[3]))) == "E"
    bench.session.fault(wire.FAULT_EXCEPTION, 2)
    bench.change(3)
    assert kinds(bench.answer(peer.ack(1, first[3]))) == "EF"


def test_quiet_host_frees_the_line_after_80_ms_and_not_before() -> None:
    bench = greeted()
    seen = bench.seen
    bench.change(1)
    (frame,) = bench.hear()
    bench.wait(DRAINED_MS - 1)
    assert bench.answer(peer.ack(0, seen, 1)) == []
    assert bench.session.flights.bytes == len(frame)
    bench.wait(1)
    (again,) = bench.answer(peer.ack(0, seen, 1))
    assert events(again) == events(frame)
    assert again[3] == (frame[3] + 1) & 0xFF


def test_quiet_host_frees_only_what_is_80_ms_old() -> None:
    bench = greeted()
    seen = bench.seen
    bench.change(1)
    bench.hear()
    bench.wait(10)
    bench.change(2, 3)
    (second,) = bench.hear()
    bench.wait(DRAINED_MS - 10)
    assert bench.answer(peer.ack(0, seen, 1)) == []
    assert bench.session.flights.bytes == len(second)
    bench.wait(10)
    (again,) = bench.answer(peer.ack(0, seen, 1))
    assert [event[0] for event in events(again)] == [0, 1, 2]


def test_host_that_is_not_quiet_frees_nothing_by_time() -> None:
    bench = greeted()
    seen = bench.seen
    bench.change(1)
    (frame,) = bench.hear()
    bench.wait(900)
    assert bench.answer(peer.ack(0, seen)) == []
    assert bench.session.flights.bytes == len(frame)


def test_what_quiet_alone_released_counts_until_a_later_frame_is_seen() -> None:
    bench = greeted()
    seen = bench.seen
    bench.change(*(i % REEDS for i in range(80)))
    said = 0
    for _ in range(20):
        said += sum(len(frame) for frame in bench.hear())
        bench.wait(DRAINED_MS)
        bench.tell(peer.ack(0, seen, 1))
    assert wire.WINDOW < said <= wire.LINE_HOLDS
    assert bench.hear() == []
    # The host has read on after all.
    bench.tell(peer.ack(16, bench.seen))
    assert [len(frame) for frame in bench.hear()] == [LONGEST_EVENTS] * 3


def test_line_holds_256_bytes_of_which_none_is_seen() -> None:
    bench = greeted()
    seen = bench.seen
    bench.change(*range(13))
    for _ in range(4):
        (frame,) = bench.hear()
        assert len(frame) == 53
        bench.wait(DRAINED_MS)
        bench.tell(peer.ack(0, seen, 1))
    (last,) = bench.hear()
    assert 4 * 53 + len(last) == wire.LINE_HOLDS
    assert len(events(last)) == 10


def test_seen_in_time_counts_nothing_twice() -> None:
    bench = greeted()
    said = 0
    for i in range(12):
        bench.change(*range(5))
        (frame,) = bench.hear()
        bench.wait(DRAINED_MS)
        assert kinds(bench.answer(peer.ack(5 * i, (frame[3] - 1) & 0xFF, 1))) == "E"
        bench.land()
        said += len(frame)
    assert said > wire.LINE_HOLDS


def test_greet_forgets_what_quiet_released() -> None:
    bench = greeted()
    seen = bench.seen
    bench.change(*(i % REEDS for i in range(80)))
    for _ in range(20):
        bench.hear()
        bench.wait(DRAINED_MS)
        bench.tell(peer.ack(0, seen, 1))
    assert kinds(bench.answer(peer.greet())) == "HNEE"


def test_window_never_holds_more_than_the_ring_of_flights() -> None:
    bench = greeted()
    frames = []
    for detail in range(20):
        bench.session.fault(1, detail)
        frames += bench.hear()
    assert kinds(frames) == "F" * 14  # the others leave room for STATS
    for reed in range(3):
        bench.change(reed)
        frames += bench.hear()
        bench.wait(1)
    assert kinds(frames) == "F" * 14 + "EE"
    assert bench.session.flights.bytes == 14 * 11 + 2 * 17 == 188
    left = 188
    for frame in frames[:-1]:
        left -= len(frame)
        bench.tell(peer.ack(0, frame[3]))
        assert bench.session.flights.bytes == left


def test_quiet_host_frees_a_full_ring() -> None:
    bench = greeted()
    seen = bench.seen
    for detail in range(14):
        bench.session.fault(1, detail)
        assert len(bench.hear()) == 1
    for reed in range(2):
        bench.change(reed)
        assert len(bench.hear()) == 1
        bench.wait(1)
    bench.wait(DRAINED_MS - 2)
    bench.tell(peer.ack(0, seen, 1))
    assert bench.session.flights.bytes == 17
    bench.wait(1)
    bench.tell(peer.ack(0, seen, 1))
    assert bench.session.flights.bytes == 0


def test_seq_counts_frames_modulo_256() -> None:
    bench = Bench()
    frames = bench.answer(peer.greet())
    assert [frame[3] for frame in frames] == [0, 1]
    bench.land()
    count = 2
    for i in range(600):
        bench.change(i % REEDS)
        if i % 2:
            bench.session.fault(1, i)
        for frame in bench.hear():
            assert frame[3] == count & 0xFF
            count += 1
        bench.land()
    assert count == 2 + 600 + 300


# Events.


def test_events_go_16_to_a_frame_in_order() -> None:
    bench = greeted()
    codes = [i * 3 % REEDS | (i & 1) << 7 for i in range(40)]
    bench.change(*codes)
    frames = bench.hear()
    assert [len(events(frame)) for frame in frames] == [16, 16, 8]
    told = [event for frame in frames for event in events(frame)]
    assert told == [(i, codes[i], bench.now_ms) for i in range(40)]


def test_events_keep_their_times_across_the_wrap_of_the_clock() -> None:
    bench = greeted()
    whens = []
    for reed in range(10):
        whens.append(bench.now_ms)
        bench.change(reed)
        bench.wait(30)
    assert whens[0] > whens[-1]
    (frame,) = bench.hear()
    assert [event[2] for event in events(frame)] == whens


def test_events_more_than_65535_ms_apart_go_in_two_frames() -> None:
    bench = Bench()
    whens = []
    for reed, ms in ((1, 0), (2, 65_535), (3, 1), (4, 65_535), (5, 70_000), (6, 0)):
        bench.wait(ms)
        whens.append((reed - 1, reed, bench.now_ms))
        bench.change(reed)
    frames = bench.answer(peer.greet())[2:]
    assert [events(frame) for frame in frames] == [whens[:2], whens[2:4], whens[4:]]


def test_unknown_number_is_answered_by_a_snapshot_of_the_base() -> None:
    bench = greeted(3 | wire.CLOSED, 69 | wire.CLOSED)
    bench.change(4 | wire.CLOSED)
    (frame,) = bench.hear()
    (snapshot,) = bench.answer(peer.ack(99, (frame[3] - 1) & 0xFF))
    assert fields(snapshot, wire.SNAPSHOT_FORM) == (
        2,
        bench.now_ms,
        0,
        b"\x08" + bytes(7) + b"\x20",
    )


def test_acknowledged_events_are_gone_and_those_after_follow() -> None:
    bench = greeted()
    bench.change(1, 2, 3)
    (frame,) = bench.hear()
    (again,) = bench.answer(peer.ack(2, frame[3]))
    assert [event[:2] for event in events(again)] == [(2, 3)]


def test_overflow_is_said_and_ends_in_a_snapshot_with_a_number_skipped() -> None:
    bench = greeted()
    bench.change(*(i % 60 for i in range(wire.QUEUE)))
    bench.change(61 | wire.CLOSED)
    bench.change(62 | wire.CLOSED)
    faults = []
    expected = 0
    while len(bench.session.queue):
        for frame in bench.hear():
            if frame[2] == wire.EVENTS:
                assert events(frame)[0][0] == expected
                expected += len(events(frame))
            else:
                faults.append(fields(frame, wire.FAULT_FORM))
        bench.tell(peer.ack(expected, bench.seen))
    frames = bench.hear()
    assert kinds(frames) in ("N", "NF")
    faults += [fields(frame, wire.FAULT_FORM) for frame in frames[1:]]
    assert faults == [(wire.FAULT_OVERFLOW, 2)]
    at, _, lost, closed = fields(frames[0], wire.SNAPSHOT_FORM)
    assert (at, lost, closed) == (wire.QUEUE + 1, 2, bytes(7) + b"\x60\x00")
    # The snapshot is lost: the number that is asked for brings it again.
    assert kinds(bench.answer(peer.ack(expected, bench.seen))) == "N"
    assert bench.answer(peer.ack(wire.QUEUE + 1, bench.seen)) == []

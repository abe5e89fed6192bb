"""Events kept until acknowledged, against a slow model. Runs on CPython and on MicroPython."""

from dice import Dice
from heist import wire
from heist.queue import EventQueue

REEDS = 70
FULL = wire.QUEUE
RESENT, LOST, CODES, TIMES_MS = 4, 3, 7, 263  # where EventQueue._state has them


def bits(*closed: int) -> bytearray:
    found = bytearray(9)
    for reed in closed:
        found[reed // 8] |= 1 << reed % 8
    return found


def filled(count: int, number: int = 0) -> EventQueue:
    # With *count* events after *number* that came and went; reed 0 closes first, then toggles.
    queue = EventQueue(REEDS)
    for i in range(number):
        assert queue.push(wire.CLOSED if not i & 1 else 0, 0)
        assert queue.drop_before((i + 1) & 0xFFFF)
    for i in range(count):
        assert queue.push(wire.CLOSED if not (number + i) & 1 else 0, i)
    return queue


def take(queue: EventQueue, count: int) -> None:
    # As the session does: so many events are written.
    buffer = bytearray(wire.FRAME_LONGEST)
    while count:
        most = min(count, wire.EVENTS_MOST)
        size = queue.pack(buffer, wire.EVENTS_SIZE + most * wire.EVENT_SIZE)
        count -= (size - wire.EVENTS_SIZE) // wire.EVENT_SIZE


def code_of(queue: EventQueue, number: int) -> int:
    return queue._state[CODES + (number & 0xFF)]


def time_of(queue: EventQueue, number: int) -> int:
    return queue._state[TIMES_MS + (number & 0xFF)]


def test_events_are_numbered_from_0_and_kept_with_their_times() -> None:
    queue = EventQueue(REEDS)
    assert len(queue) == queue.head == queue.sent == queue.next == 0
    for i in range(FULL):
        assert queue.push(i % REEDS | (i & 1) << 7, 1_000_000 * i)
        assert (len(queue), queue.next) == (i + 1, i + 1)
    for i in range(FULL):
        assert code_of(queue, i) == i % REEDS | (i & 1) << 7
        assert time_of(queue, i) == 1_000_000 * i
    assert (queue.head, queue.sent, queue.lost, queue.resent) == (0, 0, 0, 0)


def test_time_of_an_event_may_be_the_clock_s_last() -> None:
    queue = EventQueue(REEDS)
    queue.push(1, wire.CLOCK_MASK)
    assert time_of(queue, 0) == wire.CLOCK_MASK


def test_numbers_begin_again_after_65535() -> None:
    queue = filled(0, 65_530)
    for i in range(10):
        assert queue.push(i | wire.CLOSED, i)
    assert (queue.head, queue.next, len(queue)) == (65_530, 4, 10)
    take(queue, 10)
    assert queue.sent == 4
    assert [code_of(queue, i & 0xFFFF) & 0x7F for i in range(65_530, 65_540)] == list(range(10))

    assert queue.drop_before(65_535)
    assert (queue.head, len(queue), queue.base) == (65_535, 5, bits(0, 1, 2, 3, 4))
    assert queue.drop_before(2)
    assert (queue.head, len(queue), queue.base) == (2, 2, bits(0, 1, 2, 3, 4, 5, 6, 7))
    assert not queue.drop_before(65_535)
    assert not queue.drop_before(5)


def test_base_is_what_was_before_the_oldest_event() -> None:
    queue = EventQueue(REEDS)
    queue.start(69 | wire.CLOSED)
    assert queue.base == bits(69)
    for code in (3 | wire.CLOSED, 69, 3, 8 | wire.CLOSED):
        queue.push(code, 0)
    assert queue.base == bits(69)
    for number, base in ((1, bits(3, 69)), (2, bits(3)), (3, bits()), (4, bits(8))):
        assert queue.drop_before(number)
        assert queue.base == base


def test_start_is_no_event() -> None:
    queue = EventQueue(REEDS)
    queue.start(5 | wire.CLOSED)
    assert (len(queue), queue.next) == (0, 0)


def test_acknowledging_nothing_new_changes_nothing() -> None:
    queue = filled(5)
    take(queue, 3)
    assert queue.drop_before(0)
    assert (queue.head, queue.sent, queue.next) == (0, 3, 5)


def test_number_that_is_not_kept_asks_for_a_snapshot_and_changes_nothing() -> None:
    queue = filled(5, 10)
    take(queue, 2)
    for number in (9, 16, 0, 0x7FFF, 0xFFFF):
        assert not queue.drop_before(number), number
        assert (queue.head, queue.sent, queue.next) == (10, 12, 15)
    assert queue.drop_before(15)


def test_acknowledged_events_are_not_sent_again() -> None:
    queue = filled(5)
    take(queue, 5)
    queue.rewind()
    assert queue.sent == 0
    take(queue, 1)
    assert queue.drop_before(3)
    assert queue.sent == 3
    queue.rewind()
    assert queue.sent == 3


def test_what_is_sent_stays_sent_when_older_events_are_acknowledged() -> None:
    queue = filled(5)
    take(queue, 4)
    assert queue.drop_before(3)
    assert queue.sent == 4
    assert queue.drop_before(4)
    assert queue.sent == 4


def test_only_repetitions_count_as_resent() -> None:
    queue = filled(20)
    take(queue, 10)
    assert queue.resent == 0
    queue.rewind()
    take(queue, 4)
    assert queue.resent == 4
    take(queue, 16)
    assert queue.resent == 10
    queue.rewind()
    take(queue, 20)
    assert queue.resent == 30
    queue.push(1, 0)
    take(queue, 1)
    assert queue.resent == 30
    queue.drop_before(15)
    queue.rewind()
    take(queue, 6)
    assert queue.resent == 36


def test_resent_begins_again_after_65535() -> None:
    queue = filled(3)
    take(queue, 3)
    queue._state[RESENT] = 0xFFFE
    queue.rewind()
    take(queue, 3)
    assert queue.resent == 1


# Overflow.


def overflown() -> EventQueue:
    queue = filled(FULL)
    assert not queue.push(1 | wire.CLOSED, 0)
    return queue


def test_change_that_finds_256_waiting_is_dropped_and_counted() -> None:
    queue = overflown()
    assert (len(queue), queue.next, queue.lost) == (FULL, FULL, 1)
    assert code_of(queue, 0) == wire.CLOSED


def test_every_change_after_it_is_dropped_until_nothing_waits() -> None:
    queue = overflown()
    assert queue.drop_before(FULL - 1)
    assert len(queue) == 1
    assert not queue.push(2 | wire.CLOSED, 0)
    assert (queue.lost, queue.next) == (2, FULL)
    assert queue.base == bits(0)


def test_then_one_number_is_skipped_and_base_is_the_present() -> None:
    queue = overflown()
    queue.push(2 | wire.CLOSED, 0)
    queue.push(1, 0)
    assert not queue.drop_before(FULL)
    assert queue.head == queue.sent == queue.next == FULL + 1
    assert queue.base == bits(2)
    assert queue.push(3 | wire.CLOSED, 0)
    assert queue.base == bits(2)
    assert (code_of(queue, FULL + 1), queue.next) == (3 | wire.CLOSED, FULL + 2)


def test_reed_that_was_closed_from_the_start_is_in_that_present() -> None:
    queue = EventQueue(REEDS)
    queue.start(69 | wire.CLOSED)
    for _ in range(FULL + 1):
        queue.push(1, 0)
    assert not queue.drop_before(FULL)
    assert queue.base == bits(69)


def test_skipped_number_is_asked_for_in_vain() -> None:
    queue = overflown()
    assert not queue.drop_before(FULL)
    assert not queue.drop_before(FULL)
    assert queue.drop_before(FULL + 1)
    queue.push(3, 0)
    assert not queue.drop_before(FULL)
    assert queue.drop_before(FULL + 2)


def test_events_after_the_skipped_number_are_no_repetitions() -> None:
    queue = overflown()
    take(queue, FULL)
    assert not queue.drop_before(FULL)
    queue.push(3, 0)
    take(queue, 1)
    assert queue.resent == 0


def test_number_skipped_may_be_the_last() -> None:
    queue = filled(0, 0xFFFF - FULL)
    for _ in range(FULL + 1):
        queue.push(0, 0)
    assert not queue.drop_before(0xFFFF)
    assert queue.head == queue.sent == queue.next == 0


def test_lost_begins_again_after_65535() -> None:
    queue = filled(FULL)
    queue._state[LOST] = 0xFFFF
    queue.push(0, 0)
    assert queue.lost == 0


# All of it.


def test_agrees_with_a_list_of_events() -> None:
    for seed in range(6):
        roll = Dice(seed).roll
        queue = filled(0, 65_000 if seed == 0 else 300 * seed)
        first = queue.head  # the number of kept[0]
        kept: list[int] = []
        base = bytearray(queue.base)
        present = bytearray(base)
        has_hole = False
        lost = 0
        holes = 0
        for step in range(1500):
            is_filling = step // 300 % 2
            for _ in range(roll(9) if is_filling else roll(4)):
                code = roll(REEDS) | roll(2) << 7
                apply(present, code)
                if has_hole or len(kept) == FULL:
                    has_hole = True
                    lost += 1
                    assert not queue.push(code, step)
                else:
                    kept.append(code)
                    assert queue.push(code, step)
            unsent = (queue.next - queue.sent) & 0xFFFF
            take(queue, roll(unsent + 1))
            if roll(5) == 0:
                queue.rewind()
                assert queue.sent == queue.head
            if roll(100 if is_filling else 2) == 0:
                done = roll(len(kept) + 1) if roll(3) else len(kept)
                needs_none = queue.drop_before((first + done) & 0xFFFF)
                for code in kept[:done]:
                    apply(base, code)
                kept = kept[done:]
                first += done
                assert needs_none == (not has_hole or bool(kept))
                if has_hole and not kept:
                    has_hole = False
                    holes += 1
                    first += 1
                    base[:] = present
            assert queue.head == first & 0xFFFF
            assert queue.next == (first + len(kept)) & 0xFFFF
            assert ((queue.sent - queue.head) & 0xFFFF) <= len(kept)
            assert queue.base == base
            assert queue.lost == lost & 0xFFFF
            assert [code_of(queue, first + i & 0xFFFF) for i in range(len(kept))] == kept
        assert holes > 0


def apply(closed: bytearray, code: int) -> None:
    reed = code & 0x7F
    others = closed[reed // 8] & (255 - (1 << reed % 8))
    closed[reed // 8] = others | (code >> 7) << reed % 8

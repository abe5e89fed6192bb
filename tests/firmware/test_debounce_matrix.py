"""Debouncing of a matrix: many reeds, missing scans, start, counts, and against a slow model.

Runs on CPython and on MicroPython.
"""

import gc
import sys

from debounce_bench import CLOCK_MASK, COLUMNS, ROWS, STARTS_MS, play, refused, scan
from dice import Dice
from heist.debounce import Debounce
from reed_history import History

try:
    import micropython
except ImportError:
    micropython = None

# Several reeds.


def test_two_reeds_of_a_column_keep_their_own_times() -> None:
    play(
        [
            (0, "+0", "+0"),
            (2, "+3", "+3"),
            (3, "-0", ""),
            (4, "-3", ""),
            (5, "", ""),
            (7, "", ""),
            (24, "", ""),
            (25, "", "-0"),
            (26, "+0", "+0"),
            (27, "", "-3"),
            (31, "", ""),
        ]
    )


def test_reeds_of_different_columns_keep_their_own_times() -> None:
    play(
        [
            (0, "+1", "+1"),
            (1, "+6", "+6"),
            (2, "+14", "+14"),
            (30, "-14 -6 -1", ""),
            (40, "+6", ""),
            (41, "-6", ""),
            (50, "", "-1 -14"),
            (61, "", "-6"),
        ]
    )


def test_reeds_changing_together_are_reported_together_in_reed_order() -> None:
    play(
        [
            (0, "+14 +0 +7 +3", "+0 +3 +7 +14"),
            (5, "", ""),
            (30, "-7 -0", ""),
            (50, "+1", "-0 +1 -7"),
            (55, "", ""),
        ]
    )


def test_opposite_changes_in_one_scan() -> None:
    play(
        [
            (0, "+0 +5", "+0 +5"),
            (5, "", ""),
            (30, "-0 +1 -5 +9", "+1 +9"),
            (35, "", ""),
            (49, "", ""),
            (50, "", "-0 -5"),
        ]
    )


def test_chattering_reed_leaves_the_others_alone() -> None:
    chatter = [(0, "+2", "+2")]
    for ms in range(1, 201):
        chatter.append((ms, "-2" if ms % 2 else "+2", ""))
    others = {
        20: ("+1 +3 +7", "+1 +3 +7"),
        60: ("-1 -7", ""),
        80: ("", "-1 -7"),
        81: ("+1", "+1"),
        82: ("-1", ""),
        106: ("", "-1"),
        150: ("-3", ""),
        160: ("+3", ""),
    }
    table = []
    for ms, inputs, outputs in chatter:
        more_in, more_out = others.get(ms, ("", ""))
        table.append((ms, f"{inputs} {more_in}", f"{outputs} {more_out}".strip()))
    play(table)


def test_every_reed_has_its_number() -> None:
    for columns, rows in ((14, 5), (16, 8), (128, 1), (1, 1)):
        debounce = Debounce(columns, rows)
        changes = bytearray(columns * rows)
        all_closed = bytearray([(1 << rows) - 1] * columns)
        all_open = bytearray(columns)
        numbers = bytearray(range(columns * rows))
        start_ms = CLOCK_MASK - 6

        assert debounce.update(all_closed, start_ms, changes) == columns * rows
        assert changes == bytearray(number | 0x80 for number in numbers)
        assert debounce.update(all_open, (start_ms + 9) & CLOCK_MASK, changes) == 0
        assert debounce.update(all_open, (start_ms + 29) & CLOCK_MASK, changes) == columns * rows
        assert changes == numbers


# Missing scans. These tables are played only at their own times.


def test_window_that_no_scan_saw_ending_ends_with_the_next_scan() -> None:
    play([(0, "+4", "+4"), (300, "-4", ""), (319, "", ""), (320, "", "-4")], smooth=False)
    play([(0, "+4", "+4"), (300, "-4", ""), (99_000, "", "-4")], smooth=False)


def test_opening_is_reported_however_late_the_scan() -> None:
    for late_ms in (100, 256, 300, 65_536, 1 << 28, (1 << 28) + 77, (1 << 29) - 100):
        play(
            [
                (0, "+4", "+4"),
                (5, "-4", ""),
                (late_ms, "", "-4"),
                (late_ms, "+4", "+4"),
                (late_ms + 5, "", ""),
                (late_ms + 9, "-4", ""),
                (late_ms + 29, "", "-4"),
            ],
            smooth=False,
        )


def test_reed_closed_again_when_the_late_scan_comes_has_not_opened() -> None:
    play([(0, "+4", "+4"), (5, "-4", ""), (70_000, "+4", "")], smooth=False)


def test_timers_do_not_outlive_a_long_rest() -> None:
    play(
        [
            (0, "+4", "+4"),
            (5, "", ""),
            ((1 << 28) + 3, "-4", ""),
            ((1 << 28) + 22, "", ""),
            ((1 << 28) + 23, "", "-4"),
            ((1 << 29) - 60, "+4", "+4"),
            ((1 << 29) - 59, "-4", ""),
            ((1 << 29) - 55, "", ""),
            ((1 << 29) - 36, "", ""),
            ((1 << 29) - 35, "", "-4"),
        ],
        smooth=False,
    )


# Start.


def test_reeds_closed_at_the_start_are_no_events() -> None:
    for start_ms in STARTS_MS:
        debounce = Debounce(COLUMNS, ROWS)
        raw = bytearray((0b00101, 0, 0b10000))
        debounce.start(raw)
        assert debounce.closed == raw
        assert debounce.closed is not raw
        for ms in range(100):
            assert scan(debounce, raw, start_ms + ms) == ""

        # No close window runs: an opening counts at once.
        raw[0] = 0b00100
        assert scan(debounce, raw, start_ms + 100) == ""
        assert scan(debounce, raw, start_ms + 119) == ""
        assert scan(debounce, raw, start_ms + 120) == "-0"


def test_start_forgets_what_was_under_way() -> None:
    debounce = Debounce(COLUMNS, ROWS)
    assert scan(debounce, bytearray((2, 0, 0)), 0) == "+1"
    assert scan(debounce, bytearray((0, 0, 2)), 7) == "+11"
    debounce.start(bytearray((2, 1, 0)))
    assert scan(debounce, bytearray((2, 1, 0)), 8) == ""
    assert scan(debounce, bytearray((2, 1, 4)), 40) == "+12"
    assert scan(debounce, bytearray((2, 1, 4)), 40) == ""
    assert scan(debounce, bytearray((0, 1, 4)), 41) == ""
    assert scan(debounce, bytearray((0, 1, 4)), 60) == ""
    assert scan(debounce, bytearray((0, 1, 4)), 61) == "-1"
    assert debounce.bounces == 0


def test_bits_beyond_the_rows_are_ignored() -> None:
    debounce = Debounce(COLUMNS, ROWS)
    debounce.start(bytearray((0xE0, 0xFF, 0)))
    assert debounce.closed == bytearray((0, 0x1F, 0))
    assert scan(debounce, bytearray((0xE0, 0x1F, 0xFF)), 0) == "+10 +11 +12 +13 +14"
    assert scan(debounce, bytearray((0, 0xFF, 0x1F)), 9) == ""
    assert debounce.closed == bytearray((0, 0x1F, 0x1F))
    assert debounce.bounces == 0


def test_times_unless_told() -> None:
    debounce = Debounce(COLUMNS, ROWS)
    assert (debounce.close_ms, debounce.open_ms) == (5, 20)


def test_impossible_matrices_are_refused() -> None:
    for columns, rows in ((0, 5), (5, 0), (1, 9), (129, 1), (17, 8), (-1, -5)):
        assert refused(columns, rows), (columns, rows)


# Counting.


def test_changes_never_reported_are_counted() -> None:
    debounce = Debounce(COLUMNS, ROWS)
    counted = []
    for now_ms, state in (
        (0, 1),  # closes
        (1, 0),
        (2, 1),  # a gap in the window: two changes
        (3, 0),  # open at the window's end, and reported after it
        (5, 0),
        (24, 0),
        (25, 0),
        (30, 1),  # closes
        (40, 0),
        (45, 1),  # a gap in the deferral: two more
        (90, 0),
        (110, 1),  # a gap to the last: two more
    ):
        scan(debounce, bytearray((state, 0, 0)), now_ms)
        counted.append(debounce.bounces)
    assert counted == [0, 0, 2, 2, 2, 2, 2, 2, 2, 4, 4, 6]


def test_count_of_bounces_wraps_at_16_bits() -> None:
    debounce = Debounce(COLUMNS, ROWS)
    debounce.start(bytearray((1, 0, 0)))
    debounce.bounces = 0xFFFE
    scan(debounce, bytearray(3), 0)
    scan(debounce, bytearray((1, 0, 0)), 1)
    assert debounce.bounces == 0


# Against a slow model.


def test_agrees_with_the_history_of_each_reed() -> None:
    steps_ms = (0, 0, 1, 1, 1, 1, 2, 3, 4, 5, 15, 19, 20, 21, 255, 300, 70_000)
    times_ms = ((5, 20), (0, 20), (5, 0), (0, 0), (20, 5), (255, 255), (1, 1), (7, 255))
    closings = openings = bounces = 0
    for seed in range(8):
        roll = Dice(seed).roll
        close_ms, open_ms = times_ms[seed]
        debounce = Debounce(COLUMNS, ROWS, close_ms, open_ms)
        raw = bytearray(roll(1 << ROWS) for _ in range(COLUMNS))
        debounce.start(raw)
        reeds = [
            History(bool(raw[reed // ROWS] >> reed % ROWS & 1), close_ms, open_ms)
            for reed in range(COLUMNS * ROWS)
        ]
        start_ms = STARTS_MS[seed % 3]
        now_ms = 0
        for step in range(1500):
            now_ms += steps_ms[roll(len(steps_ms) - 4 * (step // 50 % 2))]
            # Noise, then rest: openings need it.
            for reed in range(COLUMNS * ROWS):
                if roll(4 if step // 25 % 2 else 40) == 0:
                    raw[reed // ROWS] ^= 1 << reed % ROWS

            expected = ""
            for reed in range(COLUMNS * ROWS):
                if reeds[reed].sample(now_ms, bool(raw[reed // ROWS] >> reed % ROWS & 1)):
                    closed = reeds[reed].is_closed
                    expected += f" {'-+'[closed]}{reed}"
                    closings += closed
                    openings += not closed
            assert scan(debounce, raw, start_ms + now_ms) == expected.strip(), (seed, step)
            suppressed = sum(reed.suppressed() for reed in reeds)
            assert debounce.bounces == suppressed & 0xFFFF, (seed, step)
        bounces += debounce.bounces
    assert min(closings, openings, bounces) > 5000, (closings, openings, bounces)


# Memory.


def test_update_allocates_nothing_on_micropython() -> None:
    if sys.implementation.name != "micropython":
        return
    roll = Dice(1).roll
    debounce = Debounce(14, 5)
    changes = bytearray(70)
    scans = [bytearray(roll(32) & roll(32) for _ in range(14)) for _ in range(16)]
    now_ms = CLOCK_MASK - 300
    total = 0
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    # Locked, any allocation but that of a frame is an error, also one that is freed again.
    micropython.heap_lock()
    step = 0
    while step < 1000:
        total += debounce.update(scans[step * 7 >> 3 & 15], now_ms, changes)
        now_ms = (now_ms + (step & 7)) & CLOCK_MASK
        step += 1
    micropython.heap_unlock()
    after = gc.mem_alloc()
    gc.enable()
    assert after - before == 0
    assert total > 1000

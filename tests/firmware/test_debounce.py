"""Debouncing, by tables of (ms, what the reeds do, what is reported) and against a slow model.

In a table `+7` closes reed 7 and `-7` opens it. Runs on CPython and on MicroPython.
"""

import gc
import sys

from dice import Dice
from heist.debounce import Debounce
from reed_history import History

try:
    import micropython
except ImportError:
    micropython = None

CLOCK_MASK = 0x1FFFFFFF
STARTS_MS = (0, 123_456_789, CLOCK_MASK - 6)
COLUMNS = 3
ROWS = 5
QUIET_MS = 600  # after a table's end: nothing more may come

Table = list  # of (ms, inputs, outputs)


def flip(matrix: bytearray, moves: str) -> None:
    for move in moves.split():
        column, row = divmod(int(move[1:]), ROWS)
        was_closed = matrix[column] >> row & 1
        assert was_closed == (move[0] == "-"), f"the table repeats itself at {move}"
        matrix[column] ^= 1 << row


def scan(debounce: Debounce, raw: bytearray, now_ms: int) -> str:
    before = bytes(raw)
    changes = bytearray(COLUMNS * ROWS)
    count = debounce.update(raw, now_ms & CLOCK_MASK, changes)
    assert raw == before
    return " ".join(f"{'-+'[code >> 7]}{code & 0x7F}" for code in changes[:count])


def replay(
    table: Table, times_ms: "tuple[int, int]", start_ms: int, repeats: int, smooth: bool
) -> None:
    debounce = Debounce(COLUMNS, ROWS, *times_ms)
    raw = bytearray(COLUMNS)
    expected = bytearray(COLUMNS)
    at_ms = table[0][0]
    for row_ms, inputs, outputs in table:
        while smooth and at_ms < row_ms:
            assert scan(debounce, raw, start_ms + at_ms) == "", (start_ms, at_ms)
            at_ms += 1
        at_ms = row_ms
        flip(raw, inputs)
        flip(expected, outputs)
        assert scan(debounce, raw, start_ms + at_ms) == outputs, (start_ms, at_ms, smooth)
        for _ in range(repeats):
            assert scan(debounce, raw, start_ms + at_ms) == "", (start_ms, at_ms, smooth)
        assert debounce.closed == expected
    for _ in range(QUIET_MS):
        at_ms += 1
        assert scan(debounce, raw, start_ms + at_ms) == "", (start_ms, at_ms, smooth)


def play(table: Table, close_ms: int = 5, open_ms: int = 20, smooth: bool = True) -> None:
    # Every table holds wherever the clock stands, with one scan or several in a millisecond,
    # and, unless it is about missing scans, with a scan each millisecond or none in between.
    for start_ms in STARTS_MS:
        for repeats in (0, 3):
            replay(table, (close_ms, open_ms), start_ms, repeats, False)
            if smooth:
                replay(table, (close_ms, open_ms), start_ms, repeats, True)


def refused(columns: int, rows: int) -> bool:
    try:
        Debounce(columns, rows)
    except ValueError:
        return True
    return False


# One reed.


def test_clean_closing_is_reported_at_once_and_clean_opening_late() -> None:
    play(
        [
            (0, "+4", "+4"),
            (5, "", ""),
            (40, "-4", ""),
            (59, "", ""),
            (60, "", "-4"),
            (61, "+4", "+4"),
            (200, "-4", ""),
            (220, "", "-4"),
        ]
    )


def test_bounce_on_closing_is_not_reported() -> None:
    play(
        [
            (10, "+4", "+4"),
            (11, "-4", ""),
            (12, "+4", ""),
            (13, "-4", ""),
            (14, "+4", ""),
            (15, "", ""),
        ]
    )


def test_bounce_on_opening_restarts_the_deferral() -> None:
    play(
        [
            (0, "+4", "+4"),
            (5, "", ""),
            (100, "-4", ""),
            (107, "+4", ""),
            (108, "-4", ""),
            (126, "+4", ""),
            (127, "-4", ""),
            (146, "", ""),
            (147, "", "-4"),
        ]
    )


def test_touch_shorter_than_the_close_window_lasts_both_times_together() -> None:
    for open_again_ms in (1, 2, 3, 4, 5):
        play(
            [
                (0, "+4", "+4"),
                (open_again_ms, "-4", ""),
                (5, "", "") if open_again_ms < 5 else (6, "", ""),
                (24, "", ""),
                (25, "", "-4"),
            ]
        )


def test_opening_after_the_close_window_counts_from_itself() -> None:
    play([(0, "+4", "+4"), (6, "-4", ""), (25, "", ""), (26, "", "-4")])


def test_reed_that_only_bounces_open_in_the_window_counts_from_its_end() -> None:
    play(
        [
            (0, "+4", "+4"),
            (1, "-4", ""),
            (3, "+4", ""),
            (4, "-4", ""),
            (5, "", ""),
            (25, "", "-4"),
        ]
    )


def test_closed_sample_at_the_end_of_the_window_ends_it_quietly() -> None:
    play([(0, "+4", "+4"), (2, "-4", ""), (5, "+4", ""), (6, "-4", ""), (26, "", "-4")])


def test_gap_shorter_than_the_open_time_is_no_event() -> None:
    play([(0, "+4", "+4"), (5, "", ""), (50, "-4", ""), (55, "+4", "")])
    play([(0, "+4", "+4"), (5, "", ""), (50, "-4", ""), (69, "+4", "")])


def test_closed_sample_exactly_at_the_open_time_is_still_a_gap() -> None:
    play([(0, "+4", "+4"), (5, "", ""), (50, "-4", ""), (70, "+4", "")])


def test_opening_may_be_followed_by_a_closing_in_the_same_millisecond() -> None:
    play(
        [
            (0, "+4", "+4"),
            (5, "", ""),
            (50, "-4", ""),
            (70, "", "-4"),
            (70, "+4", "+4"),
            (75, "", ""),
            (80, "-4", ""),
            (100, "", "-4"),
        ]
    )


def test_endless_chatter_is_one_closing() -> None:
    table = [(0, "+4", "+4")]
    for ms in range(1, 301):
        table.append((ms, "-4" if ms % 2 else "+4", ""))
    play(table)


# The settings' ends.


def test_without_close_window_the_next_opening_is_deferred_at_once() -> None:
    play([(0, "+4", "+4"), (1, "-4", ""), (20, "", ""), (21, "", "-4")], close_ms=0)
    play(
        [(0, "+4", "+4"), (1, "-4", ""), (2, "+4", ""), (3, "-4", ""), (23, "", "-4")], close_ms=0
    )


def test_without_open_time_an_opening_is_reported_once_the_window_is_over() -> None:
    play([(0, "+4", "+4"), (9, "-4", "-4"), (10, "+4", "+4")], open_ms=0)
    play([(0, "+4", "+4"), (1, "-4", ""), (4, "", ""), (5, "", "-4"), (6, "+4", "+4")], open_ms=0)


def test_without_suppression_every_change_is_reported() -> None:
    table = [(ms, "-4" if ms % 2 else "+4", "-4" if ms % 2 else "+4") for ms in range(60)]
    play(table, close_ms=0, open_ms=0)


def test_longest_times() -> None:
    play(
        [
            (0, "+4", "+4"),
            (1, "-4", ""),
            (254, "", ""),
            (255, "", ""),
            (509, "", ""),
            (510, "", "-4"),
            (511, "+4", "+4"),
            (766, "", ""),
            (800, "-4", ""),
            (1054, "+4", ""),
            (1100, "-4", ""),
            (1354, "", ""),
            (1355, "", "-4"),
        ],
        close_ms=255,
        open_ms=255,
    )


def test_shortest_times() -> None:
    play(
        [
            (0, "+4", "+4"),
            (0, "-4", ""),
            (0, "+4", ""),
            (1, "-4", ""),
            (1, "+4", ""),
            (1, "-4", ""),
            (2, "", "-4"),
        ],
        close_ms=1,
        open_ms=1,
    )


def test_settings_hold_for_the_next_timer() -> None:
    for start_ms in STARTS_MS:
        debounce = Debounce(COLUMNS, ROWS, 5, 20)
        assert scan(debounce, bytearray((1, 0, 0)), start_ms) == "+0"
        assert scan(debounce, bytearray((1, 0, 0)), start_ms + 5) == ""
        assert scan(debounce, bytearray((0, 0, 0)), start_ms + 50) == ""
        debounce.open_ms = 40
        debounce.close_ms = 9
        assert scan(debounce, bytearray((0, 0, 0)), start_ms + 70) == "-0"
        assert scan(debounce, bytearray((1, 0, 0)), start_ms + 80) == "+0"
        assert scan(debounce, bytearray((0, 0, 0)), start_ms + 88) == ""
        assert scan(debounce, bytearray((0, 0, 0)), start_ms + 89) == ""
        assert scan(debounce, bytearray((0, 0, 0)), start_ms + 128) == ""
        assert scan(debounce, bytearray((0, 0, 0)), start_ms + 129) == "-0"


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

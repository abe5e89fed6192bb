"""Debouncing of one reed, by the tables of debounce_bench.py. CPython and MicroPython."""

from debounce_bench import COLUMNS, ROWS, STARTS_MS, play, scan
from heist.debounce import Debounce

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

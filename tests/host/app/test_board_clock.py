"""A late event keeps its time, and nothing is ever in the future."""

from heistboard.app.board_clock import WINDOW_MS, BoardClock


def test_event_that_was_late_is_put_where_it_happened() -> None:
    clock = BoardClock()
    assert clock.host_ms(10_000, 500) == 500
    assert clock.host_ms(10_300, 801) == 800  # 1 ms late
    assert clock.host_ms(11_000, 1_900) == 1_500  # 400 ms late
    assert clock.host_ms(11_400, 1_900) == 1_900


def test_quicker_event_corrects_the_clock() -> None:
    clock = BoardClock()
    assert clock.host_ms(0, 250) == 250
    assert clock.host_ms(100, 300) == 300
    assert clock.host_ms(200, 450) == 400


def test_clocks_that_drift_apart_are_followed() -> None:
    for drift in (-0.0001, 0.0001):
        clock = BoardClock()
        for host_ms in range(0, 3_600_000, 1_000):
            board_ms = round(host_ms * (1 + drift))
            off_ms = host_ms - clock.host_ms(board_ms, host_ms)
            assert 0 <= off_ms <= 2 * WINDOW_MS * abs(drift) + 1


def test_after_a_long_silence_the_clock_begins_anew() -> None:
    clock = BoardClock()
    clock.host_ms(0, 0)
    late_ms = 3 * WINDOW_MS
    assert clock.host_ms(late_ms - 500, late_ms) == late_ms


def test_first_event_of_a_window_may_be_late() -> None:
    clock = BoardClock()
    clock.host_ms(0, 0)
    assert clock.host_ms(WINDOW_MS - 400, WINDOW_MS) == WINDOW_MS - 400
